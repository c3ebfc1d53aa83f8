"""Numbers, lists and pieces of files as a sentence says them."""

from collections.abc import Sequence

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


def quoted(text: str) -> str:
    """A piece of a file inside a message, shortened."""
    shown = text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 3]}..."
    return f'"{shown}"'
