"""What can be made on a deal, by the solver that the extra `dd` installs."""

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from itertools import product

from daemon.bridge.card import Strain
from daemon.bridge.deal import Deal
from daemon.bridge.makeable import Tricks
from daemon.bridge.seat import Seat

INSTALL = 'pip install "tournamentd[dd]"'

_AT_A_TIME = 4
"""Boards that are handed over together: enough for every processor, and soon done."""


class SolverError(Exception):
    """The solver failed; the message says how."""


def is_installed() -> bool:
    """Whether the solver is there."""
    return find_spec("endplay") is not None


def solve(deals: Sequence[Deal]) -> Iterator[Tricks]:
    """Work out each deal in turn; it takes about half a second a board. Raises SolverError."""
    # Only who solves has the package, and pays for importing it: it takes about a second.
    from endplay.dds import calc_all_tables  # noqa: PLC0415
    from endplay.types import Deal as TheirDeal  # noqa: PLC0415
    from endplay.types import Denom, Player  # noqa: PLC0415

    strains = dict(
        zip(
            Strain,
            (Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt),
            strict=True,
        )
    )
    seats = dict(zip(Seat, (Player.north, Player.east, Player.south, Player.west), strict=True))
    for start in range(0, len(deals), _AT_A_TIME):
        try:
            tables = calc_all_tables(
                [TheirDeal(str(deal)) for deal in deals[start : start + _AT_A_TIME]]
            )
        except RuntimeError as error:
            raise SolverError(str(error)) from error
        for table in tables:
            yield {
                (seat, strain): int(table[strains[strain], seats[seat]])
                for seat, strain in product(Seat, Strain)
            }
