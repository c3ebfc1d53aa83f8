"""The IN files of an event: what each device is given."""

from collections.abc import Iterator

from daemon.bridgesuite.file_name import DeviceFile, DeviceKind
from daemon.bridgesuite.in_file import PairBoards, PlannedPlay, in_texts, shared_groups
from daemon.movement.wording import ranges
from daemon.problem import Problem, Severity
from daemon.tournament.plan import Plan, SectionPlan


def in_files(plan: Plan) -> dict[str, bytes]:
    """Path in the folder -> content, for every IN file of the plan."""
    return {
        path_of(section, file): text.encode("ascii")
        for section in plan.sections
        for file, text in _texts(plan, section).items()
    }


def path_of(section: SectionPlan, file: DeviceFile) -> str:
    """Where an IN file lies in the folder."""
    folder = section.settings.subfolder
    return f"{folder}/{file.in_name}" if folder else file.in_name


def device_problems(plan: Plan) -> tuple[Problem, ...]:
    """What a director should know about the devices before play: codes `device-...`."""
    return tuple(
        problem for section in plan.sections for problem in _section_problems(plan, section)
    )


def _texts(plan: Plan, section: SectionPlan) -> dict[DeviceFile, str]:
    return in_texts(
        _planned(section),
        section.settings.devices,
        pair_boards=section.settings.pair_boards,
        west=plan.settings.folder.west,
        line_ending=plan.settings.folder.line_ending,
    )


def _planned(section: SectionPlan) -> tuple[PlannedPlay, ...]:
    """What the devices are given: the movement's own plays, with its own sides."""
    plays = (play.as_scheduled for play in section.plays if play.scheduled)
    return tuple(
        PlannedPlay(play.round, play.table, play.group, play.board, play.ns, play.ew)
        for play in plays
    )


def _section_problems(plan: Plan, section: SectionPlan) -> Iterator[Problem]:
    where = f"section {section.name}" if len(plan.sections) > 1 else "the movement"
    if DeviceKind.BOARD in section.settings.devices:
        yield from _shared_boards(section, where)
    without = _pairs_without_file(plan, section)
    if without:
        yield Problem(
            Severity.WARNING,
            "device-no-file",
            f"{where}: {ranges(without)} never sit NS, so there is no IN file for them and their "
            f"tablets find none; their NS opponents enter the results, or set "
            f'pair_boards = "all"',
        )


def _shared_boards(section: SectionPlan, where: str) -> Iterator[Problem]:
    rounds: dict[tuple[int, ...], list[int]] = {}
    for shared in shared_groups(_planned(section)):
        rounds.setdefault(shared.tables, []).append(shared.round)
    for tables, when in rounds.items():
        yield Problem(
            Severity.WARNING,
            "boards-shared",
            f"{where}: tables {ranges(tables)} share their boards in round {ranges(when)}, so the "
            f"device that travels with the boards would have to be at all of them at once; "
            f"use table devices there",
        )


def _pairs_without_file(plan: Plan, section: SectionPlan) -> list[int]:
    """Pairs whose device finds no file, in number order."""
    settings = section.settings
    if DeviceKind.PAIR not in settings.devices or settings.pair_boards is PairBoards.ALL:
        return []
    files = {file.number for file in _texts(plan, section) if file.kind is DeviceKind.PAIR}
    return [one.number for one in section.contestants if one.number not in files]
