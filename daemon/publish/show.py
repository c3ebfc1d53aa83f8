"""How numbers, days and bridge terms are shown to people: what all publishers have in common."""

from collections.abc import Iterable
from fractions import Fraction

from daemon.bridge.contract import Outcome, PassedOut, Played, show_result
from daemon.problem import Severity
from daemon.publish import days, numbers
from daemon.settings.model import Unit
from daemon.tournament.results import OpenProblem, Ranking, Results, Row, Status

_METHODS = {
    "matchpoints": "Matchpoints",
    "cross-imps": "Cross-IMPs",
    "butler": "Butler IMPs",
    "total-points": "Total points",
    "board-a-match": "Board-a-match",
}
_DIRECTIONS = {"NS": "North-South", "EW": "East-West"}
# Numbers and days are the same in the log and in English pages.
decimal = numbers.decimal
day = days.english_day


def places_for(values: Iterable[Fraction | None]) -> int:
    """How many decimals a column needs: none when all its numbers are whole, else two."""
    return 0 if all(value is None or value.denominator == 1 for value in values) else 2


def signed(score: int) -> str:
    """`+420`, `-50`, `0`."""
    return f"{score:+}" if score else "0"


def rank(row: Row) -> str:
    """`1`, `2=` for a shared rank, `-` for a contestant that has not played."""
    if row.rank is None:
        return "-"
    return f"{row.rank}=" if row.tied else str(row.rank)


def names(of: tuple[str, ...]) -> str:
    """`Ada Voss & Bob Stein`; empty when no name is known."""
    return " & ".join(of)


def contract(outcome: Outcome) -> str:
    """`2H`, `4SX`, `3NT`, `Pass`."""
    return "Pass" if isinstance(outcome, PassedOut) else str(outcome.contract)


def result(outcome: Outcome) -> str:
    """`=`, `+1`, `-2`; empty for a board that was passed out."""
    return show_result(outcome.result) if isinstance(outcome, Played) else ""


def method(name: str) -> str:
    """The way of scoring in words; an unknown name as it is."""
    return _METHODS.get(name, name)


def scoring(of: Results) -> str:
    """The way of scoring in words, with victory points where totals are counted in them."""
    words = method(of.method)
    return f"{words}, victory points" if of.unit == Unit.VICTORY_POINTS else words


def datum(ns: Fraction | None, ew: Fraction | None) -> str:
    """`+190`, as NS see it; both sides where EW's is not the opposite; `-` where there is none."""
    if ns is not None and ew == -ns:
        return _signed_number(ns)
    return f"NS {_signed_number(ns)}, EW {_signed_number(ew)}"


def _signed_number(value: Fraction | None) -> str:
    if value is None:
        return "-"
    shown = decimal(value, places_for([value]))
    return f"+{shown}" if value > 0 else shown


def title(ranking: Ranking) -> str:
    """The heading of a list: `Section A`, `Section A, North-South`, or the list's own name.

    A name that only repeats section and direction is put into words; any other name stands for
    itself, with the direction behind it. The list of a group says so: `Section A, Red`.
    """
    name = ranking.name
    if ranking.group is not None:
        name = name.removesuffix(f" {ranking.group}")
    plain = {ranking.section, f"{ranking.section} {ranking.direction}"}
    heading = f"Section {ranking.section}" if name in plain else name
    if ranking.group is not None:
        heading = f"{heading.removesuffix(f' {ranking.direction}')}, {ranking.group}"
    if ranking.direction is None:
        return heading
    return f"{heading}, {_DIRECTIONS.get(ranking.direction, ranking.direction)}"


def ranges(numbers: Iterable[int]) -> str:
    """`1-3, 7` for 1, 2, 3 and 7."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def state(of: Results) -> str:
    """Whether the standings can still change."""
    return "Final" if of.final else "Provisional"


def results(count: int) -> str:
    """`1 result`, `4 results`."""
    return "1 result" if count == 1 else f"{count} results"


def progress(of: Results) -> str:
    """`84 of 120 results are in`, with the right words at both ends.

    What was not played is no result that is in: `3 results are in, 24 were not played`.
    """
    if of.expected == 0:
        return "No results are expected"
    unplayed = not_played(of)
    if of.complete and not unplayed:
        return "All results are in"
    came = of.played - unplayed
    known = results(came) if of.complete else f"{came} of {results(of.expected)}"
    text = f"{known} {'is' if came == 1 else 'are'} in"
    return (
        f"{text}, {unplayed} {'was' if unplayed == 1 else 'were'} not played" if unplayed else text
    )


def not_played(of: Results) -> int:
    """How many scheduled boards were not played at their tables."""
    lines = (line for traveller in of.travellers for line in traveller.lines)
    return sum(line.status is Status.NOT_PLAYED for line in lines)


def open_problems(of: Results) -> tuple[OpenProblem, ...]:
    """Errors and warnings: what somebody should look at. Notes ask for nothing."""
    return tuple(found for found in of.problems if found.problem.severity is not Severity.NOTE)


def about(found: OpenProblem) -> str:
    """What a problem is about: `section A, board 7, 3 against 4`, as far as it is known."""
    known = []
    if found.section is not None:
        known.append(f"section {found.section}")
    if found.board is not None:
        known.append(f"board {found.board}")
    if found.ns is not None and found.ew is not None:
        known.append(f"{found.ns} against {found.ew}")
    elif found.ns is not None:
        known.append(f"NS {found.ns}")
    elif found.ew is not None:
        known.append(f"EW {found.ew}")
    return ", ".join(known)
