"""`replay CONFIG`: works out everything anew from the ledger and says what is different."""

import argparse
import difflib
import sys
from pathlib import Path

from daemon.cli.building import UNUSABLE, load_or_explain, publish_directory
from daemon.cli.remembering import conclude_ledger
from daemon.ledger.port import LedgerError
from daemon.publish.csv_files import standings_csv, travellers_csv
from daemon.tournament.results import Results

_COMPARED = {"standings.csv": standings_csv, "travellers.csv": travellers_csv}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd replay`."""
    parser.add_argument("config", type=Path, help="the configuration (TOML)")


def run(arguments: argparse.Namespace) -> int:
    """Print each published line that would be another one now. Nothing is written."""
    loaded = load_or_explain(arguments.config)
    if loaded is None:
        return UNUSABLE
    try:
        conclusion = conclude_ledger(loaded)
    except LedgerError as error:
        print(f"tournamentd: {error}", file=sys.stderr)
        return UNUSABLE
    received = len(conclusion.state.received)
    print(f"Worked out anew from {received} versions of {len(conclusion.state.histories)} files.")
    changes = compare(conclusion.results, publish_directory(loaded))
    if not changes:
        print("Nothing changed: what is published is what the ledger says.")
    for line in changes:
        print(line)
    return 0


def compare(results: Results, directory: Path) -> list[str]:
    """The lines of the published CSV files that are different now, marked - (old) and + (new)."""
    changes: list[str] = []
    for name, make in _COMPARED.items():
        try:
            old = (directory / name).read_bytes().decode("utf-8")
        except OSError:
            changes.append(f"{name} is not there; `tournamentd run` publishes it")
            continue
        lines = difflib.unified_diff(
            old.splitlines(), make(results).splitlines(), name, f"{name} (anew)", n=0, lineterm=""
        )
        changes.extend(line for line in lines if not line.startswith(("---", "+++", "@@")))
    return changes
