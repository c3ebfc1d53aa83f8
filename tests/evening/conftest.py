"""An evening of fourteen pairs, and daemons that are processes of their own."""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

import daemon

PATIENCE_SECONDS = 60

# The example of the ASC minimum standard.
MOVEMENT = """\
14  7  6  6 0
 1- 2 A  3- 4 B  5- 6 C  7- 8 D  9-10 E 11-12 F 13-14 A
 6- 3 A  7- 2 B 11-13 C  9- 4 D  5- 8 E  1-10 F 14-12 B
12- 9 A  5-13 B  7- 4 C 11- 2 D  1- 6 E  8- 3 F 14-10 C
 7-10 A  1- 8 B  3- 2 C  5-12 D  4-11 E  9-13 F 14- 6 D
 4- 5 A 11-10 B  9- 8 C  1-13 D  3-12 E  6- 7 F  2-14 E
11- 8 A  9- 6 B  1-12 C  3-10 D 13- 7 E  2- 5 F 14- 4 F
"""


@dataclass(frozen=True)
class Evening:
    """A folder with a configuration, a movement and the tablets' folder."""

    directory: Path

    @property
    def config(self) -> Path:
        return self.directory / "tournament.toml"

    @property
    def box(self) -> Path:
        return self.directory / "box"

    def published(self, name: str) -> Any:  # noqa: ANN401 - JSON
        return json.loads((self.directory / "live" / name).read_text("utf-8"))

    def afresh(self, directory: Path) -> "Evening":
        """The same configuration and folder for a daemon that has seen nothing."""
        shutil.copytree(self.directory, directory, ignore=shutil.ignore_patterns("state", "live"))
        return Evening(directory)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Seven tables, six rounds of three boards, a tablet on every table: 126 results."""
    directory = tmp_path / "evening"
    (directory / "box").mkdir(parents=True)
    (directory / "standard.asc").write_text(MOVEMENT)
    today = datetime.now().astimezone().date().isoformat()
    (directory / "tournament.toml").write_text(
        f'[event]\nname = "Fourteen pairs"\ndate = {today}\n\n'
        '[folder]\npath = "box"\nrescan_seconds = 0.5\n\n'
        '[[section]]\nname = "A"\nmovement = "standard.asc"\nboards_per_round = 3\n'
    )
    return Evening(directory)


class Daemon:
    """A daemon in a process of its own, whose log a test can wait for."""

    def __init__(self, evening: Evening, *arguments: str) -> None:
        root = Path(daemon.__file__).parent.parent
        code = "from daemon.cli.main import entry_point; entry_point()"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, "run", str(evening.config), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            cwd=root,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        self.told: list[dict[str, Any]] = []
        self._over = False
        self._news = threading.Condition()
        self._complaints: list[str] = []
        self._readers = [
            threading.Thread(target=self._read_log),
            threading.Thread(target=self._read_complaints),
        ]
        for reader in self._readers:
            reader.start()

    def wait_for(
        self, event: str, wanted: Callable[[dict[str, Any]], bool] = lambda _: True
    ) -> dict[str, Any]:
        """Wait until a line like this was told, and give the first."""

        def such() -> list[dict[str, Any]]:
            return [line for line in self.told if line["event"] == event and wanted(line)]

        with self._news:
            self._news.wait_for(lambda: such() or self._over, PATIENCE_SECONDS)
            assert such(), f"{event} did not come: {self.complaints}"
            return such()[0]

    def ended(self) -> int:
        """The exit status, once it has ended by itself or was told to."""
        status = self.process.wait(PATIENCE_SECONDS)
        for reader in self._readers:
            reader.join(PATIENCE_SECONDS)
        return status

    def kill(self) -> None:
        """As a power cut would."""
        if self.process.poll() is None:
            self.process.kill()
        self.ended()

    def tell(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    @property
    def complaints(self) -> str:
        """What it wrote to stderr."""
        return "".join(self._complaints)

    def _read_log(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                with self._news:
                    self.told.append(json.loads(line))
                    self._news.notify_all()
        with self._news:
            self._over = True
            self._news.notify_all()

    def _read_complaints(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as lines:
            self._complaints.extend(lines)


@pytest.fixture
def start(evening: Evening) -> Iterator[Callable[..., Daemon]]:
    """Starts a daemon on the evening; none is left at the end."""
    daemons: list[Daemon] = []

    def begin(*arguments: str) -> Daemon:
        daemons.append(Daemon(evening, *arguments))
        return daemons[-1]

    yield begin
    for one in daemons:
        one.kill()
