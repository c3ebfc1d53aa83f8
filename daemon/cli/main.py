"""`tournamentd COMMAND ...`: finds the command's module and hands it the rest.

Only the module of the command that was asked for is imported, so every command starts at once.
Each module has `add_arguments(parser)` and `run(arguments) -> exit status`.
"""

import argparse
import importlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _Command:
    module: str
    summary: str


COMMANDS = {
    "movement": _Command("daemon.cli.movement", "check or expand movement files (.ASC)"),
    "out": _Command("daemon.cli.out", "read, decrypt or encrypt one OUT file"),
}


def main(argv: Sequence[str]) -> int:
    """Run one command; returns its exit status (argparse exits with 2 on wrong usage)."""
    parser = argparse.ArgumentParser(prog="tournamentd")
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("rest", nargs=argparse.REMAINDER)
    asked = parser.parse_args(argv)
    command = COMMANDS[asked.command]
    module = importlib.import_module(command.module)
    own = argparse.ArgumentParser(prog=f"tournamentd {asked.command}", description=command.summary)
    module.add_arguments(own)
    status: int = module.run(own.parse_args(asked.rest))
    return status


def entry_point() -> None:
    """What the installed command calls."""
    sys.exit(main(sys.argv[1:]))
