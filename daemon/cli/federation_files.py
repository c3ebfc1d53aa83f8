"""Files that the commands of the federation's report read and write."""

from pathlib import Path

from daemon.cli.refused import reason
from daemon.cli.report import print_problems
from daemon.frbe.player_list import PlayerList, read_player_list
from daemon.frbe.text import MAX_BYTES
from daemon.problem import Problem, Severity

FAILED = 1
WRONG_USAGE = 2

# The federation's list has tens of thousands of players.
_LARGEST_LIST = 64 * 1024 * 1024


class FileError(Exception):
    """A file that cannot be read or written, as problems, and the exit status for it."""

    def __init__(self, *problems: Problem, status: int = FAILED) -> None:
        super().__init__(problems[0].message)
        self.problems = problems
        self.status = status


def read_bytes(file: str, most: int = MAX_BYTES) -> bytes:
    """The bytes of a file, one more than `most` at most. Raises FileError."""
    try:
        with Path(file).open("rb") as opened:
            return opened.read(most + 1)
    except OSError as error:
        message = f"this file cannot be read ({reason(error)}): check its name and folder"
        raise FileError(Problem(Severity.ERROR, "file", message, file)) from None


def read_players(file: str) -> PlayerList:
    """The federation's list; what is odd in it is printed. Raises FileError."""
    players, problems = read_player_list(read_bytes(file, _LARGEST_LIST), file)
    if players is None:
        raise FileError(*problems)
    print_problems(problems)
    return players


def write_new(path: Path, data: bytes) -> None:
    """Write a file that must not be there yet, wholly or not at all. Raises OSError."""
    out = path.open("xb")
    try:
        with out:
            out.write(data)
    except OSError:
        path.unlink()
        raise


def write_bytes(file: str, data: bytes, *, force: bool) -> None:
    """Write a file, over one that is there only with `force`. Raises FileError."""
    try:
        if force:
            Path(file).write_bytes(data)
        else:
            write_new(Path(file), data)
    except FileExistsError:
        message = "this file exists already: give another name, or --force to write over it"
        refused = Problem(Severity.ERROR, "file", message, file)
        raise FileError(refused, status=WRONG_USAGE) from None
    except OSError as error:
        message = f"this file cannot be written ({reason(error)}): give another name"
        raise FileError(Problem(Severity.ERROR, "file", message, file)) from None
