"""Texts and numbers made fit for the columns of a report."""

import unicodedata

from msgspec.structs import replace

from daemon.frbe.columns import COLUMNS
from daemon.frbe.report import Layout, Player

# What decomposing does not turn into letters of cp1252.
_SPELLED = str.maketrans({"Ł": "L", "ł": "l", "đ": "d", "Đ": "D", "ı": "i"})
_MISSING = "?"


def in_cp1252(text: str) -> str:
    """A text of cp1252 on one line: other letters lose their accents, or become `?`."""
    spaced = "".join(char if char.isprintable() else " " for char in text)
    return "".join(_character(char) for char in spaced.translate(_SPELLED)).strip()


def _character(char: str) -> str:
    if _has(char):
        return char
    plain = unicodedata.normalize("NFKD", char)
    kept = "".join(each for each in plain if not unicodedata.combining(each))
    return kept if kept and _has(kept) else _MISSING


def _has(text: str) -> bool:
    try:
        text.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


def fitted(player: Player, layout: Layout) -> Player:
    """A player whose every field can be written; a number that is too long is left out."""
    columns = COLUMNS[layout]
    return replace(
        player,
        name=in_cp1252(player.name)[: columns.name.width].rstrip(),
        matricule=_within(player.matricule, columns.matricule.width),
        club=_within(player.club, columns.club.width),
        nationality=in_cp1252(player.nationality)[: columns.nationality.width].strip(),
        elo=_within(player.elo, columns.elo.width),
    )


def _within(value: int | None, width: int) -> int | None:
    return value if value is None or len(str(value)) <= width else None
