"""`rule CONFIG ...`: writes into the rulings file what the director would write there."""

import argparse
import sys
from pathlib import Path

from msgspec import Struct

from daemon.cli.building import UNUSABLE, rulings_sheet, state_directory
from daemon.cli.last_read import load_quietly
from daemon.cli.loading import Loaded
from daemon.cli.presence import daemon_runs
from daemon.cli.previewing import stage
from daemon.cli.report import print_problems, printable
from daemon.directing.rewriting import RewriteError, text_of
from daemon.directing.rule_values import UsageError, read_values
from daemon.directing.rulings_text import RulingsRefusedError, Sheet, read_text
from daemon.directing.trying import Stage, effects, rulings_problems
from daemon.directing.writing import Written, on_one_line, take_out, write
from daemon.problem import Problem
from daemon.toml.editing import Block, EditError, entries_of, entry_text, remove_entry

_REFUSED = 1
_WRONG_USAGE = 2
_STDIN = "-"
_LIST = "list"
_UNDO = "undo"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd rule`."""
    parser.usage = (
        "tournamentd rule CONFIG KIND KEY=VALUE...\n"
        "       tournamentd rule CONFIG - (entries from the standard input)\n"
        "       tournamentd rule CONFIG list\n"
        "       tournamentd rule CONFIG undo [N]"
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "for example:\n"
        "  rule CONFIG result board=7 ns=3 contract=3NT declarer=N result=+1\n"
        "  rule CONFIG artificial board=7 ns=3 ns_award=A+ ew_award=A-\n"
        "  rule CONFIG not_played round=4 table=2"
    )
    parser.add_argument("config", type=Path, metavar="CONFIG", help="the configuration (TOML)")
    parser.add_argument(
        "kind", metavar="KIND", help="what it is: result, assigned, artificial, not_played, ..."
    )
    parser.add_argument("values", nargs="*", metavar="KEY=VALUE", help="what it says")


def run(arguments: argparse.Namespace) -> int:
    """Write, list or take out entries.

    1 when nothing was written because something is wrong (it is printed), 2 when it cannot be
    understood.
    """
    kind, values = arguments.kind, arguments.values
    try:
        if kind == _LIST:
            _no_more(values)
        number = _number(values) if kind == _UNDO else None
        written = None
        if kind == _STDIN:
            _no_more(values)
            written = Written.pasted(sys.stdin.read(), "the standard input")
        elif kind not in {_LIST, _UNDO}:
            written = Written(entry_text(kind.replace("-", "_"), read_values(values)))
    except UsageError as error:
        print(f"tournamentd rule: {printable(str(error))}", file=sys.stderr)
        return _WRONG_USAGE
    loaded = load_quietly(arguments.config)
    if loaded is None:
        return UNUSABLE
    desk = Desk(loaded, arguments.config, stage(loaded))
    try:
        if written is not None:
            return desk.write(written)
        return desk.show() if kind == _LIST else desk.undo(number)
    except RulingsRefusedError as error:
        print_problems(error.problems)
        print(f"tournamentd rule: {printable(str(error))}", file=sys.stderr)
    except (EditError, RewriteError) as error:
        print(f"tournamentd rule: nothing was written: {printable(str(error))}", file=sys.stderr)
    return _REFUSED


def _no_more(values: list[str]) -> None:
    if values:
        raise UsageError(f"nothing may follow here, and there is {values[0]}: take it away")


def _number(values: list[str]) -> int | None:
    if not values:
        return None
    if len(values) > 1 or not values[0].isascii() or not values[0].isdecimal():
        message = f"{' '.join(values)} is no number of an entry: `rule CONFIG list` shows them"
        raise UsageError(message)
    return int(values[0])


class Desk(Struct, frozen=True):
    """Where the director works: an event and its rulings file."""

    loaded: Loaded
    config: Path
    stage: Stage

    @property
    def sheet(self) -> Sheet:
        """The rulings file and what it is about."""
        return rulings_sheet(self.loaded, self.config)

    @property
    def path(self) -> Path:
        """The rulings file."""
        return self.sheet.path

    def write(self, written: Written) -> int:
        """Add entries, unless something is wrong with them."""
        seen = write(self.sheet, self.stage, written)
        print_problems(seen.problems)
        self._tell(seen.words or tuple(map(_shown, entries_of(written.text))))
        print(f"Written to {printable(str(self.path))}. {self._what_follows()}")
        return 0

    def undo(self, number: int | None) -> int:
        """Take an entry out: the last one, or the one of this number."""
        taken = take_out(self.sheet, self.stage, number)
        print(f"Taken out of {printable(str(self.path))}:")
        lines = taken.block.text.splitlines()
        print("".join(f"  {printable(line)}\n" for line in lines), end="")
        self._tell(taken.seen.words)
        print(self._what_follows())
        return 0

    def show(self) -> int:
        """List all entries with what they do; 1 when something is wrong with the file."""
        text = text_of(self.path) or ""
        read = read_text(self.path, text)
        blocks = entries_of(text)
        if not blocks:
            print(f"There are no rulings in {printable(str(self.path))}.")
        if read.closed:
            print("The evening is closed (closed = true).")
        self._note()
        conclusion = self.stage.conclusion(text)
        problems = rulings_problems(conclusion, self.path)
        for number, block in enumerate(blocks, start=1):
            print(f"{number:>2}. {_shown(block)}")
            without = remove_entry(text, block.kind, block.number)
            for line in effects(self.stage, without, conclusion):
                print(f"    {printable(line)}")
            for problem in problems:
                if _is_about(problem, block):
                    print(f"    {problem.one_line()}")
        others = [one for one in problems if not any(_is_about(one, each) for each in blocks)]
        print_problems(others)
        return _REFUSED if any(problem.is_error for problem in problems) else 0

    def _tell(self, words: tuple[str, ...]) -> None:
        self._note()
        for line in words:
            print(printable(line))

    def _note(self) -> None:
        if self.stage.unread is not None:
            print(
                f"tournamentd rule: what came in so far is not known, so this is by the plan "
                f"alone: {self.stage.unread}",
                file=sys.stderr,
            )

    def _what_follows(self) -> str:
        if daemon_runs(state_directory(self.loaded)):
            return "The daemon applies it within seconds."
        return f"No daemon runs: `tournamentd run {self.config}` will apply it."


def _shown(block: Block) -> str:
    return printable(on_one_line(block))


def _is_about(problem: Problem, block: Block) -> bool:
    return problem.span is not None and block.first <= problem.span.line <= block.last
