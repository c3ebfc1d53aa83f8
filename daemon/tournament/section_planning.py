"""One section of the configuration, with the files that it names -> its part of the plan."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from daemon.movement.movement import Movement
from daemon.movement.schedule import Encounter, schedule
from daemon.problem import Problem, Source
from daemon.scoring.traveller import Contestant
from daemon.settings.model import Numbering, Section
from daemon.tournament.absence import Absence
from daemon.tournament.library import Library, Names
from daemon.tournament.numbering import NumberingError, shown_numbers
from daemon.tournament.plan import SectionPlan
from daemon.tournament.play import Play
from daemon.tournament.section_findings import problems_of_section


def plan_section(
    section: Section, configuration: Source, library: Library, *, named: bool
) -> SectionPlan | None:
    """Plan one section; None when its movement cannot be read or numbered.

    `named`: who reads of a play is told its section, because there are others. What is wrong with
    the section is added to the problems of the library.
    """
    names = library.names(section.names)
    movement = library.movement(section.movement)
    if movement is None:
        return None
    try:
        shown = shown_numbers(movement, section.numbering)
    except NumberingError as error:
        library.problems.append(_cannot_be_numbered(section, configuration, error))
        return None
    planned = replace(
        _planned(section, movement, shown, names, named=named),
        hands=library.hands(section.hands),
    )
    library.problems += problems_of_section(planned, configuration, library.texts)
    return planned


def _planned(
    section: Section,
    movement: Movement,
    shown: Mapping[int, int],
    names: Names,
    *,
    named: bool,
) -> SectionPlan:
    encounters = schedule(movement, section.boards_per_round, section.first_board)
    plays = tuple(
        play for encounter in encounters for play in _plays(section, encounter, shown, named=named)
    )
    absences = (
        Absence(number, 1, movement.rounds, "by the configuration") for number in section.absent
    )
    planned = SectionPlan(
        section,
        movement,
        shown,
        {number: one.names for number, one in names.items()},
        plays,
        groups={number: one.group for number, one in names.items() if one.group is not None},
        handicaps={number: one.handicap for number, one in names.items() if one.handicap},
        ids={number: one.ids for number, one in names.items() if one.ids},
    )
    return planned.without(absences)


def _plays(
    section: Section, encounter: Encounter, shown: Mapping[int, int], *, named: bool
) -> Iterator[Play]:
    ns = tuple(Contestant(section.name, shown[number]) for number in encounter.ns)
    ew = tuple(Contestant(section.name, shown[number]) for number in encounter.ew)
    for board in encounter.boards:
        yield Play(
            section.name,
            encounter.round,
            encounter.table,
            encounter.group,
            board,
            _device_number(ns),
            _device_number(ew),
            ns,
            ew,
            named=named,
        )


def _device_number(contestants: tuple[Contestant, ...]) -> int:
    """The one number that the devices' files have room for (individuals: first*100 + second)."""
    first, *partner = contestants
    return first.number * 100 + partner[0].number if partner else first.number


def _cannot_be_numbered(section: Section, configuration: Source, error: NumberingError) -> Problem:
    return configuration.error(
        "plan-numbering",
        f'section {section.name} cannot be numbered "{Numbering.NS_EW_100}": {error}; '
        f'take numbering = "{Numbering.MOVEMENT}"',
        section.movement_span,
    )
