from collections.abc import Callable

import pytest

from daemon.movement.howell import howell
from daemon.movement.individual import individual
from daemon.movement.kinds import Wish, made
from daemon.movement.movement import Movement
from daemon.movement.round_data import read_csv, write_csv
from daemon.problem import Source

MovementOf = Callable[[str], Movement]

TWO = "A,1,1,1,2,1,3\nA,1,2,1,3,4,6\n"


def read(text: str, section: str | None = None) -> Movement:
    movement, problems = read_csv(Source("m.csv", text), section)
    assert movement is not None, problems
    return movement


def said(text: str, section: str | None = None) -> list[str]:
    movement, problems = read_csv(Source("m.csv", text), section)
    assert movement is None
    return [problem.one_line().removeprefix("m.csv:") for problem in problems]


@pytest.mark.parametrize("boards", [1, 2, 3])
@pytest.mark.parametrize(
    "movement", [howell(5, 7), made("mitchell", Wish(13)), individual(12), howell(6)]
)
def test_what_is_written_is_read_back_the_same(movement: Movement, boards: int) -> None:
    assert read(write_csv(movement, boards, "N")) == movement


def test_a_line_is_a_round_at_a_table_with_its_boards(movement_of: MovementOf) -> None:
    movement = movement_of("4 2 2 2 0\n1 2 A  3 0 B\n3 4 B  0 0 0\n")
    assert write_csv(movement, 3) == (
        "section,table,round,ns,ew,low,high\nA,1,1,1,2,1,3\nA,2,1,3,0,0,0\nA,1,2,3,4,4,6\n"
    )
    assert write_csv(individual(4), 2, "B").splitlines()[:2] == [
        "section,table,round,n,s,e,w,low,high",
        "B,1,1,4,1,2,3,1,2",
    ]


@pytest.mark.parametrize(
    "text",
    [
        TWO,
        f"section,table,round,ns,ew,low,high\n{TWO}",
        TWO.replace(",", ";"),
        TWO.replace(",", "\t"),
        "# of the spring\n\n" + "\n".join(reversed(TWO.splitlines())),
        TWO.replace("A,1,1,1", ' "A", 1 , 1,1'),
        "Sectie;Tafel;Ronde;NZ;OW;Laag;Hoog\n" + TWO.replace(",", ";"),
    ],
)
def test_it_is_read_however_it_is_written(text: str) -> None:
    movement = read(text)
    assert (movement.contestants, movement.tables, movement.groups) == (3, 1, 2)
    assert [sets[0].ew for sets in movement.rounds_sets if sets[0]] == [(2,), (3,)]


def test_a_table_that_no_line_names_is_empty_and_a_zero_sits_out() -> None:
    movement = read("A,2,1,1,2,1,2\nA,1,2,3,0,0,0\n")
    assert movement.rounds_sets[0][0] is None
    half = movement.rounds_sets[1][0]
    assert half is not None
    assert half.is_half
    assert movement.groups == 1


def test_a_file_of_sit_outs_is_a_movement_of_one_group() -> None:
    assert read("A,1,1,3,0,0,0\n").groups == 1


def test_of_several_sections_one_is_named() -> None:
    text = TWO + TWO.replace("A,", "B,").replace("1,2,1,3\n", "7,8,1,3\n")
    assert said(text) == [" error: there are sections A and B: name one (--section) [section]"]
    assert said(text, "C") == [" error: there is no section C, only A and B [section]"]
    assert read(text, "B").contestants == 8


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", " error: there is no line with a round and a table [too-short]"),
        (
            "A,1,1,1,2,1\n",
            (
                "1:1: error: the line has 6 values: write section,table,round,ns,ew,low,high (or "
                "n,s,e,w instead of ns,ew for individuals) [columns]"
            ),
        ),
        (
            "A,1,1,1,2,1,2\nA,1,2,1,2,3,4,1,2\n",
            "2:1: error: the line has 9 values and the lines above 7: mend it [columns]",
        ),
        (
            "A,0,1,1,x,1,2\n",
            "1:1: error: table is 0: write a number from 1 to 500 [number-range]",
        ),
        ("A,1,1,1,2,3,2\n", "1:1: error: boards 3 to 2 are none: write the first and the last"),
        ("A,1,1,1,2,0,2\n", "1:1: error: boards 0 to 2 are none: write the first and the last"),
        (
            f"{TWO}A,2,1,4,5,7,8\n",
            (
                "3:1: error: boards 7 to 8 are not 3 boards, as most rounds have: mend them, or "
                "split the line [boards]"
            ),
        ),
        (
            f"{TWO}A,2,1,4,5,2,4\n",
            (
                "3:1: error: board 2 is not the first of a set: sets of 3 begin at boards 1, 4, "
                "7, ... [boards]"
            ),
        ),
        (
            "A,1,1,1,2,0,0\n",
            "1:1: error: nobody sits out here, so name the boards [boards]",
        ),
        (
            f"{TWO}A,1,2,4,5,7,9\n",
            "3:1: error: round 2 at table 1 stands above already: leave one out [twice]",
        ),
        (
            "A,500,2000,1,2,1,2\n",
            " error: 500 tables in 2000 rounds are more than the 100,000 sets allowed [too-large]",
        ),
        (f"A,1,{'1' * 200_000}\n", "1:1: error: the line has 1 value: write section"),
    ],
)
def test_what_cannot_be_read_says_where_and_why(text: str, message: str) -> None:
    assert said(text)[0].startswith(message)


def test_a_bad_line_does_not_hide_the_next() -> None:
    assert len(said("A,1,1,1,x,1,2\nA,1,2\nA,1,3,1,y,3,4\n")) == 3
