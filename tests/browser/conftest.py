"""A real browser that looks at the pages of a daemon that really runs."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from threading import Event

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from daemon.bridge.board import dealer, vulnerability

_NAMES_OF_CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE_SECONDS = 30

# Three tables, three rounds of two boards; 1 to 3 stay NS, so there are two winners.
MOVEMENT = "6 3 3 3 0\n1 4 A  2 5 B  3 6 C\n1 6 B  2 4 C  3 5 A\n1 5 C  2 6 A  3 4 B\n"
EVIL = "<script>alert(1)</script>"
NAMES = f"""\
number,name1,id1,name2,id2
1,{EVIL},,Bram Brugge,
2,Clio Corno,,Dario Dijk,
3,Elke Ezel,,Fedor Fiore,
4,Gaia Gracht,,Hugo Haven,
5,Iris Isola,,Joost Kade,
6,Maximiliaan van den Langestraeten,,Wilhelmina Oosterhuysen-Vanderstraeten,
"""
CONFIGURATION = """\
[event]
name = "Tuesday pairs"
date = {today}

[folder]
path = "box"
rescan_seconds = 0.2

[[section]]
name = "A"
movement = "movement.asc"
boards_per_round = 2
names = "names.csv"

[publish]
languages = ["en", "it", "nl", "fr"]

[web]
listen = "127.0.0.1:{port}"
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of a file; a running one leaves no room for other event loops."""
    path = next(filter(None, map(shutil.which, _NAMES_OF_CHROMIUM)), None)
    if path is None:
        pytest.skip("there is no Chromium on this computer (Debian: apt-get install chromium)")
    expect.set_options(timeout=PATIENCE_SECONDS * 1000)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=path,
            args=["--no-sandbox"],  # containers run as root
        )
        yield opened
        opened.close()


@dataclass
class Evening:
    """An event of three tables, and the daemon that serves its pages."""

    directory: Path
    port: int
    lines: dict[str, list[str]] = field(default_factory=dict)
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        """Start the daemon, and wait until it serves its pages."""
        command = [sys.executable, "-c", "from daemon.cli.main import entry_point; entry_point()"]
        with (self.directory / "log.jsonl").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "run", str(self.directory / "tournament.toml")],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
            )
        _wait_for(f"{self.url}fr/scorecards.html", self.process)

    def stop(self) -> None:
        """Stop it, as Ctrl-C does."""
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(PATIENCE_SECONDS)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @property
    def rulings(self) -> str:
        return (self.directory / "rulings.toml").read_text("utf-8")

    def enter(self, name: str, table: int, board: int, pairs: tuple[int, int], result: str) -> None:
        """A tablet enters what was played (`4♠,=,N,,420`); a sync client brings its file."""
        vulnerable = vulnerability(board)
        letter = str(dealer(board)).replace("W", "O")
        flags = f"{vulnerable.ns},{vulnerable.ew}".lower()
        own = self.lines.setdefault(name, [])
        own.append(f"{table},{board},{pairs[0]},{pairs[1]},{letter},{flags},{result}\n")
        device = name.encode().hex()[:16].ljust(16, "0")
        box = self.directory / "box"
        partial = box / f"{name}.part"
        partial.write_text(f"Latest {len(own)}  AndroidId {device}\n{''.join(own)}", "utf-8")
        partial.replace(box / name)

    def first_round(self) -> None:
        """What was played in it."""
        self.enter("OUT_T1.txt", 1, 1, (1, 4), "4♠,=,N,,420")
        self.enter("OUT_T1.txt", 1, 2, (1, 4), "3NT,-1,S,,-100")
        self.enter("OUT_T2.txt", 2, 3, (2, 5), "1NT,=,E,,-90")
        self.enter("OUT_T2.txt", 2, 4, (2, 5), "4♡,+1,S,,650")
        self.enter("OUT_T3.txt", 3, 5, (3, 6), "2♢,-2,W,,100")
        self.enter("OUT_T3.txt", 3, 6, (3, 6), "Pass,,,,0")

    def conflict(self) -> None:
        """Two tablets differ about board 3 of table 2."""
        self.enter("OUT_2.txt", 2, 3, (2, 5), "1NT,+1,E,,-120")


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    today = datetime.now().astimezone().date()
    (tmp_path / "movement.asc").write_text(MOVEMENT, "ascii")
    (tmp_path / "names.csv").write_text(NAMES, "utf-8")
    (tmp_path / "rulings.toml").write_text(f"# Rulings of the evening\nevent = {today}\n", "utf-8")
    configuration = tmp_path / "tournament.toml"
    configuration.write_text(CONFIGURATION.format(today=today, port=port), "utf-8")
    (tmp_path / "box").mkdir()
    made = Evening(tmp_path, port)
    try:
        made.start()
        yield made
    finally:
        made.stop()


def _wait_for(address: str, process: "subprocess.Popen[bytes]") -> None:
    """Wait until the server answers."""
    pause = Event()
    for _ in range(PATIENCE_SECONDS * 20):
        assert process.poll() is None, "the daemon ended"
        try:
            with urllib.request.urlopen(address, timeout=5):  # noqa: S310 - our own server
                return
        except (urllib.error.URLError, ConnectionError):
            pause.wait(0.05)
    raise AssertionError(f"{address} did not answer")


@dataclass
class Visitor:
    """Somebody at a window; what the page complains of, and whom it asks, is written down."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    hosts: set[str] = field(default_factory=set)


@pytest.fixture
def visit(browser: Browser) -> Iterator["Visit"]:
    visits = Visit(browser)
    yield visits
    for context in visits.contexts:
        context.close()
    for visitor in visits.visitors:
        assert visitor.complaints == []
        assert visitor.hosts <= {"127.0.0.1", ""}


@dataclass
class Visit:
    """Opens pages in windows of their own; afterwards nothing may have gone wrong in any."""

    browser: Browser
    visitors: list[Visitor] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)

    def __call__(
        self,
        address: str,
        *,
        width: int = 1366,
        height: int = 900,
        dark: bool = False,
        away: bool = False,
    ) -> Page:
        """The page, loaded; `away`: the browser may complain that the daemon is."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
        )
        context.set_default_timeout(PATIENCE_SECONDS * 1000)
        page = context.new_page()
        visitor = Visitor(page)
        self.contexts.append(context)
        self.visitors.append(visitor)

        def complain(message: ConsoleMessage) -> None:
            expected = away and message.text.startswith("Failed to load resource")
            if message.type in {"error", "warning"} and not expected:
                visitor.complaints.append(message.text)

        page.on("console", complain)
        page.on("pageerror", lambda error: visitor.complaints.append(str(error)))
        page.on("dialog", lambda dialog: visitor.complaints.append(f"dialog: {dialog.message}"))
        page.on("request", lambda request: visitor.hosts.add(_host(request.url)))
        page.goto(address)
        return page


def _host(address: str) -> str:
    return (
        ""
        if address.startswith(("data:", "file:"))
        else address.split("/")[2].split(":", maxsplit=1)[0]
    )
