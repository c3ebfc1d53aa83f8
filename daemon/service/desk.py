"""The desk at which the federation's reports are made: where files lie, and what they become."""

from collections.abc import Collection
from contextlib import suppress
from datetime import date
from pathlib import Path

from msgspec import Struct

from daemon.folder.documents import Documents
from daemon.folder.names import numbered, same_name
from daemon.folder.port import FileGoneError, FileTooLargeError, NameTakenError
from daemon.frbe.building import Wishes, build
from daemon.frbe.file_name import make_file_name
from daemon.frbe.player_list import PlayerList
from daemon.frbe.reason import reason_name
from daemon.frbe.report import Report
from daemon.frbe.writing import write_report
from daemon.problem import Problem

_STEM = 6
"""Characters of a report's name before the two free ones: day and kind."""


class Desk(Struct, frozen=True):
    """Where the federation's reports are made, and what every one of them has.

    `inbox`, `outbox` and `rejected` are places of the documents. `players` is the federation's
    list; `pace` is the seconds between two looks.
    """

    documents: Documents
    inbox: str
    outbox: str
    rejected: str
    wishes: Wishes
    players: Path | None
    pace: float

    def file_report(
        self, report: Report, known: PlayerList | None, today: date, taken: Collection[str]
    ) -> tuple[str | None, tuple[Problem, ...]]:
        """Put a report into the outbox; its path there, None when it cannot be sent.

        `taken` are names that were given before. One with the same bytes that lies there already
        is the same report: it was written just before the power went. The problems are those of
        `build`. Raises FolderError.
        """
        data = write_report(report)
        while True:
            there = self.documents.names(self.outbox)
            built, problems = build(report, self.wishes, known, today, {*there, *taken})
            if built is None:
                return None, problems
            first = make_file_name(report.end, self.wishes.kind, "1a", self.wishes.club)
            for name in there:
                if _differ_in_suffix(name, first) and self._holds(self.outbox, name, data):
                    return f"{self.outbox}/{name}", problems
            try:
                self.documents.add(f"{self.outbox}/{built.name}", built.data)
            except NameTakenError:  # somebody was faster
                taken = {*taken, built.name}
            else:
                return f"{self.outbox}/{built.name}", problems

    def file_reason(self, own: str, text: str) -> str:
        """Put a reason into `rejected`, for the file of this own name; its path there.

        One that says the same already is left alone. Raises FolderError.
        """
        data = text.replace("\n", "\r\n").encode("utf-8")
        number, name = 1, reason_name(own)
        while True:
            there = same_name(self.documents.names(self.rejected), name)
            if there is not None and self._holds(self.rejected, there, data):
                return f"{self.rejected}/{there}"
            if there is None:
                with suppress(NameTakenError):  # somebody was faster
                    self.documents.add(f"{self.rejected}/{name}", data)
                    return f"{self.rejected}/{name}"
            number += 1
            name = numbered(reason_name(own), number)

    def _holds(self, place: str, name: str, data: bytes) -> bool:
        try:
            return self.documents.read(f"{place}/{name}")[1] == data
        except (FileGoneError, FileTooLargeError):
            return False


def _differ_in_suffix(name: str, other: str) -> bool:
    one, two = name.casefold(), other.casefold()
    same_length = len(one) == len(two)
    return same_length and one[:_STEM] == two[:_STEM] and one[_STEM + 2 :] == two[_STEM + 2 :]
