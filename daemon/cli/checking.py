"""`check CONFIG`: everything that can be known before the players come."""

import argparse
from collections import Counter
from pathlib import Path

from daemon.bridgesuite.file_name import DeviceKind, parse_in_name, parse_out_name
from daemon.cli.building import open_folder
from daemon.cli.loading import Loaded, load
from daemon.cli.report import print_problems
from daemon.folder.port import FolderError
from daemon.problem import Problem, Severity, has_errors
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
        _print_plan(loaded.plan)
        problems.extend(_reach_folder(loaded, loaded.plan))
    print_problems(problems)
    if has_errors(problems):
        return 1
    print("Everything is ready.")
    return 0


def _print_plan(plan: Plan) -> None:
    event = plan.settings.event
    print(f"{event.name}, {event.date:%A %d %B %Y}")
    for section in plan.sections:
        _print_section(section)
    kinds = Counter(_kind(path) for path in in_files(plan))
    made = ", ".join(f"{count} for {kind}s" for kind, count in sorted(kinds.items()))
    print(f"{sum(kinds.values())} IN files: {made}")
    print(f"{len(plan.plays)} results are expected")


def _print_section(section: SectionPlan) -> None:
    movement, settings = section.movement, section.settings
    who = "players" if movement.individual else "pairs"
    boards = sorted({play.board for play in section.plays})
    print(
        f"Section {section.name}: {len(section.contestants)} {who}, {movement.tables} tables, "
        f"{movement.rounds} rounds of {settings.boards_per_round} boards "
        f"({boards[0]} to {boards[-1]})"
    )
    if settings.absent:
        print(f"  absent: {', '.join(map(str, settings.absent))}")
    sitting = [
        f"{contestant.number} ({boards} boards)"
        for contestant, boards in sorted(section.sit_outs.items())
    ]
    if sitting:
        print(f"  sitting out: {', '.join(sitting)}")


def _kind(path: str) -> DeviceKind:
    file = parse_in_name(path.rpartition("/")[2])
    if file is None:
        raise ValueError(f"{path} is not an IN file")
    return file.kind


def _reach_folder(loaded: Loaded, plan: Plan) -> list[Problem]:
    where = loaded.path(plan.settings.folder.path)
    try:
        seen = open_folder(loaded).scan()
    except FolderError as error:
        return [Problem(Severity.ERROR, "folder", str(error), str(where))]
    names = [file.name.rpartition("/")[2] for file in seen]
    given = sum(parse_in_name(name) is not None for name in names)
    came = sum(parse_out_name(name) is not None for name in names)
    print(f"The folder {where} is there: {given} IN files, {came} OUT files")
    return []
