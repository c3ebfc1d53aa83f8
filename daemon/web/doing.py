"""What the director does on the page: entries into the rulings file and out of it, and the answer.

Everything goes the way of the command `rule`: tried out, then written whole, comments kept.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path

from msgspec import Struct, field

from daemon.directing.rewriting import RewriteError, text_of
from daemon.directing.rule_values import read_value
from daemon.directing.rulings_text import RulingsRefusedError
from daemon.directing.trying import Stage
from daemon.directing.writing import (
    Written,
    on_one_line,
    set_closed,
    take_out,
    try_out,
    write,
)
from daemon.problem import Problem
from daemon.toml.editing import EditError, Plain, entries_of, entry_text
from daemon.web.in_force import mark_of
from daemon.web.premises import Premises

_APPLIED_SECONDS = 2.0
"""So long an answer waits for the daemon to have read what was written."""

_WHERE = ("section", "board", "ns")
KEYS: Mapping[str, tuple[str, ...]] = {
    "result": (*_WHERE, "contract", "declarer", "result", "score", "reason"),
    "assigned": (*_WHERE, "contract", "declarer", "result", "score", "reason"),
    "artificial": (*_WHERE, "ns_award", "ew_award", "reason"),
    "not_played": (*_WHERE, "round", "table", "reason"),
    "moved": ("section", "from_board", "to_board", "table", "ns", "swap", "reason"),
    "reversed": ("section", "round", "table", "reason"),
}
"""What the page has forms for, and the keys of each in their order."""

PASTED = "what was pasted"


class Undo(Struct, frozen=True):
    """The entry that a button takes out again."""

    number: int
    mark: str


class Came(StrEnum):
    """What came of what the director asked for."""

    DONE = "done"
    TRIED = "tried"
    REFUSED = "refused"


class Answer(Struct, frozen=True):
    """What to say about it. `entry` is the text that it is about, `undo` takes that out again."""

    came: Came
    title: str
    lines: tuple[str, ...] = ()
    entry: str = ""
    undo: Undo | None = field(default=None)


class UnknownFormError(ValueError):
    """There is no such form."""


def entry_of(fields: Mapping[str, str]) -> Written:
    """What a form asks to be written. Raises UnknownFormError."""
    if "entry" in fields:
        return Written.pasted(fields["entry"], PASTED)
    kind = fields.get("kind", "")
    if kind not in KEYS:
        raise UnknownFormError(kind)
    values: dict[str, Plain] = {
        key: read_value(key, fields[key].strip()) for key in KEYS[kind] if key in fields
    }
    return Written(entry_text(kind, values))


class Doing:
    """Writes for the director. `nudge` has the rulings file read at once."""

    def __init__(self, premises: Premises, nudge: Callable[[], None]) -> None:
        self._premises = premises
        self._nudge = nudge

    def write(self, written: Written) -> Answer:
        """Write entries, and say what they do."""

        def do() -> Answer:
            seen = write(self._premises.sheet, self._stage(), written)
            lines = (*seen.words, *_said(seen.problems)) or _as_written(written)
            self._let_it_be_read()
            return Answer(Came.DONE, "Written", lines, written.text, self._last())

        return _refusals(do, "Nothing was written", written.text)

    def try_out(self, written: Written) -> Answer:
        """Say what entries would do."""

        def do() -> Answer:
            seen = try_out(self._premises.sheet, self._stage(), written)
            lines = (*seen.words, *_said(seen.problems)) or ("It changes nothing.",)
            return Answer(
                Came.TRIED, "This is what it will do; nothing is written yet", lines, written.text
            )

        return _refusals(do, "It cannot be written like this", written.text)

    def take_out(self, undo: Undo) -> Answer:
        """Take an entry out, and say what that does."""

        def do() -> Answer:
            taken = take_out(
                self._premises.sheet,
                self._stage(),
                undo.number,
                lambda block: mark_of(block) == undo.mark,
            )
            self._let_it_be_read()
            return Answer(Came.DONE, "Taken out", taken.seen.words, taken.block.text)

        return _refusals(do, "Nothing was taken out", "")

    def set_closed(self, *, closed: bool) -> Answer:
        """Say that the evening is over, or open again."""

        def do() -> Answer:
            set_closed(self._premises.sheet, closed=closed)
            self._let_it_be_read()
            if not closed:
                return Answer(Came.DONE, "The evening is open again")
            line = (
                "The results are final. `tournamentd close` puts everything into an archive, too."
            )
            return Answer(Came.DONE, "The evening is closed", (line,))

        return _refusals(do, "Nothing was written", "")

    def _stage(self) -> Stage:
        premises, conclusion = self._premises, self._premises.window.look().conclusion
        if conclusion is None:
            raise RulingsRefusedError("the daemon is still starting: try again in a moment")
        # Under the name that the daemon reads it by: what it knows is not worked out anew then.
        path = Path(premises.sheet.path.name)
        return Stage(conclusion.state, premises.secret, path, known=conclusion)

    def _let_it_be_read(self) -> None:
        """Have the daemon read the file, and wait a moment until it has."""
        text = (text_of(self._premises.sheet.path) or "").removeprefix("\ufeff")
        self._nudge()
        self._premises.window.wait_for(
            lambda look: look.conclusion is not None and look.conclusion.state.rulings.text == text,
            _APPLIED_SECONDS,
        )

    def _last(self) -> Undo | None:
        blocks = entries_of(text_of(self._premises.sheet.path) or "")
        return Undo(len(blocks), mark_of(blocks[-1])) if blocks else None


def _refusals(do: Callable[[], Answer], title: str, entry: str) -> Answer:
    try:
        return do()
    except RulingsRefusedError as error:
        return Answer(Came.REFUSED, title, _said(error.problems) or (str(error),), entry)
    except (EditError, RewriteError) as error:
        return Answer(Came.REFUSED, title, (str(error),), entry)


def _said(problems: tuple[Problem, ...]) -> tuple[str, ...]:
    return tuple(
        problem.message
        if problem.span is None
        else f"{problem.file}, line {problem.span.line}: {problem.message}"
        for problem in problems
    )


def _as_written(written: Written) -> tuple[str, ...]:
    return tuple(map(on_one_line, entries_of(written.text)))
