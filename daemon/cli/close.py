"""`close CONFIG`: the evening is over."""

import argparse
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from daemon.cli.archiving import archive_directory, file_name_of
from daemon.cli.building import UNUSABLE, rulings_path, rulings_sheet, state_directory
from daemon.cli.bundle import bundle
from daemon.cli.days import local_today
from daemon.cli.last_read import load_quietly
from daemon.cli.loading import Loaded
from daemon.cli.presence import daemon_runs
from daemon.cli.previewing import stage
from daemon.cli.remembering import conclude_ledger
from daemon.cli.report import print_problems, printable
from daemon.cli.running import run_loaded
from daemon.cli.spare import with_way_back
from daemon.directing.rewriting import RewriteError, text_of
from daemon.directing.rulings_text import RulingsRefusedError, read_text
from daemon.directing.writing import set_closed
from daemon.ledger.port import LedgerError
from daemon.ledger.sqlite import read_ledger
from daemon.movement.wording import plural
from daemon.publish.characters import characters_of
from daemon.publish.missing import Gap
from daemon.publish.replacing import replace_file, tidy
from daemon.publish.terminal import problems_text
from daemon.service.house import Orders
from daemon.settings.model import Stale
from daemon.toml.editing import EditError
from daemon.tournament.conclusion import Conclusion
from daemon.tournament.results import Results, Status
from daemon.tournament.rulings import RulingsText
from daemon.tournament.told import Level

