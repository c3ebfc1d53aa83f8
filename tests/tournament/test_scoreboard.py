"""Travellers and rankings; points are worked out anew here, by comparing score with score."""

from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.bridge.board import Vulnerability
from daemon.bridge.card import Card, Suit
from daemon.bridge.seat import Seat
from daemon.scoring.traveller import Award
from daemon.tournament.play import PlayKey
from daemon.tournament.results import Ranking, Results, Status, TravellerLine
from tests.tournament.conftest import SECTION, Desk, key, line, plan_of, text

MITCHELL = 'name = "A"\nmovement = "mitchell.asc"\nboards_per_round = 1'
B = SECTION.replace('"A"', '"B"')
SCORES = (-620, -420, -110, -50, 0, 50, 90, 110, 140, 400, 420, 600, 1430)

Scores = dict[PlayKey, int]
Pairs = dict[tuple[str, int], Fraction]


def enter(desk: Desk, scores: Scores, *more: str) -> Results:
    """All these results come in on slips of paper, with further rulings."""
    entries = [
        f'[[result]]\nsection = "{play.section}"\nboard = {play.board}\nns = {play.ns}\n'
        f"score = {score}\n"
        for play, score in scores.items()
    ]
    desk.rule(*entries, *more)
    assert desk.state.rulings.problems == ()
    return desk.now.results


def points(scores: Scores, expected: int, *, together: bool = False) -> dict[PlayKey, Fraction]:
    """Matchpoints of NS (2 for each score beaten, 1 for each equal one), factored by Neuberg.

    `together`: boards of one number are compared across sections.
    """
    found = {}
    for play, score in scores.items():
        others = [
            other
            for place, other in scores.items()
            if place != play
            and place.board == play.board
            and (together or place.section == play.section)
        ]
        plain = sum(2 if score > other else score == other for other in others)
        number = len(others) + 1
        found[play] = Fraction(plain + 1) * Fraction(expected, number) - 1
    return found


def totals(scores: Scores, expected: int, *, together: bool = False) -> Pairs:
    """Each pair's percentage of what it could have won."""
    top = 2 * (expected - 1)
    won: dict[tuple[str, int], list[Fraction]] = defaultdict(list)
    for play, ns in points(scores, expected, together=together).items():
        won[play.section, play.ns].append(ns)
        won[play.section, play.ew].append(top - ns)
    return {pair: 100 * sum(of, Fraction()) / (top * len(of)) for pair, of in won.items()}


def percents(ranking: Ranking) -> Pairs:
    return {
        (row.section, row.contestant): row.percent
        for row in ranking.rows
        if row.percent is not None
    }


def named(results: Results) -> list[tuple[str, str | None, str | None, list[int]]]:
    return [
        (one.name, one.section, one.direction, sorted(row.contestant for row in one.rows))
        for one in results.rankings
    ]


def line_of(results: Results, play: PlayKey) -> TravellerLine:
    (found,) = (
        one
        for traveller in results.travellers
        if (traveller.section, traveller.board) == (play.section, play.board)
        for one in traveller.lines
        if (one.ns, one.ew) == (play.ns, play.ew)
    )
    return found


def scores_of(*sections: str) -> st.SearchStrategy[Scores]:
    """Scores for some of the plays of a plan."""
    plays = [play.key for play in plan_of(*sections).plays]
    return st.dictionaries(st.sampled_from(plays), st.sampled_from(SCORES))


@settings(max_examples=30)
@given(scores=scores_of(SECTION))
def test_one_list_where_pairs_play_both_ways(scores: Scores) -> None:
    desk = Desk()
    desk.plan()
    results = enter(desk, scores)
    assert named(results) == [("A", "A", None, [1, 2, 3, 4])]
    assert percents(results.rankings[0]) == totals(scores, 2)


@settings(max_examples=30)
@given(scores=scores_of(MITCHELL))
def test_two_lists_where_nobody_plays_both_ways(scores: Scores) -> None:
    desk = Desk()
    desk.plan(MITCHELL)
    results = enter(desk, scores)
    assert named(results) == [("A NS", "A", "NS", [1, 2, 3]), ("A EW", "A", "EW", [4, 5, 6])]
    assert {**percents(results.rankings[0]), **percents(results.rankings[1])} == totals(scores, 3)


