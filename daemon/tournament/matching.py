"""Which play of the plan a line of an OUT file is about, or why it is about none."""

from dataclasses import dataclass, replace

from daemon.bridge.contract import Outcome
from daemon.bridgesuite.record import HeldLine, Place, Record
from daemon.movement.wording import listing
from daemon.problem import Problem, Severity, Span
from daemon.tournament.plan import Plan, SectionPlan
from daemon.tournament.play import Play, PlayKey


@dataclass(frozen=True, slots=True)
class Stray:
    """A line that is about no play of the plan (or whose play cannot be told), and why.

    `play` is the one that it is probably about, None where nobody can tell; `outcome` is what the
    line would be scored as.
    """

    path: str
    section: str
    place: Place | None
    line: int
    problem: Problem
    play: Play | None = None
    outcome: Outcome | None = None


def find(plan: Plan, section: str, place: Place) -> Play | None:
    """The play that a line says it is about: its board, its pairs and its table must be right."""
    play = plan.by_key.get(PlayKey(section, place.board, place.ns, place.ew))
    return play if play is not None and play.table == place.table else None


def stray_line(plan: Plan, section: str, path: str, line: Record | HeldLine) -> Stray:
    """A line for whose place there is no play.

    What is wrong with a held line itself comes first: its place may be wrong because of it.
    """
    if isinstance(line, HeldLine):
        stray = Stray(path, section, line.place, line.line, line.problem)
        if line.place is None:
            return stray
        return replace(stray, play=_explain(plan.section(section), plan, line.place)[2])
    code, message, play = _explain(plan.section(section), plan, line.place)
    span = Span(line.line, 1, len(line.text))
    problem = Problem(Severity.ERROR, code, message, path, span, line.text)
    return Stray(path, section, line.place, line.line, problem, play, line.outcome)


def _explain(section: SectionPlan, plan: Plan, place: Place) -> tuple[str, str, Play | None]:
    """Why there is no such play: code, message, and the play that was probably meant."""
    here = plan.by_table.get((section.name, place.table, place.board), ())
    for planned in here:
        if (planned.ns, planned.ew) == (place.ew, place.ns):
            return "pairs-swapped", _swapped(place), planned
    said = f"{place.ns} against {place.ew} on board {place.board} at table {place.table}"
    elsewhere = plan.by_key.get(PlayKey(section.name, place.board, place.ns, place.ew))
    play = elsewhere or (here[0] if len(here) == 1 else None)
    why = _what_is(section, place, here, elsewhere)
    return "not-in-plan", f"{said} is not in the movement: {why}", play


def _swapped(place: Place) -> str:
    return (
        f"board {place.board} at table {place.table} is entered with {place.ns} NS and "
        f"{place.ew} EW, and the movement has {place.ew} NS and {place.ns} EW; if only the numbers "
        f"are the wrong way round, correct them in the tablet or paste the ruling; if they really "
        f"sat so, their scores compare with those of the other side: give both what that comes to "
        f"as an [[artificial]] score"
    )


def _what_is(
    section: SectionPlan, place: Place, here: tuple[Play, ...], elsewhere: Play | None
) -> str:
    if elsewhere is not None:
        return (
            f"they meet on it at table {elsewhere.table} in round {elsewhere.round}; correct the "
            f"table in the tablet, or paste the ruling"
        )
    absent = _absent(section, place)
    if absent:
        return (
            f"{listing([str(number) for number in absent])} is absent by the configuration; take "
            f"it out of absent if it plays, or correct the numbers in the tablet"
        )
    if here:
        pairs = " or ".join(f"{planned.ns} against {planned.ew}" for planned in here)
        return f"there it is {pairs}; correct the numbers in the tablet, or rule on the board"
    if any(planned.board == place.board for planned in section.plays):
        return (
            f"board {place.board} never comes to table {place.table}; correct the board or the "
            f"table in the tablet"
        )
    return f"there is no board {place.board}; is this the file of another evening?"


def _absent(section: SectionPlan, place: Place) -> list[int]:
    """The contestants that keep what a line says from being played."""
    return sorted(
        {
            one.number
            for play in section.left_out
            if (play.table, play.board, play.ns, play.ew)
            == (place.table, place.board, place.ns, place.ew)
            for one in play.contestants
            if one.number in section.settings.absent
        }
    )
