"""`export CONFIG --format json|csv|pbn|usebio|ledger [--out FILE]`: results for other programs."""

import argparse
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from daemon.cli.building import UNUSABLE, state_directory
from daemon.cli.bundle import ledger_bytes
from daemon.cli.last_read import load_quietly
from daemon.cli.loading import Loaded
from daemon.cli.remembering import conclude_ledger
from daemon.cli.report import printable
from daemon.cli.spare import with_way_back
from daemon.ledger.port import LedgerError
from daemon.publish.csv_language import awards_in, table_in
from daemon.publish.exports import EXPORTS, Export
from daemon.publish.language import language
from daemon.publish.replacing import replace_file
from daemon.settings.model import LanguageCode
from daemon.tournament.results import Results

_FAILED = 1
_CSV, _USEBIO, _LEDGER = "csv", "usebio", "ledger"
_TABLES: Mapping[str, Export] = {
    "standings": EXPORTS["standings.csv"],
    "travellers": EXPORTS["travellers.csv"],
}
_FORMATS: Mapping[str, Export] = {
    "json": EXPORTS["results.json"],
    "pbn": EXPORTS["results.pbn"],
    _USEBIO: EXPORTS["results.xml"],
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd export`."""
    parser.add_argument("config", type=Path, help="the configuration (TOML)")
    parser.add_argument(
        "--format",
        required=True,
        choices=("json", _CSV, "pbn", _USEBIO, _LEDGER),
        help="json: everything; csv: a table for spreadsheets; pbn: boards with auctions and "
        "scores; usebio: XML for federations and result sites; ledger: all that came in, an entry "
        "a line (JSON)",
    )
    parser.add_argument(
        "--table",
        choices=tuple(_TABLES),
        help="of csv: which table (usually the standings)",
    )
    parser.add_argument(
        "--language",
        choices=[code.value for code in LanguageCode],
        help="of csv: for people who read this language, with its words, decimal commas and "
        "semicolons (usually English, as programs expect it)",
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="the file to write (usually standard output)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write one export; works while the daemon runs. 1 when there is nothing, or no room for it."""
    of_csv = {"--table": arguments.table, "--language": arguments.language}
    strange = [option for option, value in of_csv.items() if value is not None]
    if strange and arguments.format != _CSV:
        _tell(f"{strange[0]} is for --format {_CSV} only: leave one of them out")
        return 2
    loaded = load_quietly(arguments.config)
    if loaded is None:
        return UNUSABLE
    try:
        content = _content(loaded, arguments)
    except LedgerError as error:
        _tell(with_way_back(loaded, error))
        return _FAILED
    if arguments.out is not None:
        return _write(arguments.out, content)
    # As bytes: each format has its own characters and line ends, whatever the console has.
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()
    return 0


def _write(target: Path, content: bytes) -> int:
    try:
        replace_file(target, content, sleep=time.sleep)
    except OSError as error:
        _tell(
            f"{target} cannot be written ({error.strerror}): see that its folder is there and may "
            "be written, and that no other program has the file open"
        )
        return _FAILED
    return 0


def _content(loaded: Loaded, arguments: argparse.Namespace) -> bytes:
    form: str = arguments.format
    if form == _LEDGER:
        return ledger_bytes(state_directory(loaded))
    results = about_now(conclude_ledger(loaded).results, loaded)
    if not results.final:
        counts = f"{results.played} of {results.expected} are in"
        _tell(f"these results are not final: {'not closed' if results.complete else counts}")
    if form == _USEBIO and None in (results.club, results.club_id):
        _tell("event.club and event.club_id are not both set: federations ask for them")
    if form != _CSV:
        return _FORMATS[form](results)
    reading = language(LanguageCode(arguments.language or LanguageCode.ENGLISH))
    table = _TABLES[arguments.table or "standings"](awards_in(reading, results))
    return table_in(reading, table)


def about_now(results: Results, loaded: Loaded) -> Results:
    """The results with club and director as the configuration has them now.

    The ledger may be older than these settings, which are for exports alone.
    """
    event = loaded.settings.event
    if (results.event, results.date) != (event.name, event.date):
        return results
    return replace(results, club=event.club, club_id=event.club_id, director=event.director)


def _tell(message: str) -> None:
    print(f"tournamentd export: {printable(message)}", file=sys.stderr)