@settings(max_examples=30)
@given(scores=scores_of(SECTION, B))
def test_over_the_event_boards_are_compared_across_sections(scores: Scores) -> None:
    desk = Desk()
    desk.plan(SECTION, B, more='[ranking]\nscope = "event"\n')
    results = enter(desk, scores)
    assert named(results) == [("All sections", None, None, [1, 1, 2, 2, 3, 3, 4, 4])]
    assert percents(results.rankings[0]) == totals(scores, 4, together=True)


@settings(max_examples=30)
@given(scores=scores_of(SECTION, B))
def test_by_section_each_is_a_field_of_its_own(scores: Scores) -> None:
    desk = Desk()
    desk.plan(SECTION, B)
    results = enter(desk, scores)
    assert [one.name for one in results.rankings] == ["A", "B"]
    a, b = results.rankings
    assert {**percents(a), **percents(b)} == totals(scores, 2)


@settings(max_examples=30)
@given(scores=scores_of(MITCHELL))
def test_ns_and_ew_share_the_top_of_every_real_score(scores: Scores) -> None:
    desk = Desk()
    desk.plan(MITCHELL)
    results = enter(desk, scores)
    wanted = points(scores, 3)
    for traveller in results.travellers:
        for one in traveller.lines:
            play = key(traveller.board, one.ns, one.ew)
            if play in scores:
                assert one.ns_points == wanted[play]
                assert one.ns_points is not None
                assert one.ew_points == 4 - one.ns_points
            else:
                assert (one.status, one.ns_points, one.ew_points) == (Status.MISSING, None, None)
    assert results.played == len(scores)
    assert results.complete == (len(scores) == 9)


def test_two_lists_by_configuration_count_each_direction_apart(bare: Desk) -> None:
    bare.plan(more='[ranking]\nwinners = "two"\n')
    # Pair 3 sits NS in round 1 and EW afterwards.
    scores = {key(1, 1, 2): 420, key(1, 3, 4): -50, key(3, 1, 3): 110, key(3, 4, 2): 140}
    results = enter(bare, scores)
    assert named(results) == [("A NS", "A", "NS", [1, 2, 3, 4]), ("A EW", "A", "EW", [2, 3, 4])]
    ns, ew = results.rankings
    assert percents(ns) == {("A", 1): 50, ("A", 3): 0, ("A", 4): 100}
    assert percents(ew) == {("A", 2): 0, ("A", 4): 100, ("A", 3): 100}


def test_one_list_by_configuration_holds_everybody(bare: Desk) -> None:
    bare.plan(MITCHELL, more='[ranking]\nwinners = "one"\n')
    assert named(bare.now.results) == [("A", "A", None, [1, 2, 3, 4, 5, 6])]


def test_whom_is_ranked_says_names_and_place_and_what_he_has(bare: Desk) -> None:
    bare.plan(f'{SECTION}\nnames = "names.csv"', names="number,name1,name2\n1,Ada Voss,Bob Stein\n")
    results = enter(bare, {key(1, 1, 2): 420, key(1, 3, 4): -50})
    rows = [
        (row.rank, row.tied, row.contestant, row.names, row.boards, row.total)
        for row in results.rankings[0].rows
    ]
    assert rows == [
        (1, True, 1, ("Ada Voss", "Bob Stein"), 1, Fraction(2)),
        (1, True, 4, (), 1, Fraction(2)),
        (3, True, 2, (), 1, Fraction(0)),
        (3, True, 3, (), 1, Fraction(0)),
    ]
    first = results.rankings[0].rows[0]
    assert first.average == 2
    assert first.maximum == 2


def test_who_has_not_played_has_no_rank_and_who_is_absent_no_row(bare: Desk) -> None:
    bare.plan(f"{SECTION}\nabsent = [4]")
    rows = bare.now.results.rankings[0].rows
    assert [(row.contestant, row.rank, row.percent) for row in rows] == [
        (1, None, None),
        (2, None, None),
        (3, None, None),
    ]


def test_boards_that_somebody_sits_out_do_not_count(bare: Desk) -> None:
    bare.plan(f"{MITCHELL}\nabsent = [6]")
    scores = {play.key: 110 for play in plan_of(f"{MITCHELL}\nabsent = [6]").plays}
    scores[key(1, 1, 4)] = 420
    rows = enter(bare, scores).rankings[0].rows
    # Each board is played twice: the top is 2, and each NS pair plays two of three.
    assert (rows[0].contestant, rows[0].total) == (1, Fraction(3))
    assert {(row.boards, row.maximum) for row in rows} == {(2, Fraction(4))}
    assert sum(row.total for row in rows) == 6


