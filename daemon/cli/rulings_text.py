"""The text of the rulings file, ready to be added to: of this event, and readable."""

from collections.abc import Iterable
from datetime import date
from pathlib import Path

from daemon.cli.building import rulings_path
from daemon.cli.loading import Loaded
from daemon.problem import Problem, Source
from daemon.toml import Document, read_toml
from daemon.toml.editing import entries_of, set_key
from daemon.tournament.entry import RulingsRead
from daemon.tournament.rulings import RulingsText, no_rulings, read_rulings

_MARK = "\ufeff"


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


def ready(loaded: Loaded, config: Path, text: str | None) -> str:
    """The text of this event's rulings: begun when there is no file, dated when nothing is ruled.

    Raises RulingsRefusedError when it is of another day, or no TOML.
    """
    path, day = rulings_path(loaded), loaded.settings.event.date
    if text is None:
        return f"event = {day}\n"
    read = read_text(path, text)
    if read.day == day:
        return text
    if not entries_of(text) and not read.closed:
        return set_key(text, "event", day)
    if read.day is not None:
        raise RulingsRefusedError(_of_another_day(path, config, read.day, day))
    return text


def _of_another_day(path: Path, config: Path, theirs: date, ours: date) -> str:
    return (
        f"the rulings in {path} are for {theirs}, and this event is on {ours}: nothing was "
        f"written. `tournamentd next {config}` puts the old ones away and begins new ones; if they "
        f"are of this evening, write event = {ours} at the top of that file"
    )
