"""From one evening to the next: the old one goes into the archive, and the new one is made ready.

In which order, and why nothing is lost when the power fails in between: a note in the archive says
what was begun (`unfinished.json`), so that a second `next` goes on with it. Everything is copied
before it is taken away. The configuration gets its new date late: from then on `run` refuses,
because the ledger is another event's. The ledger comes last, for it says which evening was played:
as long as the old one is in its place everything before can be done again, and the new one takes
its place in a single step. What is left to do then is to take the note away.
"""

import shutil
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from daemon.cli.archiving import (
    copy,
    file_name_of,
    files_below,
    keep,
    move,
    move_all,
    named_plan_files,
    plan_files,
    published,
)
from daemon.cli.building import (
    folder_place,
    open_folder,
    publish_directory,
    rulings_path,
    state_directory,
)
from daemon.cli.evening import no_rulings_yet
from daemon.cli.loading import Loaded
from daemon.cli.old_event import OldEvent
from daemon.cli.tablet_files import Lying, put_away
from daemon.cli.unfinished import Unfinished
from daemon.directing.rewriting import rewrite
from daemon.disk import remove
from daemon.disk import replace as replace_file
from daemon.ledger.ledger_file import LEDGER_FILE
from daemon.ledger.lock import LOCK_FILE
from daemon.ledger.sqlite import open_ledger
from daemon.movement.wording import listing, plural, ranges
from daemon.publish import show
from daemon.toml.editing import set_in_each, set_value
from daemon.tournament.entry import EarlierLines

_NEW_LEDGER = "next"
_SIDE_FILES = ("-wal", "-shm")
_LEDGERS_COMPANIONS = ("collected", "damaged ", "replaced ")
"""How the folders beside a ledger begin: what was collected, and ledgers that were put aside."""


class Changeover(Struct, frozen=True):
    """From one evening to the next. Every step can be done again.

    `old` is what the ledger holds (None: there is none), `identity` the old event's date and name,
    `lying` what lies in the tablets' folder, `begun` what was written down of it all.
    """

    loaded: Loaded
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
        """Do all steps, in the order that the module's first lines explain.

        Raises LedgerError, FolderError, RewriteError, EditError, OSError.
        """
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

        rewrite(self.loaded.config, change)
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
