"""`tournamentd COMMAND ...`: finds the command's module and hands it the rest.

Only the module of the command that was asked for is imported, so every command starts at once.
Each module has `add_arguments(parser)` and `run(arguments) -> exit status`.
"""

import argparse
import importlib
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress

from daemon import __version__
from daemon.cli.console import prepare_console

COMMANDS: Mapping[str, tuple[str, str]] = {
    "demo": ("demo", "play a whole tournament here and now, with simulated tablets"),
    "init": ("init", "make everything for an evening: configuration, movement, names"),
    "check": ("checking", "read everything, reach the folder, print the plan"),
    "files": ("files", "only write the IN files"),
    "run": ("running", "the daemon"),
    "status": ("status", "what is played, missing and held, and how to settle it"),
    "rule": ("rule", "write an entry into the rulings file, list entries, take one out"),
    "close": ("close", "the evening is over: results are final, everything goes into one archive"),
    "next": ("next", "put this evening away and make ready for the next one"),
    "export": ("export", "results for other programs: JSON, CSV, PBN, USEBIO, the ledger"),
    "import": ("importing", "take hand records (PBN): leads are checked, deals shown"),
    "restore": ("restore", "put a copy of the ledger back, after a disk has failed"),
    "collect": ("collect", "take OUT files from other places, an SD card or a stick"),
    "dropbox": ("dropbox", "log in to Dropbox, or see whose it is"),
    "simulate": ("simulate", "play the tablets of an event"),
    "replay": ("replay", "work out everything anew from the ledger and say what changed"),
    "out": ("out", "read, decrypt or encrypt one OUT file"),
    "movement": ("movement", "make, check, change and print movements (.ASC)"),
    "report": ("federation", "the chess federation's tournament report: check, rate, build"),
}
"""Command -> the module that has it, and what it does."""

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells give it."""


def main(argv: Sequence[str]) -> int:
    """Run one command; returns its exit status (argparse exits with 2 on wrong usage)."""
    parser = argparse.ArgumentParser(
        prog="tournamentd",
        description="Runs a bridge tournament: movement in, tablets served, live standings out.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="commands:\n"
        + "\n".join(f"  {name:10} {summary}" for name, (_, summary) in COMMANDS.items())
        + "\n\n`tournamentd COMMAND --help` tells more.",
    )
    parser.add_argument("--version", action="version", version=f"tournamentd {__version__}")
    parser.add_argument("command", metavar="COMMAND", choices=COMMANDS)
    parser.add_argument("rest", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    asked = parser.parse_args(argv)
    name, summary = COMMANDS[asked.command]
    module = importlib.import_module(f"daemon.cli.{name}")
    own = argparse.ArgumentParser(
        prog=f"tournamentd {asked.command}", description=f"{summary[0].upper()}{summary[1:]}."
    )
    module.add_arguments(own)
    status: int = module.run(own.parse_args(asked.rest))
    return status


def entry_point() -> None:
    """What the installed command calls."""
    prepare_console()
    try:
        status = main(sys.argv[1:])
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:
        _write_no_more()  # whoever read the output (`| head`) has seen enough
        status = 0
    except OSError as error:
        from daemon.disk import NO_ROOM  # noqa: PLC0415 - most commands end well, and sooner

        if error.errno not in NO_ROOM:
            raise
        _write_no_more()
        with suppress(OSError):  # it may go there as well
            print(f"tournamentd: {error.strerror}: make room, then try again", file=sys.stderr)
        status = 1
    sys.exit(status)


def _write_no_more() -> None:
    """Let go of the output: Python would complain at its exit of what waits to be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
