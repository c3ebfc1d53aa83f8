"""The worked examples of the federation's description, number by number."""

import re
from collections.abc import Collection
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.frbe.check import check_report
from daemon.frbe.fictive_elo import (
    MOST_PASSES,
    Group,
    Performance,
    Rating,
    fill_in,
    rate,
)
from daemon.frbe.rating_table import rating_difference
from daemon.frbe.report import FICTIVE, NO_GAME, Cell, Colour, Player, Report, Result
from daemon.frbe.unranked import marked


def report_of(data: Path, name: str) -> Report:
    report = check_report((data / name).read_bytes(), name, date(2000, 12, 1)).report
    assert report is not None
    return report


def test_the_table_is_fides(data: Path) -> None:
    pairs = re.findall(r"([01]\.\d\d|\.\d\d) (\d+)", (data / "fide_dp_table.txt").read_text())
    table = {round(100 * float(part)): int(points) for part, points in pairs[:51]}
    assert sorted(table) == list(range(50, 101))
    for percent, points in table.items():
        assert rating_difference(percent) == points
        assert rating_difference(100 - percent) == -points


def test_the_closed_example(data: Path) -> None:
    players = report_of(data, "closed.txt").players
    rating = rate(players, marked(players), Group.CLOSED)
    assert [(each.rank, each.elo) for each in rating.players] == [(2, 1222), (7, 1222)]
    # The ranked players scored 6 of 11, 55 %, against an average of 1258.
    assert rating.players[0].last == Performance(games=11, percent=45, average=1258)
    assert (rating.passes, rating.calculations) == (0, 1)
    assert (rating.left_out, rating.refusal) == ((), None)


def test_the_open_example(data: Path) -> None:
    players = report_of(data, "open.txt").players
    rating = rate(players, marked(players), Group.OPEN)
    second, seventh = rating.players
    assert second.performances[0] == Performance(games=6, percent=33, average=1249)
    assert seventh.performances[0] == Performance(games=5, percent=60, average=1269)
    assert (second.first, seventh.first) == (1124, 1341)
    assert second.passes == (1212, 1198, 1200, 1200)
    assert seventh.passes == (1245, 1259, 1257, 1257)
    assert (second.elo, seventh.elo) == (1200, 1257)
    # The description counts "5 herberekeningen".
    assert (rating.passes, rating.calculations) == (4, 5)


@pytest.mark.parametrize(
    ("name", "group"), [("closed.txt", Group.CLOSED), ("open.txt", Group.OPEN)]
)
def test_the_values_filled_in_are_those_of_the_description(
    data: Path, name: str, group: Group
) -> None:
    report = report_of(data, name)
    rating = rate(report.players, marked(report.players), group)
    assert fill_in(report, rating) == report


def test_filling_in_marks_the_player_and_no_other(data: Path) -> None:
    report = report_of(data, "closed.txt")
    rating = rate(report.players, {2, 3}, Group.OPEN)
    filled = fill_in(report, rating).players
    assert [filled[rank].nationality for rank in (0, 1, 2)] == ["", FICTIVE, FICTIVE]
    assert filled[1].elo == rating.players[0].elo
    assert filled[3:] == report.players[3:]


def table(*rows: tuple[int | None, str]) -> tuple[Player, ...]:
    """Players by ELO and cells such as `2+ 3= 4- 5?` (win, draw, loss, not played)."""
    results = {"+": Result.WIN, "=": Result.DRAW, "-": Result.LOSS, "?": Result.NONE}
    return tuple(
        Player(
            "A",
            1,
            1,
            "",
            elo,
            tuple(Cell(int(c[:-1]), Colour.WHITE, results[c[-1]]) for c in cells.split()),
        )
        for elo, cells in rows
    )


def refusal(players: tuple[Player, ...], ng: Collection[int], group: Group) -> str | None:
    rating = rate(players, ng, group)
    assert (rating.players, rating.calculations) == ((), 0)
    return rating.refusal


def test_nobody_to_rate_is_refused() -> None:
    assert refusal(table((1000, "")), [], Group.OPEN) == (
        "nobody is named as not ranked: name them as --ng 2,7"
    )


def test_a_closed_group_needs_two_of_each_kind() -> None:
    assert refusal(table((1000, "2+ 3+"), (None, "1-"), (None, "1-")), [2, 3], Group.CLOSED) == (
        "a closed group needs 2 players who are not ranked and 2 who are, and this one has 2 and 1"
    )
    assert refusal(table((1000, "3+"), (1000, "3+"), (None, "1- 2-")), [3], Group.CLOSED) == (
        "a closed group needs 2 players who are not ranked and 2 who are, and this one has 1 and 2"
    )


