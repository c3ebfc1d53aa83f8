"""What is wrong with an entry of rulings.toml, and what the director reads about it."""

import pytest

from tests.tournament.conftest import Desk, line, text

PLACE = "board = 1\nns = 1"
WEIGHTED = "[[weighted]]\nboard = 1\nns = 1\n"
GOOD_WEIGHTS = "[{weight = 60, score = 420}, {weight = 40, score = -50}]"
WRONG = {
    f"[[split]]\n{PLACE}\nns_score = 420": (
        "2:1: error: say what EW get: ew_score or ew_award [rulings-result]"
    ),
    f'[[split]]\n{PLACE}\nns_score = 420\nns_award = "A"\new_score = 0': (
        "6:1: error: ns_score and ns_award both stand here: take one out [rulings-result]"
    ),
    f"[[split]]\n{PLACE}\nns_score = 425\new_score = 0": (
        "5:12: error: split.ns_score is 425, which no contract scores; near it are 420 and 430 "
        "[rulings-value]"
    ),
    WEIGHTED: (
        "2:1: error: say what was likely: outcomes = [{weight = 60, score = 420}, {weight = 40, "
        "score = -50}], or ns_outcomes and ew_outcomes; all scores as NS see them [rulings-result]"
    ),
    f"{WEIGHTED}ns_outcomes = {GOOD_WEIGHTS}": (
        "2:1: error: say what was likely: outcomes = [{weight = 60, score = 420}, {weight = 40, "
        "score = -50}], or ns_outcomes and ew_outcomes; all scores as NS see them [rulings-result]"
    ),
    f"{WEIGHTED}outcomes = {GOOD_WEIGHTS.replace('40', '30')}": (
        "5:1: error: the weights of outcomes come to 90 per cent: make them 100 [rulings-weights]"
    ),
    f"{WEIGHTED}outcomes = [{{weight = 100}}]": (
        "5:13: error: score is missing under [[weighted.outcomes]]: add score = ... (a whole "
        "number from -7600 to 7600) [rulings-missing]"
    ),
    f"{WEIGHTED}outcomes = [{{weight = 100, score = 420, scor = 1}}]": (
        '5:41: error: weighted.outcomes.scor is unknown; did you mean "score"? '
        "[rulings-unknown-key]"
    ),
    f"[[accept]]\n{PLACE}": (
        '2:1: error: say what counts: file = "OUT_4.txt", or score = 420 (as NS see it) '
        "[rulings-result]"
    ),
    f'[[accept]]\n{PLACE}\nscore = 420\nfile = "OUT_4.txt"': (
        '2:1: error: say what counts: file = "OUT_4.txt", or score = 420 (as NS see it) '
        "[rulings-result]"
    ),
    "[[accept]]\nboard = 1\nscore = 420": (
        "2:1: error: say whose result it is: ns, ew or both [rulings-where]"
    ),
    "[[moved]]\nfrom_board = 1\nns = 1": (
        "2:1: error: to_board is missing under [[moved]]: add to_board = ... (a whole number from "
        "1 to 9999999) [rulings-missing]"
    ),
    "[[moved]]\nfrom_board = 1\nto_board = 2": (
        "2:1: error: say who entered it: ns, ew or both, or round and table [rulings-where]"
    ),
    "[[moved]]\nfrom_board = 1\nto_board = 1\nns = 1": (
        "4:1: error: from_board and to_board are the same board: correct one of them "
        "[rulings-where]"
    ),
    "[[reversed]]\nround = 1": (
        '2:1: error: say which boards: board = 7, boards = "7-9", or round and table '
        "[rulings-where]"
    ),
    "[[absent]]\nfrom_round = 1": (
        "2:1: error: contestant is missing under [[absent]]: add contestant = ... (a whole number "
        "from 1 to 9999999) [rulings-missing]"
    ),
    "[[absent]]\ncontestant = 4\nfrom_round = 3\nto_round = 2": (
        "5:12: error: to_round is before from_round (3): correct one of them [rulings-value]"
    ),
    "[[fouled]]\ntables = [[1]]": (
        '2:1: error: say which boards: board = 7, or boards = "7-9" [rulings-where]'
    ),
    "[[fouled]]\nboard = 1": (
        "2:1: error: tables is missing under [[fouled]]: add tables = ... (a list of groups of "
        "tables such as [1, 2, 3] in [ ]) [rulings-missing]"
    ),
    "[[fouled]]\nboard = 1\ntables = [[1, 2], [2, 3]]": (
        "4:10: error: a table stands in two groups, and it played one deal: take it out of one "
        "[rulings-value]"
    ),
    "[[correction]]\ncontestant = 1": (
        "2:1: error: say what changes, with its sign: matchpoints, percent_of_top, percent_points, "
        "imps, points, victory_points, or carried = {points = 120, maximum = 252, boards = 21} "
        "[rulings-result]"
    ),
    "[[correction]]\ncontestant = 1\nimps = 3": (
        "2:1: error: totals are in matchpoints here, and imps cannot be added to them: write "
        "matchpoints, percent_of_top or percent_points [rulings-unit]"
    ),
    "[[correction]]\ncontestant = 1\ncarried = {points = 1, boards = 1}": (
        "2:1: error: carried has no maximum: say what could have been won there, as in "
        "carried = {points = 120, maximum = 252, boards = 21} [rulings-unit]"
    ),
    "[[correction]]\ncontestant = 1\ncarried = {points = 1, maximum = 2}": (
        "4:11: error: boards is missing under [correction.carried]: add boards = ... (a whole "
        "number from 0 to 10000) [rulings-missing]"
    ),
    '[[acknowledge]]\ncode = "score-mismatch"': (
        '2:1: error: say which warning: board and ns, or file = "OUT_4.txt" [rulings-where]'
    ),
    "[[acknowledge]]\nboard = 1": (
        "2:1: error: code is missing under [[acknowledge]]: add code = ... (text in quotes) "
        "[rulings-missing]"
    ),
    'closed = "yes"': "2:10: error: closed must be true or false, not text [rulings-type]",
}


