"""What sync clients do to files on their way: torn, doubled, late and conflicted versions."""

from collections.abc import Iterable, Iterator
from datetime import date
from itertools import pairwise

from msgspec.structs import replace

from daemon.simulation.dice import Dice, happens
from daemon.simulation.evening import Delivery

_TORN = 0.08
_TWICE = 0.08
_OLDER_AGAIN = 0.06
_CONFLICTED = 0.05
_MOMENT = 0.05
"""Minutes between a version and what goes wrong with it."""

_CONFLICTED_COPY = ("{}'s conflicted copy", "Copia in conflitto di {}", "Conflictkopie van {}")
_COMPUTERS = ("TABLET", "ANNA", "PC-CLUB")


def faulty(deliveries: Iterable[Delivery], dice: Dice, day: date) -> Iterator[Delivery]:
    """Disturb an evening as sync clients do, so that it ends as it would undisturbed.

    The last version of every file is the right one. A conflicted copy (named as Dropbox does on
    this `day`) says of each board what the file says in the end, so it needs no ruling.
    """
    versions: dict[str, list[Delivery]] = {}
    for delivery in deliveries:
        versions.setdefault(delivery.path, []).append(delivery)
    disturbed = [one for of_file in versions.values() for one in _disturbed(of_file, dice, day)]
    yield from sorted(disturbed, key=lambda one: one.minute)


def _disturbed(versions: list[Delivery], dice: Dice, day: date) -> Iterator[Delivery]:
    """The versions of one file and what goes wrong between them, in order of time."""
    yield from _with_copies(versions[0], None, versions[-1], dice, day)
    for index, (before, version) in enumerate(pairwise(versions)):
        just_before = max(before.minute, version.minute - _MOMENT)
        if happens(dice, _TWICE):
            yield replace(before, minute=min(before.minute + _MOMENT, just_before))
        if index and happens(dice, _OLDER_AGAIN):
            yield replace(versions[index - 1], minute=just_before)
        if happens(dice, _TORN):
            yield replace(version, minute=just_before, text=_torn(version.text, dice))
        yield from _with_copies(version, before, versions[-1], dice, day)


def _with_copies(
    version: Delivery, before: Delivery | None, last: Delivery, dice: Dice, day: date
) -> Iterator[Delivery]:
    """A version, and now and then a conflicted copy beside it: of this version or the last one."""
    yield version
    if happens(dice, _CONFLICTED):
        text = dice.choice([version.text, (before or version).text])
        if _said(text).items() <= _said(last.text).items():
            yield replace(version, text=text, path=_conflicted(version.path, dice, day))


def _torn(text: str, dice: Dice) -> str:
    """The text up to somewhere within its last line."""
    last_line = text.rstrip("\n").rfind("\n") + 1
    return text[: dice.randint(last_line + 1, len(text) - 1)]


def _said(text: str) -> dict[tuple[str, ...], str]:
    """What a text says in the end of each board: table, board, NS and EW -> the line."""
    return {tuple(line.split(",")[:4]): line for line in text.splitlines()[1:]}


def _conflicted(path: str, dice: Dice, day: date) -> str:
    stem, _, ending = path.rpartition(".")
    whose = dice.choice(_CONFLICTED_COPY).format(dice.choice(_COMPUTERS))
    return f"{stem} ({whose} {day.isoformat()}).{ending}"
