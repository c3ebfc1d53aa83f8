"""`tournamentd COMMAND ...`: finds the command's module and hands it the rest.

Only the module of the command that was asked for is imported, so every command starts at once.
Each module has `add_arguments(parser)` and `run(arguments) -> exit status`.
"""

import argparse
import importlib
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from daemon import __version__


@dataclass(frozen=True, slots=True)
class _Command:
    module: str
    summary: str


COMMANDS: Mapping[str, _Command] = {
    "demo": _Command("demo", "play a whole tournament here and now, with simulated tablets"),
    "init": _Command("init", "make everything for an evening: configuration, movement, names"),
    "check": _Command("checking", "read everything, reach the folder, print the plan"),
    "files": _Command("files", "only write the IN files"),
    "run": _Command("running", "the daemon"),
    "status": _Command("status", "what is played, missing and held, and how to settle it"),
    "simulate": _Command("simulate", "play the tablets of an event"),
    "replay": _Command("replay", "work out everything anew from the ledger and say what changed"),
    "out": _Command("out", "read, decrypt or encrypt one OUT file"),
    "movement": _Command("movement", "check or expand movement files (.ASC)"),
}


def main(argv: Sequence[str]) -> int:
    """Run one command; returns its exit status (argparse exits with 2 on wrong usage)."""
    parser = argparse.ArgumentParser(
        prog="tournamentd",
        description="Runs a bridge tournament: movement in, tablets served, live standings out.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="commands:\n"
        + "\n".join(f"  {name:10} {command.summary}" for name, command in COMMANDS.items())
        + "\n\n`tournamentd COMMAND --help` tells more.",
    )
    parser.add_argument("--version", action="version", version=f"tournamentd {__version__}")
    parser.add_argument("command", metavar="COMMAND", choices=COMMANDS)
    parser.add_argument("rest", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    asked = parser.parse_args(argv)
    command = COMMANDS[asked.command]
    module = importlib.import_module(f"daemon.cli.{command.module}")
    own = argparse.ArgumentParser(
        prog=f"tournamentd {asked.command}", description=f"{command.summary.capitalize()}."
    )
    module.add_arguments(own)
    status: int = module.run(own.parse_args(asked.rest))
    return status


def entry_point() -> None:
    """What the installed command calls."""
    sys.exit(main(sys.argv[1:]))
