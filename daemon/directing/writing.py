"""Entries into the rulings file and out of it, each tried out before anything is written."""

import textwrap
import tomllib
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from daemon.directing.rewriting import rewrite, taking_turns, text_of
from daemon.directing.rulings_text import RulingsRefusedError, Sheet, read_document, ready
from daemon.directing.trying import Preview, Stage, preview
from daemon.problem import Problem, Span, split_lines
from daemon.toml.editing import Block, add_entries, entries_of, entry_text, remove_entry, set_key

_NOTHING = "# No rulings any more.\n"
"""A file that is suddenly empty is taken for one that is being written."""

_CLOSED = "closed"


class Written(Struct, frozen=True):
    """Entries to be added; `above` counts the lines that stood above them where they were written.

    `above` is None for an entry whose text nobody has seen; `where` says where a text was written,
    for those who look for what is wrong with it.
    """

    text: str
    above: int | None = None
    where: str = "the standard input"

    @classmethod
    def pasted(cls, text: str, where: str) -> "Written":
        """What somebody pasted."""
        plain = text.removeprefix("\ufeff").replace("\r\n", "\n")
        entries = textwrap.dedent(plain).strip("\n")
        return cls(f"{entries}\n", len(plain) - len(plain.lstrip("\n")), where)

    def check(self) -> None:
        """Raise RulingsRefusedError when it is no TOML; only pasted text can be none."""
        if self.above is not None:
            read_document(self.where, "\n" * self.above + self.text)

    def placed(self, problem: Problem, first: int) -> Problem:
        """The problem where whoever wrote the entries finds it.

        `first` is the line that they would have begun at in the file.
        """
        if self.above is None or problem.span is None:
            return replace(problem, file=None, span=None, excerpt=None)
        span = problem.span
        line = span.line - first + 1 + self.above
        return replace(problem, file=self.where, span=Span(line, span.column, span.length))


class TakenOut(Struct, frozen=True):
    """An entry that was taken out, and what that came to."""

    block: Block
    seen: Preview


def write(sheet: Sheet, on: Stage, written: Written) -> Preview:
    """Add entries, unless something is wrong with them; `on` is what they are tried on.

    Raises RulingsRefusedError, EditError and RewriteError: then nothing was written.
    """
    written.check()
    seen = Preview((), ())

    def change(text: str | None) -> str:
        nonlocal seen
        after, seen = _added(sheet, on, written, text)
        return after

    with taking_turns(sheet.state):
        rewrite(sheet.path, change)
    return seen


def try_out(sheet: Sheet, on: Stage, written: Written) -> Preview:
    """What `write` would come to; raises as it does, and writes nothing."""
    written.check()
    return _added(sheet, on, written, text_of(sheet.path))[1]


def _added(sheet: Sheet, on: Stage, written: Written, text: str | None) -> tuple[str, Preview]:
    before = ready(sheet, text)
    after = add_entries(before, written.text)
    first = len(split_lines(before)) + 2 if before else 1
    seen = preview(on, before, after)
    placed = tuple(written.placed(problem, first) for problem in seen.problems)
    if any(problem.is_error for problem in placed):
        message = "nothing was written: mend what is named above, then say it again"
        raise RulingsRefusedError(message, placed)
    return after, replace(seen, problems=placed)


def take_out(
    sheet: Sheet,
    on: Stage,
    number: int | None,
    is_meant: Callable[[Block], bool] = lambda _: True,
) -> TakenOut:
    """Take an entry out: the last one, or the one of this number, if it is the one that is meant.

    Raises RulingsRefusedError, EditError and RewriteError: then nothing was written.
    """
    taken: TakenOut | None = None

    def change(text: str | None) -> str:
        nonlocal taken
        before = text or ""
        read_document(str(sheet.path), before)
        blocks = entries_of(before)
        if not blocks or not 1 <= (number or len(blocks)) <= len(blocks):
            raise RulingsRefusedError(_no_such(sheet.path, number, len(blocks)))
        gone = blocks[(number or len(blocks)) - 1]
        if not is_meant(gone):
            raise RulingsRefusedError(_MOVED)
        after = remove_entry(before, gone.kind, gone.number)
        if not after.strip("\ufeff \t\r\n"):
            after += _NOTHING
        taken = TakenOut(gone, preview(on, before, after))
        return after

    with taking_turns(sheet.state):
        rewrite(sheet.path, change)
    if taken is None:
        raise AssertionError("`rewrite` asks for the change")
    return taken


_MOVED = (
    "nothing was taken out: somebody has changed the rulings meanwhile, and another entry stands "
    "there now: look at the list again"
)


def set_closed(sheet: Sheet, *, closed: bool) -> None:
    """Say that the evening is over, or that it goes on after all.

    Raises RulingsRefusedError, EditError and RewriteError: then nothing was written.
    """
    with taking_turns(sheet.state):
        rewrite(sheet.path, lambda text: set_key(ready(sheet, text), _CLOSED, closed))


def on_one_line(block: Block) -> str:
    """`[[result]] board = 7, ns = 3, score = 50`, without comments."""
    entry = tomllib.loads(block.text)[block.kind]
    values = entry[0] if isinstance(entry, list) else entry
    heading, *keys = entry_text(block.kind, values).splitlines()
    return " ".join([heading, ", ".join(keys)]).rstrip()


def _no_such(path: Path, number: int | None, count: int) -> str:
    if count == 0:
        return f"nothing was taken out: there are no rulings in {path}"
    return (
        f"nothing was taken out: there is no entry {number} in {path}, there are {count}: "
        "`rule CONFIG list` shows them"
    )
