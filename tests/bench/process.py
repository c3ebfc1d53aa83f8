"""A daemon in a process of its own, as its user starts it."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

import daemon
from tests.bench.stage import environment

ROOT = Path(daemon.__file__).parent.parent
COMMAND = (sys.executable, "-c", "from daemon.cli.main import entry_point; entry_point()")
PATIENCE_SECONDS = 300.0
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class LateError(Exception):
    """Something did not happen in time."""


@dataclass(frozen=True, slots=True)
class Took:
    """What a process takes: memory in MB, its threads, its file descriptors, seconds of CPU."""

    memory: float
    threads: int
    descriptors: int
    cpu: float


class Log:
    """The lines of a daemon's log, as they come."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._counts: dict[str, int] = {}
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._read, args=(stream,), daemon=True)
        self._thread.start()

    def count(self, event: str) -> int:
        """How often this was told."""
        return self._counts.get(event, 0)

    def wait_for(self, event: str, times: int = 1) -> None:
        """Wait until this was told so often. Raises LateError."""
        with self._news:
            if not self._news.wait_for(lambda: self.count(event) >= times, PATIENCE_SECONDS):
                raise LateError(f"{event} was not told {times} times: {self._counts}")

    def give_time(self, event: str, times: int, seconds: float) -> None:
        """Wait until this was told so often, and no longer than so many seconds."""
        with self._news:
            self._news.wait_for(lambda: self.count(event) >= times, seconds)

    def _read(self, stream: IO[bytes]) -> None:
        for line in stream:
            with suppress(ValueError, KeyError), self._news:
                event = json.loads(line)["event"]
                self._counts[event] = self.count(event) + 1
                self._news.notify_all()


class Running:
    """A daemon that runs."""

    def __init__(self, process: subprocess.Popen[bytes], log: Log) -> None:
        self.process = process
        self.log = log

    def took(self) -> Took:
        """What it takes at this moment (Linux)."""
        place = Path(f"/proc/{self.process.pid}")
        status = dict(
            line.split(":", 1)
            for line in (place / "status").read_text().splitlines()
            if ":" in line
        )
        fields = (place / "stat").read_text().rpartition(")")[2].split()
        return Took(
            int(status["VmRSS"].split()[0]) / 1024,
            int(status["Threads"]),
            len(list((place / "fd").iterdir())),
            (int(fields[11]) + int(fields[12])) / _TICKS,
        )


@contextmanager
def running(config: Path, *arguments: str, **more: str) -> Iterator[Running]:
    """Run the daemon on a configuration while the context lasts; `more` is its environment."""
    process = subprocess.Popen(
        [*COMMAND, "run", str(config), *arguments],
        cwd=ROOT,
        env={**environment(), **more},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if process.stdout is None:
        raise ValueError("a pipe was asked for")
    try:
        yield Running(process, Log(process.stdout))
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def ready_socket() -> Iterator[tuple[str, socket.socket]]:
    """A place where a service says that it is ready, as systemd gives it (Linux)."""
    with TemporaryDirectory() as directory, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as one:
        address = str(Path(directory) / "notify")
        one.bind(address)
        yield address, one


def seconds_of(*command: str) -> float:
    """How long a command takes; ValueError when it fails."""
    begun = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, check=False)
    took = time.perf_counter() - begun
    if done.returncode:
        raise ValueError(f"{command} ended with {done.returncode}: {done.stderr.decode()}")
    return took
