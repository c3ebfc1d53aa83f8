import json
import random
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.scoring.field import score_field
from daemon.scoring.matchpoints import expected_plays
from daemon.scoring.rules import Expected, MatchpointRules, Ties, Winners
from daemon.scoring.standings import Standing, standings, two_winners
from daemon.scoring.tally import Tally, tally
from daemon.scoring.traveller import Award, Compared, Contestant, Line, SideScore

DATA = Path(__file__).parents[1] / "data" / "scoring"


def pairs(*numbers: int) -> list[Contestant]:
    return [Contestant("A", number) for number in numbers]


def out_of_hundred(percents: dict[int, str]) -> dict[Contestant, Tally]:
    """Tallies of pairs over 4 boards with these percentages."""
    return {
        Contestant("A", number): Tally(4, Fraction(percent), Fraction(100))
        for number, percent in percents.items()
    }


def shown(rows: tuple[Standing, ...]) -> str:
    """Give the list as `1 A3, 2= A1, 2= A2, - A4`."""
    return ", ".join(
        f"{row.rank or '-'}{'=' if row.tied else ''} "
        f"{row.contestant.section}{row.contestant.number}"
        for row in rows
    )


def test_contestants_are_ranked_by_percentage_and_a_rank_skips_after_a_tie() -> None:
    tallies = out_of_hundred({1: "52.5", 2: "52.5", 3: "61", 4: "33", 5: "33", 6: "33", 7: "1"})
    rows = standings(pairs(1, 2, 3, 4, 5, 6, 7), tallies, Ties.EXACT)
    assert shown(rows) == "1 A3, 2= A1, 2= A2, 4= A4, 4= A5, 4= A6, 7 A7"


def test_a_row_shows_what_was_gathered() -> None:
    (row,) = standings(
        pairs(3), {Contestant("A", 3): Tally(21, Fraction("150.5"), Fraction(252))}, Ties.SHOWN
    )
    assert row == Standing(
        rank=1,
        tied=False,
        contestant=Contestant("A", 3),
        boards=21,
        total=Fraction("150.5"),
        maximum=Fraction(252),
        percent=Fraction(15050, 252),
        average=Fraction("150.5") / 21,
    )


def test_the_percentage_decides_and_not_the_total() -> None:
    (one, two) = pairs(1, 2)
    tallies = {one: Tally(3, Fraction(18), Fraction(30)), two: Tally(2, Fraction(13), Fraction(20))}
    assert shown(standings([one, two], tallies, Ties.SHOWN)) == "1 A2, 2 A1"


def test_percentages_that_are_shown_alike_tie_unless_ties_are_exact() -> None:
    case = next(
        case
        for case in json.loads((DATA / "derived_edge_cases.json").read_text(encoding="utf-8"))
        if case["name"] == "tie_by_displayed_pct"
    )
    tallies = out_of_hundred({5: str(case["a"]["exact"]), 9: str(case["b"]["exact"]), 1: "48.86"})
    assert shown(standings(tallies, tallies, Ties.SHOWN)) == "1= A9, 1= A5, 3 A1"
    assert shown(standings(tallies, tallies, Ties.EXACT)) == "1 A9, 2 A5, 3 A1"


@pytest.mark.parametrize(
    ("one", "two", "ranks"),
    [
        ("50.125", "50.134", "1= A2, 1= A1"),
        ("50.1249", "50.125", "1 A2, 2 A1"),
        ("0.005", "0.01", "1= A2, 1= A1"),
    ],
)
def test_a_half_of_the_last_shown_decimal_is_rounded_up(one: str, two: str, ranks: str) -> None:
    assert shown(standings(pairs(1, 2), out_of_hundred({1: one, 2: two}), Ties.SHOWN)) == ranks


def test_equals_stand_in_the_order_of_section_and_number() -> None:
    contestants = [Contestant("B", 1), Contestant("A", 10), Contestant("A", 9)]
    even = Tally(1, Fraction(5), Fraction(10))
    rows = standings(contestants, dict.fromkeys(contestants, even), Ties.SHOWN)
    assert shown(rows) == "1= A9, 1= A10, 1= B1"


def test_contestants_that_have_not_played_stand_at_the_end_without_a_rank() -> None:
    rows = standings(pairs(12, 11, 3, 4), out_of_hundred({3: "0", 4: "40"}), Ties.SHOWN)
    assert shown(rows) == "1 A4, 2 A3, - A11, - A12"
    assert rows[-1] == Standing(
        rank=None,
        tied=False,
        contestant=Contestant("A", 12),
        boards=0,
        total=Fraction(0),
        maximum=Fraction(0),
        percent=None,
        average=Fraction(0),
    )


def test_who_has_only_played_boards_that_compare_nothing_ranks_as_fifty_per_cent() -> None:
    tallies = out_of_hundred({1: "50", 2: "55", 3: "45"})
    tallies[Contestant("A", 4)] = Tally(2, Fraction(0), Fraction(0))
    rows = standings(tallies, tallies, Ties.EXACT)
    assert shown(rows) == "1 A2, 2= A1, 2= A4, 4 A3"
    assert rows[2].percent is None


def test_percentage_points_move_the_percentage_and_the_rank_but_not_total_and_maximum() -> None:
    tallies = out_of_hundred({1: "55", 2: "54", 3: "53"})
    points = {Contestant("A", 3): Fraction("1.5"), Contestant("A", 1): Fraction(-3)}
    rows = standings(tallies, tallies, Ties.SHOWN, percent_points=points)
    assert shown(rows) == "1 A3, 2 A2, 3 A1"
    assert [row.percent for row in rows] == [Fraction("54.5"), 54, 52]
    assert [row.total for row in rows] == [53, 54, 55]
    assert {row.maximum for row in rows} == {100}
    assert [row.average for row in rows] == [Fraction(total, 4) for total in (53, 54, 55)]


