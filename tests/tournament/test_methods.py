"""Methods, units and lists, from configuration and rulings to the rankings."""

import json
from fractions import Fraction

import pytest

from daemon.problem import Source
from daemon.publish.csv_files import standings_csv
from daemon.publish.json_files import standings_json, travellers_json
from daemon.scoring.victory_points import wbf_scale
from daemon.tournament.planning import make_plan
from daemon.tournament.results import Ranking, Results, Row
from tests.tournament.conftest import MOVEMENTS, SECTION, Desk, configuration

MITCHELL = 'name = "A"\nmovement = "mitchell.asc"\nboards_per_round = 1'
HALF = 'name = "A"\nmovement = "half.asc"\nboards_per_round = 2'
EIGHT = 'name = "A"\nmovement = "eight.asc"\nboards_per_round = 1'
BUTLER = '[scoring]\nmethod = "butler"\nbutler_drop = "none"\n'
CROSS = '[scoring]\nmethod = "cross-imps"\n'

Number = Fraction | int | None

Scores = dict[tuple[int, int], int]
"""NS's score, by board and NS."""

# Round 1 of the small evening; 420 and -50 differ by 10 IMPs.
ROUND_1: Scores = {(1, 1): 420, (1, 3): -50, (2, 1): 110, (2, 3): 110}


def enter(desk: Desk, scores: Scores, *more: str) -> Results:
    entries = [
        f"[[result]]\nboard = {board}\nns = {ns}\nscore = {score}\n"
        for (board, ns), score in scores.items()
    ]
    desk.rule(*entries, *more)
    assert desk.state.rulings.problems == ()
    return desk.now.results


def rows(results: Results) -> dict[int, Row]:
    """The rows of all lists of everybody, by number."""
    return {
        row.contestant: row
        for ranking in results.rankings
        if ranking.group is None
        for row in ranking.rows
    }


def gathered(row: Row) -> tuple[Number, Number, Number]:
    """Boards, total and maximum."""
    return row.boards, row.total, row.maximum


def totals(results: Results) -> dict[int, Fraction]:
    return {number: row.total for number, row in rows(results).items() if row.boards}


def correction(**values: float | str) -> str:
    return "\n".join(["[[correction]]", *(f"{name} = {value}" for name, value in values.items())])


@pytest.mark.parametrize(
    ("scoring", "expected"),
    [
        (CROSS, {1: 10, 2: -10, 3: -10, 4: 10}),
        # The datum is 190 (185 rounded): 420 is 6 IMPs above, -50 as many below.
        (BUTLER, {1: 6, 2: -6, 3: -6, 4: 6}),
        ('[scoring]\nmethod = "total-points"', {1: 530, 2: -530, 3: 60, 4: -60}),
    ],
)
def test_in_methods_without_a_top_there_is_no_maximum_and_no_percentage(
    scoring: str, expected: dict[int, int], bare: Desk
) -> None:
    bare.plan(more=scoring)
    results = enter(bare, ROUND_1)
    assert totals(results) == expected
    for row in rows(results).values():
        assert (row.boards, row.maximum, row.percent) == (2, None, None)
        assert row.average == row.total / 2


def test_board_a_match_has_a_top_of_two(bare: Desk) -> None:
    bare.plan(more='[scoring]\nmethod = "board-a-match"')
    results = enter(bare, ROUND_1)
    assert totals(results) == {1: 3, 2: 1, 3: 1, 4: 3}
    assert {row.maximum for row in rows(results).values()} == {4}
    assert {row.percent for row in rows(results).values()} == {75, 25}


def test_imps_are_ranked_by_the_average_per_board(bare: Desk) -> None:
    bare.plan(more=CROSS)
    # 1 wins 10 IMPs over four boards and 4 wins 10 over two; 2 and 3 lose as many.
    results = enter(bare, {**ROUND_1, (3, 1): 110, (4, 1): 110})
    ranking = [(row.contestant, row.rank, row.average) for row in results.rankings[0].rows]
    assert ranking == [
        (4, 1, 5),
        (1, 2, Fraction(5, 2)),
        (3, 3, Fraction(-5, 2)),
        (2, 4, Fraction(-5)),
    ]


