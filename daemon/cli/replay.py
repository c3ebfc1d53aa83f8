"""`replay CONFIG`: works out everything anew from the ledger and says what is different."""

import argparse
import difflib
import sys
from collections.abc import Iterator
from pathlib import Path

from daemon.cli.building import UNUSABLE, publish_directory
from daemon.cli.last_read import load_quietly
from daemon.cli.remembering import conclude_ledger
from daemon.cli.report import printable
from daemon.cli.spare import with_way_back
from daemon.ledger.port import LedgerError
from daemon.movement.wording import plural
from daemon.publish.csv_files import standings_csv, travellers_csv
from daemon.tournament.results import Results

_COMPARED = {"standings.csv": standings_csv, "travellers.csv": travellers_csv}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd replay`."""
    parser.add_argument("config", type=Path, help="the configuration (TOML)")


def run(arguments: argparse.Namespace) -> int:
    """Print each published line that would be another one now; 1 when the ledger has nothing.

    Nothing is written.
    """
    loaded = load_quietly(arguments.config)
    if loaded is None:
        return UNUSABLE
    try:
        conclusion = conclude_ledger(loaded)
    except LedgerError as error:
        print(f"tournamentd replay: {printable(with_way_back(loaded, error))}", file=sys.stderr)
        return 1
    versions = plural(conclusion.state.received, "version")
    files = plural(len(conclusion.state.histories), "file")
    print(f"Worked out anew from {versions} of {files}.")
    changes = tuple(changed(conclusion.results, publish_directory(loaded)))
    if not changes:
        print("Nothing changed: what is published is what the ledger says.")
    for line in changes:
        print(line)
    return 0


def changed(results: Results, directory: Path) -> Iterator[str]:
    """The lines of the published CSV files that are different now, below the name of their file.

    Marked - are lines as they were published, + as they are now.
    """
    for name, make in _COMPARED.items():
        path = directory / name
        try:
            old = path.read_bytes().decode("utf-8", errors="replace")
        except OSError as error:
            yield f"{path} cannot be compared ({error.strerror}); `tournamentd run` publishes it"
            continue
        lines = tuple(difflib.unified_diff(old.splitlines(), make(results).splitlines(), n=0))
        if lines:
            yield f"{path} is different now (- as published, + now):"
        yield from (line for line in lines[2:] if not line.startswith("@@"))
