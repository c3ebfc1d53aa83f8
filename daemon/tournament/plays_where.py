"""Which plays of a plan an entry of `rulings.toml` is about."""

from collections.abc import Collection

from daemon.movement.wording import listing, ranges
from daemon.scoring.traveller import Contestant
from daemon.toml.value import visible
from daemon.tournament.plan import Plan, SectionPlan
from daemon.tournament.play import Play
from daemon.tournament.where import Where

_MOST_NAMED = 12


class UnresolvedError(ValueError):
    """An entry is about no play of the plan; the message says what it may have meant."""


def plays_where(where: Where, plan: Plan) -> tuple[Play, ...]:
    """The plays that are meant; raises UnresolvedError when there is none."""
    section = section_named(where.section, plan)
    if not where.boards:
        return _chosen(where, section, [play for play in section.plays if _is_at(where, play)])
    known = {play.board for play in section.plays}
    strange = [board for board in where.boards if board not in known]
    if strange:
        raise UnresolvedError(
            f"there is no board {ranges(strange)}; the boards are {ranges(sorted(known))}"
        )
    chosen: list[Play] = []
    for board in where.boards:
        there = [play for play in section.plays if play.board == board and _is_at(where, play)]
        if not there:
            raise UnresolvedError(_not_there(where, section, board))
        chosen += _chosen(where, section, there)
    return tuple(chosen)


def section_named(name: str | None, plan: Plan) -> SectionPlan:
    """The section that an entry names; it may be left out where there is one only."""
    names = [section.name for section in plan.sections]
    if name in names:
        return plan.section(name)
    known = f"the sections are {listing(names)}" if len(names) > 1 else f"the section is {names[0]}"
    if name is not None:
        same = [one for one in names if one.casefold() == name.casefold()]
        meant = f'; did you mean "{same[0]}"?' if same else f"; {known}"
        raise UnresolvedError(f'there is no section "{visible(name)}"{meant}')
    if len(names) > 1:
        raise UnresolvedError(f'say which section, as in section = "{names[0]}"; {known}')
    return plan.sections[0]


def contestant_of(number: int, section: SectionPlan) -> Contestant:
    """A contestant by its number."""
    if number not in section.numbers:
        renamed = section.shown.get(number)
        hint = f"; it has {ranges(section.numbers)}"
        if renamed is not None:
            hint = f": pair {number} of the movement is called {renamed} here"
        raise UnresolvedError(f"{number} does not play in section {section.name}{hint}")
    return Contestant(section.name, number)


def _is_at(where: Where, play: Play) -> bool:
    return where.round in {None, play.round} and where.table in {None, play.table}


def _chosen(where: Where, section: SectionPlan, there: Collection[Play]) -> tuple[Play, ...]:
    """Those of the plays at the place that are of the pairs that were named."""
    if not there:
        raise UnresolvedError(
            f"nothing is played at table {where.table} in round {where.round}; the movement has "
            f"{section.movement.tables} tables and {section.movement.rounds} rounds"
        )
    chosen = tuple(
        play for play in there if where.ns in {None, play.ns} and where.ew in {None, play.ew}
    )
    if not chosen:
        raise UnresolvedError(_nobody(where, section, there))
    return chosen


def _not_there(where: Where, section: SectionPlan, board: int) -> str:
    said = [("at table", where.table), ("in round", where.round)]
    place = " ".join(f"{words} {number}" for words, number in said if number is not None)
    places = [
        f"table {play.table} in round {play.round}" for play in section.plays if play.board == board
    ]
    return f"board {board} is not played {place}; it is at {_some(places)}"


def _nobody(where: Where, section: SectionPlan, there: Collection[Play]) -> str:
    turned = [play for play in there if where.ns in {None, play.ew} and where.ew in {None, play.ns}]
    if turned:
        play = turned[0]
        if play.turned:
            return (
                f"by a [[reversed]] entry they sat the other way round ({play}), and this ruling "
                f"counts for nobody until it says so too: write ns = {play.ns}, ew = {play.ew}, "
                f"and mind that scores and awards are those of the sides as they sat"
            )
        return f"it is the other way round: ns = {play.ns}, ew = {play.ew} ({play})"
    wanted = [number for number in (where.ns, where.ew) if number is not None]
    boards = ranges(sorted({play.board for play in there}))
    names = listing([str(number) for number in wanted])
    if absent := _absent(section, wanted, {play.board for play in there}):
        return absent
    does_not = f"{names} do not meet on" if len(wanted) > 1 else f"{names} does not play"
    near = [str(play) for play in there if play.ns in wanted or play.ew in wanted]
    if near:
        return f"{does_not} board {boards}; did you mean {_some(near)}?"
    pairs = _some(list(dict.fromkeys(f"{play.ns} against {play.ew}" for play in there)))
    return f"{does_not} board {boards} here; there play {pairs}"


def _absent(section: SectionPlan, wanted: list[int], boards: set[int]) -> str | None:
    """That one of them is absent, when that is why they do not play these boards."""
    absences = (
        section.absence(one.number, play.round)
        for play in section.left_out
        if play.board in boards and {play.ns, play.ew}.issuperset(wanted)
        for one in play.contestants
    )
    absence = next(filter(None, absences), None)
    if absence is None:
        return None
    return (
        f"{absence.number} is absent {absence.why}, so nobody waits for its boards: take this "
        f"entry out, or let it play (absent, or its rounds)"
    )


def _some(words: list[str]) -> str:
    """As many of them as a message has room for."""
    left = len(words) - _MOST_NAMED
    return ", ".join(words) if left <= 0 else f"{', '.join(words[:_MOST_NAMED])} and {left} more"