def test_standings_in_imps_are_published_as_the_interface_says(bare: Desk) -> None:
    bare.plan(more=CROSS)
    published = json.loads(standings_json(enter(bare, ROUND_1)))
    assert (published["method"], published["unit"]) == ("cross-imps", "imps")
    first = published["rankings"][0]["rows"][0]
    assert first == {
        "rank": 1,
        "tied": True,
        "contestant": 1,
        "names": [],
        "boards": 2,
        "total": 10,
        "maximum": None,
        "percent": None,
        "average": 5,
    }


def test_a_butler_publishes_its_datums(bare: Desk) -> None:
    bare.plan(more=BUTLER)
    split = "[[split]]\nboard = 2\nns = 1\nns_score = 110\new_award = 60\n"
    scores = {place: score for place, score in ROUND_1.items() if place != (2, 1)}
    boards = json.loads(travellers_json(enter(bare, scores, split)))
    assert [(line["ns_datum"], line["ew_datum"]) for line in boards[0]["lines"]] == [
        (190, -190),
        (190, -190),
    ]
    assert [line["ns_points"] for line in boards[0]["lines"]] == [6, -6]
    assert [(line["ns_datum"], line["ew_datum"]) for line in boards[1]["lines"]] == [
        (110, -110),
        (110, -110),
    ]
    assert [line["ew_points"] for line in boards[1]["lines"]] == [3, 0]
    assert "ns_datum" not in boards[2]["lines"][0]


# Corrections in every unit.


@pytest.mark.parametrize(
    ("scoring", "values", "added"),
    [
        ("", {"matchpoints": 1.5}, Fraction("1.5")),
        ("", {"percent_of_top": -10}, Fraction("-0.2")),  # of a top of 2
        ('[scoring]\nmethod = "board-a-match"', {"percent_of_top": -25}, Fraction("-0.5")),
        ('[scoring]\nmethod = "board-a-match"', {"matchpoints": -1}, Fraction(-1)),
        (CROSS, {"imps": -3}, Fraction(-3)),
        (BUTLER, {"imps": 2.5}, Fraction("2.5")),
        ('[scoring]\nmethod = "total-points"', {"points": -100}, Fraction(-100)),
        (f'{BUTLER}vp = "wbf"', {"victory_points": -0.5}, Fraction("-0.5")),
        (f'{BUTLER}vp = "wbf"', {"percent_of_top": -10}, Fraction(-2)),  # of 20
    ],
)
def test_a_correction_is_in_the_unit_of_the_totals(
    scoring: str, values: dict[str, float], added: Fraction, bare: Desk
) -> None:
    bare.plan(more=scoring)
    before = totals(enter(bare, ROUND_1))
    after = totals(enter(bare, ROUND_1, correction(contestant=1, **values)))
    assert after == {**before, 1: before[1] + added}


@pytest.mark.parametrize(
    ("scoring", "values", "told"),
    [
        (
            CROSS,
            {"matchpoints": 1},
            "totals are in IMPs here, and matchpoints cannot be added to them: write imps",
        ),
        (
            BUTLER,
            {"imps": 1, "percent_points": 1},
            "totals are in IMPs here, and percent_points cannot be added to them: write imps",
        ),
        (
            '[scoring]\nmethod = "total-points"',
            {"imps": 1, "percent_of_top": 1},
            (
                "totals are in total points here, and percent_of_top and imps cannot be added to "
                "them: write points"
            ),
        ),
        (
            f'{CROSS}vp = "wbf"',
            {"imps": 1},
            (
                "totals are in victory points here, and imps cannot be added to them: write "
                "victory_points, percent_of_top or percent_points"
            ),
        ),
    ],
)
def test_a_correction_in_another_unit_is_told_and_does_not_count(
    scoring: str, values: dict[str, float], told: str, bare: Desk
) -> None:
    bare.plan(more=scoring)
    before = totals(enter(bare, ROUND_1))
    assert totals(enter(bare, ROUND_1, correction(contestant=1, **values))) == before
    assert [one.problem.message for one in bare.problems] == [told]
    assert bare.codes() == ["rulings-unit"]
    assert len(bare.now.rulings.applied) == len(ROUND_1)


def test_imps_are_carried_in_with_their_boards_and_need_no_maximum(bare: Desk) -> None:
    bare.plan(more=CROSS)
    carried = correction(contestant=1, carried="{points = -4, boards = 2}")
    row = rows(enter(bare, ROUND_1, carried))[1]
    assert gathered(row) == (4, 6, None)
    assert row.average == Fraction(3, 2)
    (told,) = [
        one.text for one in bare.tell() if one.event == "ruling.applied" and "carried" in one.text
    ]
    assert "-4 carried in for 2 boards" in told


