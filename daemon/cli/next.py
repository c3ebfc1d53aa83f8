"""`next CONFIG`: the evening that was goes into the archive, and all is ready for the next one.

In which order, and why nothing is lost when the power fails in between: a note in the archive says
what was begun (`unfinished.json`), so that a second `next` goes on with it. Everything is copied
before it is taken away. The configuration gets its new date late: from then on `run` refuses,
because the ledger is another event's. The ledger comes last, for it says which evening was played:
as long as the old one is in its place everything before can be done again, and the new one takes
its place in a single step. What is left to do then is to take the note away.
"""

import argparse
import shutil
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

from filelock import BaseFileLock
from msgspec import Struct
from msgspec.structs import replace

from daemon.cli.archiving import (
    archive_directory,
    copy,
    file_name_of,
    files_below,
    keep,
    move,
    move_all,
    named_plan_files,
    new_directory,
    plan_files,
    published,
)
from daemon.cli.building import (
    UNUSABLE,
    folder_place,
    load_or_explain,
    open_folder,
    publish_directory,
    rulings_path,
    state_directory,
)
from daemon.cli.earlier import Earlier, earlier
from daemon.cli.evening import no_rulings_yet
from daemon.cli.loading import Loaded
from daemon.cli.next_day import next_day
from daemon.cli.old_event import OldEvent, read_old_event
from daemon.cli.passing import BROKEN_OFF, status_of
from daemon.cli.report import printable
from daemon.cli.spare import newest_copy, size_of
from daemon.cli.tablet_files import Lying, look, put_away
from daemon.cli.under_way import is_under_way, what_it_comes_to
from daemon.cli.unfinished import Unfinished, find_unfinished
from daemon.directing.rewriting import RewriteError, rewrite
from daemon.disk import remove
from daemon.disk import replace as replace_file
from daemon.folder.port import FolderError
from daemon.ledger.lock import LOCK_FILE
from daemon.ledger.port import LedgerError
from daemon.ledger.sqlite import LEDGER_FILE, lock_directory, open_ledger
from daemon.movement.wording import listing, plural, ranges
from daemon.publish import show
from daemon.service.guards import evening_of
from daemon.toml.editing import EditError, set_in_each, set_value
from daemon.tournament.device_files import in_files
from daemon.tournament.entry import EarlierLines

