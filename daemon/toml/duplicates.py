"""Names that a TOML text gives two meanings, in words."""

from daemon.problem import Problem
from daemon.toml.discretion import discreet
from daemon.toml.places import Clash, Survey, Twice
from daemon.toml.value import dotted_path

_MOST = 100


def duplicates(seen: Survey, code: str) -> tuple[Problem, ...]:
    """An error at every second use of a name, telling where the first one is (the first 100)."""
    problems = []
    for twice in seen.twice[:_MOST]:
        name = dotted_path(twice.path)
        problem = seen.source.error(code, _message(twice, name), twice.again)
        problems.append(discreet(problem, name))
    return tuple(problems)


def _message(twice: Twice, name: str) -> str:
    line = twice.first.line
    if twice.clash is Clash.KEY:
        return f"{name} is already given in line {line}: keep one of the two"
    if twice.clash is Clash.TABLE:
        return (
            f"[{name}] stands already in line {line}: put its keys together there; "
            f"where several are meant, each of them begins with [[{name}]]"
        )
    return (
        f"this and line {line} are written in different ways: where several are meant, "
        f"each of them begins with [[{name}]], in double brackets"
    )
