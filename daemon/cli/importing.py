"""`import CONFIG FILE...`: takes hand records, so that leads are checked and deals are shown."""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from daemon.bridge.hand_records import HandRecords
from daemon.cli.archiving import write_whole
from daemon.cli.building import UNUSABLE, load_or_explain
from daemon.cli.hand_files import analysed, better, differ, read_hand_files, records_in
from daemon.cli.loading import Loaded
from daemon.cli.report import print_problems
from daemon.directing.rewriting import RewriteError, rewrite
from daemon.folder.names import numbered
from daemon.movement.wording import listing, plural, ranges
from daemon.publish.pbn_hands import hand_records_pbn
from daemon.settings.characters import same_name
from daemon.toml.editing import EditError, set_in_entry
from daemon.tournament.plan import Plan, SectionPlan

_USUAL_NAME = "hands.pbn"
_WRONG_USAGE = 2


class _RefusedError(Exception):
    """Nothing was taken; the message says why and what to do."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd import`."""
    parser.add_argument("config", type=Path, help="the configuration (TOML)")
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="hand records (PBN)")
    parser.add_argument(
        "--section", metavar="NAME", help="only for this section (default: all have the same cards)"
    )
    parser.add_argument("--event", metavar="NAME", help="where a file has several events: this one")
    parser.add_argument(
        "--replace",
        action="store_true",
        help="take them also for boards that have other cards by the hand records so far",
    )
    parser.add_argument(
        "--no-analysis", action="store_true", help="do not work out what can be made"
    )


def run(arguments: argparse.Namespace) -> int:
    """Take them; 1 when a board had to be left out, or nothing was taken."""
    loaded = load_or_explain(arguments.config)
    if loaded is None or loaded.plan is None:
        return UNUSABLE
    try:
        sections = _sections(loaded.plan, arguments.section)
    except KeyError:
        names = listing([section.name for section in loaded.plan.sections])
        _complain(f"there is no section {arguments.section}; there is {names}")
        return _WRONG_USAGE
    found = read_hand_files(arguments.files, arguments.event)
    print_problems(found.problems)
    try:
        changes = _changes(loaded, sections, found.records, arguments)
        for change in changes:
            change.write(loaded.settings.event.name)
            print(*change.lines(), sep="\n")
        # Every file first: what the configuration names is then there to be read.
        named = [_name_it(loaded, change) for change in changes]
    except _RefusedError as error:
        _complain(str(error))
        print("Nothing was taken.", file=sys.stderr)
        return 1
    except OSError as error:
        _complain(f"{error.filename}: {error.strerror}: see that it may be written and has room")
        return 1
    if not all(named):
        return 1
    print(
        "A daemon that runs reads them within seconds. The cards of a board are shown when it is "
        "finished at every table."
    )
    return 1 if any(problem.is_error for problem in found.problems) else 0


def _complain(message: str) -> None:
    print(f"tournamentd import: {message}", file=sys.stderr)


def _sections(plan: Plan, name: str | None) -> tuple[SectionPlan, ...]:
    """The sections that they are for; KeyError when there is none of that name."""
    if name is None:
        return plan.sections
    same = tuple(one for one in plan.sections if same_name(one.name) == same_name(name))
    if not same:
        raise KeyError(name)
    return same


def _places(loaded: Loaded, sections: Sequence[SectionPlan]) -> Mapping[str, list[SectionPlan]]:
    """The file for the records of each section, as the configuration names it or is to name it."""
    named = [section.settings.hands for section in sections if section.settings.hands is not None]
    whole = len(sections) == len(loaded.settings.sections)
    usual = _USUAL_NAME if whole else f"hands-{sections[0].name}.pbn"
    fresh = named[0] if named else _free(loaded, usual)
    places = defaultdict(list)
    for section in sections:
        places[section.settings.hands or fresh].append(section)
    return places


def _free(loaded: Loaded, name: str) -> str:
    """The name, or a numbered one where something else is called so."""
    number, free = 1, name
    while loaded.path(free).exists():
        number += 1
        free = numbered(name, number)
    return free


class _Change(Struct, frozen=True):
    """What one file of hand records becomes; nothing is written until all are known."""

    place: str
    path: Path
    sections: Sequence[SectionPlan]
    before: HandRecords
    records: HandRecords

    @property
    def replaced(self) -> list[int]:
        """The boards that had other cards."""
        both = sorted(self.before.keys() & self.records.keys())
        return [board for board in both if differ(self.before[board], self.records[board])]

    def write(self, event: str) -> None:
        """Write the file, unless it says the same already. Raises OSError."""
        content = hand_records_pbn(self.records.values(), event)
        if not self.path.exists() or self.path.read_bytes() != content:
            write_whole(self.path, content)

    def lines(self) -> Iterator[str]:
        """What became of the file, and where it does not match what is played."""
        added = sorted(self.records.keys() - self.before.keys())
        for what, those in (("new", added), ("replaced", self.replaced)):
            if those:
                yield f"{self.path}: {plural(len(those), f'{what} board')} ({ranges(those)})"
        if not (added or self.replaced):
            yield f"{self.path}: the same cards as before"
        boards = _boards(self.sections)
        spare, without = sorted(self.records.keys() - boards), sorted(boards - self.records.keys())
        if spare:
            yield f"Boards that are not played here, and kept: {ranges(spare)}"
        if without:
            yield f"Boards that are played and still without hands: {ranges(without)}"


def _changes(
    loaded: Loaded, sections: Sequence[SectionPlan], new: HandRecords, arguments: argparse.Namespace
) -> list[_Change]:
    """All that is to be written. Raises _RefusedError, OSError."""
    if not new:
        raise _RefusedError("there is no board to take")
    boards = _boards(sections)
    if not boards & new.keys():
        raise _RefusedError(
            f"these are boards {ranges(sorted(new))}, and {ranges(sorted(boards))} are played: "
            f"look for the right file"
        )
    changes = []
    for place, of_place in _places(loaded, sections).items():
        before = records_in(loaded.path(place))
        taken = {board: better(before.get(board), one) for board, one in new.items()}
        change = _Change(place, loaded.path(place), of_place, before, {**before, **taken})
        if change.replaced and not arguments.replace:
            raise _RefusedError(
                f"{place} has other cards for {plural(len(change.replaced), 'board')} "
                f"({ranges(change.replaced)}); if the new ones are right, say it again with "
                f"--replace"
            )
        changes.append(change)
    if arguments.no_analysis:
        return changes
    return [replace(one, records=analysed(one.records, _complain)) for one in changes]


def _boards(sections: Iterable[SectionPlan]) -> set[int]:
    return {play.board for section in sections for play in section.plays}


def _name_it(loaded: Loaded, change: _Change) -> bool:
    """Write the file's name into the sections that do not name it yet; False when that fails."""
    names = [section.name for section in loaded.settings.sections]
    unnamed = [section.name for section in change.sections if section.settings.hands is None]
    if not unnamed:
        return True

    def named(text: str | None) -> str:
        changed = text or ""
        for name in unnamed:
            changed = set_in_entry(changed, "section", names.index(name) + 1, "hands", change.place)
        return changed

    line = f'hands = "{change.place}"'
    try:
        rewrite(loaded.config, named)
    except (EditError, RewriteError) as error:
        _complain(f"{loaded.config}: {error}; write into section {listing(unnamed)}: {line}")
        return False
    print(f"{loaded.config}: section {listing(unnamed)} has {line} now")
    return True
