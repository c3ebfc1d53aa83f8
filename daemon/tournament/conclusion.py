"""What a state comes to: verdicts, problems and results, all derived anew."""

from dataclasses import dataclass

from daemon.tournament.findings import open_problems
from daemon.tournament.merge import Merged, merge
from daemon.tournament.plan import Plan
from daemon.tournament.resolving import resolve
from daemon.tournament.results import OpenProblem, Results
from daemon.tournament.scoreboard import score_event
from daemon.tournament.state import State


class NoPlanError(ValueError):
    """The facts hold no plan yet, so nothing can be concluded."""


@dataclass(frozen=True, slots=True)
class Conclusion:
    """Everything derived from one state."""

    state: State
    plan: Plan
    merged: Merged
    results: Results


def conclude(state: State) -> Conclusion:
    """Merge, judge and score; raises NoPlanError when there is no plan."""
    if state.plan is None:
        why = "; ".join(problem.one_line() for problem in state.plan_problems if problem.is_error)
        raise NoPlanError(f"the ledger holds no plan that can be used: {why or 'none was read'}")
    rulings, ruling_problems = resolve(state.rulings, state.plan)
    merged = merge(state.histories.values(), state.plan, rulings)
    problems = (
        *(OpenProblem(problem) for problem in ruling_problems),
        *open_problems(state, merged),
    )
    return Conclusion(state, state.plan, merged, score_event(state.plan, merged, problems))
