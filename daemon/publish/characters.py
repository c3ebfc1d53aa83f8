"""Text that others wrote, made fit for a page, a terminal or a console that only knows ASCII."""

import json
import re
import unicodedata
from enum import Enum

# Control characters, half surrogate pairs, ends of lines and paragraphs, and what turns around
# the letters that follow, so that `3-1` can be made to read `1-3`.
_UNFIT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
# What decomposing does not turn into ASCII: suits, punctuation, and letters of our neighbours.
_SPELLED = str.maketrans(
    dict(zip("♣♦♥♠–—−·×‘’“”ØøŁłĐđı", "CDHS----x''\"\"OoLlDdi", strict=True))
    | {"…": "...", "ß": "ss", "Æ": "AE", "æ": "ae", "Œ": "OE", "œ": "oe", "Þ": "Th", "þ": "th"}
)


class Characters(Enum):
    """What a console can print."""

    UNICODE = "unicode"
    ASCII = "ascii"


def characters_of(encoding: str) -> Characters:
    """Tell what a console of this encoding can be trusted with (`sys.stdout.encoding`)."""
    try:
        "♣♦♥♠…─é".encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return Characters.ASCII
    return Characters.UNICODE


def harmless(text: str) -> str:
    """Replace what can steer a terminal, turn a line around, or not be written as UTF-8.

    Line feeds and tabs stay: rulings and messages may have them.
    """
    if text.isprintable():  # nearly every text is, and this is told in no time
        return text
    return _UNFIT.sub("\N{REPLACEMENT CHARACTER}", text)


def on_one_line(text: str) -> str:
    """The same for a cell of a table: any white space becomes one space."""
    return harmless(" ".join(text.split()))


def spelled(text: str, characters: Characters) -> str:
    """Write words with the characters that there are: `4♠ Renée` becomes `4S Renee` in ASCII."""
    if characters is Characters.UNICODE:
        return text
    decomposed = unicodedata.normalize("NFKD", text.translate(_SPELLED))
    kept = "".join(char for char in decomposed if not unicodedata.combining(char))
    return kept.encode("ascii", "replace").decode("ascii")


def toml_spelled(text: str, characters: Characters) -> str:
    r"""Write TOML with the characters that there are: `"Café"` becomes `"Caf\u00e9"`.

    A ruling is pasted into a file, so it must keep its meaning and not only look alike.
    """
    if characters is Characters.UNICODE:
        return text
    return "".join(char if char.isascii() else _toml_escape(char) for char in text)


def json_spelled(text: str, characters: Characters) -> str:
    r"""Write JSON with the characters that there are: `"4♠"` becomes `"4\u2660"`."""
    if characters is Characters.UNICODE:
        return text
    return "".join(char if char.isascii() else json.dumps(char)[1:-1] for char in text)


def cells(text: str) -> int:
    """How many columns of a terminal the text takes: 2 for wide letters, 0 for accents apart."""
    return sum(_cells_of(char) for char in text)


def shortened(text: str, width: int, characters: Characters) -> str:
    """Cut a text to at most `width` columns, with a mark where something is missing."""
    if cells(text) <= width:
        return text
    mark = "…" if characters is Characters.UNICODE else "~"
    end = 0
    while cells(text[: end + 1]) <= width - len(mark):
        end += 1
    return text[:end].rstrip() + mark


def _cells_of(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1


def _toml_escape(char: str) -> str:
    return f"\\u{ord(char):04x}" if ord(char) <= 0xFFFF else f"\\U{ord(char):08x}"
