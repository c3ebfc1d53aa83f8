"""What a reader is to the fuzzing: files to begin with, and what comes of any bytes."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from daemon.problem import Problem, Source


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of some bytes.

    `problems` are those that people are told. `source` is the text that they point into, where it
    is one. `result` is all that was read, to be compared with a second reading.
    """

    problems: tuple[Problem, ...] = ()
    source: Source | None = None
    result: object = None

    def is_same(self, other: "Seen") -> bool:
        """Whether nothing differs that people or programs are told."""
        return (self.problems, self.result) == (other.problems, other.result)


@dataclass(frozen=True, slots=True)
class Reader:
    """Something that reads what others wrote.

    `seeds` are whole, real files. `read` raises nothing, whatever the bytes: what a reader says
    that it raises is caught there. `secrets` must not stand in any problem. `seconds` of processor
    time are far more than any input of a few kilobytes may take.
    """

    name: str
    seeds: tuple[bytes, ...]
    read: Callable[[bytes], Seen]
    secrets: Collection[str] = ()
    seconds: float = 5.0
