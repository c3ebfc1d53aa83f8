"""`movement cards FILE`: everything to print for a movement, as HTML, and as PDF with a browser."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from daemon.cli.movement_files import FAILED, read_usable, refused, write_all
from daemon.publish.language import language
from daemon.publish.movement_cards import Sheet, cards_html
from daemon.settings.model import LanguageCode, Numbering
from daemon.tournament.numbering import shown_numbers

_BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
)
# Where Windows and macOS keep them, as they are not in the path there.
_BROWSER_FILES = (
    r"%ProgramFiles(x86)%\Microsoft\Edge\Application\msedge.exe",
    r"%ProgramFiles%\Google\Chrome\Application\chrome.exe",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
_PATIENCE_SECONDS = 60


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd movement cards`."""
    parser.epilog = (
        "guide: a card for each pair or player; table: one for each table; boards: where the "
        "boards are in each round; director: everything on one sheet."
    )
    parser.add_argument("file", metavar="FILE", help="a movement file (.ASC)")
    parser.add_argument(
        "--boards-per-round", type=int, metavar="N", help="print board numbers, so many each round"
    )
    parser.add_argument(
        "--language",
        choices=[code.value for code in LanguageCode],
        default=LanguageCode.ENGLISH.value,
        help="what the cards are written in (default: %(default)s)",
    )
    parser.add_argument(
        "--numbering",
        type=Numbering,
        choices=tuple(Numbering),
        default=Numbering.MOVEMENT,
        help="the numbers that people see, as in the configuration (default: %(default)s)",
    )
    parser.add_argument("--title", default="", metavar="TEXT", help="printed on every card")
    parser.add_argument(
        "--sheet",
        action="append",
        type=Sheet,
        choices=tuple(Sheet),
        help="only this; can be given more than once (default: all)",
    )
    parser.add_argument("--out", metavar="F", help="write this HTML file; default: stdout")
    parser.add_argument("--pdf", metavar="F", help="write this PDF, if a browser is installed")
    parser.add_argument("--force", action="store_true", help="write F even if it exists")


def run(arguments: argparse.Namespace) -> int:
    """Print or write the cards; 1 when that fails, 2 when a file exists or numbers are wrong."""
    boards = arguments.boards_per_round
    if boards is not None and boards < 1:
        return refused("cards", "a round has one board or more: give another --boards-per-round")
    movement = read_usable(arguments.file)
    if movement is None:
        return FAILED
    try:
        shown = shown_numbers(movement, arguments.numbering)
    except ValueError as error:
        return refused("cards", f'"{arguments.numbering}" does not fit: {error}')
    sheets = tuple(arguments.sheet or Sheet)
    reading = language(LanguageCode(arguments.language))
    html = cards_html(movement, reading, boards, arguments.title, sheets, shown)
    return _give(html, arguments)


def _give(html: str, arguments: argparse.Namespace) -> int:
    """Print the page or write it, and the PDF when that is wanted."""
    if arguments.pdf is not None and Path(arguments.pdf).exists() and not arguments.force:
        # Says so in the words of every other file, and writes nothing.
        return write_all({arguments.pdf: ""}, force=False)
    if arguments.out is not None:
        status = write_all({arguments.out: html}, force=arguments.force)
        if status:
            return status
    if arguments.pdf is not None:
        return _write_pdf(html, Path(arguments.pdf))
    if arguments.out is None:
        # Not every terminal's encoding has dashes and arrows; a browser reads them all the same.
        sys.stdout.write(html.encode("ascii", "xmlcharrefreplace").decode("ascii"))
    return 0


def _write_pdf(html: str, pdf: Path) -> int:
    browser = _browser()
    if browser is None:
        print(
            "tournamentd movement cards: a PDF needs Chromium, Chrome or Edge, and none was found: "
            "write --out cards.html, and print that from any browser",
            file=sys.stderr,
        )
        return FAILED
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "cards.html"
        page.write_text(html, encoding="utf-8")
        command = [
            browser,
            "--headless",
            "--disable-gpu",
            f"--user-data-dir={Path(folder) / 'profile'}",
            "--no-pdf-header-footer",
            f"--print-to-pdf={pdf.resolve()}",
            page.as_uri(),
        ]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            # Chromium does not start as root with its sandbox; it shows nothing but our own page.
            command.insert(1, "--no-sandbox")
        try:
            done = subprocess.run(  # noqa: S603 - a browser that was looked up, and our own file
                command, capture_output=True, timeout=_PATIENCE_SECONDS, check=False
            )
            failed = done.returncode != 0 or not pdf.exists()
        except (OSError, subprocess.TimeoutExpired):
            failed = True
    if failed:
        print(
            f"tournamentd movement cards: {browser} could not make the PDF: write --out cards.html "
            "instead, and print that from the browser",
            file=sys.stderr,
        )
        return FAILED
    return 0


def _browser() -> str | None:
    """A browser that prints, or None."""
    found = (shutil.which(name) for name in _BROWSERS)
    files = (os.path.expandvars(file) for file in _BROWSER_FILES)
    return next(
        (path for path in found if path),
        next((file for file in files if Path(file).exists()), None),
    )
