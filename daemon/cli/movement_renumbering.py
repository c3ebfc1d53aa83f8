"""`movement renumber FILE`: other numbers for contestants, tables, rounds or groups."""

import argparse
import re
from collections.abc import Mapping

from daemon.cli.movement_checked import add_file_and_output, change
from daemon.cli.movement_files import FAILED, read_bytes, refused, unreadable
from daemon.cli.report import print_problems
from daemon.movement.changes import renumbered

_THINGS = ("contestants", "tables", "rounds", "groups")
_MOST_BYTES = 100_000
_COMMENT = re.compile(r"#.*")
_PART = re.compile(r"([0-9]{1,6})(?:=([0-9]{1,6}))?")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd movement renumber`."""
    parser.epilog = (
        "LIST is the new numbers in the order of the old ones (3,1,2: 1 becomes 3), or OLD=NEW for "
        "those that change (1=3,3=1). @FILE takes it from a file (# starts a comment)."
    )
    add_file_and_output(parser)
    parser.add_argument("--pairs", "--players", dest="contestants", metavar="LIST")
    for thing in _THINGS[1:]:
        parser.add_argument(f"--{thing}", metavar="LIST")


def run(arguments: argparse.Namespace) -> int:
    """Write the movement with its new numbers; 2 when they are no permutation."""
    given = {thing: getattr(arguments, thing) for thing in _THINGS}
    if not any(given.values()):
        return refused("renumber", "say what: --pairs, --tables, --rounds or --groups")
    new: dict[str, Mapping[int, int]] = {}
    for thing, written in given.items():
        if written is None:
            continue
        text = written
        if written.startswith("@"):
            try:
                text = read_bytes(written[1:], _MOST_BYTES).decode("utf-8-sig", "replace")
            except OSError as error:
                print_problems([unreadable(written[1:], error)])
                return FAILED
        try:
            new[thing] = _mapping(text)
        except ValueError as error:
            return refused("renumber", f"--{thing}: {error}")
    return change("renumber", arguments, lambda movement: renumbered(movement, **new))


def _mapping(text: str) -> dict[int, int]:
    """Read new numbers in order, or OLD=NEW, parted by blanks, commas or line ends."""
    new: dict[int, int] = {}
    parts = re.split(r"[\s,;]+", _COMMENT.sub(" ", text).strip())
    for place, part in enumerate(parts, start=1):
        match = _PART.fullmatch(part)
        if match is None:
            raise ValueError(f"{part!r} is no number: write 3,1,2 or 1=3,3=1")
        old, number = (int(match[1]), int(match[2])) if match[2] else (place, int(match[1]))
        if old in new:
            raise ValueError(f"{old} is renumbered twice: leave one of them out")
        new[old] = number
    if len({"=" in part for part in parts}) > 1:
        raise ValueError("write either all new numbers in order, or OLD=NEW for each that changes")
    return new
