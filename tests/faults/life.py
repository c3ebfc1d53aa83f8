"""One life of a daemon: a process of its own, its log, and its phase at every moment."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.faults.birth import ROOT, Child, Nursery
from tests.faults.evening import Evening
from tests.faults.phases import Board, Phase

PATIENCE_SECONDS = 90.0
_PAUSE_SECONDS = 0.0002


class Life:
    """A running daemon. It is killed at the end of the context, if it lives still.

    Without a nursery it starts from nothing, as a service does.
    """

    def __init__(
        self, evening: Evening, place: Path, *arguments: str, nursery: Nursery | None = None
    ) -> None:
        place.mkdir(exist_ok=True)
        self._out, self._err, board = place / "stdout", place / "stderr", place / "board"
        self._board = Board.new(board)
        command = ["run", str(evening.config), *arguments]
        self.process: Child | subprocess.Popen[bytes]
        for file in (self._out, self._err):
            file.write_bytes(b"")
        if nursery is not None:
            self.process = nursery.start(board, command, self._out, self._err)
            return
        with self._out.open("wb") as out, self._err.open("wb") as err:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.faults.birth", str(board), *command],
                stdout=out,
                stderr=err,
                cwd=ROOT,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self.kill()
        self.close()

    def close(self) -> None:
        """Let go of its board."""
        self._board.close()

    @property
    def phase(self) -> Phase:
        """What it is doing, or did when it died."""
        return self._board.phase

    @property
    def told(self) -> list[dict[str, Any]]:
        """What it has told so far: whole lines of its log."""
        whole, _, _ = self._out.read_bytes().rpartition(b"\n")
        return [json.loads(line) for line in whole.splitlines()]

    @property
    def complaints(self) -> str:
        """What it has written to stderr."""
        return self._err.read_text("utf-8", errors="replace")

    def wait_for(self, event: str, containing: str = "", *, times: int = 1) -> dict[str, Any]:
        """Wait until this was told so many times, and give the last of them."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            over = self.process.poll() is not None
            such = [
                line for line in self.told if line["event"] == event and containing in line["text"]
            ]
            if len(such) >= times:
                return such[-1]
            assert not over, f"it ended before it told {event}: {self.told} {self.complaints}"
            assert time.monotonic() < deadline, f"it does not tell {event}: {self.told}"
            time.sleep(0.02)

    def wait_for_phase(self, phase: Phase, seconds: float) -> bool:
        """Wait until it does this; False when that does not come in so many seconds."""
        deadline = time.monotonic() + seconds
        while self.phase is not phase:
            if time.monotonic() >= deadline or self.process.poll() is not None:
                return False
            time.sleep(_PAUSE_SECONDS)
        return True

    def lives(self) -> bool:
        """Whether it got as far as publishing, or ended before."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while self.process.poll() is None:
            if any(line["event"] == "standings.published" for line in self.told):
                return True
            assert time.monotonic() < deadline
            time.sleep(0.02)
        return False

    def ended(self) -> int:
        """Its exit status, once it has ended."""
        return self.process.wait(PATIENCE_SECONDS)

    def stop(self) -> int:
        """Ask it to end; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.ended()

    def kill(self) -> None:
        """As a power cut would."""
        with suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE_SECONDS)
