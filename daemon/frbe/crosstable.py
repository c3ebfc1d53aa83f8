"""A tournament as other programs tell it (TRF, a spreadsheet), before it is a report."""

from datetime import date

from msgspec import Struct

from daemon.frbe.report import Cell


class Entrant(Struct, frozen=True):
    """A player. None and empty texts are what the file does not tell."""

    name: str
    elo: int | None
    nationality: str
    fide_id: int | None
    matricule: int | None
    club: int | None
    cells: tuple[Cell, ...]


class Crosstable(Struct, frozen=True):
    """A tournament. `round_dates` has as many entries as there are rounds.

    An entrant's rank is the place in `entrants`, from 1; every entrant has a cell for every round.
    """

    title: str
    start: date | None
    end: date | None
    round_dates: tuple[date | None, ...]
    sender: str
    tempo: str
    entrants: tuple[Entrant, ...]

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return len(self.round_dates)
