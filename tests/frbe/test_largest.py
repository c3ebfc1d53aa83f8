"""The largest report: 999 players, 99 rounds."""

from datetime import date

import pytest

from daemon.frbe.check import check_report
from daemon.frbe.columns import write_heading
from daemon.frbe.fictive_elo import Group, rate
from daemon.frbe.head import write_head
from daemon.frbe.report import NO_GAME, Cell, Colour, Layout, Player, Report, Result
from daemon.frbe.unranked import marked
from daemon.frbe.writing import write_report

PLAYERS, ROUNDS = 999, 99
DAY = date(2026, 6, 25)


def cells_of(number: int) -> tuple[Cell, ...]:
    """All meet by the circle of a round robin, whose odd one out sits out; every game is drawn."""
    row = []
    for turn in range(ROUNDS):
        opponent = (turn - number) % PLAYERS
        colour = Colour.WHITE if number < opponent else Colour.BLACK
        row.append(NO_GAME if opponent == number else Cell(opponent + 1, colour, Result.DRAW))
    return tuple(row)


@pytest.mark.usefixtures("not_for_ever")
def test_the_largest_report_is_written_checked_and_rated() -> None:
    players = tuple(
        Player(f"Player {n}", 10_000 + n, 618, "BEL" if n % 3 else "***", 1500, cells_of(n))
        for n in range(PLAYERS)
    )
    dates = (DAY,) * ROUNDS
    head = write_head(
        title="T", participants=PLAYERS, rounds=ROUNDS, sender="S", end=DAY, tempo="1H"
    )
    report = Report(
        Layout.WIDE,
        head,
        "00",
        DAY,
        DAY,
        write_heading(Layout.WIDE, dates),
        dates,
        players,
        ROUNDS,
    )
    data = write_report(report)
    assert len(data.splitlines()[-1]) == 48 + 8 * ROUNDS
    checked = check_report(data, "R", DAY)
    assert checked.problems == ()
    assert checked.report == report
    # Everybody drew every game against players of 1500.
    for group in Group:
        rating = rate(players, marked(players), group)
        assert {each.elo for each in rating.players} == {1500}
        assert len(rating.players) == PLAYERS // 3
