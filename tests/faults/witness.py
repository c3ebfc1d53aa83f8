"""Somebody who looks at the published files all the time, and lets nothing pass."""

import csv
import io
import json
import re
import threading
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.faults.evening import Evening

_PAUSE_SECONDS = 0.02
_LEFT_BEHIND = re.compile(r"\.~.*|.*\.tmp", re.IGNORECASE)

Key = tuple[str, int, int, int]
"""Section, board, NS and EW of a result."""


class Witness:
    """Reads every published file again and again; `faults` is what was wrong with one.

    A file must be whole whenever it is there, a result that was shown must not vanish, and an IN
    file must be what the plan says.
    """

    def __init__(self, evening: Evening, in_files: Mapping[str, bytes]) -> None:
        self._evening = evening
        self._in_files = in_files
        self._shown: set[Key] = set()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._looking = threading.Lock()
        self.looks = 0
        self.faults: list[str] = []

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def look(self) -> None:
        """Read everything once."""
        with self._looking:
            for name in ("standings.json", "problems.json", "travellers.json"):
                self._json(name)
            for name in ("standings.csv", "travellers.csv"):
                self._csv(name)
            page = self._read(self._evening.live / "index.html")
            if page is not None and not page.rstrip().endswith(b"</html>"):
                self._say("index.html has no end")
            for name, content in self._in_files.items():
                there = self._read(self._evening.box / name)
                if there is not None and there != content:
                    self._say(f"{name} is not what the plan says")
            self.looks += 1

    def _watch(self) -> None:
        while not self._over.wait(_PAUSE_SECONDS):
            self.look()

    def _json(self, name: str) -> None:
        content = self._read(self._evening.live / name)
        if content is None:
            return
        try:
            said = json.loads(content)
        except ValueError as error:
            self._say(f"{name} is no JSON: {error}")
            return
        if name == "travellers.json":
            self._compare(said)

    def _compare(self, travellers: list[dict[str, Any]]) -> None:
        shown = {
            (one["section"], one["board"], line["ns"], line["ew"])
            for one in travellers
            for line in one["lines"]
            if line["status"] != "missing"
        }
        if not shown >= self._shown:
            self._say(f"results vanished from travellers.json: {sorted(self._shown - shown)}")
        self._shown |= shown

    def _csv(self, name: str) -> None:
        content = self._read(self._evening.live / name)
        if content is None:
            return
        text = content.decode("utf-8-sig")
        widths = {len(row) for row in csv.reader(io.StringIO(text, newline=""))}
        if not text.endswith("\n") or len(widths) != 1:
            self._say(f"{name} is not whole: rows of {sorted(widths)} fields")

    def _read(self, path: Path) -> bytes | None:
        try:
            return path.read_bytes()
        except FileNotFoundError:
            return None

    def _say(self, fault: str) -> None:
        if len(self.faults) < 20:
            self.faults.append(fault)


def left_behind(evening: Evening) -> list[str]:
    """Temporary files that lie about, and side files of a ledger that was closed."""
    found = [
        path
        for directory in (evening.box, evening.live, evening.state)
        for path in directory.rglob("*")
        if _LEFT_BEHIND.fullmatch(path.name) or path.name.endswith(("-wal", "-shm", "-journal"))
    ]
    return sorted(str(path) for path in found)
