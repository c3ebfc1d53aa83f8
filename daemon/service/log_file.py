"""The log in a file: it does not grow beyond a size, and nothing that happens to it stops us."""

import logging.handlers
import os
from contextlib import suppress
from pathlib import Path
from typing import TextIO

FILE_BYTES = 10_000_000
FILES_KEPT = 5
_GROWS_BY = 1_000_000
"""A file that cannot be moved away just now grows by so many bytes before the next try."""


class RotatedFile(logging.handlers.RotatingFileHandler):
    """Writes into a file; when it is full it becomes `NAME.1`, that one `NAME.2`, and so on.

    When somebody moves or deletes it, a new one is begun. On Windows a viewer may hold it: then it
    goes on growing, and is moved later. Raises OSError when it cannot be opened at the start.
    """

    def __init__(self, file: Path, most: int = FILE_BYTES, kept: int = FILES_KEPT) -> None:
        super().__init__(file, maxBytes=most, backupCount=kept, encoding="utf-8")
        self._most = most

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, into the file that bears the name now."""
        if self.stream is not None and self._was_taken_away(self.stream):
            self._let_go()
        super().emit(record)

    def doRollover(self) -> None:  # noqa: N802 - logging's name
        """Move the full file away, and those before it, unless a program holds it."""
        self._let_go()
        try:
            # First the one that may be held: when it stays, so do the others.
            self._move(self.baseFilename, self._kept(0))
        except OSError:
            self.maxBytes += max(1, self._most * _GROWS_BY // FILE_BYTES)
        else:
            self.maxBytes = self._most
            for number in range(self.backupCount - 1, -1, -1):
                with suppress(OSError):  # it is not there, or held: the next one takes its place
                    self._move(self._kept(number), self._kept(number + 1))
        self.stream = self._open()

    def close(self) -> None:
        """Close the file for good."""
        self._let_go()
        super().close()

    def _let_go(self) -> None:
        """Close the file; the next record opens it anew, as in the library."""
        stream, self.stream = self.stream, None
        if stream is not None:
            with suppress(OSError):  # what a full disk did not take is lost, and nothing else
                stream.close()

    def _was_taken_away(self, stream: TextIO) -> bool:
        try:
            named, ours = Path(self.baseFilename).stat(), os.fstat(stream.fileno())
        except OSError:
            return True
        return (named.st_dev, named.st_ino) != (ours.st_dev, ours.st_ino)

    def _kept(self, number: int) -> str:
        return f"{self.baseFilename}.{number}"

    @staticmethod
    def _move(source: str, target: str) -> None:
        Path(source).replace(target)
