"""What a state comes to: verdicts, problems and results, all derived anew."""

from dataclasses import dataclass, field

from msgspec.structs import replace

from daemon.tournament.accepting import nothing_accepted
from daemon.tournament.acknowledging import mistaken, still_open
from daemon.tournament.deals import boards_to_show, with_deals
from daemon.tournament.earlier_ranks import Earlier, earlier_rankings, with_earlier_ranks
from daemon.tournament.findings import Findings, find
from daemon.tournament.leads import check_leads, lead_problems
from daemon.tournament.merge import Merged, merge
from daemon.tournament.plan import Plan
from daemon.tournament.resolving import Resolved
from daemon.tournament.results import OpenProblem, Ranking, Results
from daemon.tournament.ruling import Rulings
from daemon.tournament.scoreboard import Scoreboard, results_of, score_event
from daemon.tournament.state import State


class NoPlanError(ValueError):
    """The facts hold no plan yet, so nothing can be concluded."""


@dataclass(frozen=True, slots=True)
class Conclusion:
    """Everything derived from one state. `plan` is the one in force, with what was ruled of it.

    `findings` and `board` hold the parts from which the next conclusion goes on, `earlier` where
    everybody stood when the round before was over.
    """

    state: State
    plan: Plan
    rulings: Rulings
    merged: Merged
    results: Results
    findings: Findings = field(compare=False, repr=False)
    board: Scoreboard = field(compare=False, repr=False)
    earlier: Earlier | None = field(default=None, compare=False, repr=False)


def ruled_plan(state: State) -> Resolved:
    """The plan and the rulings that are in force; raises NoPlanError when there is no plan."""
    if state.ruled is None:
        why = "; ".join(problem.one_line() for problem in state.plan_problems if problem.is_error)
        raise NoPlanError(f"the ledger holds no plan that can be used: {why or 'none was read'}")
    return state.ruled


def conclude(state: State, before: Conclusion | None = None) -> Conclusion:
    """Merge, judge and score; raises NoPlanError when there is no plan.

    `before` is the conclusion from an earlier state: whatever nothing new bears upon is taken from
    there. What it comes to is the same without it; it only takes longer.
    """
    ruled = ruled_plan(state)
    merged = merge(
        state.histories.values(), ruled, state.accepted, None if before is None else before.merged
    )
    findings = find(state, ruled.plan, merged, Findings() if before is None else before.findings)
    leads = check_leads(ruled, merged.verdicts)
    shown = boards_to_show(ruled, merged.verdicts)
    problems = (
        *(OpenProblem(problem) for problem in ruled.problems),
        *(OpenProblem(problem) for problem in nothing_accepted(state.accepted, ruled)),
        *findings.problems,
        *lead_problems(ruled, leads, shown),
    )
    rulings, about_nothing = _acknowledged(state, ruled.rulings, merged, problems)
    problems = (*about_nothing, *still_open(problems, rulings.acknowledged, merged.score))
    board = score_event(ruled, merged, problems, None if before is None else before.board)
    results = replace(
        with_deals(results_of(board, problems), ruled, leads, shown), changed=state.changed
    )
    earlier = earlier_rankings(
        board.travellers.rounds, ruled, merged, None if before is None else before.earlier
    )
    known = _ranked_before(before, earlier)
    results = replace(results, rankings=with_earlier_ranks(results.rankings, earlier, known))
    return Conclusion(state, ruled.plan, rulings, merged, results, findings, board, earlier)


def _ranked_before(before: Conclusion | None, earlier: Earlier | None) -> dict[int, Ranking]:
    """The rankings that were published, by the identity of the scoreboard's that they show."""
    if before is None or before.earlier is None or earlier is None:
        return {}
    if before.earlier.rankings is not earlier.rankings:
        return {}
    scored = (ranking for one in before.board.fields for ranking in one.rankings)
    return {
        id(ranking): shown for ranking, shown in zip(scored, before.results.rankings, strict=True)
    }


def _acknowledged(
    state: State, rulings: Rulings, merged: Merged, problems: tuple[OpenProblem, ...]
) -> tuple[Rulings, tuple[OpenProblem, ...]]:
    """The rulings without the entries that acknowledge nothing, and what is to say about those."""
    others = [one for one in rulings.acknowledged if one not in merged.seen_late]
    source = state.rulings.source
    if not others or source is None:
        return rulings, ()
    found = tuple(mistaken(problems, others, merged.score, source.name))
    wrong = [entry for entry, _ in found]
    applied = tuple(entry for entry in rulings.applied if entry not in wrong)
    return replace(rulings, applied=applied), tuple(OpenProblem(problem) for _, problem in found)
