"""`report build`: the federation's file from a TRF or a spreadsheet."""

import argparse
import json
import re
import sys
from datetime import date
from pathlib import Path

from daemon.cli.days import local_today
from daemon.cli.federation_files import (
    FAILED,
    WRONG_USAGE,
    FileError,
    read_bytes,
    read_players,
    write_new,
)
from daemon.cli.federation_rate import rating_problems
from daemon.cli.refused import reason
from daemon.cli.report import print_problems, problems_as_json
from daemon.frbe.building import Built, Wishes, build, make_report
from daemon.frbe.dates import read_free
from daemon.frbe.fictive_elo import Group, fill_in, rate
from daemon.frbe.file_name import RESERVED, Kind
from daemon.frbe.importing import read_tournament
from daemon.frbe.player_list import PlayerList
from daemon.frbe.report import Layout, Report
from daemon.frbe.unranked import listed, marked, named
from daemon.frbe.wording import listing, plural
from daemon.problem import Problem, Severity, has_errors

_KINDS = listing(list(Kind))


def add_build(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `report build`."""
    parser.add_argument("file", metavar="FILE", help="a TRF, or a spreadsheet (CSV)")
    parser.add_argument("--club", required=True, type=_club, metavar="N", help="who sends it")
    parser.add_argument("--type", required=True, type=_kind, metavar="T", help=f"one of {_KINDS}")
    parser.add_argument("--start", type=_day, metavar="DAY", help="the first day, yyyy-mm-dd")
    parser.add_argument("--end", type=_day, metavar="DAY", help="the last day")
    parser.add_argument(
        "--round-dates", type=_days, metavar="DAY,DAY,...", default=(), help="one for each round"
    )
    parser.add_argument("--title", default="", metavar="TEXT", help="the tournament's name")
    parser.add_argument("--sender", default="", metavar="TEXT", help="who sends it: name, address")
    parser.add_argument("--tempo", default="", metavar="TEXT", help="the time that players have")
    parser.add_argument("--players", metavar="LIST", help="the federation's list (csv or dbf)")
    parser.add_argument(
        "--layout",
        type=Layout,
        choices=[Layout.PT, Layout.CM, Layout.WIDE],
        help="pt, cm or wide (default: the narrowest that fits)",
    )
    parser.add_argument(
        "--suffix",
        type=_suffix,
        default="1a",
        metavar="XX",
        help="two characters that make the name unlike others (default: 1a, then the next free)",
    )
    parser.add_argument(
        "--program", type=_program, default="00", metavar="NN", help="two digits (default: 00)"
    )
    parser.add_argument(
        "--fictive",
        type=Group,
        choices=list(Group),
        help="fill in the fictive ELO of players who are not ranked",
    )
    parser.add_argument(
        "--ng", metavar="2,7", help="who is not ranked (default: by --players, or who has ***)"
    )
    parser.add_argument("--out", default=".", metavar="DIR", help="where the file goes")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(act=_build)


def _build(arguments: argparse.Namespace) -> int:
    known = None if arguments.players is None else read_players(arguments.players)
    wishes = Wishes(
        club=arguments.club,
        kind=arguments.type,
        free=arguments.suffix,
        program=arguments.program,
        layout=arguments.layout,
        start=arguments.start,
        end=arguments.end,
        round_dates=arguments.round_dates,
        title=arguments.title,
        sender=arguments.sender,
        tempo=arguments.tempo,
    )
    table, problems = read_tournament(read_bytes(arguments.file), arguments.file)
    built = None
    if table is not None:
        report, asked = make_report(table, wishes, known, arguments.file)
        problems = (*problems, *asked)
        if report is not None and arguments.fictive is not None:
            try:
                report, more = _rated(arguments, report, known)
            except ValueError as error:
                print(f"tournamentd report build: {error}", file=sys.stderr)
                return WRONG_USAGE
            problems = (*problems, *more)
        if report is not None and not has_errors(problems):
            built, more = _write(Path(arguments.out), report, wishes, known)
            problems = (*problems, *more)
    if arguments.json:
        file = None if built is None else str(Path(arguments.out) / built.name)
        print(json.dumps({"file": file, "problems": problems_as_json(problems)}, indent=2))
    else:
        print_problems(problems)
        if built is not None:
            print(_summary(Path(arguments.out), built))
    return FAILED if built is None else 0


def _rated(
    arguments: argparse.Namespace, report: Report, known: PlayerList | None
) -> tuple[Report, tuple[Problem, ...]]:
    if arguments.ng is not None:
        unranked = named(arguments.ng, report.players)
    elif known is not None:
        unranked, _ = listed(report.players, known)
    else:
        unranked = marked(report.players)
    rating = rate(report.players, unranked, arguments.fictive)
    return fill_in(report, rating), tuple(rating_problems(rating, arguments.file))


def _write(
    directory: Path, report: Report, wishes: Wishes, known: PlayerList | None
) -> tuple[Built | None, tuple[Problem, ...]]:
    """Write under a name that nobody has, even when somebody takes it at this moment."""
    while True:
        try:
            taken = [path.name for path in directory.iterdir()]
            built, problems = build(report, wishes, known, local_today(), taken)
            if built is not None:
                write_new(directory / built.name, built.data)
        except FileExistsError:
            continue
        except OSError as error:
            message = f"nothing can be written here ({reason(error)}): name a folder as --out"
            raise FileError(Problem(Severity.ERROR, "file", message, str(directory))) from None
        return built, problems


def _summary(directory: Path, built: Built) -> str:
    report = built.report
    players, rounds = plural(len(report.players), "player"), plural(report.rounds, "round")
    return f"{directory / built.name}: {report.layout}, {players}, {rounds}, written"


def _club(text: str) -> int:
    if not re.fullmatch(r"\d{1,3}", text, re.ASCII) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no club: write 1 to 999")
    return int(text)


def _kind(text: str) -> Kind:
    if text.upper() == RESERVED:
        message = f"{RESERVED} is reserved for the federation: choose {_KINDS}"
        raise argparse.ArgumentTypeError(message)
    if text.upper() not in set(Kind):
        raise argparse.ArgumentTypeError(f"{text!r} is no kind of tournament: choose {_KINDS}")
    return Kind(text.upper())


def _day(text: str) -> date:
    found = read_free(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no day: write it as 2026-10-03")
    return found


def _days(text: str) -> tuple[date, ...]:
    return tuple(_day(part) for part in text.split(","))


def _suffix(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9$]{2}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"{text!r}: write two letters, digits or $")
    return text


def _program(text: str) -> str:
    if not re.fullmatch(r"\d\d", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"{text!r}: write two digits")
    return text
