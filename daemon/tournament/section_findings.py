"""What does not fit together in the plan of a section: movement, names, devices, hand records."""

from collections import Counter
from collections.abc import Iterator, Mapping

from daemon.bridgesuite.file_name import DeviceKind
from daemon.movement.wording import ranges
from daemon.problem import Problem, Severity, Source, Span
from daemon.settings.cells import rows
from daemon.tournament.plan import SectionPlan


def problems_of_section(
    planned: SectionPlan, configuration: Source, texts: Mapping[str, str]
) -> Iterator[Problem]:
    """Every problem that shows only once the section is planned.

    `texts` are those that the configuration names, under the names that it uses.
    """
    yield from _strangers(planned, texts)
    yield from _absent_strangers(planned, configuration)
    yield from _pair_devices(planned, configuration)
    yield from _ambiguous(planned, configuration)
    yield from _empty(planned, configuration)
    yield from _hands_of_other_boards(planned)


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
