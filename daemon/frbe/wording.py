"""Numbers, lists and pieces of files as a sentence says them."""

from collections.abc import Iterable, Sequence

_LONGEST_QUOTE = 30


def plural(count: int, noun: str) -> str:
    """`1 row`, `7 rows`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def listing(parts: Sequence[object]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    words = [str(part) for part in parts]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def ranges(numbers: Iterable[int]) -> str:
    """`1 to 4, 7 and 9`, from numbers in rising order."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts: list[object] = []
    for run in runs:
        parts += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else run
    return listing(parts)


def quoted(text: str) -> str:
    """A piece of a file inside a message, shortened."""
    shown = text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 3]}..."
    return f'"{shown}"'
