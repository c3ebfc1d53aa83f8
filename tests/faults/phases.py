"""What a daemon is doing at every moment, written where it can be read after its death."""

import mmap
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from typing import Any


class Phase(IntEnum):
    """What a daemon does; before it can say so, it starts."""

    STARTING = 0
    OPENING = 1
    LOOKING = 2
    PUSHING = 3
    COMMITTING = 4
    SCORING = 5
    PUBLISHING = 6
    WAITING = 7


class Board:
    """The file that says the phase. A mapping outlives the process that wrote to it."""

    def __init__(self, file: Path) -> None:
        self._file = file.open("r+b")
        self._map = mmap.mmap(self._file.fileno(), 1)

    @classmethod
    def new(cls, file: Path) -> "Board":
        """A board that says STARTING."""
        file.write_bytes(b"\0")
        return cls(file)

    @property
    def phase(self) -> Phase:
        """What it says."""
        return Phase(self._map[0])

    @phase.setter
    def phase(self, phase: Phase) -> None:
        self._map[0] = phase

    def close(self) -> None:
        """Let go of the file."""
        self._map.close()
        self._file.close()


def _marking(
    board: Board,
    owner: Any,  # noqa: ANN401 - a module or a class
    name: str,
    during: Phase,
    after: Phase,
) -> None:
    """Have the board say what goes on while a function of the daemon runs, and after it."""
    function: Callable[..., Any] = getattr(owner, name)

    def marked(*arguments: Any, **keywords: Any) -> Any:  # noqa: ANN401 - whatever the function has
        board.phase = during
        try:
            return function(*arguments, **keywords)
        finally:
            board.phase = after

    setattr(owner, name, marked)


def mark(board: Board) -> None:
    """Have every phase of this process shown on the board."""
    from daemon.cli import running  # noqa: PLC0415 - importing it is a part of the first phase
    from daemon.ledger.sqlite import SqliteLedger  # noqa: PLC0415
    from daemon.publish.writing import Publisher  # noqa: PLC0415
    from daemon.service import pusher  # noqa: PLC0415

    _marking(board, running, "open_or_salvage", Phase.OPENING, Phase.LOOKING)
    _marking(board, pusher, "push", Phase.PUSHING, Phase.SCORING)
    _marking(board, SqliteLedger, "append", Phase.COMMITTING, Phase.SCORING)
    # A page: `publish` itself only says which, one after the other.
    _marking(board, Publisher, "_bring", Phase.PUBLISHING, Phase.WAITING)