def test_a_closed_group_needs_two_results() -> None:
    players = table((1000, "3+"), (1000, "4?"), (None, "1-"), (None, "2?"))
    assert refusal(players, [3, 4], Group.CLOSED) == (
        "the players who are not ranked have 1 result against those who are, and need 2"
    )


def test_an_ng_with_fewer_than_two_results_against_ranked_players_is_left_out() -> None:
    players = table((1000, "2+ 3? 4-"), (None, "1- 3+ 4="), (None, "1? 2- 4-"), (1200, "1+ 2= 3+"))
    rating = rate(players, [2, 3], Group.OPEN)
    assert [each.rank for each in rating.players] == [2]
    assert rating.left_out == ((3, "has 1 result against ranked players, and needs 2"),)
    # 25 % of 2 games against 1100; the game against 3, who has no value, counts nowhere.
    assert rating.players[0].passes == (1100 - 193,)


def test_a_player_without_an_elo_who_is_not_named_counts_nowhere() -> None:
    players = table((1000, "3+"), (None, "3+"), (None, "1- 2- 4="), (1100, "3="))
    (rated,) = rate(players, [3], Group.OPEN).players
    assert rated.last == Performance(games=2, percent=25, average=1050)


def test_passes_go_on_while_a_single_value_changes() -> None:
    # 2 stays at 1000. 3 begins with 50 % against 1000; with the loss to 2 it is 33 %, -125.
    players = table((1000, ""), (None, "1= 4="), (None, "1= 4= 2-"), (1000, ""))
    rating = rate(players, [2, 3], Group.OPEN)
    assert [each.passes for each in rating.players] == [(1000, 1000), (875, 875)]
    assert (rating.passes, rating.calculations) == (2, 3)


def test_halves_are_rounded_up() -> None:
    # 3 of 8 half points is 37.5 %; the average of 1000, 1001, 1000 and 1001 is 1000.5.
    players = table((1000, "5="), (1001, "5="), (1000, "5="), (1001, "5+"), (None, "1= 2= 3= 4-"))
    (rated,) = rate(players, [5], Group.OPEN).players
    assert rated.last == Performance(games=4, percent=38, average=1001)
    assert rated.elo == 1001 - 87


def test_a_value_of_no_four_digits_is_left_out() -> None:
    players = table((100, "3+"), (100, "3+"), (None, "1- 2-"))
    rating = rate(players, [3], Group.OPEN)
    assert rating.players == ()
    assert rating.left_out == ((3, "would have the ELO -700: write one of 1 to 9999 by hand"),)


def test_values_that_never_settle_are_refused() -> None:
    # Two who meet each other far more often than the ranked take over each other's values.
    games = "3= " * 98
    players = table(
        (1000, "2= 3="),
        (None, f"1= 4= {games}"),
        (None, f"1= 5= {games.replace('3', '2')}"),
        (1000, "2="),
        (3000, "3="),
    )
    rating = rate(players, [2, 3], Group.OPEN)
    assert rating.refusal == (
        f"after {MOST_PASSES} passes the values of 2 and 3 still change: leave one of them out "
        "(--ng), or ask the federation"
    )
    assert rating.players == ()


cells = st.just(NO_GAME) | st.builds(
    Cell, st.integers(1, 6), st.sampled_from(Colour), st.sampled_from(Result)
)
players = st.lists(
    st.builds(
        Player,
        name=st.just("A"),
        matricule=st.just(1),
        club=st.just(1),
        nationality=st.just(""),
        elo=st.none() | st.integers(0, 3000),
        cells=st.lists(cells, max_size=6).map(tuple),
    ),
    min_size=6,
    max_size=6,
)


@given(players, st.sets(st.integers(1, 6)), st.sampled_from(Group))
def test_every_ng_has_a_value_or_a_reason(
    everyone: list[Player], ng: set[int], group: Group
) -> None:
    rating: Rating = rate(everyone, ng, group)
    if rating.refusal is None:
        told = [each.rank for each in rating.players] + [rank for rank, _ in rating.left_out]
        assert sorted(told) == sorted(ng)
        assert all(1 <= each.elo <= 9999 for each in rating.players)
        assert len({len(each.passes) for each in rating.players}) <= 1
