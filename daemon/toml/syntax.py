"""What in a text is not TOML: a problem for every statement that cannot be read."""

from daemon.problem import Problem, Severity, Source, Span
from daemon.toml.diagnosis import LINE_FORMS, diagnose
from daemon.toml.discretion import discreet, may_hold_secret
from daemon.toml.grammar import Refusal, parse
from daemon.toml.statements import Statement, statements

CODE = "toml-syntax"
"""The code of every problem of a text that is not TOML."""

_MOST = 100
_PRIVATE = f"this cannot be read, and is not shown because it may hold a secret: {LINE_FORMS}"


def syntax_problems(source: Source, lines: tuple[str, ...]) -> tuple[Problem, ...]:
    """An error for every statement in `lines` that is not TOML by itself (the first 100)."""
    problems: list[Problem] = []
    for statement in statements(lines):
        content = parse(statement.text)
        if isinstance(content, Refusal):
            problems.append(_problem(source, statement, content))
        if len(problems) == _MOST:
            break
    return tuple(problems)


def whole_text_problem(source: Source, refusal: Refusal) -> Problem:
    """The error for a text whose statements are TOML one by one, and not together."""
    line = source.lines[refusal.line - 1]
    indent = len(line) - len(line.lstrip())
    span = Span(refusal.line, indent + 1, len(line) - indent)
    message = (
        "this gives a name a second meaning, or adds to a list or table that is complete: "
        f"give it another name, or write all of it in one place (TOML: {refusal.reason})"
    )
    return discreet(source.error(CODE, message, span))


def _problem(source: Source, statement: Statement, refusal: Refusal) -> Problem:
    message, span = diagnose(statement, refusal)
    if may_hold_secret(statement.heading, *statement.lines):
        return Problem(Severity.ERROR, CODE, _PRIVATE, source.name, span)
    return source.error(CODE, message, span)
