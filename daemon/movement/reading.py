"""Reading a movement file: from its text to a movement, or to all that is wrong with it."""

from collections.abc import Iterable

from msgspec.structs import replace

from daemon.movement.check import check
from daemon.movement.cyclic import Round, howell, mitchell, origin
from daemon.movement.finding import Finding
from daemon.movement.header import Header, read_header
from daemon.movement.heading import find_header, slips_below
from daemon.movement.movement import Movement
from daemon.movement.oddities import odd_sets
from daemon.movement.options import Cycle
from daemon.movement.rounds import is_spelled_out
from daemon.movement.rules import broken_rules
from daemon.movement.written import Written, read_sets
from daemon.problem import Problem, Severity, Source, at_most, has_errors


def read_asc(source: Source) -> tuple[Movement | None, tuple[Problem, ...]]:
    """Read a movement file; everything that is wrong or odd in it, in the order of its lines.

    No movement when there is any error. The rounds of a Howell or Mitchell (options H and M) are
    worked out; what is wrong in one of them is reported at the place of the first round from
    which it follows.
    """
    line, problems = find_header(source)
    if line is None:
        return None, tuple(problems)
    header, found = read_header(source, line)
    problems += found
    if header is None:
        problems += slips_below(source, line)
        return None, at_most(problems)
    header = _without_doubtful_cycle(source, line, header)
    written, found = read_sets(source, line, header)
    problems += found
    movement, findings = _judge(header, written, sound=not has_errors(problems))
    problems += [_problem(source, header, written, finding) for finding in findings]
    problems += _relay_hint(source, header, problems)
    return (None if has_errors(problems) else movement), at_most(problems)


def _without_doubtful_cycle(source: Source, line: int, header: Header) -> Header:
    """Read all rounds that are there, when the option that says otherwise is not sure."""
    if header.is_doubtful and header.options.cycle and is_spelled_out(source, line, header):
        return replace(header, options=replace(header.options, cycle=None))
    return header


def _judge(header: Header, written: Written, *, sound: bool) -> tuple[Movement, Iterable[Finding]]:
    """The whole movement, and what is wrong or odd in it.

    Where a set is missing or cannot be read, totals mean nothing. Errors in the first round of a
    cycle would only echo in the others.
    """
    first, name, cycle = written.movement, written.groups.name, header.options.cycle
    if cycle is None and sound:
        return first, check(first, name)
    if cycle is None:
        return first, (*broken_rules(first, name), *odd_sets(first))
    broken = tuple(broken_rules(first, name))
    if broken or not sound:
        return first, broken
    movement = replace(first, rounds_sets=_expand(header, cycle, first.rounds_sets[0]))
    return movement, check(movement, name)


def _expand(header: Header, cycle: Cycle, first: Round) -> tuple[Round, ...]:
    if cycle is Cycle.HOWELL:
        return howell(first, header.contestants, header.rounds, header.groups)
    full = [here for here in first if here is not None]
    return mitchell(full, header.rounds, header.groups)


def _problem(source: Source, header: Header, written: Written, finding: Finding) -> Problem:
    """The finding with its place in the file."""
    report = {
        Severity.ERROR: source.error,
        Severity.WARNING: source.warning,
        Severity.NOTE: source.note,
    }[finding.severity]
    if finding.place is None:
        return report(finding.code, finding.message, header.span)
    message, place, cycle = finding.message, finding.place, header.options.cycle
    if cycle is not None:
        place = origin(cycle, place, written.movement.tables)
        if finding.place.round > 1:
            message += f" (round {finding.place.round} follows from this place by {cycle})"
    return report(finding.code, message, written.span(place))


def _relay_hint(source: Source, header: Header, problems: list[Problem]) -> list[Problem]:
    """The reason why M seldom works as first tried with an even number of tables."""
    repeats = any(problem.code == "group-twice" for problem in problems)
    if header.options.cycle is not Cycle.MITCHELL or header.tables % 2 or not repeats:
        return []
    message = (
        "with an even number of tables M needs a relay: the first and the last table share a "
        "group, and one group rests between the two halves (6 tables: A B C E F A)"
    )
    return [source.note("relay", message, header.options.cycle_span)]
