"""The text of the rulings file, ready to be added to: of this event, and readable."""

from collections.abc import Iterable
from datetime import date
from pathlib import Path

from msgspec import Struct

from daemon.problem import Problem, Source
from daemon.toml import Document, read_toml
from daemon.toml.editing import entries_of, set_key
from daemon.tournament.entry import RulingsRead
from daemon.tournament.rulings import RulingsText, no_rulings, read_rulings

_MARK = "\ufeff"


class Sheet(Struct, frozen=True):
    """The file that the rulings of an event stand in.

    `day` is the day of the event, `config` its configuration, and `state` the directory of its
    ledger.
    """

    path: Path
    day: date
    config: Path
    state: Path


class RulingsRefusedError(Exception):
    """Nothing was written; the message says what to do, and `problems` where something is wrong."""

    def __init__(self, message: str, problems: Iterable[Problem] = ()) -> None:
        super().__init__(message)
        self.problems = tuple(problems)


def read_document(name: str, text: str) -> Document:
    """The text as TOML. Raises RulingsRefusedError when it is none."""
    document, problems = read_toml(Source(name, text))
    if document is None:
        message = f"nothing was written: mend {name} first, in the lines that are named above"
        raise RulingsRefusedError(message, problems)
    return document


def read_text(path: Path, text: str) -> RulingsText:
    """What the daemon will read. Raises RulingsRefusedError when it is no TOML."""
    read_document(str(path), text)
    return read_rulings(RulingsRead(str(path), text.removeprefix(_MARK)), no_rulings())


def ready(sheet: Sheet, text: str | None) -> str:
    """The text of this event's rulings: begun when there is no file, dated when nothing is ruled.

    Raises RulingsRefusedError when it is of another day, or no TOML.
    """
    if text is None:
        return f"event = {sheet.day}\n"
    read = read_text(sheet.path, text)
    if read.day == sheet.day:
        return text
    if not entries_of(text) and not read.closed:
        return set_key(text, "event", sheet.day)
    if read.day is not None:
        raise RulingsRefusedError(_of_another_day(sheet, read.day))
    return text


def _of_another_day(sheet: Sheet, theirs: date) -> str:
    return (
        f"the rulings in {sheet.path} are for {theirs}, and this event is on {sheet.day}: nothing "
        f"was written. `tournamentd next {sheet.config}` puts the old ones away and begins new "
        f"ones; if they are of this evening, write event = {sheet.day} at the top of that file"
    )
