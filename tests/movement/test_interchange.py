import json
from collections.abc import Callable

import pytest

from daemon.movement.howell import howell
from daemon.movement.individual import individual
from daemon.movement.interchange import read_json, write_json
from daemon.movement.kinds import Wish, made
from daemon.movement.movement import Movement
from daemon.problem import Source

MovementOf = Callable[[str], Movement]

GOOD = {
    "contestants": 4,
    "tables": 1,
    "groups": 1,
    "individual": False,
    "rounds": [[{"ns": [1], "ew": [2], "group": 1}]],
}


def said(text: str) -> str:
    movement, problems = read_json(Source("m.json", text))
    assert movement is None
    (problem,) = problems
    return problem.one_line()


@pytest.mark.parametrize(
    "movement", [howell(5, 7), made("howell", Wish(9)), individual(13), made("mitchell", Wish(13))]
)
def test_what_is_written_is_read_back_the_same(movement: Movement) -> None:
    assert read_json(Source("m.json", write_json(movement))) == (movement, ())


def test_the_object_has_the_counts_and_every_table(movement_of: MovementOf) -> None:
    text = write_json(movement_of("4 2 2 2 0\n1 2 A  3 0 B\n3 4 A  0 0 0\n"))
    assert json.loads(text) == {
        "contestants": 4,
        "tables": 2,
        "groups": 2,
        "individual": False,
        "rounds": [
            [{"ns": [1], "ew": [2], "group": 1}, {"ns": [3], "ew": [0], "group": 2}],
            [{"ns": [3], "ew": [4], "group": 1}, None],
        ],
    }


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"individual": 0}, "individual must be true or false"),
        ({"contestants": 0}, "contestants must be a number from 1 to 1,000"),
        ({"contestants": True}, "contestants must be a number from 1 to 1,000"),
        ({"groups": "7"}, "groups must be a number from 1 to 100,000"),
        ({"rounds": {}}, "rounds must be a list"),
        ({"rounds": []}, "rounds must hold 1 to 100000 rounds"),
        ({"rounds": [[]]}, "round 1 has 0 tables, and the movement has 1"),
        ({"rounds": [[7]]}, "round 1, table 1 must be an object"),
        (
            {"rounds": [[{"ns": [1, 3], "ew": [2], "group": 1}]]},
            "ns of round 1, table 1 must hold 1 number, not 2",
        ),
        (
            {"rounds": [[{"ns": [1], "ew": [-2], "group": 1}]]},
            "ew of round 1, table 1 must be a number from 0 to 1,000",
        ),
        (
            {"rounds": [[{"ns": [1], "ew": [2]}]]},
            "group of round 1, table 1 must be a number from 0 to 100,000",
        ),
    ],
)
def test_what_is_no_movement_says_where(changed: dict[str, object], message: str) -> None:
    assert said(json.dumps(GOOD | changed)) == f"m.json: error: {message} [json]"


def test_what_is_no_json_is_said_with_its_place() -> None:
    assert said('{"tables": 7,\n}') == (
        "m.json:2:1: error: this is no JSON (Expecting property name enclosed in double quotes): "
        "mend it [json]"
    )
    assert said("[]") == "m.json: error: the whole must be an object [json]"


@pytest.mark.parametrize("text", ["[" * 100_000, "1" * 10_000])
def test_json_that_is_meant_to_hurt_does_not(text: str) -> None:
    assert said(text) == "m.json: error: this is JSON of no movement: is it the right file? [json]"
