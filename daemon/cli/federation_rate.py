"""`report rate`: the fictive ELO of players who are not ranked yet, with every pass."""

import argparse
import json
import sys

from daemon.cli.days import local_today
from daemon.cli.federation_files import (
    FAILED,
    WRONG_USAGE,
    FileError,
    read_bytes,
    read_players,
    write_bytes,
)
from daemon.cli.report import print_problems, printable
from daemon.frbe.check import Checked, check_report
from daemon.frbe.fictive_elo import Group, Rated, Rating, fill_in, rate
from daemon.frbe.report import Report
from daemon.frbe.unranked import listed, marked, named
from daemon.frbe.wording import plural, ranges
from daemon.frbe.writing import write_report
from daemon.problem import Problem, Severity


def add_rate(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `report rate`."""
    parser.add_argument("file", metavar="FILE", help="a file for the federation")
    group = parser.add_mutually_exclusive_group(required=True)
    for each, summary in (
        (Group.CLOSED, "a closed group: one value for all who are not ranked"),
        (Group.OPEN, "an open tournament: a value for each of them"),
    ):
        group.add_argument(
            f"--{each}", dest="group", action="store_const", const=each, help=summary
        )
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--ng", metavar="2,7", help="who is not ranked (default: those with ***)")
    who.add_argument(
        "--players",
        metavar="LIST",
        help="the federation's list (csv or dbf): who has fewer than 20 games there is not ranked",
    )
    parser.add_argument("--write", metavar="OUT", help="write the file with the values filled in")
    parser.add_argument("--force", action="store_true", help="write OUT even if it exists")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(act=_rate)


def _rate(arguments: argparse.Namespace) -> int:
    report = usable_report(arguments.file)
    try:
        unranked = _unranked(arguments, report)
    except ValueError as error:
        print(f"tournamentd report rate: {error}", file=sys.stderr)
        return WRONG_USAGE
    rating = rate(report.players, unranked, arguments.group)
    print_problems(rating_problems(rating, arguments.file))
    if rating.refusal is not None:
        return FAILED
    if arguments.write is not None:
        data = write_report(fill_in(report, rating))
        write_bytes(arguments.write, data, force=arguments.force)
    if arguments.json:
        print(json.dumps(_as_json(rating), indent=2))
    else:
        print("\n".join(_log(rating, report)))
    return 0


def usable_report(file: str) -> Report:
    """A report without errors. Raises FileError."""
    checked: Checked = check_report(read_bytes(file), file, local_today())
    if checked.report is None:
        raise FileError(*(problem for problem in checked.problems if problem.is_error))
    return checked.report


def rating_problems(rating: Rating, file: str) -> list[Problem]:
    """Why there is no value, for some (warnings) or at all (an error)."""
    problems = [
        Problem(Severity.WARNING, "not-rated", f"player {rank} {reason}", file)
        for rank, reason in rating.left_out
    ]
    if rating.refusal is not None:
        problems.append(Problem(Severity.ERROR, "not-rated", rating.refusal, file))
    return problems


def _unranked(arguments: argparse.Namespace, report: Report) -> frozenset[int]:
    if arguments.ng is not None:
        return named(arguments.ng, report.players)
    if arguments.players is None:
        return marked(report.players)
    unranked, strangers = listed(report.players, read_players(arguments.players))
    if strangers:
        message = (
            f"the federation's list has not the matricule of player {ranges(sorted(strangers))}, "
            "who is taken for ranked: name who is not as --ng"
        )
        print_problems([Problem(Severity.WARNING, "list-unknown", message, arguments.file)])
    return unranked


def _log(rating: Rating, report: Report) -> list[str]:
    names = {rank: printable(player.name) for rank, player in enumerate(report.players, 1)}
    if rating.group is Group.CLOSED:
        lines = ["All games against ranked players together:"]
    else:
        lines = ["First calculation, against ranked players only:"]
    lines += [_performance(each, names[each.rank], 0) for each in rating.players]
    for number in range(1, rating.passes + 1):
        lines.append(f"Pass {number}, all games with the values so far:")
        lines += [_performance(each, names[each.rank], number) for each in rating.players]
    lines.append(f"{_passes(rating.passes)}, {plural(rating.calculations, 'calculation')}")
    lines += [f"{each.rank:>4}  {names[each.rank]}: {each.elo}" for each in rating.players]
    return lines


def _passes(count: int) -> str:
    return "1 pass" if count == 1 else f"{count} passes"


def _performance(rated: Rated, name: str, number: int) -> str:
    shown = rated.performances[number]
    return (
        f"{rated.rank:>4}  {name:25} {shown.percent:>3} % of {plural(shown.games, 'game')}, "
        f"average {shown.average}, {shown.elo - shown.average:+} = {shown.elo}"
    )


def _as_json(rating: Rating) -> dict[str, object]:
    return {
        "kind": rating.group,
        "players": [
            {
                "rank": each.rank,
                "elo": each.elo,
                "games": each.last.games,
                "percent": each.last.percent,
                "average": each.last.average,
                "first": each.first,
                "passes": list(each.passes),
            }
            for each in rating.players
        ],
        "left_out": [{"rank": rank, "reason": reason} for rank, reason in rating.left_out],
        "passes": rating.passes,
        "calculations": rating.calculations,
    }
