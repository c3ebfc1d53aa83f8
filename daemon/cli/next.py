"""`next CONFIG`: the evening that was goes into the archive, and all is ready for the next one."""

import argparse
import sys
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

from filelock import BaseFileLock
from msgspec.structs import replace

from daemon.cli.archiving import archive_directory, file_name_of, new_directory
from daemon.cli.building import UNUSABLE, load_or_explain, open_folder, state_directory
from daemon.cli.changeover import Changeover
from daemon.cli.days import local_now, read_day
from daemon.cli.earlier import earlier
from daemon.cli.loading import Loaded
from daemon.cli.next_day import next_day
from daemon.cli.next_words import complain, still_played, what_is_lost, why
from daemon.cli.old_event import OldEvent, read_old_event
from daemon.cli.passing import BROKEN_OFF, status_of
from daemon.cli.tablet_files import Lying, look
from daemon.cli.under_way import is_under_way, what_it_comes_to
from daemon.cli.unfinished import Unfinished, find_unfinished
from daemon.directing.rewriting import RewriteError
from daemon.folder.port import FolderError
from daemon.ledger.port import LedgerError
from daemon.ledger.sqlite import lock_directory
from daemon.publish import show
from daemon.service.guards import evening_of
from daemon.toml.editing import EditError
from daemon.tournament.device_files import in_files

_REFUSED = 1
_WRONG_USAGE = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd next`."""
    parser.add_argument("config", type=Path, help="the configuration (TOML)")
    parser.add_argument(
        "--date",
        type=read_day,
        metavar="YYYY-MM-DD",
        help="the day of the next evening (default: the same weekday, a week later)",
    )
    parser.add_argument(
        "--anyway",
        action="store_true",
        help="put it away though it is still played: results came in today, and it is not closed",
    )


class _StillPlayedError(Exception):
    """Nothing was done; the message says why and what to do."""


def run(arguments: argparse.Namespace, clock: Callable[[], datetime] = local_now) -> int:
    """Put the old evening away.

    78 when nothing was done because it could not be begun (a daemon runs), 1 when it was broken
    off, the disk is full, the folder is away, or the old one is still played, 2 for a day that is
    past.
    """
    now = clock()
    if arguments.date is not None and arguments.date < now.date():
        complain(f"{arguments.date} is past: name a day from today ({now.date()}) on")
        return _WRONG_USAGE
    loaded = load_or_explain(arguments.config)
    if loaded is None:
        return UNUSABLE
    directory = state_directory(loaded)
    begun = False
    try:
        lock = lock_directory(directory)
        try:
            change = _prepare(loaded, arguments, now, lock)
            if change is not None:
                begun = True
                change.carry_out()
        finally:
            lock.release()
    except _StillPlayedError as error:
        complain(str(error))
        print("Nothing was done.", file=sys.stderr)
        return _REFUSED
    except (LedgerError, FolderError, RewriteError, EditError, OSError) as error:
        complain(why(error))
        if not begun:
            print("Nothing was done.", file=sys.stderr)
            return status_of(error)
        again = f"`tournamentd next {arguments.config}`"
        print(
            f"It was broken off, and nothing is lost: mend that, then {again} completes it.",
            file=sys.stderr,
        )
        return BROKEN_OFF
    if change is not None:
        _say_what_follows(arguments.config)
    return 0


def _prepare(
    loaded: Loaded, arguments: argparse.Namespace, now: datetime, lock: BaseFileLock
) -> Changeover | None:
    """Look at everything, and write down what is to be done; None when nothing is."""
    today = now.date()
    if loaded.plan is None:
        raise ValueError("a configuration with errors has no plan")
    event = loaded.settings.event
    old = read_old_event(state_directory(loaded), loaded.secret, lock)
    lying = look(
        open_folder(loaded),
        frozenset() if old is None else old.state.pushed,
        in_files(loaded.plan),
    )
    archive = archive_directory(loaded)
    begun = find_unfinished(archive)
    if begun is not None and begun.mark != (None if old is None else old.mark):
        begun.forget()
        begun = None
        print("What was begun the last time is complete now.")
    if begun is None and arguments.date is None and _is_ready(old, loaded, today, lying):
        print(f"Nothing to do: all is ready for {event.name}, {show.day(event.date)}.")
        print("For another day use --date YYYY-MM-DD.")
        return None
    identity = event.identity if old is None or old.identity is None else old.identity
    for line in what_it_comes_to(old, identity):
        print(line)
    asked = arguments.anyway or arguments.date is not None
    if begun is None and not asked and is_under_way(old, lying, event.date, evening_of(now)):
        raise _StillPlayedError(still_played(loaded.config, old))
    known = earlier(loaded, loaded.plan, old)
    for line in what_is_lost(loaded, old, known):
        complain(line)
    if begun is None:
        day = next_day(arguments.date, event.date, _played(old), today)
        mark = None if old is None else old.mark
        directory = new_directory(archive, file_name_of(identity))
        begun = Unfinished(directory, day, mark, known.lines)
        begun.note()
    else:
        day = arguments.date or begun.day
        begun = replace(begun, day=day, lines=begun.lines | known.lines)
        begun.note()
        print(f"Going on with what was begun in {begun.directory}")
    return Changeover(loaded, old, identity, lying, begun)


def _is_ready(old: OldEvent | None, loaded: Loaded, today: date, lying: Lying) -> bool:
    """Whether this was done already, and nothing has happened since."""
    event = loaded.settings.event
    if lying.out:
        return False
    if old is None:
        return event.date > today
    return old.is_fresh and old.identity == event.identity and event.date >= today


def _played(old: OldEvent | None) -> date | None:
    """The day that was played; before all days when nothing happened in the ledger."""
    if old is None:
        return None
    return date.min if old.is_fresh else old.day


def _say_what_follows(config: Path) -> None:
    print("\nNext:")
    for command in ("check", "run"):
        print(f"  tournamentd {command} {config}")