# Groups and handicaps.

GROUPS = "number,name1,group,handicap\n1,Ada,Red,\n2,Bo,Blue,5\n3,Cy,Blue,\n4,Di,,-2.5\n"


def named(ranking: Ranking) -> tuple[str, str | None, list[int]]:
    return ranking.name, ranking.group, [row.contestant for row in ranking.rows]


def test_every_group_has_a_list_of_its_own_below_that_of_everybody(bare: Desk) -> None:
    bare.plan(f'{SECTION}\nnames = "names.csv"', names=GROUPS)
    results = enter(bare, ROUND_1)
    everybody, blue, red = results.rankings
    assert named(everybody) == ("A", None, [1, 4, 2, 3])
    assert named(blue) == ("A Blue", "Blue", [2, 3])
    assert named(red) == ("A Red", "Red", [1])
    assert [(row.rank, row.tied) for row in blue.rows] == [(1, False), (2, False)]
    published = json.loads(standings_json(results))["rankings"]
    assert [one.get("group") for one in published] == [None, "Blue", "Red"]
    assert "group" not in published[0]
    assert standings_csv(results).splitlines()[0].endswith(",average,group")


def test_with_two_winners_a_group_has_a_list_for_each_side_that_it_is_on(bare: Desk) -> None:
    names = "number,name1,group\n1,Ada,Red\n2,Bo,Red\n4,Di,Red\n5,Ed,Blue\n"
    bare.plan(f'{MITCHELL}\nnames = "names.csv"', names=names)
    results = enter(bare, {(1, 1): 420})
    assert [(one.name, one.direction, one.group) for one in results.rankings] == [
        ("A NS", "NS", None),
        ("A NS Red", "NS", "Red"),
        ("A EW", "EW", None),
        ("A EW Blue", "EW", "Blue"),
        ("A EW Red", "EW", "Red"),
    ]
    assert [row.contestant for row in results.rankings[1].rows] == [1, 2]


def test_over_the_event_a_group_has_members_of_every_section(bare: Desk) -> None:
    names = "number,name1,group\n1,Ada,Red\n"
    section = f'{SECTION}\nnames = "names.csv"'
    bare.plan(
        section, section.replace('"A"', '"B"'), more='[ranking]\nscope = "event"', names=names
    )
    (_, red) = bare.now.results.rankings
    assert (red.name, [(row.section, row.contestant) for row in red.rows]) == (
        "All sections Red",
        [("A", 1), ("B", 1)],
    )


def test_a_handicap_is_percentage_points(bare: Desk) -> None:
    bare.plan(f'{SECTION}\nnames = "names.csv"', names=GROUPS)
    found = rows(enter(bare, ROUND_1))
    assert {number: row.percent for number, row in found.items()} == {
        1: 75,
        2: 30,
        3: 25,
        4: Fraction("72.5"),
    }
    assert found[2].total == 1  # the matchpoints stay as they were


def test_in_imps_a_handicap_is_imps_per_board(bare: Desk) -> None:
    bare.plan(f'{SECTION}\nnames = "names.csv"', more=CROSS, names=GROUPS)
    found = rows(enter(bare, ROUND_1))
    assert {number: row.average for number, row in found.items()} == {
        1: 5,
        2: 0,
        3: -5,
        4: Fraction("2.5"),
    }
    assert found[2].total == 0


EARLIER = "section,contestant,boards,total,maximum,percent\nA,2,2,3,4,80\n"


def test_a_handicap_weighs_in_a_sum_of_sessions_as_much_as_the_session_does(bare: Desk) -> None:
    bare.plan(
        f'{SECTION}\nnames = "names.csv"',
        more='[ranking]\ncarry_over = ["earlier.csv"]',
        names=GROUPS,
        earlier=EARLIER,
    )
    # 75 % and 5 points then; 25 % and 5 points now: (80 + 30) / 2.
    assert rows(enter(bare, ROUND_1))[2].percent == 55


# Earlier sessions.


@pytest.mark.parametrize("mode", ["sum", "mean"])
def test_imps_of_earlier_sessions_are_added(mode: str, bare: Desk) -> None:
    bare.plan(
        more=f'{CROSS}\n[ranking]\ncarry_over = ["earlier.csv"]\ncarry_mode = "{mode}"',
        earlier="contestant,boards,total\n1,3,-5\n3,0,0\n",
    )
    found = rows(enter(bare, ROUND_1))
    assert gathered(found[1]) == (5, 5, None)
    assert found[1].average == 1
    assert gathered(found[3]) == (2, -10, None)


