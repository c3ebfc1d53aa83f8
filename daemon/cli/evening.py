"""What the files of a new evening say."""

from datetime import date
from importlib.resources import files
from string import Template

from msgspec import Struct

from daemon.movement.movement import Movement

CONFIGURATION = "tournament.toml"
MOVEMENT = "movement.asc"
NAMES = "names.csv"
RULINGS = "rulings.toml"

_NAMES_OF_PAIRS = "number,name1,id1,name2,id2"
_NAMES_OF_PLAYERS = "number,name1,id1"


class Game(Struct, frozen=True):
    """What is played: a movement, the file that holds it, and the boards of a round.

    `absent` are the numbers of those who do not play.
    """

    movement: Movement
    file: bytes
    boards_per_round: int
    absent: tuple[int, ...] = ()


class Evening(Struct, frozen=True):
    """What tells one evening from another; `folder` is the tablets', as the settings name it."""

    name: str
    day: date
    folder: str
    game: Game


def evening_files(evening: Evening) -> dict[str, bytes]:
    """File name -> content, for all files of an evening."""
    return {
        CONFIGURATION: _from_template(
            CONFIGURATION,
            name=toml_text(evening.name),
            date=evening.day.isoformat(),
            folder=toml_text(evening.folder),
            boards_per_round=str(evening.game.boards_per_round),
            absent=_absent(evening.game.absent),
        ),
        MOVEMENT: evening.game.file,
        NAMES: _names(evening.game.movement).encode("ascii"),
        RULINGS: no_rulings_yet(evening.day).encode("utf-8"),
    }


def no_rulings_yet(day: date) -> str:
    """The rulings file of an evening that has none so far."""
    return _from_template(RULINGS, date=day.isoformat()).decode("utf-8")


def toml_text(text: str) -> str:
    r"""Quote a text without control characters; `C:\club` stays as it is, in single quotes."""
    if "\\" in text and "'" not in text:
        return f"'{text}'"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


class _Marked(Template):
    """A text whose marks begin with @, because it has $ and braces of its own."""

    delimiter = "@"


def _from_template(name: str, /, **values: str) -> bytes:
    text = (files("daemon.cli") / "templates" / name).read_text(encoding="utf-8")
    return _Marked(text).substitute(values).encode("utf-8")


def _absent(numbers: tuple[int, ...]) -> str:
    """The setting, or its default behind a # as the template has it for all others."""
    setting = f"absent = [{', '.join(map(str, numbers))}]"
    return setting if numbers else f"#{setting}"


def _names(movement: Movement) -> str:
    header = _NAMES_OF_PLAYERS if movement.individual else _NAMES_OF_PAIRS
    seated = sorted(
        {
            number
            for sets in movement.rounds_sets
            for here in sets
            if here is not None
            for number in here.contestants
        }
    )
    blanks = "," * header.count(",")
    return "".join(f"{line}\n" for line in (header, *(f"{number}{blanks}" for number in seated)))
