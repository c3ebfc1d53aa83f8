"""Rulings, resolved against the plan: which plays each entry is about."""

from collections.abc import Iterable

from daemon.problem import Problem
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
from daemon.tournament.rulings import (
    ArtificialEntry,
    NotPlayedEntry,
    ResultEntry,
    RulingEntry,
    RulingsText,
    Where,
)


class _UnresolvedError(ValueError):
    """An entry is about no play of the plan; the message says what it may have meant."""


def resolve(read: RulingsText, plan: Plan) -> tuple[Rulings, tuple[Problem, ...]]:
    """The ruling on each play, and what is wrong with the entries.

    An entry that is about no play does not stop the others. Of two on one play the later one in
    the file counts. Rulings of another day are not applied at all.
    """
    event_day = plan.settings.event.date
    if read.day is not None and read.day != event_day:
        if not read.entries:
            return {}, read.problems
        other = read.source.error(
            "rulings-other-event",
            f"these {len(read.entries)} rulings are for {read.day}, this event is on {event_day}: "
            f"none is applied; take out what is old and write event = {event_day}",
        )
        return {}, (*read.problems, other)
    rulings: dict[PlayKey, Ruling] = {}
    problems = list(read.problems)
    first: dict[PlayKey, RulingEntry] = {}
    for entry in read.entries:
        try:
            plays = _plays(entry.where, plan)
        except _UnresolvedError as error:
            problems.append(read.source.error("rulings-no-play", str(error), entry.span))
            continue
        for play in plays:
            if play.key in first:
                problems.append(_twice(read, first[play.key], entry, play))
            first[play.key] = entry
            rulings[play.key] = _ruling(read, entry, play)
    if read.day is None and read.at_start and rulings:
        problems.append(_undated(read, len(rulings), plan))
    return rulings, tuple(problems)


def _ruling(read: RulingsText, entry: RulingEntry, play: Play) -> Ruling:
    match entry:
        case ResultEntry():
            kind = AssignedRuling if entry.replaces else ResultRuling
            score = entry.score_on(play.board)
            return kind(read.name, score, entry.outcome, entry.reason, entry.span)
        case NotPlayedEntry():
            return NotPlayedRuling(read.name, entry.reason, entry.span)
        case ArtificialEntry():
            return ArtificialRuling(
                read.name,
                entry.ns,
                entry.ew,
                entry.ns_words,
                entry.ew_words,
                entry.reason,
                entry.span,
            )


def _twice(read: RulingsText, first: RulingEntry, entry: RulingEntry, play: Play) -> Problem:
    return read.source.warning(
        "rulings-twice",
        f"{play} was ruled on in line {first.span.line} already; this entry counts: take the "
        f"other one out",
        entry.span,
    )


def _undated(read: RulingsText, count: int, plan: Plan) -> Problem:
    lines = ", ".join(str(entry.span.line) for entry in read.entries)
    return read.source.warning(
        "rulings-undated",
        f"the {count} rulings that stood here before the event began (line {lines}) are applied; "
        f"if they are of another evening take them out; write event = "
        f"{plan.settings.event.date} at the top to say that they are for this one",
    )


def _plays(where: Where, plan: Plan) -> tuple[Play, ...]:
    section = _section(where, plan)
    there = tuple(play for play in section.plays if _is_at(where, play))
    if not there:
        raise _UnresolvedError(_nothing_there(where, section))
    chosen = tuple(play for play in there if _is_by(where, play))
    if not chosen:
        raise _UnresolvedError(_nobody(where, there))
    missing = set(where.boards) - {play.board for play in chosen}
    if missing:
        listed = ", ".join(map(str, sorted(missing)))
        raise _UnresolvedError(f"they do not play board {listed}; leave it out")
    return chosen


def _section(where: Where, plan: Plan) -> SectionPlan:
    names = [section.name for section in plan.sections]
    if where.section is not None:
        if where.section in names:
            return plan.section(where.section)
        raise _UnresolvedError(f'there is no section "{where.section}"; there are {_list(names)}')
    if len(names) > 1:
        raise _UnresolvedError(f"say which section: {_list(names)}")
    return plan.sections[0]


def _is_at(where: Where, play: Play) -> bool:
    return (
        (not where.boards or play.board in where.boards)
        and where.round in {None, play.round}
        and where.table in {None, play.table}
    )


def _is_by(where: Where, play: Play) -> bool:
    return where.ns in {None, play.ns} and where.ew in {None, play.ew}


def _nothing_there(where: Where, section: SectionPlan) -> str:
    boards = sorted({play.board for play in section.plays})
    strange = [board for board in where.boards if board not in boards]
    if strange:
        return (
            f"there is no board {_list(map(str, strange))}; "
            f"the boards are {boards[0]} to {boards[-1]}"
        )
    return (
        f"nothing is played at table {where.table} in round {where.round}; the movement has "
        f"{section.movement.tables} tables and {section.movement.rounds} rounds"
    )


def _nobody(where: Where, there: tuple[Play, ...]) -> str:
    turned = [play for play in there if where.ns in {None, play.ew} and where.ew in {None, play.ns}]
    if turned:
        play = turned[0]
        return f"it is the other way round: ns = {play.ns}, ew = {play.ew} ({play})"
    wanted = [number for number in (where.ns, where.ew) if number is not None]
    near = [play for play in there if play.ns in wanted or play.ew in wanted]
    if near:
        return f"they do not meet on it; did you mean {_list(map(str, near))}?"
    board = there[0].board
    pairs = _list(f"{play.ns} against {play.ew}" for play in there[:12])
    return f"{_list(map(str, wanted))} does not play board {board}; on it meet {pairs}"


def _list(words: Iterable[str]) -> str:
    return ", ".join(words)
