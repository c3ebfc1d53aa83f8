"""Several sessions of one event as one result: the earlier ones are brought into the last."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from daemon.scoring.tally import Tally
from daemon.scoring.traveller import Contestant


class Session(Struct, frozen=True):
    """One contestant's result of one session.

    `percent` is its final percentage, with whatever percentage points were added to it then; None
    when nothing could be compared.
    """

    tally: Tally
    percent: Fraction | None


Earlier = Mapping[Contestant, Sequence[Session]]
"""The earlier sessions of each contestant; one that missed them has none."""


def sum_sessions(tallies: Mapping[Contestant, Tally], earlier: Earlier) -> dict[Contestant, Tally]:
    """Add up boards, points and maxima of this session (`tallies`) and the earlier ones.

    Every matchpoint weighs the same, so a session with a larger top weighs more. Percentage points
    that were added to an earlier percentage come along as the matchpoints that they were worth.
    """
    return _join(tallies, earlier, _as_points)


def average_sessions(
    tallies: Mapping[Contestant, Tally], earlier: Earlier
) -> dict[Contestant, Tally]:
    """Average the percentages of this session (`tallies`) and the earlier ones, by their boards.

    Every board weighs the same, whatever its top was. To say so in a tally, each board counts out
    of 100: `maximum` is 100 times the boards, and `total` the sum of each session's percentage
    times its boards. So `percent` and `average` are both the mean. A session in which nothing could
    be compared adds its boards and weighs nothing.
    """
    return _join(tallies, earlier, _as_hundreds)


def _join(
    tallies: Mapping[Contestant, Tally], earlier: Earlier, count: Callable[[Session], Tally]
) -> dict[Contestant, Tally]:
    # In the order of the lists that came in: a result must not hang on the order of a set.
    return {
        contestant: _sum(
            count(session)
            for session in (*earlier.get(contestant, ()), _today(tallies.get(contestant, Tally())))
        )
        for contestant in dict.fromkeys((*tallies, *earlier))
    }


def _today(gathered: Tally) -> Session:
    return Session(gathered, gathered.percent)


def _as_points(session: Session) -> Tally:
    if session.percent is None:
        return session.tally
    points = session.percent * session.tally.maximum / 100
    return Tally(session.tally.boards, points, session.tally.maximum)


def _as_hundreds(session: Session) -> Tally:
    boards = session.tally.boards
    if session.percent is None:
        return Tally(boards)
    return Tally(boards, boards * session.percent, Fraction(100 * boards))


def _sum(tallies: Iterable[Tally]) -> Tally:
    return sum(tallies, Tally())
