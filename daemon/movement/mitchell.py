"""Mitchell movements: NS stay, EW move up a table, the boards move down."""

from msgspec import Struct

from daemon.movement.cyclic import mitchell as all_rounds
from daemon.movement.header import MAX_SETS, MAX_TABLES
from daemon.movement.movement import Movement, TableSet

_USUAL_BOARDS_PER_ROUND = (2, 3, 4)
# So many boards less than wanted are better than a round of an unusual length.
_SMALL_SHORTFALL = 3
# In a single round no board is played twice, so there is nothing to compare.
_FEWEST_ROUNDS = 2


def mitchell(tables: int, rounds: int | None = None) -> Movement:
    """Make the Mitchell for `tables` tables (at least 2), as many rounds as tables unless told.

    NS of table t is pair t, the EW pair that starts there is pair `tables` + t, and there are as
    many board groups as tables. An even number of tables that plays more rounds than half of them
    is a relay-and-share Mitchell: the first and the last table share their boards, and the boards
    between the two middle tables rest for a round. Raises ValueError for numbers that no Mitchell
    has.
    """
    wanted = tables if rounds is None else rounds
    _refuse_impossible(tables, wanted)
    first = [
        TableSet((table,), (tables + table,), group)
        for table, group in enumerate(_first_groups(tables, wanted), start=1)
    ]
    return Movement(
        contestants=2 * tables,
        tables=tables,
        groups=tables,
        individual=False,
        rounds_sets=all_rounds(first, wanted, tables),
    )


class Session(Struct, frozen=True):
    """How an evening is divided: a Mitchell and the boards of a round.

    `absent` is the pair that lacks when the number of pairs is odd.
    """

    tables: int
    rounds: int
    boards_per_round: int
    absent: tuple[int, ...] = ()

    @property
    def boards(self) -> int:
        """How many boards a pair plays that does not sit out."""
        return self.rounds * self.boards_per_round


def propose(pairs: int, boards: int) -> Session:
    """Propose a Mitchell for `pairs` pairs (at least 4) in which each plays about `boards` boards.

    Never more than `boards`. Rounds of 2 to 4 boards are taken when they come within three boards
    of it: those that come closest, and of these the ones with most opponents. Few tables need
    longer rounds: then it is as many rounds as come within three boards.

    When the number of pairs is odd, NS of the last table are absent: who comes there sits out, and
    no boards have to be shared with it. Raises ValueError for numbers that no Mitchell has.
    """
    if pairs < 4:
        raise ValueError(f"a Mitchell needs 4 pairs or more, not {pairs}")
    if boards < _FEWEST_ROUNDS:
        raise ValueError(f"a pair plays {_FEWEST_ROUNDS} boards or more, not {boards}")
    tables = (pairs + 1) // 2
    _refuse_impossible(tables, _FEWEST_ROUNDS)
    absent = (tables,) if pairs % 2 else ()
    usual = [
        Session(tables, min(tables, boards // length), length, absent)
        for length in _USUAL_BOARDS_PER_ROUND
        if boards // length >= _FEWEST_ROUNDS
    ]
    fewest = boards - _SMALL_SHORTFALL
    close = [session for session in usual if session.boards >= fewest]
    if close:
        return max(close, key=lambda session: (session.boards, session.rounds))
    return next(
        session
        for rounds in range(min(tables, boards), _FEWEST_ROUNDS - 1, -1)
        if (session := Session(tables, rounds, boards // rounds, absent)).boards >= fewest
    )


def _refuse_impossible(tables: int, rounds: int) -> None:
    if not 2 <= tables <= MAX_TABLES:
        raise ValueError(f"a Mitchell has 2 to {MAX_TABLES} tables, not {tables}")
    most = min(tables, MAX_SETS // tables)
    if not 1 <= rounds <= most:
        raise ValueError(f"a Mitchell of {tables} tables has 1 to {most} rounds, not {rounds}")


def _first_groups(tables: int, rounds: int) -> list[int]:
    """Give the board group that each table plays in the first round.

    From one round to the next the boards that a pair comes to are two groups further on. With an
    odd number of tables that leads to every group; with an even number it leads back to the first
    one after half of the rounds, unless a group rests halfway.
    """
    groups = list(range(1, tables + 1))
    half = tables // 2
    if tables % 2 or rounds <= half:
        return groups
    return [*groups[:half], *groups[half + 1 :], groups[0]]