def test_what_a_session_in_imps_published_can_be_carried_over(bare: Desk) -> None:
    bare.plan(more=CROSS)
    results = enter(bare, ROUND_1)
    for published in (standings_json(results), standings_csv(results)):
        again = Desk()
        again.plan(more=f'{BUTLER}[ranking]\ncarry_over = ["earlier.csv"]', earlier=published)
        assert totals(enter(again, {})) == {1: 10, 2: -10, 3: -10, 4: 10}


@pytest.mark.parametrize(
    ("scoring", "earlier", "told"),
    [
        (
            CROSS,
            "contestant,boards,total,maximum\n1,3,5,12\n",
            (
                'there is a maximum, 12, as with matchpoints, and this session is in "imps": take '
                "the file out of carry_over"
            ),
        ),
        (
            CROSS,
            '{"method": "matchpoints", "rankings": []}',
            (
                'these standings are in "matchpoints", and this session is in "imps", which cannot '
                "be added up: take the file out of carry_over"
            ),
        ),
        (
            f'{CROSS}vp = "wbf"',
            '{"method": "cross-imps", "unit": "imps", "rankings": []}',
            (
                'these standings are in "imps", and this session is in "victory-points", which '
                "cannot be added up: take the file out of carry_over"
            ),
        ),
    ],
)
def test_a_session_in_another_unit_cannot_be_carried_over(
    scoring: str, earlier: str, told: str
) -> None:
    more = f'{scoring}\n[ranking]\ncarry_over = ["earlier.csv"]'
    source = Source("tournament.toml", configuration(more=more))
    plan, problems = make_plan(source, {**MOVEMENTS, "earlier.csv": earlier})
    assert plan is None
    assert [(one.code, one.message) for one in problems] == [("carried-method", told)]


# Sit-outs, players, adjusted scores.


def test_boards_that_somebody_sits_out_may_count_as_no_imps(bare: Desk) -> None:
    bare.plan(f"{MITCHELL}\nabsent = [6]", more=f'{CROSS}\n[ranking]\nsitout = "average"')
    found = rows(enter(bare, {(1, 1): 420, (1, 3): -50}))
    assert gathered(found[1]) == (2, 10, None)  # one played, one sat out


def test_players_each_get_the_imps_of_their_side(bare: Desk) -> None:
    bare.plan(EIGHT, more=CROSS)
    desk_scores = {(1, 102): 420, (1, 506): -50}
    assert totals(enter(bare, desk_scores)) == {
        **dict.fromkeys((1, 2, 7, 8), 10),
        **dict.fromkeys((3, 4, 5, 6), -10),
    }


def test_adjusted_scores_of_every_kind_are_scored_in_imps(bare: Desk) -> None:
    bare.plan(more=f'{CROSS}imps_average = "nbb"\nown_percentage = false')
    results = enter(
        bare,
        {(2, 3): -50, (3, 4): -50, (4, 1): 420, (5, 2): 0},
        '[[artificial]]\nboard = 1\nns = 1\nns_award = "A+"\new_award = "A-"\n',
        "[[assigned]]\nboard = 2\nns = 1\nscore = 420\n",
        "[[weighted]]\nboard = 3\nns = 1\n"
        "outcomes = [{weight = 60, score = 420}, {weight = 40, score = -50}]\n",
        "[[not_played]]\nboard = 4\nns = 4\n",
        "[[fouled]]\nboard = 5\ntables = [[1], [2]]\n",
        "[[split]]\nboard = 5\nns = 1\nns_score = 420\new_award = 60\n",
    )
    points: dict[tuple[int, int], tuple[Number, Number]] = {
        (traveller.board, one.ns): (one.ns_points, one.ew_points)
        for traveller in results.travellers
        for one in traveller.lines
        if one.ns_points is not None
    }
    assert points == {
        (1, 1): (2, -2),
        (2, 1): (10, -10),
        (2, 3): (-10, 10),
        (3, 1): (6, -6),  # 60 % of 10
        (3, 4): (-6, 6),
        (4, 1): (0, 0),  # alone
        (5, 1): (0, 2),  # alone, and 60 %
        (5, 2): (0, 0),
    }