@pytest.mark.parametrize("entry", WRONG)
def test_an_entry_that_is_wrong_is_told_why_and_does_not_count(desk: Desk, entry: str) -> None:
    before = desk.now.results
    desk.rule(entry)
    told = [one.problem.one_line() for one in desk.problems]
    assert told == [f"rulings.toml:{WRONG[entry]}"]
    assert desk.now.results.rankings == before.rankings
    assert desk.now.rulings.applied == ()


# Editors that save while the director types.


def test_an_entry_that_is_being_typed_stays_what_it_was(desk: Desk) -> None:
    desk.rule("[[result]]\nboard = 1\nns = 1\nscore = 420")
    desk.tell()
    desk.rule("[[result]]\nboard = 1\nns = 1\nscore = 4")
    assert desk.verdict(1, 1, 2).score == 420
    assert sorted(desk.told()) == [
        "problem.found: result.score is 4, which no contract scores; near it are 0 and 50",
        (
            "problem.found: until that is mended, what [[result]] board = 1, ns = 1 said before "
            "stays in force"
        ),
    ]
    desk.rule("[[result]]\nboard = 1\nns = 1\nscore = 450")
    assert desk.verdict(1, 1, 2).score == 450
    assert [one.partition(": ")[0] for one in desk.told()] == [
        *("ruling.applied", "problem.settled", "problem.settled"),
    ]


@pytest.mark.parametrize(
    "typed",
    [
        "[[result]]\nboard = 1\nscore = 420",  # the line of ns is gone
        "[[result]]\nns = 1\nscore = 420",
        "[[result]]\nboard = 7\nns = 1\nscore = 4",
        "[[result]]\nboad = 1\nns = 1\nscore = 420",
        "[[resul]]\nboard = 1\nns = 1\nscore = 420",
        "[[resul]]\nboard = 1\nns = 1",
    ],
)
def test_whatever_part_of_it_is_being_typed(desk: Desk, typed: str) -> None:
    other = "[[result]]\nboard = 2\nns = 3\nscore = 50"
    desk.rule(other, "[[result]]\nboard = 1\nns = 1\nscore = 420")
    desk.rule(other, typed)
    assert desk.verdict(1, 1, 2).score == 420
    assert desk.verdict(2, 3, 4).score == 50
    assert desk.the_problem("rulings-kept").problem.is_error


def test_of_two_that_are_gone_nobody_can_tell_which_is_being_typed(desk: Desk) -> None:
    entries = [f"[[result]]\nboard = {board}\nns = 1\nscore = 420" for board in (1, 2)]
    desk.rule(*entries)
    desk.rule("[[result]]\nboard = 7\nns = 1\nscore = 4")
    assert desk.now.results.played == 0


def test_a_new_entry_that_is_wrong_brings_nothing_back(desk: Desk) -> None:
    desk.rule("[[result]]\nboard = 1\nns = 1\nscore = 420")
    desk.rule("[[result]]\nboard = 1\nns = 1\nscore = 420", "[[result]]\nscore = 4")
    assert desk.now.results.played == 1
    assert "rulings-kept" not in desk.codes()


def test_an_unknown_heading_that_is_like_none_is_only_named(desk: Desk) -> None:
    desk.rule("[[result]]\nboard = 1\nns = 1\nscore = 420")
    desk.rule("[[xyzzy]]\nboard = 1", "[xyzzz]")
    assert desk.now.results.played == 0


def test_a_text_that_is_no_toml_leaves_closing_as_it_is(desk: Desk) -> None:
    desk.rule(event="event = 2026-12-01\nclosed = true")
    for broken in ("event = 2026-12-01\nclosed = ", ""):
        desk.rule_text(broken)
        assert desk.now.results.final
    desk.rule_text("# all over again\n")
    assert not desk.now.results.final


# Words.


def test_what_is_about_more_than_a_board_is_told_in_words(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(line(1, 1, 1, 2, "3NT,=,N,,400"), device=None))
    desk.tell()
    desk.rule(
        "[[absent]]\ncontestant = 4\nfrom_round = 2",
        "[[absent]]\ncontestant = 3\nfrom_round = 2\nto_round = 2",
        "[[absent]]\ncontestant = 4\nfrom_round = 2\nto_round = 3",
        "[[moved]]\nfrom_board = 1\nto_board = 2\ntable = 1\nround = 1\nswap = true",
        "[[correction]]\ncontestant = 1\nmatchpoints = 1.5\npercent_of_top = -10\n"
        "percent_points = 2",
        "[[fouled]]\nboards = '1-2'\ntables = [[1], [2]]",
        '[[acknowledge]]\ncode = "device-missing"\nfile = "OUT_T1.txt"',
    )
    assert [one for one in desk.told() if one.startswith("ruling.")] == [
        "ruling.applied: 4 is absent from round 2 to the end",
        "ruling.applied: 3 is absent in round 2",
        "ruling.applied: 4 is absent from round 2 to round 3",
        (
            "ruling.applied: board 1, round 1, table 1: what was entered there counts for board 2, "
            "and the other way round"
        ),
        (
            "ruling.applied: correction for 1: +1.5 matchpoints, -10% of a top and +2 percentage "
            "points"
        ),
        (
            "ruling.applied: board 1 and 2 is fouled: tables (1) and (2) played deals of their "
            "own, and are compared among themselves"
        ),
        "ruling.applied: the warning device-missing about OUT_T1.txt was seen",
    ]
