"""Why a file did not become a report, as a text for whoever dropped it."""

from collections.abc import Iterable

from daemon.problem import Problem, Severity, showable

_ENDING = ".reason.txt"
_LONGEST_STEM = 60
"""In characters, which may have four bytes each: no system takes more than 255 bytes."""

_HOW_ON = """\
What to do: correct this in the program that the file comes from, export it again, and put it into
the inbox again, under the same name or another. The same file put there once more stays refused.
Where something cannot be entered in that program, the command `tournamentd report build` on the
tournament's computer takes it as an option (--start, --end, --round-dates and others).
"""


def reason_name(name: str) -> str:
    """What the reason file for a dropped file is called: `open.trf.reason.txt`."""
    return f"{name[:_LONGEST_STEM].rstrip(' .')}{_ENDING}"


def reason_text(name: str, problems: Iterable[Problem]) -> str:
    """Every problem with its place and code, errors first, and how to go on.

    It says nothing that would differ if it were written again for the same file.
    """
    told = list(problems)
    errors = [one for one in told if one.is_error]
    others = [one for one in told if one.severity is Severity.WARNING]
    parts = [f"{name} did not become a report for the federation.\n", "Why:", *_listed(errors)]
    if others:
        parts += ["\nThis is odd, too, and would not have stopped it:", *_listed(others)]
    return "\n".join([*parts, "", _HOW_ON])


def _listed(problems: Iterable[Problem]) -> list[str]:
    return [f"- {_placed(one)}" for one in problems]


def _placed(problem: Problem) -> str:
    """`line 3, column 10: MESSAGE [code]`; one without a place is about the whole file."""
    span = problem.span
    where = "" if span is None else f"line {span.line}, column {span.column}: "
    return f"{where}{showable(problem.message)} [{problem.code}]"
