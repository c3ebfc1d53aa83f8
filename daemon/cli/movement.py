"""`movement ACTION ...`: the toolbox for movement files, without a tournament.

Only the module of the action that was asked for is imported. Each has `add_arguments(parser)` and
`run(arguments) -> exit status`.
"""

import argparse
import importlib
from collections.abc import Mapping

ACTIONS: Mapping[str, tuple[str, str]] = {
    "check": ("checking", "say everything that is wrong or odd in the files"),
    "expand": ("expanding", "write every round in full, in the form that every program reads"),
    "balance": ("balance", "say how fair a movement is, and who meets whom"),
    "generate": ("generate", "make a movement of any kind, or say which ones fit"),
    "improve": ("improving", "search for the arrow switches that make a movement even"),
    "convert": ("converting", "write a movement in another form: .ASC, first round, CSV, JSON"),
    "cards": ("cards", "print guide cards, table cards and the director's sheet"),
    "show": ("showing", "print a movement as a table: rounds by tables"),
    "renumber": ("renumbering", "give contestants, tables, rounds or groups other numbers"),
    "curtail": ("curtailing", "play only the first rounds"),
    "drop": ("dropping", "leave out a pair or empty tables"),
    "fix": ("fixing", "keep a pair at a table, or boards at their tables"),
    "switch": ("switching", "switch the arrow in rounds, at tables or for pairs"),
    "combine": ("combining", "make one movement of two sections or two stages"),
    "split": ("splitting", "make sessions of a movement"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd movement`."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "actions:\n"
        + "\n".join(f"  {name:10} {summary}" for name, (_, summary) in ACTIONS.items())
        + "\n\n`tournamentd movement ACTION --help` tells more."
    )
    parser.add_argument("action", metavar="ACTION", choices=ACTIONS)
    parser.add_argument("rest", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    """Run what was asked for; 1 when a file is not right, 2 for wrong usage."""
    name, summary = ACTIONS[arguments.action]
    module = importlib.import_module(f"daemon.cli.movement_{name}")
    parser = argparse.ArgumentParser(
        prog=f"tournamentd movement {arguments.action}",
        description=f"{summary[0].upper()}{summary[1:]}.",
    )
    module.add_arguments(parser)
    status: int = module.run(parser.parse_args(arguments.rest))
    return status
