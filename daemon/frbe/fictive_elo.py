"""Fictive ELO: what players who are not ranked yet (NG) have shown against those who are.

A performance is the average ELO of the opponents, an entry a game, and FIDE's difference for the
percentage scored. Percentages and averages are rounded to whole numbers, halves up. Games without
a result count nowhere.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from daemon.frbe.rating_table import rating_difference
from daemon.frbe.report import FICTIVE, HALF_POINTS, Player, Report
from daemon.frbe.wording import plural, ranges

MOST_PASSES = 100
FEWEST_RESULTS = 2
FEWEST_OF_A_KIND = 2
"""A closed group needs so many NG, and so many ranked players."""

_HIGHEST_ELO = 9999


class Group(StrEnum):
    """How the players met: everybody everybody, or not."""

    CLOSED = "closed"
    OPEN = "open"


class Performance(Struct, frozen=True):
    """What was shown in some games: their number, the percentage, the opponents' average."""

    games: int
    percent: int
    average: int

    @property
    def elo(self) -> int:
        """The ELO that this is worth."""
        return self.average + rating_difference(self.percent)


class Rated(Struct, frozen=True):
    """What a rank has shown: in the first calculation, and in each pass after it."""

    rank: int
    performances: tuple[Performance, ...]

    @property
    def first(self) -> int:
        """The ELO of the first calculation."""
        return self.performances[0].elo

    @property
    def passes(self) -> tuple[int, ...]:
        """The ELO of each pass after it."""
        return tuple(each.elo for each in self.performances[1:])

    @property
    def last(self) -> Performance:
        """What counts in the end."""
        return self.performances[-1]

    @property
    def elo(self) -> int:
        """The fictive ELO."""
        return self.last.elo


class Rating(Struct, frozen=True):
    """The fictive ELOs of a report, and why some have none (`left_out`: rank -> reason).

    `refusal` says why there are none at all.
    """

    group: Group
    players: tuple[Rated, ...] = ()
    left_out: tuple[tuple[int, str], ...] = ()
    refusal: str | None = None

    @property
    def passes(self) -> int:
        """Passes over all games, the first calculation apart."""
        return max((len(each.passes) for each in self.players), default=0)

    @property
    def calculations(self) -> int:
        """Passes, and the first calculation."""
        return self.passes + 1 if self.players else 0


class _Game(Struct, frozen=True):
    opponent: int
    half_points: int


def rate(players: Sequence[Player], unranked: Collection[int], group: Group) -> Rating:
    """Work out the fictive ELO of the ranks `unranked` (from 1)."""
    ng = sorted(unranked)
    if not ng:
        return Rating(group, refusal="nobody is named as not ranked: name them as --ng 2,7")
    elos = {
        rank: player.elo
        for rank, player in enumerate(players, 1)
        if player.elo and rank not in unranked
    }
    games = {rank: tuple(_games(players[rank - 1])) for rank in ng}
    if group is Group.CLOSED:
        return _within_range(_rate_closed(players, ng, elos))
    return _within_range(_rate_open(ng, games, elos))


def fill_in(report: Report, rating: Rating) -> Report:
    """The report with the fictive ELOs, and `***` for the nationality."""
    values = {each.rank: each.elo for each in rating.players}
    players = tuple(
        replace(player, nationality=FICTIVE, elo=values[rank]) if rank in values else player
        for rank, player in enumerate(report.players, 1)
    )
    return replace(report, players=players)


def _games(player: Player) -> Iterator[_Game]:
    for cell in player.cells:
        if cell.counts:
            yield _Game(cell.opponent, HALF_POINTS[cell.result])


def _rate_closed(players: Sequence[Player], ng: Sequence[int], elos: Mapping[int, int]) -> Rating:
    """One performance for all NG: 100 % less what the ranked players scored against them."""
    if len(ng) < FEWEST_OF_A_KIND or len(elos) < FEWEST_OF_A_KIND:
        reason = (
            f"a closed group needs {FEWEST_OF_A_KIND} players who are not ranked and "
            f"{FEWEST_OF_A_KIND} who are, and this one has {len(ng)} and {len(elos)}"
        )
        return Rating(Group.CLOSED, refusal=reason)
    unranked = frozenset(ng)
    against = [
        (elo, game.half_points)
        for rank, elo in elos.items()
        for game in _games(players[rank - 1])
        if game.opponent in unranked
    ]
    if len(against) < FEWEST_RESULTS:
        reason = (
            f"the players who are not ranked have {plural(len(against), 'result')} against those "
            f"who are, and need {FEWEST_RESULTS}"
        )
        return Rating(Group.CLOSED, refusal=reason)
    ranked = _performance(against)
    all_ng = Performance(ranked.games, 100 - ranked.percent, ranked.average)
    return Rating(Group.CLOSED, tuple(Rated(rank, (all_ng,)) for rank in ng))


def _rate_open(
    ng: Sequence[int], games: Mapping[int, Sequence[_Game]], elos: Mapping[int, int]
) -> Rating:
    """Each NG against ranked players; then all games, all NG at once, until nothing changes."""
    rated: list[Rated] = []
    left_out: list[tuple[int, str]] = []
    for rank in ng:
        against = [(elos[g.opponent], g.half_points) for g in games[rank] if g.opponent in elos]
        if len(against) < FEWEST_RESULTS:
            reason = (
                f"has {plural(len(against), 'result')} against ranked players, and needs "
                f"{FEWEST_RESULTS}"
            )
            left_out.append((rank, reason))
        else:
            rated.append(Rated(rank, (_performance(against),)))
    for _ in range(MOST_PASSES):
        values = {**elos, **{each.rank: each.elo for each in rated}}
        after = [_pass(each, games[each.rank], values) for each in rated]
        changed = [each.rank for each, old in zip(after, rated, strict=True) if each.elo != old.elo]
        rated = after
        if not changed:
            return Rating(Group.OPEN, tuple(rated), tuple(left_out))
    reason = (
        f"after {MOST_PASSES} passes the values of {ranges(changed)} still change: leave one of "
        "them out (--ng), or ask the federation"
    )
    return Rating(Group.OPEN, left_out=tuple(left_out), refusal=reason)


def _pass(rated: Rated, games: Sequence[_Game], values: Mapping[int, int]) -> Rated:
    against = [(values[g.opponent], g.half_points) for g in games if g.opponent in values]
    return replace(rated, performances=(*rated.performances, _performance(against)))


def _performance(against: Sequence[tuple[int, int]]) -> Performance:
    """From each game's ELO of the opponent, and half points."""
    games = len(against)
    points = sum(half_points for _, half_points in against)
    return Performance(
        games, _rounded(100 * points, 2 * games), _rounded(sum(elo for elo, _ in against), games)
    )


def _rounded(dividend: int, divisor: int) -> int:
    """Halves up, without the errors of binary fractions."""
    return (2 * dividend + divisor) // (2 * divisor)


def _within_range(rating: Rating) -> Rating:
    """Leave out what does not fit into four digits."""
    good = tuple(each for each in rating.players if 1 <= each.elo <= _HIGHEST_ELO)
    bad = tuple(
        (each.rank, f"would have the ELO {each.elo}: write one of 1 to {_HIGHEST_ELO} by hand")
        for each in rating.players
        if each not in good
    )
    return replace(rating, players=good, left_out=tuple(sorted((*rating.left_out, *bad))))
