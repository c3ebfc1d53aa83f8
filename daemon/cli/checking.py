"""`check CONFIG`: everything that can be known before the players come."""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from daemon.bridgesuite.file_name import DeviceFile, parse_in_name, parse_out_name
from daemon.cli.building import folder_place, open_folder
from daemon.cli.foresight import players_problems, rulings_problems, start_problems
from daemon.cli.loading import Loaded, load
from daemon.cli.report import print_problems
from daemon.cli.room import room_problems
from daemon.folder.port import FolderError
from daemon.movement.wording import listing, plural, ranges
from daemon.problem import Severity
from daemon.publish.show import day
from daemon.tournament.device_files import in_files
from daemon.tournament.plan import Plan, SectionPlan


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd check`."""
    parser.add_argument("config", type=Path, help="the configuration (TOML)")


def run(arguments: argparse.Namespace) -> int:
    """Print the plan and every problem; 1 when there is an error."""
    loaded = load(arguments.config)
    problems = list(loaded.problems)
    if loaded.plan is not None:
        for line in (*_plan(loaded.plan), *_folder(loaded), *_federation(loaded)):
            print(line)
        problems.extend(rulings_problems(loaded, loaded.plan))
        problems.extend(start_problems(loaded, loaded.plan))
        problems.extend(players_problems(loaded))
        problems.extend(room_problems(loaded))
    print_problems(problems)
    errors = sum(problem.is_error for problem in problems)
    if errors:
        print(f"{plural(errors, 'error')} to mend before it can run.")
        return 1
    warnings = sum(problem.severity is Severity.WARNING for problem in problems)
    print(f"Ready, with {plural(warnings, 'warning')}." if warnings else "Everything is ready.")
    return 0


def _plan(plan: Plan) -> Iterator[str]:
    event = plan.settings.event
    yield f"{event.name}, {day(event.date)}"
    for section in plan.sections:
        yield from _section(section)
    files = _devices(in_files(plan))
    kinds = Counter(file.kind for file in files)
    made = listing([f"{count} for {kind}s" for kind, count in sorted(kinds.items())])
    yield f"{plural(len(files), 'IN file')}: {made}"
    yield f"{len(plan.plays)} results are expected"


def _section(section: SectionPlan) -> Iterator[str]:
    movement, settings = section.movement, section.settings
    who = "player" if movement.individual else "pair"
    boards = sorted({play.board for play in section.plays})
    yield (
        f"Section {section.name}: {plural(len(section.contestants), who)}, "
        f"{plural(movement.tables, 'table')}, {plural(movement.rounds, 'round')} of "
        f"{plural(settings.boards_per_round, 'board')} ({ranges(boards)})"
    )
    if settings.absent:
        yield f"  absent: {ranges(sorted(settings.absent))}"
    sitting = [
        f"{contestant.number} ({plural(count, 'board')})"
        for contestant, count in sorted(section.sit_outs.items())
    ]
    if sitting:
        yield f"  sitting out: {listing(sitting)}"


def _folder(loaded: Loaded) -> Iterator[str]:
    """What lies in the folder; nothing when it cannot be reached, which is a problem."""
    folder = open_folder(loaded)
    try:
        paths = [seen.name for seen in folder.scan()]
    except FolderError:
        return
    given = len(_devices(paths))
    came = sum(parse_out_name(path.rpartition("/")[2]) is not None for path in paths)
    if not folder.is_there:
        yield f"The folder {folder_place(loaded)} is not there yet: `tournamentd run` makes it"
        return
    yield (
        f"The folder {folder_place(loaded)} is there: {plural(given, 'IN file')}, "
        f"{plural(came, 'OUT file')}"
    )


def _federation(loaded: Loaded) -> Iterator[str]:
    federation = loaded.settings.federation
    if federation is not None:
        yield (
            f"The federation's reports of club {federation.club} ({federation.kind}): what lies in "
            f"{federation.inbox} goes into {federation.outbox} or {federation.rejected}"
        )


def _devices(paths: Iterable[str]) -> list[DeviceFile]:
    """The devices that these IN files are for; other files are passed over."""
    files = (parse_in_name(path.rpartition("/")[2]) for path in paths)
    return [file for file in files if file is not None]
