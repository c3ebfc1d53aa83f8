"""Where everybody stood when the round before was over: what is gained and lost since."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from daemon.tournament.merge import Merged
from daemon.tournament.play import PlayKey
from daemon.tournament.resolving import Resolved
from daemon.tournament.results import Ranking, Results, Status
from daemon.tournament.rounds_over import rounds_over
from daemon.tournament.scoreboard import results_of, score_event
from daemon.tournament.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Earlier:
    """The rankings after some rounds of each section, and all that they come from."""

    ruled: Resolved
    verdicts: Mapping[PlayKey, Verdict]
    rankings: tuple[Ranking, ...]


def earlier_rankings(
    results: Results, ruled: Resolved, merged: Merged, known: Earlier | None = None
) -> Earlier | None:
    """Rank everybody by the rounds until the last ones that are over; None before the first.

    When all rounds are over it is by all but the last. Results count as they are known now.
    `known` is returned where all is as it was then: ranking takes time, and the rounds that are
    over seldom change.
    """
    until = {name: one.before_last for name, one in rounds_over(results.travellers).items()}
    if not any(until.values()):
        return None
    verdicts = {
        key: one for key, one in merged.verdicts.items() if one.play.round <= until[key.section]
    }
    if known is not None and known.ruled is ruled and known.verdicts == verdicts:
        return known
    later = {
        key: Verdict(one.play, Status.MISSING)
        for key, one in merged.verdicts.items()
        if key not in verdicts
    }
    board = score_event(ruled, Merged({**verdicts, **later}), ())
    return Earlier(ruled, verdicts, results_of(board, ()).rankings)


def with_earlier_ranks(results: Results, earlier: Earlier | None) -> Results:
    """The results with `before` in every row."""
    if earlier is None:
        return results
    ranks = {
        (ranking.name, row.section, row.contestant): row.rank
        for ranking in earlier.rankings
        for row in ranking.rows
    }
    rankings = (
        replace(
            ranking,
            rows=tuple(
                replace(row, before=ranks.get((ranking.name, row.section, row.contestant)))
                for row in ranking.rows
            ),
        )
        for ranking in results.rankings
    )
    return replace(results, rankings=tuple(rankings))
