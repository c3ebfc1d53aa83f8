"""Results onto the disk: the standings first, every file whole, and only what changed."""

import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from hashlib import blake2b
from itertools import chain, islice
from pathlib import Path

from msgspec import Struct

from daemon.publish.document import Page
from daemon.publish.replacing import left_over, what_to_do
from daemon.publish.roster import ROSTER_FILE, read_roster, write_roster
from daemon.publish.site import FILES, Site
from daemon.tournament.results import Results

Piece = tuple[str, ...]
"""Names of files that changed at one go; none where looking was all that had to be done."""

Listener = Callable[[Piece], None]
"""Hears which files were replaced or removed just now, on the thread that writes: never waits."""

_MOST_NAMED = 3


class PublishError(Exception):
    """Something could not be written; the message says what, and what to do.

    Its cause is an error of the program in making a page, when there was one.
    """


class _Written(Struct, frozen=True):
    """What we know to be in a file, and how the file looked when we knew it."""

    key: object
    digest: bytes
    seen: tuple[int, int, int]


class Publisher:
    """Writes into one directory, and remembers what is there.

    A file that is as it was left is not made, read or written again; one that was deleted or
    changed by somebody is. Use one publisher for a directory at a time, from one thread.
    """

    def __init__(
        self,
        directory: Path,
        *,
        pages: Callable[[Results], Iterable[Page]] | None = None,
        listeners: Iterable[Listener] = (),
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._directory = directory
        self._pages = pages or Site().pages
        self._listeners = tuple(listeners)
        self._sleep = sleep
        self._known: dict[str, _Written] = {}
        self._behind: dict[str, None] = {}
        self._ours: frozenset[str] | None = None

    def publish(self, results: Results) -> Iterator[Piece]:
        """Write what changed, piece by piece, the first page first of all.

        Whoever has something better to do leaves off between two pieces, and for good when there
        are newer results: their first page comes first then, and after it the pages that were not
        reached, so that each has its turn however fast results come.

        A page that cannot be written does not stop the others (a spreadsheet that has
        `standings.csv` open must not stop the page on the wall), nor does one that cannot be made.
        Raises PublishError at the end when there was one; the next call tries again.
        """
        ours = self._prepare()
        trouble = _Trouble(self._directory)
        pages = iter(self._pages(results))
        for page in islice(pages, 1):
            yield self._bring(page, trouble) or ()
        others = self._in_turn(pages)
        names = {page.name for page in others}
        # Before the first of them is there: a crash must not leave a page that nobody knows.
        self._enlist(ours | names, trouble)
        for page in others:
            piece = self._bring(page, trouble)
            del self._behind[page.name]
            if piece is not None:
                yield piece
        for name in sorted(ours - names):
            yield self._remove(name, trouble)
        stuck = {name for name in ours - names if _look(self._directory / name)}
        self._enlist(names | stuck, trouble)
        trouble.raise_if_any()

    def _prepare(self) -> frozenset[str]:
        """Make the directory, and once remove what a crash left half written; what is ours."""
        try:
            self._directory.mkdir(parents=True, exist_ok=True)
            if self._ours is None:
                ours = read_roster(self._directory)
                _tidy(self._directory, {*FILES, ROSTER_FILE, *ours})
                self._ours = ours
        except OSError as error:
            raise PublishError(f"{self._directory} {what_to_do(error)}") from error
        return self._ours

    def _in_turn(self, pages: Iterable[Page]) -> list[Page]:
        """The pages that were not reached the last time, as they stood then, before the others."""
        turns = {name: turn for turn, name in enumerate(self._behind)}
        others = sorted(pages, key=lambda page: turns.get(page.name, len(turns)))
        self._behind = {page.name: None for page in others}
        return others

    def _bring(self, page: Page, trouble: "_Trouble") -> Piece | None:
        """Bring one page up to date, if that is possible; None when it is known to be."""
        try:
            if self._is_known(page):
                return None
            if not self._brought(page):
                return ()
        except OSError as error:
            trouble.add(page.name, what_to_do(error))
            return ()
        except Exception as error:  # noqa: BLE001 - told, with its place; the others must go on
            trouble.add_ours(page.name, error)
            return ()
        return self._told((page.name,))

    def _is_known(self, page: Page) -> bool:
        """Whether this page is there, as it was left."""
        known = self._known.get(page.name)
        if known is None or known.seen != _look(self._directory / page.name):
            return False
        return known.key == page.key

    def _brought(self, page: Page) -> bool:
        """Make a page and write it, where its file is not what it is to be; whether it was not."""
        path = self._directory / page.name
        seen, known = _look(path), self._known.get(page.name)
        content = page.make().encode("utf-8")
        digest = _digest(content)
        if seen is not None and digest == _digest_on_disk(path, seen, known):
            self._known[page.name] = _Written(page.key, digest, seen)
            return False
        path.parent.mkdir(parents=True, exist_ok=True)
        page.replace(path, content, sleep=self._sleep)
        if seen := _look(path):
            self._known[page.name] = _Written(page.key, digest, seen)
        return True

    def _remove(self, name: str, trouble: "_Trouble") -> Piece:
        """Remove a page of ours that is no longer made, if it is there."""
        self._known.pop(name, None)
        try:
            (self._directory / name).unlink()
        except FileNotFoundError:
            return ()
        except OSError as error:
            trouble.add(name, what_to_do(error, "removed"))
            return ()
        return self._told((name,))

    def _enlist(self, names: Collection[str], trouble: "_Trouble") -> None:
        """Note that these are ours, besides those that there always are."""
        ours = frozenset(names) - frozenset(FILES)
        if ours == self._ours:
            return
        try:
            write_roster(self._directory, ours, sleep=self._sleep)
        except OSError as error:
            trouble.add(ROSTER_FILE, what_to_do(error))
        else:
            self._ours = ours

    def _told(self, piece: Piece) -> Piece:
        if piece:
            for listener in self._listeners:
                listener(piece)
        return piece


class _Trouble:
    """What could not be written, gathered by what is to be done about it."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._names: defaultdict[str, list[str]] = defaultdict(list)
        self._cause: Exception | None = None

    def add(self, name: str, words: str) -> None:
        """Take note; `words` end the sentence that begins with the file."""
        self._names[words].append(name)

    def add_ours(self, name: str, error: Exception) -> None:
        """Take note of a page that could not be made, which is a mistake of the program."""
        self._cause = error
        words = (
            f"could not be made ({type(error).__name__}: {error}): this is a mistake in "
            f"tournamentd; the other files are right, and results are recorded all the same."
        )
        self.add(name, words)

    def raise_if_any(self) -> None:
        """Raise PublishError when there was any."""
        if self._names:
            said = [f"{self._some(names)} {words}" for words, names in self._names.items()]
            said.append("It is tried again with the next results.")
            raise PublishError(" ".join(said)) from self._cause

    def _some(self, names: list[str]) -> str:
        left = len(names) - _MOST_NAMED
        shown = ", ".join(str(self._directory / name) for name in names[:_MOST_NAMED])
        return shown if left <= 0 else f"{shown} and {left} more"


def publish(results: Results, directory: Path) -> Piece:
    """Write the results into a directory once; returns the names of the files that changed.

    Raises PublishError. Who publishes again and again keeps a Publisher.
    """
    return tuple(chain.from_iterable(Publisher(directory).publish(results)))


def published_files(directory: Path) -> Iterator[str]:
    """The names of all files that we published in a directory and that are there."""
    return (
        name for name in (*FILES, *sorted(read_roster(directory))) if (directory / name).is_file()
    )


def _tidy(directory: Path, ours: Collection[str]) -> None:
    """Remove what was being written when a crash came, and nothing else. Raises OSError."""
    folders = {(directory / name).parent for name in ours}
    for folder in filter(Path.is_dir, folders):
        for file in folder.iterdir():
            name = left_over(file.name)
            if name and file.with_name(name).relative_to(directory).as_posix() in ours:
                file.unlink(missing_ok=True)


def _digest(content: bytes) -> bytes:
    return blake2b(content).digest()


def _digest_on_disk(path: Path, seen: tuple[int, int, int], known: _Written | None) -> bytes | None:
    """What the file holds, read only when it may have been changed; None: it cannot be read."""
    if known is not None and known.seen == seen:
        return known.digest
    try:
        return _digest(path.read_bytes())
    except OSError:
        return None  # then it is written, and that reports what is wrong


def _look(path: Path) -> tuple[int, int, int] | None:
    """What changes when somebody else writes or replaces the file; None: it is not to be seen."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size
