"""Which play of the plan a line of an OUT file is about, or why it is about none."""

from dataclasses import dataclass

from daemon.bridgesuite.record import Place
from daemon.problem import Problem, Severity, Span
from daemon.tournament.history import FileHistory
from daemon.tournament.plan import Plan
from daemon.tournament.play import Play, PlayKey


@dataclass(frozen=True, slots=True)
class Stray:
    """A line that is about no play of the plan (or whose play cannot be told), and why.

    `round` is that of the play which the plan has at its table and board.
    """

    path: str
    section: str
    place: Place | None
    problem: Problem
    round: int | None = None


def match(plan: Plan, history: FileHistory, place: Place, line: int, text: str) -> Play | Stray:
    """Find the play for a place; `line` and `text` are where the file says it."""
    play = plan.by_key.get(PlayKey(history.section, place.board, place.ns, place.ew))
    if play is not None and play.table == place.table:
        return play
    here = plan.by_table.get((history.section, place.table, place.board), ())
    round_here = here[0].round if here else None
    for planned in here:
        if (planned.ns, planned.ew) == (place.ew, place.ns):
            message = (
                f"board {place.board} at table {place.table} has {place.ns} as NS and {place.ew} "
                f"as EW, the movement has {planned.ns} NS and {planned.ew} EW; if they sat the "
                f"other way round, rule [[result]] with the score as NS of the movement see it"
            )
            return _stray(history, place, line, text, "pairs-swapped", message, round_here)
    message = (
        f"{place.ns} against {place.ew} on board {place.board} at table {place.table} "
        f"is not in the movement: {_what_is(plan, history.section, place, here, play)}"
    )
    return _stray(history, place, line, text, "not-in-plan", message, round_here)


def _what_is(
    plan: Plan, section: str, place: Place, here: tuple[Play, ...], play: Play | None
) -> str:
    if play is not None:
        return (
            f"they meet on it at table {play.table} in round {play.round}; "
            f"correct the table in the tablet"
        )
    if here:
        pairs = " or ".join(f"{planned.ns} against {planned.ew}" for planned in here)
        return f"there it is {pairs}; correct the numbers in the tablet, or rule a result for them"
    known = any(planned.board == place.board for planned in plan.section(section).plays)
    if known:
        return (
            f"board {place.board} never comes to table {place.table}; "
            f"was it entered under the wrong board?"
        )
    return f"there is no board {place.board}; is this the file of another evening?"


def _stray(
    history: FileHistory,
    place: Place,
    line: int,
    text: str,
    code: str,
    message: str,
    round_here: int | None,
) -> Stray:
    span = Span(line, 1, max(len(text), 1))
    problem = Problem(Severity.ERROR, code, message, history.path, span, text)
    return Stray(history.path, history.section, place, problem, round_here)
