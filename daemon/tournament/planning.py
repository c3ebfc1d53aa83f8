"""Configuration and the texts it names -> the plan, or every problem at once."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

from msgspec import Struct, field
from msgspec.structs import replace

from daemon.bridge.hand_records import HandRecords, read_hand_records
from daemon.bridgesuite.file_name import DeviceKind
from daemon.movement.asc import read_asc
from daemon.movement.movement import Movement
from daemon.movement.schedule import Encounter, schedule
from daemon.movement.wording import listing, ranges
from daemon.problem import Problem, Severity, Source, Span, has_errors
from daemon.scoring.sessions import Session
from daemon.scoring.traveller import Contestant
from daemon.settings.cells import rows
from daemon.settings.characters import same_name
from daemon.settings.model import Numbering, Section, Settings, Unit
from daemon.settings.names import Entrant, read_names
from daemon.settings.reading import read_settings
from daemon.settings.victory_table import read_victory_table
from daemon.tournament.absence import Absence
from daemon.tournament.carrying import Carried, read_standings
from daemon.tournament.entry import PlanRead
from daemon.tournament.numbering import NumberingError, shown_numbers
from daemon.tournament.plan import Plan, SectionPlan, plan_of
from daemon.tournament.play import Play

Names = dict[int, Entrant]


def make_plan(
    configuration: Source, texts: Mapping[str, str]
) -> tuple[Plan | None, tuple[Problem, ...]]:
    """Read a configuration and what it names into a plan; None when there is an error.

    `texts` holds the movement and names files, the hand records and all else that it names, under
    the names that it uses; what is not in it could not be read, which the caller has reported.
    """
    settings, problems = read_settings(configuration)
    if settings is None:
        return None, problems
    library = _Library(texts, several=len(settings.sections) > 1)
    sections = tuple(
        planned
        for section in settings.sections
        if (planned := _section(section, configuration, library)) is not None
    )
    sections = _with_earlier_sessions(sections, settings, configuration, library)
    settings = library.with_victory_points(settings)
    problems = (*problems, *library.problems)
    if has_errors(problems) or len(sections) < len(settings.sections):
        return None, problems
    return plan_of(settings, sections), problems


@lru_cache(maxsize=2)
def plan_of_texts(read: PlanRead) -> tuple[Plan | None, tuple[Problem, ...]]:
    """The plan of texts that were read, as `make_plan`.

    A start asks for it again and again: to see whether it has errors, and to begin with it.
    """
    texts = dict(read.texts)
    return make_plan(Source(read.configuration, texts[read.configuration]), texts)


class _Library(Struct):
    """The files that the sections name: each is read once, whoever asks for it.

    `several`: there is more than one section. `problems` are all that were found so far, in the
    files and in the sections.
    """

    texts: Mapping[str, str]
    several: bool = False
    problems: list[Problem] = field(default_factory=list)
    _movements: dict[str, Movement | None] = field(default_factory=dict)
    _names: dict[str, Names] = field(default_factory=dict)
    _hands: dict[str, HandRecords] = field(default_factory=dict)

    def movement(self, name: str) -> Movement | None:
        """The movement in a file; None when there is no such text, or an error in it."""
        if name not in self._movements and name in self.texts:
            self._movements[name], found = read_asc(Source(name, self.texts[name]))
            self.problems += found
        return self._movements.get(name)

    def names(self, name: str | None) -> Names:
        """Who takes part by a file; nobody when there is no such text."""
        if name is None or name not in self.texts:
            return {}
        if name not in self._names:
            self._names[name], found = read_names(Source(name, self.texts[name]))
            self.problems += found
        return self._names[name]

    def hands(self, name: str | None) -> HandRecords:
        """The hand records in a file; none when there is no such text.

        Nobody needs them to play: what is wrong with them is a warning here.
        """
        if name is None or name not in self.texts:
            return {}
        if name not in self._hands:
            self._hands[name], found = read_hand_records(Source(name, self.texts[name]))
            self.problems += [
                replace(one, severity=Severity.WARNING) if one.is_error else one for one in found
            ]
        return self._hands[name]

    def with_victory_points(self, settings: Settings) -> Settings:
        """The settings with the scale of victory points that they name a file of."""
        name = settings.scoring.vp_file
        if name is None or name not in self.texts:
            return settings
        scale, found = read_victory_table(Source(name, self.texts[name]))
        self.problems += found
        return replace(settings, scoring=replace(settings.scoring, victory_points=scale))

    def standings(self, name: str, unit: Unit) -> tuple[Carried, ...]:
        """The standings of an earlier session in a file; none when there is no such text."""
        if name not in self.texts:
            return ()
        carried, found = read_standings(Source(name, self.texts[name]), unit)
        self.problems += found
        return carried


def _section(section: Section, configuration: Source, library: _Library) -> SectionPlan | None:
    """One section; None when its movement cannot be read or numbered."""
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
        _planned(section, movement, shown, names, named=library.several),
        hands=library.hands(section.hands),
    )
    library.problems += [
        *_strangers(planned, library.texts),
        *_absent_strangers(planned, configuration),
        *_pair_devices(planned, configuration),
        *_ambiguous(planned, configuration),
        *_empty(planned, configuration),
        *_hands_of_other_boards(planned),
    ]
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


def _with_earlier_sessions(
    sections: tuple[SectionPlan, ...], settings: Settings, configuration: Source, library: _Library
) -> tuple[SectionPlan, ...]:
    """Give every contestant what it had in the sessions that are carried over."""
    carried: dict[Contestant, list[Session]] = {}
    seated = {Contestant(one.name, number) for one in sections for number in one.numbers}
    strangers: dict[str, list[str]] = {}
    for file in settings.ranking.carry_over:
        for one in library.standings(file, settings.scoring.unit):
            who = Contestant(_section_of(one, sections), one.contestant)
            if who in seated:
                carried.setdefault(who, []).append(one.session)
            else:
                strangers.setdefault(file, []).append(f"{who.section} {who.number}".strip())
    library.problems += [
        configuration.warning(
            "carried-unknown",
            f"{file} has results of {listing(names)}, who do not play here; they are left out",
            settings.ranking.carry_over_span,
        )
        for file, names in strangers.items()
    ]
    return tuple(
        replace(
            section,
            carried={
                who: tuple(sessions)
                for who, sessions in carried.items()
                if who.section == section.name
            },
        )
        for section in sections
    )


def _section_of(one: Carried, sections: tuple[SectionPlan, ...]) -> str:
    """Its section; a file need not name it where there is only one."""
    if one.section is None:
        return sections[0].name if len(sections) == 1 else ""
    same = (each.name for each in sections if same_name(each.name) == same_name(one.section))
    return next(same, one.section)


def _cannot_be_numbered(section: Section, configuration: Source, error: NumberingError) -> Problem:
    return configuration.error(
        "plan-numbering",
        f'section {section.name} cannot be numbered "{Numbering.NS_EW_100}": {error}; '
        f'take numbering = "{Numbering.MOVEMENT}"',
        section.movement_span,
    )


def _strangers(planned: SectionPlan, texts: Mapping[str, str]) -> Iterator[Problem]:
    """Names of numbers that nobody has here."""
    file = planned.settings.names
    strangers = sorted(set(planned.names) - set(planned.shown.values()))
    if file is not None and strangers:
        source = Source(file, texts[file])
        yield source.warning(
            "names-unknown",
            f"not in section {planned.name}: {ranges(strangers)} (it has {_numbers(planned)}); "
            f"these names are not used: correct the number, or take the line out",
            _place_of(strangers[0], source),
        )


def _place_of(number: int, source: Source) -> Span:
    """Where a number stands in a file of names that was read already."""
    header, *lines = rows(source)
    column = [cell.text.casefold() for cell in header.cells].index("number")
    cells = (row.cell(column) for row in lines)
    return next(cell.span for cell in cells if cell.text.lstrip("0") == str(number))


def _absent_strangers(planned: SectionPlan, configuration: Source) -> Iterator[Problem]:
    section = planned.settings
    for number in section.absent:
        if number not in planned.shown.values():
            renamed = planned.shown.get(number)
            hint = "take it out"
            if renamed is not None:
                hint = f"pair {number} of the movement is called {renamed} here"
            yield configuration.error(
                "plan-absent",
                f"{number} does not play in section {section.name} (it has {_numbers(planned)}): "
                f"{hint}",
                section.absent_span,
            )


def _numbers(planned: SectionPlan) -> str:
    """1 to 7 and 101 to 107."""
    return ranges(sorted(planned.shown.values()))


def _pair_devices(planned: SectionPlan, configuration: Source) -> Iterator[Problem]:
    section = planned.settings
    if planned.movement.individual and DeviceKind.PAIR in section.devices:
        yield configuration.error(
            "plan-devices",
            f"section {section.name} has an individual movement, in which nobody keeps a partner: "
            f'take devices = ["table"] or ["board"] instead of "pair"',
            section.span,
        )


def _ambiguous(planned: SectionPlan, configuration: Source) -> Iterator[Problem]:
    """Players beyond 99 can be called the same as others: 1 and 123, 2 and 23 are both 223."""
    count = Counter(play.key for play in planned.plays)
    twice = [key for key, times in count.items() if times > 1]
    if twice:
        key = twice[0]
        yield configuration.error(
            "plan-ambiguous",
            f"in section {planned.name} {key.ns} and {key.ew} stand for two tables that play board "
            f"{key.board}, so results could not be told apart: make two sections of it",
            planned.settings.movement_span,
        )


def _empty(planned: SectionPlan, configuration: Source) -> Iterator[Problem]:
    if not planned.plays:
        yield configuration.error(
            "plan-empty",
            f"nobody plays in section {planned.name}: look at its movement and at absent",
            planned.settings.span,
        )


def _hands_of_other_boards(planned: SectionPlan) -> Iterator[Problem]:
    """Hand records of boards that are not played, and boards that are and have none."""
    file = planned.settings.hands
    if file is None or not planned.hands:
        return
    boards = {play.board for play in (*planned.plays, *planned.left_out)}
    others, without = sorted(planned.hands.keys() - boards), sorted(boards - planned.hands.keys())
    if len(others) == len(planned.hands):
        yield Problem(
            Severity.WARNING,
            "hands-unplanned",
            f"these are hands for {_boards(others)}, and section {planned.name} plays "
            f"{_boards(without)}: are they the right hand records?",
            file,
        )
        return
    if others:
        message = f"section {planned.name} does not play {_boards(others)}, which it has hands for"
        yield Problem(Severity.NOTE, "hands-unplanned", message, file)
    if without:
        message = f"section {planned.name} plays {_boards(without)}, which it has no hands for"
        yield Problem(Severity.NOTE, "hands-missing", message, file)


def _boards(numbers: list[int]) -> str:
    """`board 7`, `boards 1 to 24`."""
    return f"{'board' if len(numbers) == 1 else 'boards'} {ranges(numbers)}"