_REFUSED = 1
_WRONG_USAGE = 2
_NEW_LEDGER = "next"
_SIDE_FILES = ("-wal", "-shm")
_LEDGERS_COMPANIONS = ("collected", "damaged ", "replaced ")
"""How the folders beside a ledger begin: what was collected, and ledgers that were put aside."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd next`."""
    parser.add_argument("config", type=Path, help="the configuration (TOML)")
    parser.add_argument(
        "--date",
        type=_day,
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


def _local_now() -> datetime:
    return datetime.now(UTC).astimezone()


def run(arguments: argparse.Namespace, clock: Callable[[], datetime] = _local_now) -> int:
    """Put the old evening away.

    78 when nothing was done because it could not be begun (a daemon runs), 1 when it was broken
    off, the disk is full, the folder is away, or the old one is still played, 2 for a day that is
    past.
    """
    now = clock()
    if arguments.date is not None and arguments.date < now.date():
        _complain(f"{arguments.date} is past: name a day from today ({now.date()}) on")
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
        _complain(str(error))
        print("Nothing was done.", file=sys.stderr)
        return _REFUSED
    except (LedgerError, FolderError, RewriteError, EditError, OSError) as error:
        _complain(_words(error))
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


def _day(written: str) -> date:
    try:
        return date.fromisoformat(written)
    except ValueError:
        message = f"{written} is no day: write year, month and day, as in 2026-12-01"
        raise argparse.ArgumentTypeError(message) from None


def _complain(message: str) -> None:
    print(f"tournamentd next: {printable(message)}", file=sys.stderr)


def _words(error: Exception) -> str:
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""  # a write does not know its file
        return f"{where}{error.strerror}: see that it may be written and has room"
    return str(error)


def _prepare(
    loaded: Loaded, arguments: argparse.Namespace, now: datetime, lock: BaseFileLock
) -> "_Change | None":
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
        raise _StillPlayedError(_still_played(arguments.config, old))
    known = earlier(loaded, loaded.plan, old)
    _complain_of_what_is_lost(loaded, old, known)
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
    return _Change(loaded, arguments.config, old, identity, lying, begun)


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


def _still_played(config: Path, old: OldEvent | None) -> str:
    if old is not None and old.damage is not None:
        return (
            f"the evening may not be over, for files of results lie in the tablets' folder; of its "
            f"ledger nobody knows all. {old.damage} If it is over, say `tournamentd next {config} "
            f"--anyway`"
        )
    return (
        f"the evening is not over, for results are missing and it was not closed: say `tournamentd "
        f"close {config}` first, or put it away as it is with --date or --anyway"
    )


def _complain_of_what_is_lost(loaded: Loaded, old: OldEvent | None, known: Earlier) -> None:
    if old is not None and old.damage is not None:
        _complain(f"the ledger goes into the archive as it is. {old.damage}")
        copy = newest_copy(loaded)
        if copy is not None:
            _complain(f"{copy.path} is a copy of it that is whole ({size_of(copy)}): keep it")
        _complain(
            "should a tablet send old results again, only those will be known that lie in a file "
            "here or could be read in that ledger: empty the tablets"
        )
    if known.unread:
        _complain(
            f"{listing(known.unread)}: not to be read, so these results will not be known should a "
            f"tablet send them again: empty that tablet"
        )


class _Change(Struct, frozen=True):
    """From one evening to the next. Every step can be done again."""

    loaded: Loaded
    config: Path
    old: OldEvent | None
    identity: str
    lying: Lying
    begun: Unfinished

    @property
    def archive(self) -> Path:
        """The archive of the old evening."""
        return self.begun.directory

    @property
    def state(self) -> Path:
        """The folder of the ledger."""
        return state_directory(self.loaded)

    def carry_out(self) -> None:
        """All steps, in the order that the module's first lines explain."""
        self._copy_plan()
        self._put_hands_away()
        self._put_tablet_files_away()
        self._move_results()
        self._renew_rulings()
        self._copy_ledger()
        self._set_date()
        self._renew_ledger()
        self.begun.forget()
        print(f"The old evening is in {self.archive}")
        if self.begun.lines:
            print("Results of earlier evenings will be known, should a tablet send them again.")
        event = self.loaded.settings.event
        print(f"Ready for {event.name}, {show.day(self.begun.day)}.")

    def _copy_plan(self) -> None:
        for name, path in named_plan_files(self.loaded).items():
            # What is there already is from before the date was changed.
            if not (self.archive / name).exists():
                copy(path, self.archive / name)

    def _put_hands_away(self) -> None:
        """Take away the hand records, which are in the archive: they are of this evening alone."""
        read = self.loaded.plan_read
        names = {section.hands for section in self.loaded.settings.sections}
        for name in sorted(name for name, _ in (read.texts if read else ()) if name in names):
            path = self.loaded.path(name)
            if self.loaded.directory.resolve() in path.resolve().parents:
                path.unlink()
            else:
                print(f"{path}: hand records of the old evening; put the next ones there")

    def _put_tablet_files_away(self) -> None:
        into = f"archive {self.identity[:10]}"
        folder = open_folder(self.loaded)
        lying = self.lying
        out = put_away(folder, lying.out, into)
        ours = put_away(folder, lying.ours, into)
        moved = [plural(count, f"{kind} file") for count, kind in ((out, "OUT"), (ours, "IN"))]
        if out or ours:
            where = Path(folder_place(self.loaded), into)
            print(f"Moved into {where}: {listing([one for one in moved if one[0] != '0'])}")
        if lying.strange:
            print(
                f"{listing(lying.strange)}: not ours, and left in the tablets' folder; delete it "
                "if no tablet needs it"
            )

    def _move_results(self) -> None:
        results = publish_directory(self.loaded)
        kept = {path.resolve() for path in plan_files(self.loaded)}
        moving = (path for path in published(self.loaded) if path.resolve() not in kept)
        move_all(results, self.archive / "results", moving)
        bundled = self.archive.parent / f"{file_name_of(self.identity)}.zip"
        if bundled.is_file():
            move(bundled, self.archive / bundled.name)
        for place in sorted(self.state.glob("*")):
            if place.is_dir() and place.name.startswith(_LEDGERS_COMPANIONS):
                move_all(place, self.archive / place.name)
                if not any(place.iterdir()):
                    place.rmdir()

    def _renew_rulings(self) -> None:
        """Keep the text that is there in the moment in which the new one takes its place."""
        path = rulings_path(self.loaded)
        fresh = no_rulings_yet(self.begun.day)
        days = (self.begun.day, self.loaded.settings.event.date)
        empty = set(map(no_rulings_yet, days))

        def change(text: str | None) -> str:
            if text is not None and text not in empty:
                keep(text.encode("utf-8"), self.archive / path.name)
            return fresh

        rewrite(path, change)

    def _copy_ledger(self) -> None:
        for path in files_below(self.state):
            is_ledger = path.parent == self.state and path.name.startswith(LEDGER_FILE)
            if is_ledger and path.name != LOCK_FILE:
                copy(path, self.archive / path.name)

    def _set_date(self) -> None:
        day = self.begun.day

        def change(text: str | None) -> str:
            dated = set_value(text or "", "event", "date", day)
            return set_in_each(dated, "section", "absent", [])

        rewrite(self.config, change)
        for section in self.loaded.settings.sections:
            if section.absent:
                numbers = ranges(sorted(section.absent))
                print(f"Section {section.name}: absent is empty now (it was {numbers})")

    def _renew_ledger(self) -> None:
        """Put a new ledger into the place of the old one.

        It knows what tablets wrote before, and which files for the federation's report, which may
        still lie in the inbox, were dealt with.
        """
        if self.old is None and not self.begun.lines:
            return
        answered = () if self.old is None else self.old.state.answered
        event = replace(self.loaded.settings.event, date=self.begun.day)
        place = self.state / _NEW_LEDGER
        shutil.rmtree(place, ignore_errors=True)
        ledger = open_ledger(place, event.identity)
        try:
            ledger.append([EarlierLines(self.begun.lines), *answered], datetime.now(UTC))
        finally:
            ledger.close()
        for ending in _SIDE_FILES:  # of a damaged ledger; they are in the archive
            remove(self.state / f"{LEDGER_FILE}{ending}")
        replace_file(place / LEDGER_FILE, self.state / LEDGER_FILE)
        shutil.rmtree(place, ignore_errors=True)


def _say_what_follows(config: Path) -> None:
    print("\nNext:")
    for command in ("check", "run"):
        print(f"  tournamentd {command} {config}")
