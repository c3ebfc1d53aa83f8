"""`collect CONFIG FOLDER...`: takes OUT files from other places as if the folder had them."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct, field

from daemon.bridgesuite.file_name import parse_out_name
from daemon.cli.building import (
    UNUSABLE,
    collected_directory,
    folder_at,
    load_or_explain,
    open_folder,
)
from daemon.cli.loading import Loaded
from daemon.cli.report import print_problems
from daemon.folder.collected import add_to_collection, new_collection, numbers
from daemon.folder.port import FileSeen, Folder, FolderError
from daemon.movement.wording import plural
from daemon.problem import Problem, Severity
from daemon.tournament.plan import Plan
from daemon.tournament.reading import place_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd collect`."""
    parser.add_argument("config", type=Path, help="the configuration (TOML)")
    parser.add_argument(
        "places",
        metavar="FOLDER",
        nargs="+",
        type=Path,
        help="a folder with OUT files (an SD card, a stick), or one such file",
    )


def run(arguments: argparse.Namespace) -> int:
    """Take what is new, and say what was taken and what was left; 1 when a place was of no use."""
    loaded = load_or_explain(arguments.config)
    if loaded is None or loaded.plan is None:
        return UNUSABLE
    taken, problems = 0, []
    for place in arguments.places:
        found = _collect(loaded, loaded.plan, place)
        taken += len(found.taken)
        problems += found.problems
        for line in found.lines(place):
            print(line)
    print_problems(problems)
    if taken:
        print(
            f"A daemon that runs reads them within seconds; else `tournamentd run "
            f"{arguments.config}` reads them."
        )
    else:
        print("Nothing new was taken.")
    sys.stdout.flush()
    return 1 if any(one.is_error for one in problems) else 0


class _Collected(Struct):
    """What came of one place: paths as the tablets' folder would have them."""

    number: int | None = None
    taken: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    there: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def lines(self, place: Path) -> Iterator[str]:
        """What to say about it."""
        if self.taken:
            names = ", ".join(self.taken)
            count = plural(len(self.taken), "file")
            yield f"{place}: {count} taken (collection {self.number}): {names}"
        if self.known:
            names = ", ".join(self.known)
            yield f"{place}: {plural(len(self.known), 'file')} left, taken before: {names}"
        if self.there:
            names = ", ".join(self.there)
            count = plural(len(self.there), "file")
            yield f"{place}: {count} left, the tablets' folder has as much or more: {names}"
        if not (self.taken or self.known or self.there or self.problems):
            yield f"{place}: no OUT files"


def _collect(loaded: Loaded, plan: Plan, place: Path) -> _Collected:
    found = _Collected()
    if place.resolve() == loaded.path(plan.settings.folder.path).resolve():
        message = "this is the tablets' folder itself, which the daemon reads: nothing to collect"
        found.problems.append(Problem(Severity.WARNING, "collect-folder", message, str(place)))
        return found
    if not place.exists():
        message = "there is no such folder or file: is the card or stick connected?"
        found.problems.append(Problem(Severity.ERROR, "collect-folder", message, str(place)))
        return found
    where = place if place.is_dir() else place.parent
    folder, exchange = folder_at(where, plan.settings), _reached(open_folder(loaded))
    try:
        if not place.is_dir():
            _take(loaded, plan, folder, where, place.name, found, exchange)
            return found
        for seen in folder.scan():
            if _is_out_file(seen):
                _take(loaded, plan, folder, where, seen.name, found, exchange)
    except FolderError as error:
        found.problems.append(Problem(Severity.ERROR, "collect-folder", str(error), str(place)))
    return found


def _reached(exchange: Folder) -> Folder | None:
    """The tablets' folder; None when it is away, which is found out once and not for every file."""
    try:
        exchange.scan()
    except FolderError:
        return None
    return exchange


def _take(
    loaded: Loaded,
    plan: Plan,
    folder: Folder,
    where: Path,
    name: str,
    found: _Collected,
    exchange: Folder | None,
) -> None:
    """Take one file, unless it is nobody's or was taken before."""
    path = _path_in_exchange(name, where, plan)
    if isinstance(path, Problem):
        found.problems.append(path)
        return
    try:
        seen, content = folder.read(name)
    except FolderError as error:
        message = f"this file was left: {error}"
        file = str(where / name)
        found.problems.append(Problem(Severity.ERROR, "collect-file", message, file))
        return
    directory = collected_directory(loaded)
    if any(_holds(loaded, number, path, content) for number in numbers(directory)):
        found.known.append(path)
        return
    if exchange is not None and _starts_with(exchange, path, content):
        found.there.append(path)
        return
    if found.number is None:
        found.number = new_collection(directory)
    add_to_collection(directory, found.number, path, content, seen.modified)
    found.taken.append(path)


def _path_in_exchange(name: str, where: Path, plan: Plan) -> str | Problem:
    """Where the file would lie in the tablets' folder, or why it is nobody's.

    A folder that is called like a section's is taken for it.
    """
    folders = [section.settings.subfolder for section in plan.sections]
    inside = [f"{one}/{name}" for one in folders if one.casefold() == where.name.casefold()]
    for path in (name, *inside):
        placed = place_file(path, plan)
        if placed is not None and not isinstance(placed, Problem):
            return path
    why = place_file(name, plan)
    message = why.message if isinstance(why, Problem) else "this is no OUT file: nothing was taken"
    return Problem(Severity.WARNING, "out-name", message, str(where / name))


def _holds(loaded: Loaded, number: int, path: str, content: bytes) -> bool:
    """Whether a collection has this file with these bytes."""
    place = collected_directory(loaded) / str(number)
    try:
        return folder_at(place, loaded.settings).read(path)[1] == content
    except FolderError:
        return False


def _starts_with(folder: Folder, path: str, content: bytes) -> bool:
    """Whether a file in the tablets' folder begins with all of this: a tablet only adds to it."""
    try:
        return folder.read(path)[1].startswith(content)
    except FolderError:
        return False


def _is_out_file(seen: FileSeen) -> bool:
    return parse_out_name(seen.name.rpartition("/")[2]) is not None
