"""What people write for a value, and how TOML wants it."""

import re

from daemon.toml.value import visible

_FORMS = tuple(
    (re.compile(pattern, re.IGNORECASE), advice)
    for pattern, advice in (
        (r"true|yes|on", "write true, in small letters and without quotes"),
        (r"false|no|off", "write false, in small letters and without quotes"),
        (
            r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}",
            "this is no day: a day is written as 2026-12-01 (year, month, day), without quotes",
        ),
        (r"([+-]?\d+),(\d+)", r"a number has a point, not a comma: write \1.\2"),
        (r"([+-]?)0+(\d+)", r"a number does not begin with 0: write \1\2"),
        (r"[+-]?(?:\d+\.|\.\d+)", "a number has digits on both sides of its point"),
    )
)
_LONGEST_SHOWN = 40


def misspelt(word: str) -> str:
    """Tell how to write what `word` probably means."""
    for form, advice in _FORMS:
        if match := form.fullmatch(word):
            return match.expand(advice)
    if len(word) > _LONGEST_SHOWN or re.search(r"[\"'\\]", word):
        return "text stands between quotes, one at each end"
    return f'text stands in quotes: write "{visible(word)}"'
