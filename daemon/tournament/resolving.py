"""Rulings, resolved against the plan: which plays each entry is about."""

from collections.abc import Collection, Iterable

from daemon.movement.wording import listing, ranges
from daemon.problem import Problem, Source
from daemon.tournament.plan import Plan, SectionPlan
from daemon.tournament.play import Play, PlayKey
from daemon.tournament.ruling import (
    ArtificialRuling,
    AssignedRuling,
    NotPlayedRuling,
    ResultRuling,
    Ruling,
    Rulings,
)
from daemon.tournament.ruling_entry import (
    ArtificialEntry,
    NotPlayedEntry,
    RulingEntry,
    Where,
)
from daemon.tournament.rulings import RulingsText

_MOST_NAMED = 12


class _UnresolvedError(ValueError):
    """An entry is about no play of the plan; the message says what it may have meant."""


def resolve(read: RulingsText, plan: Plan) -> tuple[Rulings, tuple[Problem, ...]]:
    """The ruling on each play, and what is wrong with the file and its entries.

    An entry that is about no play does not stop the others. Of two on one play the later one in
    the file counts. Rulings of another day are not applied at all.
    """
    source = read.source
    if source is None:
        return {}, read.problems
    if read.day is not None and read.day != plan.settings.event.date and read.entries:
        return {}, (*read.problems, _of_another_event(read, source, plan))
    rulings: dict[PlayKey, Ruling] = {}
    problems = list(read.problems)
    ruled_by: dict[PlayKey, RulingEntry] = {}
    for entry in read.entries:
        try:
            plays = _plays(entry.where, plan)
        except _UnresolvedError as error:
            problems.append(source.error("rulings-no-play", str(error), entry.span))
            continue
        for play in plays:
            if play.key in ruled_by:
                problems.append(_twice(source, ruled_by[play.key], entry, play))
            ruled_by[play.key] = entry
            rulings[play.key] = _ruling(source.name, entry, play)
    undated = [entry for entry in read.entries if entry in read.from_start]
    if read.day is None and undated:
        problems.append(_undated(source, undated, plan))
    return rulings, tuple(problems)


def _ruling(file: str, entry: RulingEntry, play: Play) -> Ruling:
    if isinstance(entry, NotPlayedEntry):
        return NotPlayedRuling(file, entry.reason, entry.span)
    if isinstance(entry, ArtificialEntry):
        words = (entry.ns_words, entry.ew_words)
        return ArtificialRuling(file, entry.ns, entry.ew, *words, entry.reason, entry.span)
    kind = AssignedRuling if entry.replaces else ResultRuling
    return kind(file, entry.score_on(play.board), entry.outcome, entry.reason, entry.span)


def _of_another_event(read: RulingsText, source: Source, plan: Plan) -> Problem:
    day = plan.settings.event.date
    return source.error(
        "rulings-other-event",
        f"the rulings in this file ({len(read.entries)}) are for {read.day}, and this event is on "
        f"{day}: none is applied; take out what is old and write event = {day}",
        read.day_span,
    )


def _twice(source: Source, earlier: RulingEntry, entry: RulingEntry, play: Play) -> Problem:
    return source.warning(
        "rulings-twice",
        f"{play} was ruled on in line {earlier.span.line} already; this entry counts: take the "
        f"other one out",
        entry.span,
    )


def _undated(source: Source, entries: Iterable[RulingEntry], plan: Plan) -> Problem:
    lines = ranges(entry.span.line for entry in entries)
    return source.warning(
        "rulings-undated",
        f"the file does not say which event it is for, and the rulings that it began with (line "
        f"{lines}) are applied: take out what is of another evening, and write event = "
        f"{plan.settings.event.date} at the top",
    )


def _plays(where: Where, plan: Plan) -> tuple[Play, ...]:
    section = _section(where, plan)
    if not where.boards:
        return _chosen(where, section, [play for play in section.plays if _is_at(where, play)])
    known = {play.board for play in section.plays}
    strange = [board for board in where.boards if board not in known]
    if strange:
        raise _UnresolvedError(
            f"there is no board {ranges(strange)}; the boards are {ranges(sorted(known))}"
        )
    chosen: list[Play] = []
    for board in where.boards:
        there = [play for play in section.plays if play.board == board and _is_at(where, play)]
        if not there:
            raise _UnresolvedError(_not_there(where, section, board))
        chosen += _chosen(where, section, there)
    return tuple(chosen)


def _section(where: Where, plan: Plan) -> SectionPlan:
    names = [section.name for section in plan.sections]
    if where.section is not None:
        if where.section in names:
            return plan.section(where.section)
        raise _UnresolvedError(
            f'there is no section "{where.section}"; the sections are {listing(names)}'
        )
    if len(names) > 1:
        raise _UnresolvedError(
            f'say which section, as in section = "{names[0]}"; the sections are {listing(names)}'
        )
    return plan.sections[0]


def _is_at(where: Where, play: Play) -> bool:
    return where.round in {None, play.round} and where.table in {None, play.table}


def _chosen(where: Where, section: SectionPlan, there: Collection[Play]) -> tuple[Play, ...]:
    """Those of the plays at the place that are of the pairs that were named."""
    if not there:
        raise _UnresolvedError(
            f"nothing is played at table {where.table} in round {where.round}; the movement has "
            f"{section.movement.tables} tables and {section.movement.rounds} rounds"
        )
    chosen = tuple(
        play for play in there if where.ns in {None, play.ns} and where.ew in {None, play.ew}
    )
    if not chosen:
        raise _UnresolvedError(_nobody(where, section, there))
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
        return f"it is the other way round: ns = {play.ns}, ew = {play.ew} ({play})"
    wanted = [number for number in (where.ns, where.ew) if number is not None]
    boards = ranges(sorted({play.board for play in there}))
    names = listing([str(number) for number in wanted])
    absent = [number for number in wanted if number in section.settings.absent]
    if absent:
        return f"{absent[0]} is absent by the configuration, so nobody waits for its boards"
    does_not = f"{names} do not meet on" if len(wanted) > 1 else f"{names} does not play"
    near = [str(play) for play in there if play.ns in wanted or play.ew in wanted]
    if near:
        return f"{does_not} board {boards}; did you mean {_some(near)}?"
    pairs = _some(list(dict.fromkeys(f"{play.ns} against {play.ew}" for play in there)))
    return f"{does_not} board {boards} here; there play {pairs}"


def _some(words: list[str]) -> str:
    """As many of them as a message has room for."""
    left = len(words) - _MOST_NAMED
    return ", ".join(words) if left <= 0 else f"{', '.join(words[:_MOST_NAMED])} and {left} more"
