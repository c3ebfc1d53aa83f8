"""Why a line of an OUT file is about no play of the plan, and which one it may have meant."""

from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from daemon.bridgesuite.record import HeldLine, Place, Record
from daemon.problem import Problem, Severity, Span
from daemon.tournament.absence import Absence
from daemon.tournament.claim import Claim
from daemon.tournament.plan import Plan, SectionPlan
from daemon.tournament.play import Play, PlayKey


class Remedy(Enum):
    """What the director would write about a line that is about no play."""

    RESULT = "it is the result of the play that was meant"
    REVERSED = "the pairs sat the other way round"
    MOVED = "it was entered under the wrong board"
    ACCEPTED = "it was played so"


class Stray(Struct, frozen=True):
    """A line that is about no play of the plan (or whose play cannot be told), and why.

    `play` is the one that it is probably about, None where nobody can tell; `candidates` are
    those that the same pairs have at the same table. `claim` is what the line says, when it could
    be scored.
    """

    path: str
    section: str
    place: Place | None
    line: int
    problem: Problem
    play: Play | None = None
    claim: Claim | None = None
    remedy: Remedy = Remedy.RESULT
    candidates: tuple[Play, ...] = ()


_DISPLACED = (
    "it was played by the plan before, and by the one now one of them plays the board with others "
    "(or is not there): paste the ruling if this counts, and rule on the other one"
)


class _Explained(Struct, frozen=True):
    code: str
    message: str
    play: Play | None = None
    remedy: Remedy = Remedy.RESULT
    candidates: tuple[Play, ...] = ()


def stray_line(
    plan: Plan, section: str, path: str, line: Record | HeldLine, claim: Claim | None
) -> Stray:
    """A line for whose place there is no play; `claim` is what it says.

    What is wrong with a held line itself comes first: its place may be wrong because of it.
    """
    if isinstance(line, HeldLine):
        stray = Stray(path, section, line.place, line.line, line.problem)
        if line.place is None:
            return stray
        return replace(stray, play=_explain(plan.section(section), plan, line.place).play)
    why = _explain(plan.section(section), plan, line.place)
    span = Span(line.line, 1, len(line.text))
    problem = Problem(Severity.ERROR, why.code, why.message, path, span, line.text)
    return Stray(
        path,
        section,
        line.place,
        line.line,
        problem,
        why.play,
        claim,
        why.remedy,
        why.candidates,
    )


def _explain(section: SectionPlan, plan: Plan, place: Place) -> _Explained:
    """Why there is no such play, and the play that was probably meant."""
    here = plan.by_table.get((section.name, place.table, place.board), ())
    for planned in here:
        if (planned.ns, planned.ew) == (place.ew, place.ns):
            return _Explained("pairs-swapped", _swapped(place), planned, Remedy.REVERSED)
    said = f"{place.ns} against {place.ew} on board {place.board} at table {place.table}"
    why = _not_in_plan(section, plan, place, here)
    if (section.name, place) in plan.displaced:
        why = replace(why, message=_DISPLACED, remedy=Remedy.ACCEPTED)
    return replace(why, message=f"{said} is not in the movement: {why.message}")


def _swapped(place: Place) -> str:
    return (
        f"board {place.board} at table {place.table} is entered with {place.ns} NS and "
        f"{place.ew} EW, and the movement has {place.ew} NS and {place.ns} EW; if only the numbers "
        f"are the wrong way round, correct them in the tablet; if they really sat so, paste the "
        f"ruling, and their scores compare with those of the side on which they sat"
    )


def _not_in_plan(
    section: SectionPlan, plan: Plan, place: Place, here: tuple[Play, ...]
) -> _Explained:
    code = "not-in-plan"
    elsewhere = plan.by_key.get(PlayKey(section.name, place.board, place.ns, place.ew))
    if elsewhere is not None:
        return _Explained(
            code,
            f"they meet on it at table {elsewhere.table} in round {elsewhere.round}; correct the "
            f"table in the tablet, or paste the ruling",
            elsewhere,
            Remedy.ACCEPTED,
        )
    if (absence := _absence(section, place)) is not None:
        return _Explained(code, _absent(absence))
    meeting = [play for play in section.plays if replace(play.place, board=place.board) == place]
    if meeting and not here:
        boards = " and ".join(str(play.board) for play in meeting)
        message = (
            f"there they meet on board {boards}; correct the board in the tablet, or paste the "
            f"ruling with the board that was played"
        )
        return _Explained(code, message, None, Remedy.MOVED, tuple(meeting))
    one = here[0] if len(here) == 1 else None
    remedy = Remedy.ACCEPTED if _play_here(section, place) else Remedy.RESULT
    return _Explained(code, _what_is(section, place, here, remedy), one, remedy)


def _what_is(section: SectionPlan, place: Place, here: tuple[Play, ...], remedy: Remedy) -> str:
    accept = "; if it was really played so, paste the ruling" if remedy is Remedy.ACCEPTED else ""
    if here:
        pairs = " or ".join(f"{planned.ns} against {planned.ew}" for planned in here)
        instead = accept or ", or rule on the board"
        return f"there it is {pairs}; correct the numbers in the tablet{instead}"
    if any(planned.board == place.board for planned in section.plays):
        return (
            f"board {place.board} never comes to table {place.table}; correct the board or the "
            f"table in the tablet{accept}"
        )
    return f"there is no board {place.board}; is this the file of another evening?"


def _play_here(section: SectionPlan, place: Place) -> bool:
    """Whether both play in this section, and the board is played in it."""
    numbers = set(section.numbers)
    return {place.ns, place.ew} <= numbers and any(
        play.board == place.board for play in section.plays
    )


def _absent(absence: Absence) -> str:
    undo = "take it out of absent if it plays"
    if "configuration" not in absence.why:
        undo = "if it did play this round, change from_round or to_round there"
    return f"{absence.number} is absent {absence.why}; {undo}, or correct the numbers in the tablet"


def _absence(section: SectionPlan, place: Place) -> Absence | None:
    """What keeps that which a line says from being played."""
    absences = (
        section.absence(one.number, play.round)
        for play in section.left_out
        if play.place == place
        for one in play.contestants
    )
    return next(filter(None, absences), None)
