"""Numbers and lists as a sentence says them."""

import unicodedata
from collections.abc import Iterable, Sequence

_LONGEST_QUOTE = 24


def plural(count: int, noun: str) -> str:
    """`1 round`, `7 rounds`, `2,000 rounds`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def times(count: int) -> str:
    """`once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def listing(parts: Sequence[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def ranges(numbers: Iterable[int]) -> str:
    """`1 to 4, 7 and 9`, from numbers in rising order."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts: list[str] = []
    for run in runs:
        parts += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(number) for number in run]
    return listing(parts)


def quoted(text: str) -> str:
    """A piece of a file inside a message: shortened, and only what a terminal shows safely."""
    shown = text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 3]}..."
    return "".join(
        char if char.isprintable() and char != " " else f"<U+{ord(char):04X}>" for char in shown
    )


def character(char: str) -> str:
    """One character by its looks, or by its name where looks deceive (`en dash`)."""
    if char.isascii() and char.isprintable():
        return f"'{char}'"
    name = unicodedata.name(char, "").lower()
    return f"the character U+{ord(char):04X}" + (f" ({name})" if name else "")
