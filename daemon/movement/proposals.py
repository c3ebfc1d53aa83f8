"""What a club could play: movements for so many pairs and boards, the best first, and why."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from daemon.movement.balance import balance
from daemon.movement.habits import habits, meeting_matrix
from daemon.movement.howell import MOST_TABLES, cycle_of
from daemon.movement.kinds import Wish, made
from daemon.movement.mitchell_skip import skips
from daemon.movement.movement import Movement

_MOST_PROPOSALS = 4
_MOST_PAIRS = 200
_LONGEST_USUAL_ROUND = 4
_LONGEST_ROUND = 12
# More boards less than wanted are no answer to the question; few pairs have little choice.
_LARGEST_SHORTFALL = 4
# One winner of a Mitchell: the arrows are switched in about one round of eight.
_SWITCH_SHARE = 8


class Proposal(Struct, frozen=True):
    """A movement that fits, and what a director wants to know before choosing it.

    `sit_outs` are the rounds that the unluckiest pair does not play; `sets` is how many copies of
    the boards are needed, `shared` how many tables share them with another one; `opponents` is
    the smallest number of different ones that a pair meets. `winners` is 2 when nobody plays both
    ways; `qf` is the balance of a movement with one winner.
    """

    kind: str
    wish: Wish
    movement: Movement
    boards_per_round: int
    sit_outs: int
    sets: int
    shared: int
    opponents: int
    winners: int
    qf: Fraction | None

    @property
    def boards(self) -> int:
        """How many boards a pair plays that does not sit out."""
        return self.movement.rounds * self.boards_per_round

    @property
    def missed(self) -> float:
        """What share of the boards in play a pair does not come to, sit-outs aside."""
        played = {here.group for sets in self.movement.rounds_sets for here in sets if here}
        return max(0.0, 1 - self.movement.rounds / len(played))


def proposals(pairs: int, boards: int) -> tuple[Proposal, ...]:
    """Propose up to four movements for `pairs` pairs of whom each plays about `boards` boards.

    Never more boards than that, and at most four fewer. The best comes first; none is like
    another. Raises ValueError when nothing fits.
    """
    if pairs < 4:
        raise ValueError(f"a movement of pairs needs 4 pairs or more, not {pairs}")
    if pairs > _MOST_PAIRS:
        raise ValueError(
            f"{pairs} pairs are more than play one movement (at most {_MOST_PAIRS}): make sections"
        )
    if boards < 2:
        raise ValueError(f"a movement has 2 boards or more, not {boards}")
    best: dict[tuple[str, bool], Proposal] = {}
    for proposal in _candidates(pairs, boards):
        key = (proposal.kind, bool(proposal.wish.arrow_switch))
        if key not in best or merit(proposal, boards) > merit(best[key], boards):
            best[key] = proposal
    if not best:
        raise ValueError(
            f"nothing fits {pairs} pairs and {boards} boards: give other numbers, or name a kind"
        )
    ranked = sorted(best.values(), key=lambda proposal: merit(proposal, boards), reverse=True)
    return tuple(ranked[:_MOST_PROPOSALS])


def merit(proposal: Proposal, boards: int) -> float:
    """How good a movement is for a club evening; only the order means something.

    Up to 30 points for meeting everybody and up to 30 for the balance of one winner (20 for two:
    their lists are fair, but they are two). Off go 3 for a board that is missing, a round of
    sitting out, for two tables that share boards, and a second set of boards, 0.7 for a round
    (moving takes time), 4 for a movement that needs guide cards, 25 for rounds of one board, 6 for
    long ones, and up to 40 for boards that a pair does not play while others do.
    """
    movement = proposal.movement
    points = -3.0 * (boards - proposal.boards)
    points -= 3.0 * (proposal.sit_outs + proposal.shared / 2 + proposal.sets - 1)
    points += 30.0 * proposal.opponents / (movement.contestants - 1)
    points += 20.0 if proposal.qf is None else 0.3 * float(proposal.qf)
    points -= 0.7 * movement.rounds + 4.0 * (proposal.kind == "howell")
    if proposal.boards_per_round == 1:
        points -= 25.0
    elif proposal.boards_per_round > _LONGEST_USUAL_ROUND:
        points -= 6.0
    points -= 40.0 * proposal.missed
    return points


def _candidates(pairs: int, boards: int) -> Iterator[Proposal]:
    tables = (pairs + 1) // 2
    for length in range(1, _LONGEST_ROUND + 1):
        rounds = boards // length
        for kind in ("mitchell", "skip-mitchell", "howell", "hesitation", "web"):
            wanted = _longest(kind, pairs, rounds)
            if wanted is None or wanted * length < boards - _LARGEST_SHORTFALL:
                continue
            wish = Wish(pairs, wanted, skip_after=_skip(kind, tables, wanted))
            yield _proposal(kind, wish, length)
            if kind in {"mitchell", "skip-mitchell", "web"}:
                last = wanted - max(1, round(wanted / _SWITCH_SHARE))
                switch = tuple(range(last + 1, wanted + 1))
                yield _proposal(kind, Wish(pairs, wanted, wish.skip_after, None, switch), length)


def _longest(kind: str, pairs: int, rounds: int) -> int | None:
    """How many rounds of a kind are played when there is time for so many; None for none."""
    tables = (pairs + 1) // 2
    most = {
        "mitchell": tables,
        "skip-mitchell": tables - 1 if pairs % 4 == 0 and tables > 2 else 0,
        "howell": 2 * tables - 1 if tables <= MOST_TABLES else 0,
        "hesitation": tables + 1 if tables > 2 else 0,
        "web": tables - 1 if tables % 2 == 0 and tables >= 10 else 0,
    }[kind]
    wanted = min(most, rounds)
    if kind == "hesitation" and wanted < most:
        # Without its last round it is a Mitchell that somebody made difficult.
        return None
    if kind == "web":
        wanted -= 1 - wanted % 2
        return wanted if wanted >= tables // 2 else None
    if kind == "howell" and wanted and cycle_of(tables, wanted) > wanted + 1:
        return None
    return wanted if wanted >= 2 else None


def _skip(kind: str, tables: int, rounds: int) -> int | None:
    """The latest possible round to skip after, as usual; None for other kinds."""
    return skips(tables, rounds)[-1] if kind == "skip-mitchell" else None


def _proposal(kind: str, wish: Wish, boards_per_round: int) -> Proposal:
    movement = made(kind, wish)
    everybody = habits(movement)
    one_way = all(one.ns in {0, one.rounds} for one in everybody)
    meetings = meeting_matrix(movement)
    return Proposal(
        kind,
        wish,
        movement,
        boards_per_round,
        sit_outs=max(one.sit_outs for one in everybody),
        sets=2 if kind == "web" else 1,
        shared=0 if kind == "web" else _shared(movement),
        opponents=min(sum(value > 0 for value in row) for row in meetings),
        winners=2 if one_way else 1,
        qf=None if one_way else balance(movement).qf,
    )


def _shared(movement: Movement) -> int:
    """How many tables share their boards with another one, in the round in which most do."""
    return max(
        sum(count for count in Counter(here.group for here in sets if here).values() if count > 1)
        for sets in movement.rounds_sets
    )
