"""Configuration and the texts it names -> the plan, or every problem at once."""

from collections import Counter
from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from daemon.bridgesuite.file_name import DeviceKind
from daemon.movement.asc import read_asc
from daemon.movement.movement import Movement
from daemon.movement.schedule import Encounter, schedule
from daemon.problem import Problem, Source, has_errors
from daemon.scoring.traveller import Contestant
from daemon.settings.model import Numbering, Section, Settings
from daemon.settings.names import read_names
from daemon.settings.reading import read_settings
from daemon.tournament.numbering import NumberingError, shown_numbers
from daemon.tournament.plan import Plan, SectionPlan, Table
from daemon.tournament.play import Play, PlayKey


def make_plan(
    configuration: Source, texts: Mapping[str, str]
) -> tuple[Plan | None, tuple[Problem, ...]]:
    """Read a configuration and what it names into a plan; None when there is an error.

    `texts` holds the movement and names files under the names that the configuration uses; what
    is not in it could not be read, which the caller has reported.
    """
    settings, problems = read_settings(configuration)
    if settings is None:
        return None, problems
    plan, more = _plan_of(settings, configuration, texts)
    return plan, (*problems, *more)


def _plan_of(
    settings: Settings, configuration: Source, texts: Mapping[str, str]
) -> tuple[Plan | None, tuple[Problem, ...]]:
    problems: list[Problem] = []
    sections = []
    movements: dict[str, tuple[Movement | None, tuple[Problem, ...]]] = {}
    for section in settings.sections:
        if section.movement not in texts:
            continue
        if section.movement not in movements:
            source = Source(section.movement, texts[section.movement])
            movements[section.movement] = read_asc(source)
            problems.extend(movements[section.movement][1])
        movement = movements[section.movement][0]
        if movement is None:
            continue
        planned, found = _section(section, movement, configuration, texts)
        problems.extend(found)
        if planned is not None:
            sections.append(planned)
    if has_errors(problems) or len(sections) < len(settings.sections):
        return None, tuple(problems)
    return _index(settings, tuple(sections)), tuple(problems)


def _index(settings: Settings, sections: tuple[SectionPlan, ...]) -> Plan:
    by_key: dict[PlayKey, Play] = {}
    by_table: dict[Table, tuple[Play, ...]] = {}
    for section in sections:
        for play in section.plays:
            by_key[play.key] = play
            table = (play.section, play.table, play.board)
            by_table[table] = (*by_table.get(table, ()), play)
    return Plan(settings, sections, by_key, by_table)


def _section(
    section: Section, movement: Movement, configuration: Source, texts: Mapping[str, str]
) -> tuple[SectionPlan | None, tuple[Problem, ...]]:
    try:
        shown = shown_numbers(movement, section.numbering)
    except NumberingError as error:
        refused = configuration.error(
            "plan-numbering",
            f'section {section.name} cannot be numbered "{Numbering.NS_EW_100}": {error}; '
            f'take numbering = "{Numbering.MOVEMENT}"',
            section.movement_span,
        )
        return None, (refused,)
    names, found = _names(section, frozenset(shown.values()), texts)
    problems = [*found, *_section_problems(section, movement, shown, configuration)]
    encounters = schedule(movement, section.boards_per_round, section.first_board)
    plays = tuple(
        play
        for encounter in encounters
        for play in _plays(section, movement, encounter, shown)
        if not _is_absent(section, play)
    )
    twice = [key for key, count in Counter(play.key for play in plays).items() if count > 1]
    if twice:
        problems.append(
            configuration.error(
                "plan-ambiguous",
                f"in section {section.name} {twice[0].ns} and {twice[0].ew} stand for two tables "
                f"that play board {twice[0].board}: results could not be told apart",
                section.movement_span,
            )
        )
    if not plays:
        problems.append(
            configuration.error(
                "plan-empty",
                f"nobody plays in section {section.name}: look at its movement and at absent",
                section.span,
            )
        )
    planned = SectionPlan(
        section, movement, shown, names, plays, _sit_outs(section, movement, shown, plays)
    )
    return planned, tuple(problems)


def _plays(
    section: Section, movement: Movement, encounter: Encounter, shown: Mapping[int, int]
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
            _device_number(ns, movement),
            _device_number(ew, movement),
            ns,
            ew,
        )


def _device_number(contestants: tuple[Contestant, ...], movement: Movement) -> int:
    """The one number that the devices' files have room for (individuals: first*100 + second)."""
    if not movement.individual:
        return contestants[0].number
    first, second = contestants
    return first.number * 100 + second.number


def _is_absent(section: Section, play: Play) -> bool:
    return any(
        contestant.number in section.absent
        for contestant in (*play.ns_contestants, *play.ew_contestants)
    )


def _sit_outs(
    section: Section, movement: Movement, shown: Mapping[int, int], plays: tuple[Play, ...]
) -> dict[Contestant, int]:
    playing = Counter(
        contestant for play in plays for contestant in (*play.ns_contestants, *play.ew_contestants)
    )
    whole = movement.rounds * section.boards_per_round
    return {
        contestant: whole - playing[contestant]
        for contestant in (
            Contestant(section.name, number)
            for number in shown.values()
            if number not in section.absent
        )
        if playing[contestant] < whole
    }


def _names(
    section: Section, numbers: frozenset[int], texts: Mapping[str, str]
) -> tuple[dict[int, tuple[str, ...]], tuple[Problem, ...]]:
    if section.names is None or section.names not in texts:
        return {}, ()
    source = Source(section.names, texts[section.names])
    names, problems = read_names(source)
    strangers = sorted(set(names) - numbers)
    if strangers:
        listed = ", ".join(map(str, strangers))
        warning = source.warning(
            "names-unknown",
            f"no such number in section {section.name}: {listed}; the movement has "
            f"{_ranges(sorted(numbers))}",
        )
        problems = (*problems, warning)
    return names, problems


def _section_problems(
    section: Section, movement: Movement, shown: Mapping[int, int], configuration: Source
) -> Iterator[Problem]:
    known = sorted(shown.values())
    for number in section.absent:
        if number not in known:
            near = get_close_matches(str(number), [str(other) for other in known], n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            yield configuration.error(
                "plan-absent",
                f"{number} is not in the movement of section {section.name} "
                f"(it has {_ranges(known)}){hint}",
                section.absent_span,
            )
    if movement.individual and DeviceKind.PAIR in section.devices:
        yield configuration.error(
            "plan-devices",
            f"section {section.name} has an individual movement, in which nobody keeps a partner: "
            f'take devices = ["table"] or ["board"] instead of "pair"',
            section.span,
        )


def _ranges(numbers: list[int]) -> str:
    """1 to 7, 101 to 107."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)