def test_own_averages_count_in_imps(bare: Desk) -> None:
    bare.plan(more=CROSS)
    scores = {(3, 1): 420, (3, 4): -50}
    award = '[[artificial]]\nboard = 1\nns = 1\nns_award = "A+"\new_award = "A+"\n'
    # 1 has 10 IMPs on its other board, and so has 2.
    assert totals(enter(bare, scores, award)) == {1: 20, 2: 20, 3: -10, 4: -10}


def test_a_small_subfield_of_a_fouled_board_gets_its_percentages(bare: Desk) -> None:
    bare.plan(MITCHELL, more='[scoring]\nsmall_subfield = "ebu"')
    fouled = "[[fouled]]\nboard = 1\ntables = [[1], [2, 3]]\n"
    bare.rule(fouled)
    tables = {one.table: one.ns for one in bare.now.results.travellers[0].lines}
    results = enter(bare, {(1, ns): 100 * table for table, ns in tables.items()}, fouled)
    by_table = {one.table: (one.ns_points, one.ew_points) for one in results.travellers[0].lines}
    # Three plays: a group of one is a third of them, and has 60 % of a top of 4 on both sides.
    assert by_table[1] == (Fraction(12, 5), Fraction(12, 5))
    assert by_table[3] == (Fraction(7, 2), Fraction(1, 2))


# Victory points.


def test_victory_points_are_for_the_boards_of_two_pairs_in_a_round(bare: Desk) -> None:
    bare.plan(more=f'{CROSS}vp = "wbf"')
    results = enter(bare, {**ROUND_1, (3, 1): 420, (3, 4): -50})
    ten_of_two, ten_of_one = wbf_scale(2)[10], wbf_scale(1)[10]
    found = rows(results)
    assert {number: gathered(row) for number, row in found.items()} == {
        1: (3, ten_of_two + ten_of_one, 40),
        2: (3, 20 - ten_of_two + ten_of_one, 40),
        3: (3, 40 - ten_of_two - ten_of_one, 40),
        4: (3, ten_of_two + 20 - ten_of_one, 40),
    }
    assert found[1].percent == found[1].total * 100 / 40
    # The lines show the IMPs all the same.
    assert results.travellers[0].lines[0].ns_points == 10
    assert json.loads(standings_json(results))["unit"] == "victory-points"


def test_victory_points_come_from_a_table_of_the_clubs(bare: Desk) -> None:
    bare.plan(more=f'{CROSS}vp = "scale.csv"', scale="margin,winner,loser\n0,5,5\n3,6,4\n10,9,0\n")
    assert totals(enter(bare, ROUND_1)) == {1: 9, 2: 0, 3: 0, 4: 9}
    assert rows(bare.now.results)[1].maximum == 10


def test_a_table_that_cannot_be_used_is_told() -> None:
    source = Source("tournament.toml", configuration(more=f'{CROSS}vp = "scale.csv"'))
    plan, problems = make_plan(source, {**MOVEMENTS, "scale.csv": "margin,winner\n3,6\n"})
    assert plan is None
    assert [one.one_line() for one in problems] == [
        (
            "scale.csv:2:1: error: the first margin is 3: begin with 0, the points of a draw "
            "[victory-table]"
        )
    ]


def test_a_round_that_is_sat_out_may_count_as_a_draw(bare: Desk) -> None:
    bare.plan(HALF, more=f'{CROSS}vp = "wbf"\n[ranking]\nsitout = "average"')
    found = rows(enter(bare, {(1, 1): 420}))
    # One board of a match (a draw, since nothing is compared), and a round of two sat out.
    assert gathered(found[1]) == (3, 20, 40)
    assert found[1].percent == 50


def test_a_board_that_was_played_the_other_way_round_belongs_to_its_match(bare: Desk) -> None:
    bare.plan(more=f'{CROSS}vp = "wbf"')
    usual = totals(enter(bare, ROUND_1))
    turned = {(2, 1): 110, (2, 3): 110, (1, 3): -50}
    results = enter(
        bare,
        turned,
        "[[reversed]]\nboard = 1\nns = 1\new = 2\n",
        "[[result]]\nboard = 1\nns = 2\new = 1\nscore = 420\n",
    )
    # 2 made 420 as NS, and the others lost 50 as NS: 2 and 3 against 1 and 4.
    assert [one.ns for one in results.travellers[0].lines] == [2, 3]
    assert totals(results) == {1: usual[2], 2: usual[1], 3: usual[3], 4: usual[4]}
