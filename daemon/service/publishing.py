"""Results on their way to everybody: written piece by piece, and told when all is there."""

import traceback
from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from daemon.publish.writing import PublishError
from daemon.service.house import Log, Publishes
from daemon.tournament.results import Results
from daemon.tournament.told import Level, Told

_MOST_NAMED = 6


class Publishing:
    """Publishes the newest results that it was given, as far as it is let.

    `trouble` is what could not be written the last time, and what to do about it; None when all
    could be.
    """

    def __init__(self, publisher: Publishes, log: Log) -> None:
        self._publisher = publisher
        self._log = log
        self._under_way: _UnderWay | None = None
        self._published: Results | None = None
        self.trouble: str | None = None

    @property
    def waits(self) -> bool:
        """Whether files wait to be written: call `go_on`."""
        return self._under_way is not None

    def is_done(self, results: Results) -> bool:
        """Whether all files of these results are written."""
        return self._published is results

    def begin(self, results: Results) -> None:
        """Write the first file of results, unless that was done already.

        What older results still had to write is left off, and what they wrote is told with these.
        What could not be written is begun anew.
        """
        left = self._under_way
        if self._published is results or (left is not None and left.results is results):
            return
        self._published = None
        written = [] if left is None else left.changed
        self._under_way = _UnderWay(results, iter(self._publisher.publish(results)), written)
        self.go_on()

    def go_on(self) -> None:
        """Write the next file, if there is one; tell of all when it was the last."""
        under_way = self._under_way
        if under_way is None:
            return
        try:
            piece = next(under_way.pieces)
        except StopIteration:
            self._published = under_way.results
            self._under_way = None
            self._tell_published(under_way)
            self.trouble = None
        except PublishError as error:
            self._under_way = None
            self._tell_unpublished(error)
        else:
            under_way.changed.extend(piece)

    def _tell_published(self, under_way: "_UnderWay") -> None:
        """Tell which files were written, when all of them are."""
        if under_way.changed:
            files = _some(tuple(dict.fromkeys(under_way.changed)))
        elif self.trouble is not None and self._published is not None:
            files = "every file is up to date again"
        else:
            return
        results = under_way.results
        text = f"{results.played} of {results.expected} results: {files}"
        self._log.tell(Told("standings.published", text, fields=progress(results)))

    def _tell_unpublished(self, error: PublishError) -> None:
        if self.trouble != str(error):
            cause = error.__cause__
            fields = (("details", "".join(traceback.format_exception(cause))),) if cause else ()
            self._log.tell(Told("publish.failed", str(error), Level.ERROR, fields))
        self.trouble = str(error)


class _UnderWay(Struct):
    """Files that are being written: the pieces to come, and what has changed since it was told."""

    results: Results
    pieces: Iterator[tuple[str, ...]]
    changed: list[str] = field(default_factory=list)


def progress(results: Results) -> tuple[tuple[str, int], ...]:
    """How far the event is, as the log has it."""
    return (("played", results.played), ("expected", results.expected))


def _some(files: Sequence[str]) -> str:
    """The first files by name, the others by number."""
    left = len(files) - _MOST_NAMED
    shown = ", ".join(files[:_MOST_NAMED])
    return shown if left <= 0 else f"{shown} and {left} more"
