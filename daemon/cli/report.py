"""How commands show problems: for people, and for programs (`--json`)."""

import sys
from collections.abc import Iterable
from typing import TextIO

from msgspec.structs import replace

from daemon.problem import Problem, Severity
from daemon.service.journal import for_stream
from daemon.tournament.told import Level

_WIDEST_EXCERPT = 200
_LEVELS = {
    Severity.ERROR: Level.ERROR,
    Severity.WARNING: Level.WARNING,
    Severity.NOTE: Level.INFO,
}


def print_problems(problems: Iterable[Problem], stream: TextIO | None = None) -> None:
    """Print one line for each problem, to stderr unless `stream` is given.

    On a terminal the line of text follows, with carets below the place.
    """
    out = sys.stderr if stream is None else stream
    show = _with_excerpt if out.isatty() else Problem.one_line
    for problem in problems:
        print(for_stream(out, show(problem), _LEVELS[problem.severity]), file=out)


def problems_as_json(problems: Iterable[Problem]) -> list[dict[str, str | int | None]]:
    """The objects that `--json` prints for problems."""
    return [problem.as_json() for problem in problems]


def printable(name: str) -> str:
    """The name of a file as every output can show it, whatever bytes the name is made of."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in name)


def _with_excerpt(problem: Problem) -> str:
    """With the line of text, or what a terminal can show of a very long one."""
    if problem.excerpt is None or problem.span is None:
        return problem.one_line()
    if problem.span.column + problem.span.length > _WIDEST_EXCERPT:
        return problem.one_line()
    return replace(problem, excerpt=problem.excerpt[:_WIDEST_EXCERPT]).with_caret()