def test_boards_that_somebody_sits_out_may_count_as_average(bare: Desk) -> None:
    bare.plan(f"{MITCHELL}\nabsent = [6]", more='[ranking]\nsitout = "average"\n')
    scores = {play.key: 110 for play in plan_of(f"{MITCHELL}\nabsent = [6]").plays}
    scores[key(1, 1, 4)] = 420
    ns, ew = enter(bare, scores).rankings
    one = next(row for row in ns.rows if row.contestant == 1)
    assert (one.boards, one.total, one.maximum) == (3, Fraction(4), Fraction(6))
    # EW pairs meet everybody: they sit nothing out.
    assert {(row.contestant, row.boards, row.maximum) for row in ew.rows} == {
        (4, 3, Fraction(6)),
        (5, 3, Fraction(6)),
    }


def test_average_plus_becomes_the_pairs_own_percentage(desk: Desk) -> None:
    scores = {key(3, 1, 3): 420, key(3, 4, 2): -50, key(4, 1, 3): 420, key(4, 4, 2): -50}
    award = '[[artificial]]\nboard = 1\nns = 1\nns_award = "A+"\new_award = "A+"\n'
    results = enter(desk, scores, award)
    adjusted = line_of(results, key(1, 1, 2))
    assert (adjusted.status, adjusted.award) == (Status.ADJUSTED, "NS A+, EW A+")
    # Both 1 and 2 have 100 % on their other boards: that is 2 of 2 each.
    assert (adjusted.ns_points, adjusted.ew_points) == (Fraction(2), Fraction(2))


def test_without_own_percentages_an_award_stays_as_it_is(bare: Desk) -> None:
    bare.plan(more="[scoring]\nown_percentage = false\n")
    scores = {key(3, 1, 3): 420, key(3, 4, 2): -50}
    award = '[[artificial]]\nboard = 1\nns = 1\nns_award = "A+"\new_award = "A-"\n'
    adjusted = line_of(enter(bare, scores, award), key(1, 1, 2))
    assert (adjusted.ns_points, adjusted.ew_points) == (Fraction(6, 5), Fraction(4, 5))


def test_an_artificial_score_takes_no_part_in_the_comparison(bare: Desk) -> None:
    bare.plan(MITCHELL)
    plays = [play for play in plan_of(MITCHELL).plays if play.board == 1]
    award = f"[[artificial]]\nboard = 1\nns = {plays[0].ns}\nns_award = 60\new_award = 60\n"
    results = enter(bare, {plays[1].key: 420, plays[2].key: -50}, award)
    # (2+1) * 3/2 - 1 and (0+1) * 3/2 - 1, of a top of 4; 60 % of it twice.
    assert [line_of(results, play.key).ns_points for play in plays] == [
        Fraction(12, 5),
        Fraction(7, 2),
        Fraction(1, 2),
    ]
    assert line_of(results, plays[0].key).ew_points == Fraction(12, 5)


def test_players_each_get_the_score_of_their_side(bare: Desk) -> None:
    bare.plan('name = "A"\nmovement = "eight.asc"\nboards_per_round = 1\ndevices = ["table"]')
    results = enter(bare, {key(1, 102, 304): 420, key(1, 506, 708): -50})
    ns, ew = results.rankings
    assert percents(ns) == {("A", 1): 100, ("A", 2): 100, ("A", 5): 0, ("A", 6): 0}
    assert percents(ew) == {("A", 3): 0, ("A", 4): 0, ("A", 7): 100, ("A", 8): 100}


def test_the_rules_of_the_configuration_are_the_scorers(bare: Desk) -> None:
    bare.plan(MITCHELL, more='[scoring]\nmatchpoint_unit = 1\nunequal = "add-one"\n')
    plays = [play.key for play in plan_of(MITCHELL).plays if play.board == 1]
    results = enter(bare, {plays[0]: 420, plays[1]: -50})
    # 1 for the score beaten and a half for the one that is missing; the top is 2.
    assert [line_of(results, play).ns_points for play in plays] == [
        Fraction(3, 2),
        Fraction(1, 2),
        None,
    ]


# Travellers.


