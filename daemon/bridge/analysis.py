"""The double-dummy facts that dealing programs put into PBN.

`OptimumResultTable` and `OptimumScore` are the standard's (PBN 2.1, chapters 4.2 and 5.7).
`DoubleDummyTricks` is what many programs write: twenty hexadecimal digits, for declarers North,
South, East and West, each with no trump, spades, hearts, diamonds and clubs.
"""

import re
from collections.abc import Iterator

from daemon.bridge.card import Strain
from daemon.bridge.makeable import COMPLETE, Tricks
from daemon.bridge.pbn_games import Game, Tag
from daemon.bridge.seat import Seat
from daemon.problem import Problem, Source

DECLARERS = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)
STRAINS = tuple(reversed(Strain))
"""The order in which both forms have them."""

MOST_TRICKS = 13

_DIGITS = "0123456789abcd"
_UNKNOWN = "-*?"
_OPTIMUM = re.compile(r"(NS|EW)\s+(-?\d{1,4})")
# With a contract the score stands behind it as NS see it: `EW 4S; -620`.
_WITH_CONTRACT = re.compile(r"(?:NS|EW)\b[^;]*;\s*([+-]?\d{1,4})")


def read_tricks(game: Game, source: Source) -> tuple[Tricks, tuple[Problem, ...]]:
    """The tricks that a game gives, as far as it gives them.

    What cannot be read is a warning (`hands-tricks`), and then nothing of that tag counts.
    """
    problems = []
    for name, read in (("DoubleDummyTricks", _digits), ("OptimumResultTable", _rows)):
        tag = game.tags.get(name)
        if tag is None:
            continue
        try:
            tricks = dict(read(tag))
        except ValueError as error:
            message = f"{name} is left out: {error}"
            problems.append(source.warning("hands-tricks", message, tag.span))
            continue
        if tricks:
            return tricks, tuple(problems)
    return {}, tuple(problems)


def read_given_par(game: Game) -> int | None:
    """The par score that a game gives, as NS see it; None when there is none that can be read."""
    text = (game.value("OptimumScore") or "").strip()
    plain = _OPTIMUM.fullmatch(text)
    if plain is not None:
        return int(plain[2]) if plain[1] == "NS" else -int(plain[2])
    behind = _WITH_CONTRACT.fullmatch(text)
    return None if behind is None else int(behind[1])


def _digits(tag: Tag) -> Iterator[tuple[tuple[Seat, Strain], int]]:
    written = tag.value.strip().casefold()
    if len(written) != COMPLETE:
        raise ValueError(f"it has {len(written)} digits and not {COMPLETE}")
    places = [(seat, strain) for seat in DECLARERS for strain in STRAINS]
    for place, digit in zip(places, written, strict=True):
        if digit in _UNKNOWN:
            continue
        if digit not in _DIGITS:
            raise ValueError(f"{digit} is no number of tricks (0 to 9, then a to d for 10 to 13)")
        yield place, _DIGITS.index(digit)


def _rows(tag: Tag) -> Iterator[tuple[tuple[Seat, Strain], int]]:
    """Rows as `N NT 7`, in the order of columns that the tag names."""
    columns = [column.partition("\\")[0].strip() for column in tag.value.split(";")]
    try:
        places = [columns.index(one) for one in ("Declarer", "Denomination", "Result")]
    except ValueError:
        raise ValueError("its columns are not Declarer, Denomination and Result") from None
    for row in tag.rows:
        cells = row.split()
        if row.startswith("*"):
            return
        if len(cells) != len(columns):
            raise ValueError(f"the row {row} does not have its {len(columns)} columns")
        declarer, strain, result = (cells[place].upper() for place in places)
        if result in _UNKNOWN:
            continue
        strain = "NT" if strain == "N" else strain
        if not (result.isascii() and result.isdigit() and int(result) <= MOST_TRICKS):
            raise ValueError(f"{result} in the row {row} is no number of tricks, 0 to 13")
        if declarer not in set(Seat) or strain not in set(Strain):
            raise ValueError(f"the row {row} does not begin with declarer and denomination")
        yield (Seat(declarer), Strain(strain)), int(result)
