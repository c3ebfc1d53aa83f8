"""An evening on the disk, for the commands that look at one."""

import json
import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from daemon.cli.main import main

PATIENCE_SECONDS = 60

# Three tables, three rounds of a board: NS stay, EW move up, the boards move down.
MITCHELL = "6 3 M\n1 4 A  2 5 B  3 6 C\n"
NAMES = "number,name1,id1,name2,id2\n1,Ada Anker,,Bram Brugge,\n4,Clio Corno,,Dario Dijk,\n"
TABLES = {
    "OUT_T1.txt": ((1, 1, 1, 4), (1, 2, 1, 6), (1, 3, 1, 5)),
    "OUT_T2.txt": ((2, 2, 2, 5), (2, 3, 2, 4), (2, 1, 2, 6)),
    "OUT_T3.txt": ((3, 3, 3, 6), (3, 1, 3, 5), (3, 2, 3, 4)),
}
_DEALS = {1: "N,false,false", 2: "E,true,false", 3: "S,false,true"}


@dataclass(frozen=True)
class Event:
    """An evening in a folder of its own; `today` is its date."""

    directory: Path
    today: str

    @property
    def config(self) -> Path:
        return self.directory / "tournament.toml"

    @property
    def box(self) -> Path:
        return self.directory / "box"

    def change(self, old: str, new: str) -> None:
        """Change the configuration."""
        text = self.config.read_text("utf-8")
        assert old in text
        self.config.write_text(text.replace(old, new), "utf-8")

    def play(self, *tables: str, days_ago: int = 0) -> None:
        """Tables enter all their results: 2H by West with an overtrick."""
        for name in tables or TABLES:
            lines = (
                f"{table},{board},{ns},{ew},{_DEALS[board]},2♡,+1,W,J♤,-140\n"
                for table, board, ns, ew in TABLES[name]
            )
            path = self.box / name
            path.write_text(f"Latest 3  AndroidId {name:x<16}\n{''.join(lines)}", "utf-8")
            if days_ago:
                written = (datetime.now().astimezone() - timedelta(days=days_ago)).timestamp()
                os.utime(path, (written, written))

    def command(self, name: str, *arguments: str) -> int:
        """The exit status of a command about this event."""
        return main([name, str(self.config), *arguments])

    def published(self, name: str) -> Any:  # noqa: ANN401 - JSON
        return json.loads((self.directory / "live" / name).read_text("utf-8"))

    def seen(self) -> dict[str, tuple[int, int]]:
        """What lies where, and whether it was written again."""
        return {
            str(path.relative_to(self.directory)): (path.stat().st_ino, path.stat().st_mtime_ns)
            for path in self.directory.rglob("*")
            if path.is_file() and path.parent.name != "state"
        }


@pytest.fixture
def event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Event:
    """An evening of today with nine results to come, nothing of which has been played."""
    for name in ("TOURNAMENTD_SECRET", "CREDENTIALS_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    directory = tmp_path / "evening"
    (directory / "box").mkdir(parents=True)
    today = datetime.now().astimezone().date().isoformat()
    (directory / "mitchell.asc").write_text(MITCHELL)
    (directory / "names.csv").write_text(NAMES)
    (directory / "tournament.toml").write_text(
        f'[event]\nname = "Trial"\ndate = {today}\n\n'
        '[folder]\npath = "box"\n\n'
        '[[section]]\nname = "A"\nmovement = "mitchell.asc"\nboards_per_round = 1\n'
        'names = "names.csv"\n'
    )
    return Event(directory, today)


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Callable[[], list[dict[str, Any]]]:
    """The log's lines since the last time it was asked for."""
    return lambda: [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.fixture
def not_for_ever() -> Iterator[None]:
    """A test that would hang fails instead."""

    def give_up(*_: object) -> None:
        raise TimeoutError("it hangs")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE_SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
