"""What a state comes to: verdicts, problems and results, all derived anew."""

from dataclasses import dataclass, replace

from daemon.tournament.accepting import nothing_accepted
from daemon.tournament.acknowledging import mistaken, still_open
from daemon.tournament.deals import boards_to_show, with_deals
from daemon.tournament.findings import open_problems
from daemon.tournament.leads import check_leads, lead_problems
from daemon.tournament.merge import Merged, merge
from daemon.tournament.plan import Plan
from daemon.tournament.play import PlayKey
from daemon.tournament.results import OpenProblem, Results
from daemon.tournament.ruling import Rulings
from daemon.tournament.scoreboard import score_event
from daemon.tournament.state import State


class NoPlanError(ValueError):
    """The facts hold no plan yet, so nothing can be concluded."""


@dataclass(frozen=True, slots=True)
class Conclusion:
    """Everything derived from one state. `plan` is the one in force, with what was ruled of it."""

    state: State
    plan: Plan
    rulings: Rulings
    merged: Merged
    results: Results


def conclude(state: State) -> Conclusion:
    """Merge, judge and score; raises NoPlanError when there is no plan."""
    ruled = state.ruled
    if ruled is None:
        why = "; ".join(problem.one_line() for problem in state.plan_problems if problem.is_error)
        raise NoPlanError(f"the ledger holds no plan that can be used: {why or 'none was read'}")
    merged = merge(state.histories.values(), ruled, state.accepted)
    leads = check_leads(ruled, merged.verdicts)
    shown = boards_to_show(ruled, merged.verdicts)
    problems = (
        *(OpenProblem(problem) for problem in ruled.problems),
        *(OpenProblem(problem) for problem in nothing_accepted(state.accepted, ruled)),
        *open_problems(state, ruled.plan, merged),
        *lead_problems(ruled, leads, shown),
    )
    rulings, about_nothing = _acknowledged(state, ruled.rulings, merged, problems)
    problems = (*about_nothing, *still_open(problems, rulings.acknowledged, _scores(merged)))
    results = with_deals(score_event(ruled, merged, problems), ruled, leads, shown)
    return Conclusion(state, ruled.plan, rulings, merged, results)


def _acknowledged(
    state: State, rulings: Rulings, merged: Merged, problems: tuple[OpenProblem, ...]
) -> tuple[Rulings, tuple[OpenProblem, ...]]:
    """The rulings without the entries that acknowledge nothing, and what is to say about those."""
    others = [one for one in rulings.acknowledged if one not in merged.seen_late]
    source = state.rulings.source
    if not others or source is None:
        return rulings, ()
    found = tuple(mistaken(problems, others, _scores(merged), source.name))
    wrong = [entry for entry, _ in found]
    applied = tuple(entry for entry in rulings.applied if entry not in wrong)
    return replace(rulings, applied=applied), tuple(OpenProblem(problem) for _, problem in found)


def _scores(merged: Merged) -> dict[PlayKey, int | None]:
    return {key: verdict.score for key, verdict in merged.verdicts.items()}
