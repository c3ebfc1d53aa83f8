"""Tables of victory points, as a federation publishes them."""

from fractions import Fraction

import pytest

from daemon.problem import Source
from daemon.scoring.victory_points import Step, Table
from daemon.settings.victory_table import read_victory_table


def read(text: str) -> tuple[Table | None, list[str]]:
    table, problems = read_victory_table(Source("vp.csv", text))
    return table, [problem.one_line() for problem in problems]


def step(margin: int, winner: str, loser: str) -> Step:
    return Step(margin, Fraction(winner), Fraction(loser))


@pytest.mark.parametrize(
    "text",
    [
        "margin,winner\n0,15\n3,16\n7,17.5\n",
        "winner;margin\r\n15;0\r\n16;3\r\n17,5;7\r\n",
        "margin,winner,loser,boards\n0,15,,\n3,16,14,\n7,17.5,12.5,\n",
    ],
)
def test_the_loser_gets_what_the_winner_leaves(text: str) -> None:
    steps = (step(0, "15", "15"), step(3, "16", "14"), step(7, "17.5", "12.5"))
    assert read(text) == (Table({1: steps}), [])


def test_a_loser_may_get_less_and_each_number_of_boards_has_its_own_table() -> None:
    text = "boards,margin,winner,loser\n4,0,10,10\n8,0,10,10\n4,9,20,-1\n8,20,20,0\n"
    assert read(text) == (
        Table(
            {
                4: (step(0, "10", "10"), step(9, "20", "-1")),
                8: (step(0, "10", "10"), step(20, "20", "0")),
            }
        ),
        [],
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "",
            (
                "1:1: error: the first line has no column margin and no column winner: begin the "
                "file with a line margin,winner (and loser and boards, where they matter) "
                "[victory-header]"
            ),
        ),
        (
            "x" * 200_001,
            "1:1: error: this file has 200001 characters: is it the right one? [victory-header]",
        ),
        (
            "margin,winner\n",
            (
                "1:1: error: there is no line below the header: begin with the points of a draw, "
                "0,10 [victory-table]"
            ),
        ),
        ("margin,winner\n0,\n", ("2:3: error: nothing is no winner: write a number like 12.50 "
         "[victory-value]")),
        ("margin,winner\n-1,9\n", ('2:1: error: "-1" is no margin: write a whole number '
         "[victory-value]")),
        ("margin,winner,boards\n0,9,0\n", ('2:5: error: "0" is no boards: write a whole number '
         "[victory-value]")),
        ("margin,winner\n1,9\n", ("2:1: error: the first margin is 1: begin with 0, the points of "
         "a draw [victory-table]")),
        ("margin,winner\n0,9\n2,10\n2,11\n", ("4:1: error: the margin 2 comes after 2: let them "
         "rise [victory-table]")),
    ],
)  # fmt: skip
def test_what_is_no_table_is_told(text: str, told: str) -> None:
    assert read(text) == (None, [f"vp.csv:{told}"])