def test_a_traveller_has_a_line_for_every_planned_play(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(line(1, 2, 1, 2, "2♡,+1,W,J♤,-140")))
    second = desk.now.results.travellers[1]
    assert (second.section, second.board, second.dealer, second.vulnerable) == (
        "A",
        2,
        Seat.EAST,
        Vulnerability(ns=True, ew=False),
    )
    scored, missing = second.lines
    assert (scored.round, scored.table, scored.ns, scored.ew, scored.status) == (
        *(1, 1, 1, 2),
        Status.SCORED,
    )
    assert (str(scored.outcome), scored.score, scored.lead) == (
        "2H W +1",
        -140,
        Card(Suit.SPADES, "J"),
    )
    assert (scored.sources, scored.device, scored.flags) == (("OUT_T1.txt",), "aaaa", ())
    assert (scored.award, scored.ns_points) == (None, Fraction(1))
    assert missing == TravellerLine(
        1, 2, 3, 4, Status.MISSING, ns_contestants=(3,), ew_contestants=(4,)
    )
    assert [one.board for one in desk.now.results.travellers] == [1, 2, 3, 4, 5, 6]


def test_a_nameless_device_is_none(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(line(1, 1, 1, 2, "3NT,=,N,,400"), device=None))
    assert line_of(desk.now.results, key(1, 1, 2)).device is None


def test_a_line_shows_the_codes_of_what_is_open_about_it(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(line(1, 1, 1, 2, "3NT,=,N,,600")))
    desk.out("OUT_1.txt", text(line(1, 1, 1, 2, "3NT,-1,N,,-50"), device="bbbb"))
    held = line_of(desk.now.results, key(1, 1, 2))
    assert (held.status, held.flags) == (Status.HELD, ("result-conflict", "score-mismatch"))
    assert (held.outcome, held.score, held.ns_points) == (None, None, None)


def test_a_stray_line_is_held_on_the_traveller_of_its_board(desk: Desk) -> None:
    desk.out(
        "OUT_T1.txt",
        text(
            line(1, 1, 2, 1, "3NT,=,N,,400"),  # swapped: of the play of round 1
            line(7, 1, 1, 3, "3NT,=,N,,400"),  # nobody can tell
            line(1, 33, 1, 2, "3NT,=,N,,400"),  # a board without a traveller
        ),
    )
    results = desk.now.results
    assert results.travellers[0].lines[2:] == (
        TravellerLine(1, 1, 2, 1, Status.HELD, sources=("OUT_T1.txt",), flags=("pairs-swapped",)),
        TravellerLine(None, 7, 1, 3, Status.HELD, sources=("OUT_T1.txt",), flags=("not-in-plan",)),
    )
    assert [one.board for one in results.travellers] == [1, 2, 3, 4, 5, 6]
    assert (results.played, results.expected) == (0, 12)


def test_a_stray_line_is_held_in_its_own_section(bare: Desk) -> None:
    bare.plan(SECTION, B)
    bare.out("B/OUT_T1.txt", text(line(1, 1, 2, 1, "3NT,=,N,,400")))
    lines = {(one.section, one.board): len(one.lines) for one in bare.now.results.travellers}
    assert (lines["A", 1], lines["B", 1]) == (2, 3)


def test_an_adjusted_line_shows_what_was_ruled(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(line(1, 1, 1, 2, "3NT,=,N,J♤,400")))
    desk.rule('[[assigned]]\nboard = 1\nns = 1\ncontract = "3NT"\ndeclarer = "N"\nresult = -1')
    adjusted = line_of(desk.now.results, key(1, 1, 2))
    assert (adjusted.status, str(adjusted.outcome), adjusted.score, adjusted.award) == (
        Status.ADJUSTED,
        "3NT N -1",
        -50,
        "3NT N -1, NS -50, EW +50",
    )
    assert (adjusted.lead, adjusted.ns_points) == (None, Fraction(1))


# Progress.


@pytest.mark.parametrize(
    "ruling",
    [
        "[[not_played]]",
        '[[artificial]]\nns_award = "A"\new_award = "A"',
        "[[assigned]]\nscore = 0",
        "[[result]]\nscore = 0",
    ],
)
def test_an_event_is_complete_when_nobody_waits_for_anything(desk: Desk, ruling: str) -> None:
    scores = {play.key: 420 for play in plan_of().plays}
    last = scores.popitem()[0]
    results = enter(desk, scores)
    assert (results.complete, results.played, results.expected) == (False, 11, 12)
    heading, _, body = ruling.partition("\n")
    results = enter(desk, scores, f"{heading}\nboard = {last.board}\nns = {last.ns}\n{body}\n")
    assert (results.complete, results.final, results.played) == (True, False, 12)


