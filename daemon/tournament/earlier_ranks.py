"""Where everybody stood when the round before was over: what is gained and lost since."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from daemon.tournament.merge import Merged
from daemon.tournament.play import PlayKey
from daemon.tournament.resolving import Resolved
from daemon.tournament.results import Ranking, Row, Status
from daemon.tournament.rounds_over import Rounds
from daemon.tournament.scoreboard import results_of, score_event
from daemon.tournament.verdict import Verdict


class Earlier(Struct, frozen=True):
    """The rankings after some rounds of each section, and all that they come from.

    `until` is how many rounds of each section count; `verdicts` are those of their plays.
    """

    ruled: Resolved
    merged: Merged
    until: Mapping[str, int]
    verdicts: Mapping[PlayKey, Verdict]
    rankings: tuple[Ranking, ...]


def earlier_rankings(
    rounds: Mapping[str, Rounds], ruled: Resolved, merged: Merged, known: Earlier | None = None
) -> Earlier | None:
    """Rank everybody by the rounds until the last ones that are over; None before the first.

    `rounds` are those of each section. When all are over it is by all but the last. Results count
    as they are known now.
    `known` is returned where all is as it was then: ranking takes time, and the rounds that are
    over seldom change.
    """
    until = {name: one.before_last for name, one in rounds.items()}
    if not any(until.values()):
        return None
    if known is not None and known.ruled is ruled and known.until == until:
        news = (merged.verdicts[key].play for key in merged.news_since(known.merged))
        if all(play.round > until[play.section] for play in news):
            return replace(known, merged=merged)
    verdicts = {
        key: one for key, one in merged.verdicts.items() if one.play.round <= until[key.section]
    }
    if known is not None and known.ruled is ruled and known.verdicts == verdicts:
        return replace(known, merged=merged, until=until)
    later = {
        key: Verdict(one.play, Status.MISSING)
        for key, one in merged.verdicts.items()
        if key not in verdicts
    }
    board = score_event(ruled, Merged({**verdicts, **later}), ())
    return Earlier(ruled, merged, until, verdicts, results_of(board, ()).rankings)


def with_earlier_ranks(
    rankings: Sequence[Ranking], earlier: Earlier | None, known: Mapping[int, Ranking]
) -> tuple[Ranking, ...]:
    """The rankings with `before` in every row.

    `known` are those that were made so, by the identity of what they were made from: by the same
    earlier rankings, these are taken again.
    """
    if earlier is None:
        return tuple(rankings)
    return tuple(
        known.get(id(ranking)) or _with_ranks(ranking, earlier.rankings) for ranking in rankings
    )


def _with_ranks(ranking: Ranking, before: Iterable[Ranking]) -> Ranking:
    ranks = {
        (row.section, row.contestant): row.rank
        for one in before
        if one.name == ranking.name
        for row in one.rows
    }
    rows = tuple(_with_rank(row, ranks.get((row.section, row.contestant))) for row in ranking.rows)
    return replace(ranking, rows=rows)


def _with_rank(row: Row, before: int | None) -> Row:
    return row if row.before == before else replace(row, before=before)
