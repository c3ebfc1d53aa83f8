"""`movement balance FILE...`: how fair movements are, and who meets whom."""

import argparse
import json
from collections import Counter
from fractions import Fraction

from daemon.cli.movement_files import FAILED, Reading, read_movement, refused, write_all
from daemon.cli.report import print_problems, printable, problems_as_json
from daemon.movement.balance import Matrix, balance
from daemon.movement.finding import who
from daemon.movement.habits import Habits, habits, meeting_matrix
from daemon.movement.movement import Movement
from daemon.movement.picture import matrix_svg
from daemon.movement.wording import listing, times
from daemon.problem import has_errors

_JSON_PLACES = 6


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd movement balance`."""
    parser.epilog = (
        "Qf and Qc are per cent. Qf is 100 when everybody competes with everybody else as evenly "
        "as whole numbers allow, Qc when exactly evenly."
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="movement files (.ASC)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--brief", action="store_true", help="only one line for each file")
    parser.add_argument(
        "--boards-per-round",
        type=int,
        default=1,
        metavar="N",
        help="count boards, so many in each round, instead of rounds",
    )
    parser.add_argument(
        "--svg",
        metavar="OUT",
        help="draw who competes with whom (one FILE): numbers are meetings, dark blue is much "
        "competition, red is help",
    )
    parser.add_argument("--force", action="store_true", help="write OUT even if it exists")


def run(arguments: argparse.Namespace) -> int:
    """Work out the balance of all files; 1 when one of them cannot be read."""
    if arguments.svg is not None and len(arguments.files) > 1:
        return refused("balance", "a picture shows one movement: give one FILE with --svg")
    if arguments.boards_per_round < 1:
        return refused("balance", "a round has one board or more: give another --boards-per-round")
    readings = [read_movement(file) for file in arguments.files]
    if arguments.json:
        boards = arguments.boards_per_round
        files = [_as_json(reading, boards) for reading in readings]
        print(json.dumps({"files": files}, indent=2))
    else:
        _print(readings, arguments)
    drawn = 0
    movement = readings[0].movement
    if arguments.svg is not None and movement is not None:
        picture = matrix_svg(
            balance(movement).competition,
            f"{printable(readings[0].file)}: {_figures(movement)}",
            meeting_matrix(movement),
        )
        drawn = write_all({arguments.svg: picture}, force=arguments.force)
    if any(has_errors(reading.problems) for reading in readings):
        return FAILED
    return drawn


def _print(readings: list[Reading], arguments: argparse.Namespace) -> None:
    for number, reading in enumerate(readings):
        print_problems(problem for problem in reading.problems if problem.is_error)
        if reading.movement is None:
            print(f"{printable(reading.file)}: not usable")
            continue
        if number and not arguments.brief:
            print()
        print(f"{printable(reading.file)}: {_figures(reading.movement)}")
        if not arguments.brief:
            for line in _details(reading.movement, arguments.boards_per_round):
                print(line)


def _figures(movement: Movement) -> str:
    found = balance(movement)
    if found.qf is None or found.qc is None:
        return "no board is played at two tables, so there is nothing to balance"
    return f"Qf {_two_places(found.qf)}, Qc {_two_places(found.qc)}"


def _two_places(value: Fraction) -> str:
    """Rounded half up, as people round."""
    hundredths = (value * 100 + Fraction(1, 2)) // 1
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def _details(movement: Movement, boards: int) -> list[str]:
    noun = who(movement)
    matrix = meeting_matrix(movement)
    everybody = habits(movement)
    return [
        _meetings(matrix),
        *_two_winners(everybody),
        "",
        *_table(everybody, noun, boards),
        "",
        f"How often {noun}s meet:",
        *_matrix(matrix),
    ]


def _two_winners(everybody: tuple[Habits, ...]) -> list[str]:
    """A remark when all sit one way, for which the figures are not made."""
    if any(0 < one.ns < one.rounds for one in everybody):
        return []
    return ["Nobody plays both ways: Qf and Qc say nothing about two winners, NS and EW"]


def _meetings(matrix: Matrix) -> str:
    counts = Counter(matrix[row][column] for row in range(len(matrix)) for column in range(row))
    parts = [
        f"{count} {'never happen' if often == 0 else f'happen {times(often)}'}"
        for often, count in sorted(counts.items())
    ]
    return f"Of {counts.total()} possible meetings {listing(parts)}"


def _table(everybody: tuple[Habits, ...], noun: str, boards: int) -> list[str]:
    unit = "rounds" if boards == 1 else "boards"
    lines = [f"{noun:>6}  {unit:>6}  {'NS':>3}  {'EW':>3}  {'out':>3}  follows"]
    for one in everybody:
        counts = (one.rounds, one.ns, one.rounds - one.ns, one.sit_outs)
        total, ns, ew, out = (count * boards for count in counts)
        lines.append(
            f"{one.contestant:6d}  {total:6d}  {ns:3d}  {ew:3d}  {out:3d}  {_follows(one)}".rstrip()
        )
    return lines


def _follows(one: Habits) -> str:
    """`2`, `2 (5 times), 7`, `stays`: the most usual first; many become `various`."""
    most = 3
    if len(one.follows) > most:
        return "various"
    only = len(one.follows) == 1
    return ", ".join(
        ("stays" if number == one.contestant else str(number))
        + ("" if only else f" ({times(count)})")
        for number, count in one.follows
    )


def _matrix(matrix: Matrix) -> list[str]:
    """A row for every contestant: a dot is never, the diagonal is marked."""
    width = max(2, len(str(len(matrix))))

    def cell(row: int, column: int) -> str:
        value = "\\" if row == column else str(matrix[row][column] or ".")
        return f"{value:>{width}}"

    everybody = range(len(matrix))
    heading = " ".join(f"{number + 1:{width}d}" for number in everybody)
    return [
        f"{'':{width}} {heading}",
        *(
            f"{row + 1:{width}d} {' '.join(cell(row, column) for column in everybody)}"
            for row in everybody
        ),
    ]


def _as_json(reading: Reading, boards: int) -> dict[str, object]:
    problems = problems_as_json(problem for problem in reading.problems if problem.is_error)
    movement = reading.movement
    if movement is None:
        return {"file": reading.file, "qf": None, "qc": None, "problems": problems}
    found = balance(movement)
    return {
        "file": reading.file,
        "qf": _number(found.qf),
        "qc": _number(found.qc),
        "boards_per_round": boards,
        "contestants": [
            {
                "contestant": one.contestant,
                "boards": one.rounds * boards,
                "ns_boards": one.ns * boards,
                "rounds": one.rounds,
                "ns_rounds": one.ns,
                "sit_outs": one.sit_outs,
                "follows": [
                    {"contestant": number, "times": count} for number, count in one.follows
                ],
            }
            for one in habits(movement)
        ],
        "meetings": meeting_matrix(movement),
        "competition": found.competition,
        "problems": problems,
    }


def _number(value: Fraction | None) -> float | None:
    return None if value is None else round(float(value), _JSON_PLACES)
