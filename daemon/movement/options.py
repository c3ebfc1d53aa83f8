"""The options on the header line of a movement file: g, l, H and M."""

from enum import StrEnum

from msgspec import Struct

from daemon.movement.tokens import Token
from daemon.movement.wording import quoted
from daemon.problem import Problem, Source, Span

_KNOWN = "the options are g or l (groups as numbers or letters), H (Howell) and M (Mitchell)"
# Every way in which people write an option, and the option itself.
_MEANT = {"g": "g", "G": "g", "l": "l", "L": "l", "h": "H", "H": "H", "m": "M", "M": "M"}
_RIGHT = frozenset("glLHM")
_NAMES = {"how": "H", "mit": "M"}


class Cycle(StrEnum):
    """The option that says how the rounds follow from the first one."""

    HOWELL = "H"
    MITCHELL = "M"


class GroupStyle(StrEnum):
    """How groups are written; the value is the option that says so."""

    NUMBERS = "g"
    LETTERS = "l"


class Options(Struct, frozen=True):
    """The options of a header, and where they stand."""

    cycle: Cycle | None = None
    cycle_span: Span | None = None
    style: GroupStyle | None = None
    style_span: Span | None = None


def read_options(source: Source, words: list[Token]) -> tuple[Options, list[Problem]]:
    """Read the words behind the numbers of a header; the first of two that clash counts."""
    problems: list[Problem] = []
    given: dict[str, Span] = {}
    for word in words:
        found = _explain(word.text)
        if found is not None:
            problems.append(source.error("option", found, word.span))
        for option in _meant(word.text):
            given.setdefault(option, word.span)
    problems += _clashes(source, given)
    cycle = next((Cycle(option) for option in given if option in set(Cycle)), None)
    style = next((GroupStyle(option) for option in given if option in set(GroupStyle)), None)
    return (
        Options(cycle, given.get(cycle or ""), style, given.get(style or "")),
        problems,
    )


def _meant(word: str) -> list[str]:
    """The options that a word stands for, as far as that can be told."""
    if _is_glued(word):
        return [_MEANT[letter] for letter in word]
    named = _NAMES.get(word[:3].lower())
    return [] if named is None else [named]


def _is_glued(word: str) -> bool:
    """Whether a word consists of options: one, or several without a separator."""
    return len(word) <= len(_RIGHT) and all(letter in _MEANT for letter in word)


def _explain(word: str) -> str | None:
    """What is wrong with a word in the place of an option."""
    meant = _meant(word)
    if len(word) == 1 and meant:
        if word in _RIGHT:
            return None
        case = "lower" if word.islower() else "upper"
        return f"{word} in {case} case is no option: write {meant[0]}"
    if _is_glued(word):
        return f"{word}: options stand apart; write {' '.join(meant)}"
    if meant:
        return f"{quoted(word)} is no option: write {meant[0]}"
    return f"{quoted(word)} is no option: {_KNOWN}; put # before a comment"


def _clashes(source: Source, given: dict[str, Span]) -> list[Problem]:
    problems: list[Problem] = []
    if "H" in given and "M" in given:
        message = "H and M together: a movement is a Howell or a Mitchell; take one of them away"
        problems.append(source.error("option", message, max(given["H"], given["M"])))
    if "g" in given and "l" in given:
        message = "g and l together: groups are numbers (g) or letters (l); take one of them away"
        problems.append(source.error("option", message, max(given["g"], given["l"])))
    return problems
