"""The federation's list of players on the disk: read again when it is another."""

import hashlib
from pathlib import Path

from msgspec import Struct

from daemon.frbe.player_list import PlayerList, read_player_list
from daemon.service.quiet import Stamp, stamp

LARGEST_LIST = 64 * 1024 * 1024
"""In bytes: the list has tens of thousands of players."""


class PlayersError(Exception):
    """The list cannot be used; the message says what to do."""


class Players(Struct, frozen=True):
    """A list, and the SHA-256 of its bytes."""

    known: PlayerList
    sha256: str


class PlayersFile:
    """Keeps what a list says, for as long as the file is the same."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read: tuple[Stamp | None, Players] | None = None

    def now(self) -> Players:
        """What the list says now. Raises PlayersError."""
        seen = stamp(self._path)
        if self._read is None or self._read[0] != seen:
            self._read = (seen, read_players(self._path))
        return self._read[1]


def read_players(path: Path) -> Players:
    """Read a list. Raises PlayersError; lines that are left out are no error."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_LIST + 1)
    except OSError as error:
        raise PlayersError(
            f"the federation's list {path} (frbe.players) cannot be read ({error.strerror}): put "
            "it there, or correct the setting; what lies in the inbox waits"
        ) from error
    if len(data) > LARGEST_LIST:
        raise PlayersError(
            f"the federation's list {path} (frbe.players) has more than "
            f"{LARGEST_LIST // 1024 // 1024} MB: name the right file; what lies in the inbox waits"
        )
    known, problems = read_player_list(data, str(path))
    if known is None:
        raise PlayersError(
            f"the federation's list {path} (frbe.players) cannot be used: {problems[0].message}; "
            "what lies in the inbox waits"
        )
    return Players(known, hashlib.sha256(data).hexdigest())
