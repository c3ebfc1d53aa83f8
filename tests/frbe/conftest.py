"""A small report without fault, and what a change to it leads to."""

import signal
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from daemon.frbe.check import Checked, check_report
from daemon.frbe.player_list import PlayerList

NAME = "612OPE1a.618"
GOOD = """\
Tournoi : Trial
Nombre de participants : 4 ; 2 rondes
Envoyé par : Club 618
Date fin de tournoi : 12-06-2026
Tempo : 1H
\x0000  4 22026060120260612
   Nom                 Matr. Clb Nat  ELO  260601  260608
 1 Adam Eva            11111 618 BEL 2000   2 B 1   3 N 5
 2 Baert Tom           22222 618 BEL 1900   1 N 0   4 B 1
 3 Claes Lea           33333 618 BEL 1800   4 B 5   1 B 5
 4 Damme Wim           44444 618 BEL 1700   3 N 5   2 N 0
"""


@pytest.fixture
def good() -> str:
    """A report of four players and two rounds, with LF (see `data_of`)."""
    return GOOD


@pytest.fixture
def data() -> Path:
    """The folder with the federation's documents and the TRF files."""
    return Path(__file__).parent.parent / "data" / "frbe"


@pytest.fixture
def data_of() -> Callable[[str], bytes]:
    """The bytes of a report whose lines are written with LF."""
    return lambda text: text.replace("\n", "\r\n").encode("cp1252")


@pytest.fixture
def checked() -> Callable[..., Checked]:
    """Check the report in which `old` became `new`, on the first of July 2026."""

    def check(
        old: str = "",
        new: str = "",
        *,
        name: str | None = NAME,
        today: date = date(2026, 7, 1),
        players: PlayerList | None = None,
    ) -> Checked:
        assert GOOD.count(old) == 1 or not old
        data = GOOD.replace(old, new).replace("\n", "\r\n").encode("cp1252")
        return check_report(data, "R", today, players, file_name=name)

    return check


@pytest.fixture
def found(checked: Callable[..., Checked]) -> Callable[..., list[str]]:
    """What is said of the report in which `old` became `new`."""
    return lambda *change, **how: [each.one_line() for each in checked(*change, **how).problems]


@pytest.fixture
def not_for_ever() -> Iterator[None]:
    """A test that would hang fails instead."""

    def give_up(*_: object) -> None:
        raise TimeoutError("it hangs")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(30)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
