"""One thing to tell the director: a line of the log."""

from enum import StrEnum

from msgspec import Struct, field

Value = str | int | None


class Level(StrEnum):
    """How loud to tell it."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class Told(Struct, frozen=True):
    """Something to tell: an event of the catalogue, a sentence for people, and fields."""

    event: str
    text: str
    level: Level = Level.INFO
    fields: tuple[tuple[str, Value], ...] = field(default=())
