"""What stands between two separators and is neither a number nor a letter: what is meant by it."""

import re
from collections.abc import Callable

from msgspec import Struct

from daemon.movement.wording import character, quoted

MOST_DIGITS = 9

Part = tuple[int, str]
"""A number or a letter that is meant, and its distance from the start of the slip."""

_NUMBER = re.compile(r"[0-9]+")
_PART = re.compile(r"[0-9]+|[A-Za-z]")
_BLANKS = "\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff"
# Numbers and letters between characters that somebody took for separators; what only looks like
# a blank may stand at both ends too.
_OTHERWISE_SEPARATED = re.compile(
    rf"[{_BLANKS}]*(?:[0-9]+|[A-Za-z])(?:[^0-9A-Za-z]+(?:[0-9]+|[A-Za-z]))*[{_BLANKS}]*"
)
_FOREIGN = re.compile(r"[^0-9A-Za-z]")
# ASCII goes on like this after Z, and so do programs that count in it.
_AFTER_Z = "[\\]^_`"
_LONGEST = 40


class Slip(Struct, frozen=True):
    """What is wrong and what to do, and the numbers and letters that are meant (if any)."""

    message: str
    parts: tuple[Part, ...] = ()


def explain(text: str) -> Slip:
    """Explain a slip, such as `1A`, `AA`, `+1` or `1.2`."""
    if len(text) <= _LONGEST:
        for attempt in _ATTEMPTS:
            slip = attempt(text)
            if slip is not None:
                return slip
    return Slip(f"{quoted(text)} is neither a number nor a group; put # before a comment")


def _too_large(text: str) -> Slip | None:
    if any(len(number) > MOST_DIGITS for number in _NUMBER.findall(text)):
        return Slip(f"{quoted(text)} holds a number that is too large: mend it")
    return None


def _beyond_z(text: str) -> Slip | None:
    two_capitals = len(text) == 2 and text.isascii() and text.isalpha() and text.isupper()
    if not two_capitals and (len(text) != 1 or text not in _AFTER_Z):
        return None
    return Slip(
        f"{text} is no group: a group is one letter, and after Z they go on with a to z (27 to "
        "52); or write all groups as numbers"
    )


def _plus(text: str) -> Slip | None:
    number = text[1:]
    if text[0] != "+" or not _NUMBER.fullmatch(number):
        return None
    return Slip(f"{text}: a number has no sign; write {number}", ((1, number),))


def _glued(text: str) -> Slip | None:
    parts = _parts(text)
    words = re.findall(r"[A-Za-z]{2,}", text)
    if words or not parts or "".join(part for _, part in parts) != text:
        return None
    return Slip(f"{text}: a separator is missing; write {_spaced(parts)}", parts)


def _otherwise_separated(text: str) -> Slip | None:
    if not _OTHERWISE_SEPARATED.fullmatch(text):
        return None
    parts, foreign = _parts(text), character(_FOREIGN.findall(text)[0])
    return Slip(
        f"{quoted(text)}: {foreign} does not separate; write {_spaced(parts)} (separators are "
        "blanks, tabs and - , : ;)",
        parts,
    )


_ATTEMPTS: tuple[Callable[[str], Slip | None], ...] = (
    _too_large,
    _beyond_z,
    _plus,
    _glued,
    _otherwise_separated,
)


def _parts(text: str) -> tuple[Part, ...]:
    return tuple((part.start(), part[0]) for part in _PART.finditer(text))


def _spaced(parts: tuple[Part, ...]) -> str:
    return " ".join(part for _, part in parts)