def test_contestants_tie_with_their_percentage_points() -> None:
    tallies = out_of_hundred({1: "55", 2: "54.004", 3: "53"})
    points = {Contestant("A", 1): Fraction(-1), Contestant("A", 3): Fraction(1)}
    for ties, expected in (
        (Ties.SHOWN, "1= A2, 1= A1, 1= A3"),
        (Ties.EXACT, "1 A2, 2= A1, 2= A3"),
    ):
        assert shown(standings(tallies, tallies, ties, percent_points=points)) == expected


def test_who_has_compared_nothing_ranks_as_fifty_per_cent_with_its_percentage_points() -> None:
    tallies = out_of_hundred({1: "50", 2: "52", 3: "48"})
    tallies |= dict.fromkeys(pairs(4, 5), Tally(2, Fraction(0), Fraction(0)))
    points = {Contestant("A", 4): Fraction(2), Contestant("A", 5): Fraction(-3)}
    rows = standings(tallies, tallies, Ties.EXACT, percent_points=points)
    assert shown(rows) == "1= A2, 1= A4, 3 A1, 4 A3, 5 A5"
    assert [rows[1].percent, rows[4].percent] == [None, None]


def test_percentage_points_give_no_rank_to_who_has_not_played() -> None:
    tallies = out_of_hundred({1: "50"})
    points = {Contestant("A", 2): Fraction(10)}
    rows = standings(pairs(1, 2), tallies, Ties.SHOWN, percent_points=points)
    assert shown(rows) == "1 A1, - A2"
    assert rows[1].percent is None


def test_only_the_contestants_of_the_list_are_in_it_and_each_once() -> None:
    tallies = out_of_hundred({1: "60", 2: "50", 3: "40"})
    assert shown(standings(pairs(3, 1, 3), tallies, Ties.SHOWN)) == "1 A1, 2 A3"
    assert standings([], tallies, Ties.SHOWN) == ()


@pytest.mark.parametrize(
    ("rule", "mitchell", "howell"),
    [(Winners.AUTO, True, False), (Winners.ONE, False, False), (Winners.TWO, True, True)],
)
def test_there_are_two_winners_when_no_contestant_plays_both_ways(
    rule: Winners,
    mitchell: bool,  # noqa: FBT001 - a column of the table above
    howell: bool,  # noqa: FBT001 - a column of the table above
) -> None:
    assert two_winners(rule, pairs(1, 2, 3), pairs(4, 5, 6)) is mitchell
    assert two_winners(rule, pairs(1, 2, 3), pairs(3, 4, 5)) is howell


def test_the_same_number_in_another_section_is_another_contestant() -> None:
    assert two_winners(Winners.AUTO, [Contestant("A", 1)], [Contestant("B", 1)])


PERCENTS = st.dictionaries(
    st.integers(1, 30),
    st.decimals(45, 46, places=3).map(str) | st.sampled_from(["0", "50", "100"]),
    max_size=15,
)


@given(PERCENTS, st.sampled_from(Ties))
def test_a_rank_is_one_more_than_the_number_of_those_in_front(
    percents: dict[int, str], ties: Ties
) -> None:
    tallies = out_of_hundred(percents)
    rows = standings(tallies, tallies, ties)
    exact = [row.percent for row in rows if row.percent is not None]
    assert exact == sorted(exact, reverse=True)
    judged = exact
    if ties is Ties.SHOWN:  # the numbers are positive: a half goes up
        judged = [Fraction(int(percent * 100 + Fraction(1, 2)), 100) for percent in exact]
    for row, own in zip(rows, judged, strict=True):
        assert row.rank == 1 + sum(other > own for other in judged)
        assert row.tied == (judged.count(own) > 1)


SIDE = st.sampled_from([420, 170, 110, -50, -100]).map(Compared) | st.sampled_from(
    [Award(Fraction(60), floor=True), Award(Fraction(40), ceiling=True), Award(Fraction(50))]
)


@st.composite
def howells(draw: st.DrawFn) -> dict[int, list[Line]]:
    """Some lines of a field of 8 pairs who play both ways."""
    field: dict[int, list[Line]] = {}
    for board in range(1, draw(st.integers(1, 4)) + 1):
        seats = draw(st.permutations(pairs(1, 2, 3, 4, 5, 6, 7, 8)))
        field[board] = []
        for ns, ew in zip(seats[::2], seats[1::2], strict=True):
            if draw(st.booleans()):
                score: SideScore = draw(SIDE)
                field[board].append(Line((ns,), (ew,), score, score))
    return field


@given(howells(), st.sampled_from(Expected), st.randoms(use_true_random=False))
def test_the_order_in_which_results_arrive_changes_nothing(
    field: dict[int, list[Line]], rule: Expected, dice: random.Random
) -> None:
    def ranked(lines: dict[int, list[Line]]) -> tuple[Standing, ...]:
        expected = expected_plays(rule, dict.fromkeys(field, 4), lines)
        scored = score_field(lines, expected, MatchpointRules())
        everything = [line for on_board in scored.values() for line in on_board]
        return standings(pairs(1, 2, 3, 4, 5, 6, 7, 8), tally(everything), Ties.SHOWN)

    boards = dice.sample(sorted(field), len(field))
    assert ranked({board: dice.sample(field[board], len(field[board])) for board in boards}) == (
        ranked(field)
    )
