r"""What a PBN file is made of: tag pairs, strings and tables (PBN 2.1, chapters 2, 3 and 5).

The character set is ISO 8859/1 without its control characters. What lies outside of it becomes
the nearest letters (`Kowalczyk, Łukasz` is `Kowalczyk, Lukasz`), or a question mark, which the
standard has for what cannot be shown.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from daemon.publish.characters import Characters, on_one_line, spelled

LINE_END = "\r\n"
ENCODING = "latin-1"
UNKNOWN = "?"
"""Something that nobody knows: a tag's value, or an element of a table."""

IRRELEVANT = "-"
"""An element of a table that says nothing here."""

_ROOM = 120
"""Characters of a string: a line of PBN has at most 255, with its end."""


class Column(Struct, frozen=True):
    """A column of a table. `align` is L or R: on which side its elements stand flush."""

    name: str
    align: str = "R"


def tag(name: str, value: str, room: int = _ROOM) -> str:
    """`[Event "Tuesday pairs"]`: a value that somebody wrote, in a line of its own.

    A value that begins with `#` would be a reference to the game before; a blank goes before it.
    """
    text = _latin(value)
    return f"[{name} {_quoted(f' {text}' if text.startswith('#') else text, room)}]"


def string(text: str, room: int = _ROOM) -> str:
    r"""A string token: in quotes, with `\"` and `\\` for what would end it.

    Between the quotes stand at most `room` characters; what is longer is cut.
    """
    return _quoted(_latin(text), room)


def _quoted(text: str, room: int) -> str:
    pieces, length = [], 0
    for char in text:
        piece = f"\\{char}" if char in '"\\' else char
        length += len(piece)
        if length > room:
            break
        pieces.append(piece)
    return f'"{"".join(pieces)}"'


def several(texts: Iterable[str], room: int = _ROOM) -> str:
    """A string token of several items, such as the two names of a pair: `;` stands between them."""
    return string(joined(texts), room)


def joined(texts: Iterable[str]) -> str:
    """Several items as one value."""
    return ";".join(text.replace(";", ",") for text in texts)


def table(name: str, columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    r"""A section with a table: `[ScoreTable "Rank\2R;..."]`, then a line for each row.

    Each column is as wide as its widest element, and says so behind a backslash.
    """
    widths = [max([1, *(len(row[place]) for row in rows)]) for place in range(len(columns))]
    described = ";".join(
        f"{column.name}\\{width}{column.align}"
        for column, width in zip(columns, widths, strict=True)
    )
    yield f'[{name} "{described}"]'
    for row in rows:
        yield " ".join(
            cell.ljust(width) if column.align == "L" else cell.rjust(width)
            for cell, column, width in zip(row, columns, widths, strict=True)
        )


def _latin(text: str) -> str:
    composed = unicodedata.normalize("NFC", on_one_line(text))
    return "".join(map(_latin_letter, composed))


def _latin_letter(char: str) -> str:
    return char if char <= "\xff" else spelled(char, Characters.ASCII)
