"""Characters that nobody can see, and that names and paths therefore do not have."""

import unicodedata

_INVISIBLE = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Controls, halves of characters, and separators of lines and paragraphs."""

_TURNS_TEXT = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that make the text around them run the other way."""


def invisible(text: str) -> str | None:
    """The first character that must not stand in a name (`U+0009`), None when there is none."""
    for char in text:
        if unicodedata.category(char) in _INVISIBLE or char in _TURNS_TEXT:
            return f"U+{ord(char):04X}"
    return None


def same_name(text: str) -> str:
    """What two names have in common that a file system may take for the same."""
    return unicodedata.normalize("NFC", text).casefold()
