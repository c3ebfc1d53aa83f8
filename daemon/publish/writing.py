"""Results onto the disk: every file whole at any moment, and only when it changes."""

import errno
import os
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from daemon.disk import Patience, replace
from daemon.publish.csv_files import standings_csv, travellers_csv
from daemon.publish.json_files import problems_json, standings_json, travellers_json
from daemon.publish.page import index_html
from daemon.tournament.results import Results

# The order in which they are written: whoever follows one file to the next, and whoever sees the
# page change, finds the standings at least as new.
FILES: dict[str, Callable[[Results], str]] = {
    "standings.json": standings_json,
    "travellers.json": travellers_json,
    "problems.json": problems_json,
    "standings.csv": standings_csv,
    "travellers.csv": travellers_csv,
    "index.html": index_html,
}

# On Windows a file that somebody reads at this moment cannot be replaced: a web server lets go
# within milliseconds, a spreadsheet does not, and everything else waits meanwhile.
_PAUSES = (0.01, 0.02, 0.05, 0.1, 0.2)

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


class PublishError(Exception):
    """Something could not be written; the message says what, and what to do.

    `changed` are the files that were written all the same.
    """

    def __init__(self, message: str, changed: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.changed = changed


@dataclass(frozen=True, slots=True)
class _Written:
    """What we know to be in a file, and how the file looked when we knew it."""

    content: bytes
    seen: tuple[int, int, int]


class Publisher:
    """Writes into one directory, and remembers what is there.

    A file that is as it was left is not read again; one that was deleted or changed by somebody
    is written anew. Use one publisher for a directory at a time, from one thread.
    """

    def __init__(self, directory: Path, *, sleep: Callable[[float], None] = time.sleep) -> None:
        self._directory = directory
        self._sleep = sleep
        self._known: dict[str, _Written] = {}
        self._tidy = False

    def publish(self, results: Results) -> tuple[str, ...]:
        """Write what changed and return the names of those files, in the order of writing.

        A file that cannot be written does not stop the others: a spreadsheet that has
        `standings.csv` open must not stop the page. Raises PublishError at the end when there
        was one; the next call tries again.
        """
        # All texts before the first file: an error in making one leaves the old set whole.
        contents = {name: make(results).encode("utf-8") for name, make in FILES.items()}
        self._prepare()
        changed: list[str] = []
        failures: list[str] = []
        for name, content in contents.items():
            try:
                if self._write(name, content):
                    changed.append(name)
            except OSError as error:
                failures.append(f"{self._directory / name} {_what_to_do(error)}")
        if failures:
            failures.append("It is tried again with the next results.")
            raise PublishError(" ".join(failures), tuple(changed))
        return tuple(changed)

    def _prepare(self) -> None:
        """Make the directory, and once remove what a crash left half written."""
        try:
            self._directory.mkdir(parents=True, exist_ok=True)
            if not self._tidy:
                for name in FILES:
                    for leftover in self._directory.glob(f".{name}.*.tmp"):
                        leftover.unlink(missing_ok=True)
                self._tidy = True
        except OSError as error:
            raise PublishError(f"{self._directory} {_what_to_do(error)}") from error

    def _write(self, name: str, content: bytes) -> bool:
        path = self._directory / name
        if self._is_there(path, content):
            return False
        replace_file(path, content, sleep=self._sleep)
        self._known[name] = _Written(content, _look(path))
        return True

    def _is_there(self, path: Path, content: bytes) -> bool:
        """Whether the file has this content, reading it only when it may have been changed."""
        try:
            seen = _look(path)
            known = self._known.get(path.name)
            if known is None or known.seen != seen:
                known = _Written(path.read_bytes(), seen)
                self._known[path.name] = known
        except OSError:
            # Not there, or not to be read: then it is written, and that reports what is wrong.
            return False
        return known.content == content


def publish(results: Results, directory: Path) -> tuple[str, ...]:
    """Write the results into a directory once; returns the names of the files that changed.

    Raises PublishError. Who publishes again and again keeps a Publisher.
    """
    return Publisher(directory).publish(results)


def replace_file(path: Path, content: bytes, *, sleep: Callable[[float], None]) -> None:
    """Give a file a new content so that a reader sees the old or the new one, always whole.

    Raises OSError; then the old file stands, and nothing is left beside it.
    """
    # Opened by hand and not by tempfile, whose files nobody else (a web server) may read.
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with temporary.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        replace(temporary, path, Patience(_PAUSES, sleep))
    finally:
        with suppress(OSError):  # what led here is the error to tell
            temporary.unlink(missing_ok=True)


def _look(path: Path) -> tuple[int, int, int]:
    """What changes when somebody else writes or replaces the file."""
    status = path.stat()
    return status.st_ino, status.st_mtime_ns, status.st_size


def _what_to_do(error: OSError) -> str:
    reason = error.strerror or str(error)
    if isinstance(error, PermissionError):
        advice = (
            "close the program that has it open (a spreadsheet, perhaps), or give this user the "
            "right to write in the folder"
        )
    elif error.errno in _FULL:
        advice = "the disk is full: make room on it"
    elif isinstance(error, (IsADirectoryError, FileExistsError, NotADirectoryError)):
        advice = "something of the wrong kind has that name: move it away, or name another folder"
    else:
        advice = "see that the disk is there and can be written to"
    return f"could not be written ({reason}): {advice}."
