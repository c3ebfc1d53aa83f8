"""How a daemon comes into the world whose phase can be seen.

`python -m tests.faults.birth BOARD run CONFIG` is `tournamentd run CONFIG`; the first byte of the
file BOARD says in which phase it is. With no argument it is a nursery: it has imported everything,
and for each line on its input (a JSON list) forks a daemon, asks for one's status or waits for it.
That is a process of its own as well, which can be had ten times as fast.
"""

import json
import os
import subprocess
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.faults.phases import Board, mark

ROOT = Path(__file__).parent.parent.parent


class Nursery:
    """Makes daemons while the context lasts."""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.birth"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self._process.communicate()

    def start(self, board: Path, arguments: Sequence[str], out: Path, err: Path) -> "Child":
        """A daemon with these arguments."""
        return Child(self, self.ask("start", str(board), list(arguments), str(out), str(err)))

    def ask(self, *question: object) -> Any:  # noqa: ANN401 - JSON
        """Its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


class Child:
    """A daemon of a nursery, with the methods of a Popen that are needed."""

    def __init__(self, nursery: Nursery, pid: int) -> None:
        self.pid = pid
        self._nursery = nursery
        self._status: int | None = None

    def poll(self) -> int | None:
        """Its exit status; None while it lives."""
        if self._status is None:
            self._status = self._nursery.ask("look", self.pid)
        return self._status

    def wait(self, _seconds: float) -> int:
        """Its exit status, when it has ended."""
        if self._status is None:
            self._status = self._nursery.ask("wait", self.pid)
        assert self._status is not None
        return self._status

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it lives still."""
        if self._status is None:
            os.kill(self.pid, number)


def _nurse() -> None:
    from daemon.cli import running  # noqa: F401, PLC0415 - so that no child has to

    for line in sys.stdin:
        match json.loads(line):
            case ["start", board, arguments, out, err]:
                answer: object = _bear(board, arguments, out, err)
            case ["look", pid]:
                gone, status = os.waitpid(pid, os.WNOHANG)
                answer = os.waitstatus_to_exitcode(status) if gone else None
            case ["wait", pid]:
                answer = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        print(json.dumps(answer), flush=True)  # noqa: T201 - its answer


def _bear(board: str, arguments: list[str], out: str, err: str) -> int:
    child = os.fork()
    if child:
        return child
    status = 99
    try:
        for number, name in ((1, out), (2, err)):
            os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), number)
        status = _daemon(board, arguments)
    except BaseException:  # noqa: BLE001 - as the interpreter would show it
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _daemon(board: str, arguments: list[str]) -> int:
    mark(Board(Path(board)))
    from daemon.cli.main import main  # noqa: PLC0415 - importing it is a part of the first phase

    return main(arguments)


if __name__ == "__main__":
    if len(sys.argv) == 1:
        _nurse()
    else:
        sys.exit(_daemon(sys.argv[1], sys.argv[2:]))
