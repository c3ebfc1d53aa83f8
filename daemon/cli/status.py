"""`status CONFIG`: played, missing, held, and what to write to settle it."""

import argparse
import shutil
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from daemon.cli.building import UNUSABLE
from daemon.cli.last_read import load_quietly
from daemon.cli.loading import Loaded
from daemon.cli.remembering import conclude_ledger
from daemon.cli.report import printable
from daemon.cli.spare import with_way_back
from daemon.ledger.port import LedgerError, LedgerFullError, LedgerMissingError
from daemon.publish.characters import characters_of, json_spelled
from daemon.publish.clock_words import clock_text, how_to_move
from daemon.publish.json_files import status_json
from daemon.publish.terminal import problems_text, progress_text, standings_text
from daemon.tournament.results import Results

_LOOK_SECONDS = 3.0
"""A whole ledger is read at every look."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd status`."""
    parser.add_argument("config", type=Path, help="the configuration (TOML)")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="for programs")
    shape.add_argument(
        "--watch", action="store_true", help="stay on the terminal and renew it, until Ctrl-C"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print how the event stands; works while the daemon runs. 1 when the ledger has nothing."""
    loaded = load_quietly(arguments.config)
    if loaded is None:
        return UNUSABLE
    try:
        if arguments.watch and sys.stdout.isatty() and _watch(loaded):
            return 0
        results = conclude_ledger(loaded).results
    except LedgerError as error:
        print(f"tournamentd status: {printable(with_way_back(loaded, error))}", file=sys.stderr)
        return 1
    if arguments.json:
        print(json_spelled(status_json(results), characters_of(sys.stdout.encoding)), end="")
    else:
        print_results(results)
        _print_clock(results, str(arguments.config))
    return 0


def _watch(loaded: Loaded) -> bool:
    """Show the results until somebody has seen enough; False where the terminal cannot.

    A ledger that is not there yet, or cannot be reached just now, is waited for. Raises
    LedgerError for one that is damaged.
    """
    from daemon.cli.live import live_terminal, nearly_all  # noqa: PLC0415 - slow to import

    waiting_for = ""
    with suppress(KeyboardInterrupt), live_terminal(lambda: datetime.now(UTC), nearly_all) as live:
        if live is None:
            return False
        while True:
            try:
                live.show(conclude_ledger(loaded).results)
                waiting_for = ""
            except (LedgerMissingError, LedgerFullError) as error:
                if str(error) != waiting_for:
                    waiting_for = str(error)
                    live.say(f"{with_way_back(loaded, error)}\n\nWaiting for it (Ctrl-C ends).")
            time.sleep(_LOOK_SECONDS)
    return True


def _print_clock(results: Results, config: str) -> None:
    """Print which round is on, and how to move the clock."""
    now, local = datetime.now(UTC), datetime.astimezone
    text = clock_text(results, now, local) + how_to_move(results, now, local, config)
    if text:
        print()
    for line in text.splitlines():
        print(printable(line))


def print_results(results: Results) -> None:
    """Print standings, progress and open problems as this terminal can show them."""
    characters = characters_of(sys.stdout.encoding)
    width = shutil.get_terminal_size().columns
    print(standings_text(results, width, characters))
    print(progress_text(results, characters), end="")
    problems = problems_text(results, width, characters)
    if problems:
        print(f"\n{problems}", end="")
