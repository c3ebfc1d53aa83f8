"""What one OUT file says, line by line."""

from msgspec import Struct

from daemon.bridge.auction import Call
from daemon.bridge.board import Vulnerability
from daemon.bridge.card import Card
from daemon.bridge.contract import Outcome
from daemon.bridge.seat import Seat
from daemon.problem import Problem


class TimedCall(Struct, frozen=True):
    """A call with the time it took (None when the time was cut off) and its alert."""

    call: Call
    milliseconds: int | None
    alerted: bool


class Place(Struct, frozen=True):
    """Where a line says it was played; the numbers are those that the device shows."""

    table: int
    board: int
    ns: int
    ew: int


class Record(Struct, frozen=True):
    """A line that can be scored.

    `outcome` is what is scored: doubling that was inferred is in it (and flagged in `problems`).
    `ns_score` is worked out from `outcome` and the board's vulnerability; `written_score` is what
    the line says (None when it is empty, as it is when a board is passed out). `dealer` and
    `vulnerability` are the line's own. `problems` are warnings only.
    """

    line: int
    text: str
    place: Place
    dealer: Seat
    vulnerability: Vulnerability
    outcome: Outcome
    lead: Card | None
    written_score: int | None
    ns_score: int
    auction: tuple[TimedCall, ...]
    problems: tuple[Problem, ...] = ()


class HeldLine(Struct, frozen=True):
    """A line that must not be scored, and why.

    `problem` is an error, or a warning for `line-torn` and `referee-score`. `place` is None when
    even that could not be read; `referee_text` is the director's free text of a `referee-score`.
    """

    line: int
    text: str
    place: Place | None
    problem: Problem
    referee_text: str | None = None


class OutFile(Struct, frozen=True):
    """One reading of an OUT file: the device that wrote it, and its lines in order.

    `problems` are about the file as a whole (such as `device-missing`).
    """

    device: str | None
    latest: int | None
    lines: tuple[Record | HeldLine, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def records(self) -> tuple[Record, ...]:
        """The lines that can be scored."""
        return tuple(line for line in self.lines if isinstance(line, Record))

    @property
    def held(self) -> tuple[HeldLine, ...]:
        """The lines that must not be scored."""
        return tuple(line for line in self.lines if isinstance(line, HeldLine))

    @property
    def all_problems(self) -> tuple[Problem, ...]:
        """Everything that is odd: about the file, then line by line."""
        found = list(self.problems)
        for line in self.lines:
            found.extend(line.problems if isinstance(line, Record) else [line.problem])
        return tuple(found)
