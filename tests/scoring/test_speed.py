"""A full rescore is quick enough to be done after every single result."""

import random
import time

import pytest

from daemon.scoring.field import score_field
from daemon.scoring.rules import (
    BoardRules,
    ButlerRules,
    CrossImpRules,
    MatchpointRules,
    Ties,
)
from daemon.scoring.standings import standings
from daemon.scoring.tally import tally
from daemon.scoring.traveller import Compared, Contestant, Line

TABLES, BOARDS = 100, 26
# It takes a twentieth of this on the PC of a club, and what adds up fractions one by one takes more
# where nothing else is going on.
MOST_SECONDS = 0.2
SCORES = range(-1000, 1000, 50)


def field() -> dict[int, list[Line]]:
    dice = random.Random(26)
    return {
        board: [
            Line(
                (Contestant("A", table),),
                (Contestant("A", TABLES + (table + board) % TABLES),),
                score,
                score,
            )
            for table in range(TABLES)
            for score in [Compared(dice.choice(SCORES))]
        ]
        for board in range(1, BOARDS + 1)
    }


@pytest.mark.parametrize("rules", [MatchpointRules(), CrossImpRules(), ButlerRules()])
def test_a_hundred_tables_are_rescored_between_two_blinks(rules: BoardRules) -> None:
    lines = field()
    expected = dict.fromkeys(lines, TABLES + 1)
    took = []
    for _ in range(5):
        begun = time.process_time()
        scored = score_field(lines, expected, rules)
        tallies = tally(line for on_board in scored.values() for line in on_board)
        rows = standings(tallies, tallies, Ties.SHOWN)
        took.append(time.process_time() - begun)
        assert len(rows) == 2 * TABLES
    assert min(took) < MOST_SECONDS
