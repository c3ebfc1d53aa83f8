"""`report check|rate|build|show|convert`: the chess federation's tournament report."""

import argparse

from daemon.cli.federation_build import add_build
from daemon.cli.federation_check import add_check
from daemon.cli.federation_files import FileError
from daemon.cli.federation_rate import add_rate
from daemon.cli.federation_show import add_convert, add_show
from daemon.cli.report import print_problems

_ACTIONS = {
    "check": ("say everything that is wrong or odd in the files", add_check),
    "rate": ("work out the fictive ELO of players who are not ranked yet", add_rate),
    "build": ("make the federation's file from a TRF or a spreadsheet (CSV)", add_build),
    "show": ("show a file as a table", add_show),
    "convert": ("write a file in another layout, or as TRF, JSON or CSV", add_convert),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd report`."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="|".join(_ACTIONS))
    for name, (summary, add) in _ACTIONS.items():
        add(actions.add_parser(name, help=summary, description=f"{summary.capitalize()}."))


def run(arguments: argparse.Namespace) -> int:
    """Run what was asked for; 1 when a file is not right, 2 when one must not be written."""
    try:
        status: int = arguments.act(arguments)
    except FileError as error:
        print_problems(error.problems)
        return error.status
    return status