def test_held_is_not_complete(desk: Desk) -> None:
    scores = {play.key: 420 for play in plan_of().plays}
    assert enter(desk, scores).complete
    desk.out("OUT_T1.txt", text(line(1, 1, 1, 2, "3NT,-1,N,,-50")))
    results = desk.now.results
    assert (results.complete, results.played) == (False, 11)


def test_results_say_which_event_they_are_of(desk: Desk) -> None:
    results = desk.now.results
    assert (results.event, str(results.date), results.method) == (
        "Trial",
        "2026-12-01",
        "matchpoints",
    )


def test_a_traveller_carries_what_exports_need(desk: Desk) -> None:
    auction = ("PASS", "0", "2♡+", "2121", "PASS", "900", "PASS", "901", "PASS", "902")
    desk.out("OUT_T1.txt", text(line(1, 2, 1, 2, "2♡,+1,W,J♤,-140", *auction)))
    desk.rule('[[artificial]]\nboard = 2\nns = 3\nns_award = "A+"\new_award = "A-"\n')
    scored, adjusted = desk.now.results.travellers[1].lines
    assert [(str(one.call), one.milliseconds, one.alerted) for one in scored.auction] == [
        ("Pass", 0, False),
        ("2H", 2121, True),
        ("Pass", 900, False),
        ("Pass", 901, False),
        ("Pass", 902, False),
    ]
    assert (scored.ns_contestants, scored.ew_contestants) == ((1,), (2,))
    assert (scored.top, scored.ns_adjusted, scored.ew_adjusted) == (Fraction(2), None, None)
    assert adjusted.auction == ()
    assert adjusted.ns_adjusted == Award(Fraction(60), floor=True)
    assert adjusted.ew_adjusted == Award(Fraction(40), ceiling=True)


def test_an_assigned_score_is_adjusted_and_no_award(desk: Desk) -> None:
    desk.rule("[[assigned]]\nboard = 2\nns = 3\nscore = 400\n")
    line = desk.now.results.travellers[1].lines[1]
    assert (line.status, line.score) == (Status.ADJUSTED, 400)
    assert (line.ns_adjusted, line.ew_adjusted) == (None, None)


def test_each_player_of_an_individual_is_a_contestant(bare: Desk) -> None:
    bare.plan('name = "A"\nmovement = "players.asc"\nboards_per_round = 1')
    first = bare.now.results.travellers[0].lines[0]
    assert (first.ns, first.ew) == (102, 304)
    assert (first.ns_contestants, first.ew_contestants) == ((1, 2), (3, 4))


def test_ids_stand_beside_the_names(bare: Desk) -> None:
    names = "number,name1,id1,name2,id2\n1,Ada,17,Bob,\n2,Cleo,,Dirk,9\n"
    bare.plan(f'{SECTION}\nnames = "names.csv"', names=names)
    (ranking,) = bare.now.results.rankings
    assert {row.contestant: (row.names, row.ids) for row in ranking.rows} == {
        1: (("Ada", "Bob"), ("17", "")),
        2: (("Cleo", "Dirk"), ("", "9")),
        3: ((), ()),
        4: ((), ()),
    }


def test_club_and_director_are_those_of_the_configuration(bare: Desk) -> None:
    bare.plan(SECTION)
    assert (bare.now.results.club, bare.now.results.director) == (None, None)


def test_a_traveller_tells_the_deals_of_a_fouled_board_apart(bare: Desk) -> None:
    bare.plan(MITCHELL)
    entries = [
        f"[[result]]\nboard = 1\nns = {ns}\nscore = {score}\n"
        for ns, score in ((1, 420), (2, 50), (3, -50))
    ]
    bare.rule(*entries, "[[fouled]]\nboard = 1\ntables = [[1, 2], [3]]\n")
    lines = bare.now.results.travellers[0].lines
    assert len({line.deal for line in lines}) == 2
    by_table = {line.table: line.deal for line in lines}
    assert by_table[1] == by_table[2] != by_table[3]
