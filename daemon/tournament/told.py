"""One thing to tell the director: a line of the log."""

from dataclasses import dataclass, field
from enum import StrEnum

Value = str | int | None


class Level(StrEnum):
    """How loud to tell it."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Told:
    """Something to tell: an event of the catalogue, a sentence for people, and fields."""

    event: str
    text: str
    level: Level = Level.INFO
    fields: tuple[tuple[str, Value], ...] = field(default=())