_REFUSED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd close`."""
    parser.add_argument("config", type=Path, help="the configuration (TOML)")
    parser.add_argument(
        "--anyway",
        action="store_true",
        help="close though errors are open (results that are held count for nobody), or though "
        "nothing came in",
    )
    parser.add_argument(
        "--stale",
        type=Stale,
        choices=tuple(Stale),
        help="what to do with OUT files of an earlier event (else folder.stale decides)",
    )


def run(arguments: argparse.Namespace, today: Callable[[], date] = local_today) -> int:
    """Close the event; 1 when it stays open because something is open or cannot be written."""
    loaded = load_quietly(arguments.config)
    if loaded is None:
        return UNUSABLE
    closing = _Closing(loaded, arguments.config, arguments.stale, anyway=arguments.anyway)
    try:
        return closing.run(today())
    except RulingsRefusedError as error:
        print_problems(error.problems)
        _complain(str(error))
    except LedgerError as error:
        _complain(with_way_back(loaded, error))
    except (EditError, RewriteError) as error:
        _complain(str(error))
    except OSError as error:
        _complain(
            f"the archive cannot be written ({error.filename}: {error.strerror}): see that its "
            "folder may be written and its disk has room, then close again"
        )
    return _REFUSED


def _complain(message: str) -> None:
    print(f"tournamentd close: {printable(message)}", file=sys.stderr)


class _Closing(Struct, frozen=True):
    """The closing of one event."""

    loaded: Loaded
    config: Path
    stale: Stale | None
    anyway: bool

    def run(self, today: date) -> int:
        """Do it, step by step; what follows may be done again when one of them fails."""
        runs = daemon_runs(state_directory(self.loaded))
        path = rulings_path(self.loaded)
        text = text_of(path)
        again = text is not None and self._closes(read_text(path, text))
        read_ledger(state_directory(self.loaded)).close()  # without one there is nothing to close
        if not self._may_be_over(today):
            return _REFUSED
        # What lies in the folder counts, also when no daemon has seen it yet.
        if not runs and (status := self._run_once()):
            return status
        conclusion = conclude_ledger(self.loaded)
        if conclusion.plan.settings.event.identity != self.loaded.settings.event.identity:
            _complain(
                "this is another event than that of the ledger: set event.name and event.date "
                "back to close that one"
            )
            return _REFUSED
        if not (self._has_begun(conclusion) and self._may_close(conclusion, again=again)):
            return _REFUSED
        if not again:
            set_closed(rulings_sheet(self.loaded, self.config), closed=True)
            if not runs and (status := self._run_once()):
                return status
        self._tell(path, runs=runs, again=again)
        self._archive()
        return 0

    def _closes(self, read: RulingsText) -> bool:
        return read.closed and not read.is_of_another_day(self.loaded.settings.event.date)

    def _run_once(self) -> int:
        stale = self.stale or self.loaded.settings.folder.stale
        orders = Orders(stale, once=True, resume=True)
        # Who closes an evening wants to see what is odd, and not the whole evening again.
        return run_loaded(self.loaded, orders, least=Level.WARNING)

    def _may_be_over(self, today: date) -> bool:
        """Whether the day of the event has come, or that does not matter."""
        day = self.loaded.settings.event.date
        if day <= today or self.anyway:
            return True
        _complain(
            f"nothing was closed: the evening is on {day}, which is still to come; close with "
            f"--anyway if it is over all the same"
        )
        return False

    def _has_begun(self, conclusion: Conclusion) -> bool:
        """Whether a result came in or was ruled, or that does not matter.

        One that cannot be read is an error that is open, which is told as such.
        """
        came_in = any(history.records for history in conclusion.state.histories.values())
        errors = any(one.problem.is_error for one in conclusion.results.problems)
        if came_in or errors or conclusion.rulings.on_play or self.anyway:
            return True
        _complain(
            f"nothing was closed: no result has come in for {self.loaded.settings.event.date} so "
            f"far; close with --anyway if nothing will"
        )
        return False

    def _may_close(self, conclusion: Conclusion, *, again: bool) -> bool:
        """Whether no error is open, or that does not matter; what is owed and open is listed."""
        results = conclusion.results
        if not again:
            for line in _owed(conclusion):
                print(printable(line))
        errors = tuple(one for one in results.problems if one.problem.is_error)
        if not errors:
            return True
        held = plural(_count(results, Status.HELD), "result")
        print(f"{plural(len(errors), 'error')} open, {held} held:", file=sys.stderr)
        width = shutil.get_terminal_size().columns
        characters = characters_of(sys.stderr.encoding)
        listed = problems_text(replace(results, problems=errors), width, characters)
        print(f"\n{listed}", end="", file=sys.stderr)
        if self.anyway:
            print("Closed anyway: what is held counts for nobody.")
            return True
        done = "it is closed, and the archive was not written" if again else "nothing was closed"
        _complain(
            f"{done}: settle what is named above, or close with --anyway (what is held counts for "
            f"nobody then)"
        )
        return False

    def _tell(self, path: Path, *, runs: bool, again: bool) -> None:
        if again:
            print(f"It was closed already ({path}); the archive is written anew.")
        else:
            print(
                f"Closed: {path} says closed = true. Take that line out to open the evening again."
            )
        if runs:
            print("The daemon makes the results final within seconds; then it may be stopped.")
        else:
            print("The results are final.")

    def _archive(self) -> None:
        """Write everything into one file, as the rulings have it now."""
        text = text_of(rulings_path(self.loaded)) or ""
        conclusion = stage(self.loaded).conclusion(text)
        name = file_name_of(self.loaded.settings.event.identity)
        target = archive_directory(self.loaded) / f"{name}.zip"
        target.parent.mkdir(exist_ok=True)
        tidy(target)
        replace_file(target, bundle(self.loaded, conclusion), sleep=time.sleep)
        print(f"Everything is in {target}")


def _owed(conclusion: Conclusion) -> Iterator[str]:
    """What becomes not played."""
    results = conclusion.results
    owed: dict[tuple[str, int, int, int, int], list[int]] = {}
    for traveller in results.travellers:
        for line in traveller.lines:
            if line.status is Status.MISSING and line.round is not None:
                key = (traveller.section, line.round, line.table, line.ns, line.ew)
                owed.setdefault(key, []).append(traveller.board)
    missing = _count(results, Status.MISSING)
    if not missing:
        yield "Nothing is missing."
        return
    yield f"{plural(missing, 'result')} of {results.expected} did not come in, so not played:"
    for where, boards in sorted(owed.items()):
        yield f"  {Gap(*where, boards=tuple(sorted(boards)))}"


def _count(results: Results, status: Status) -> int:
    lines = (line for traveller in results.travellers for line in traveller.lines)
    return sum(line.status is status for line in lines)
