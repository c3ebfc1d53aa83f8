"""Every open problem: which one, where, in which words, and what settles it."""

import pytest

from daemon.problem import Severity
from daemon.tournament.results import OpenProblem
from tests.tournament.conftest import SECTION, Desk, line, text

GAME = line(1, 1, 1, 2, "3NT,=,N,,400")
DOWN = line(1, 1, 1, 2, "3NT,-1,N,,-50")
PASSED = line(1, 1, 1, 2, "All Pass,,,,")
REFEREE = line(1, 1, 1, 2, "60/40,,,,")
LOST = line(1, 1, 1, 2, "4?,=,N,,420")
LATER = line(1, 3, 1, 3, "2♡,=,N,,110")


def about(one: OpenProblem) -> tuple[str | None, int | None, int | None, int | None]:
    return one.section, one.board, one.ns, one.ew


def the_only(desk: Desk) -> OpenProblem:
    (one,) = desk.problems
    return one


def test_files_that_differ_are_named_with_what_each_says(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME))
    desk.out("OUT_1.txt", text(DOWN, device="bbbb"))
    desk.out("OUT_2.txt", text(PASSED, device=None))
    one = desk.the_problem("result-conflict")
    assert about(one) == ("A", 1, 1, 2)
    assert one.problem.one_line() == (
        "OUT_1.txt:2:1: error: board 1, 1 against 2 (round 1, table 1): "
        "OUT_1.txt (device bbbb) says 3NT N -1, NS -50; OUT_2.txt says Pass, NS 0; "
        "OUT_T1.txt (device aaaa) says 3NT N =, NS +400; it counts for nobody until the tablets "
        "agree or the director rules; ask the table [result-conflict]"
    )
    assert one.problem.excerpt == DOWN
    assert one.ruling == (
        '[[accept]]\nsection = "A"\nboard = 1\nns = 1\n'
        'file = "OUT_1.txt"  # 3NT N -1, NS -50\n'
        '#file = "OUT_2.txt"  # Pass, NS 0\n'
        '#file = "OUT_T1.txt"  # 3NT N =, NS +400\n'
    )


def test_two_devices_in_one_file_that_differ_are_chosen_between_by_their_scores(
    desk: Desk,
) -> None:
    desk.out("OUT_T1.txt", text(GAME))
    desk.out("OUT_T1.txt", text(DOWN, device="bbbb"))
    assert desk.the_problem("result-conflict").ruling == (
        '[[accept]]\nsection = "A"\nboard = 1\nns = 1\n'
        "score = 400  # 3NT N =, NS +400\n"
        "#score = -50  # 3NT N -1, NS -50\n"
    )


def test_a_tablet_that_differs_from_a_slip_may_be_overruled(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME))
    desk.rule('[[result]]\nboard = 1\nns = 1\ncontract = "Pass"')
    one = the_only(desk)
    assert one.problem.message == (
        "board 1, 1 against 2 (round 1, table 1): OUT_T1.txt (device aaaa) says 3NT N =, NS +400; "
        "the ruling says Pass, NS 0, EW 0; it counts for nobody until they agree; ask the table, "
        "and overrule the tablets with [[assigned]]"
    )
    assert one.ruling == '[[assigned]]\nsection = "A"\nboard = 1\nns = 1\ncontract = "Pass"\n'
    desk.rule("[[result]]\nboard = 1\nns = 1\nscore = -50")
    assert the_only(desk).ruling == '[[assigned]]\nsection = "A"\nboard = 1\nns = 1\nscore = -50\n'


def test_what_is_odd_about_a_line_is_said_with_its_play(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(line(1, 1, 1, 2, "3NT,=,N,,600")))
    one = the_only(desk)
    assert about(one) == ("A", 1, 1, 2)
    assert (one.problem.severity, one.problem.code, one.ruling) == (
        Severity.WARNING,
        "score-mismatch",
        '[[acknowledge]]\ncode = "score-mismatch"\nsection = "A"\nboard = 1\nns = 1\n',
    )
    assert one.problem.file == "OUT_T1.txt"
    assert one.problem.span is not None
    assert one.problem.span.line == 2


def test_a_held_line_is_said_with_its_play(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(LOST))
    one = the_only(desk)
    assert about(one) == ("A", 1, 1, 2)
    assert (one.problem.severity, one.problem.code) == (Severity.ERROR, "suit-lost")
    # The score survived what the suit did not.
    assert one.ruling == '[[accept]]\nsection = "A"\nboard = 1\nns = 1\nscore = 420\n'


@pytest.mark.parametrize(
    ("written", "kind", "body"),
    [
        ("60/40,,,,", "artificial", 'ns_award = "60%"\new_award = "40%"\n'),
        ("100 % / 0 %,,,,", "artificial", 'ns_award = "100%"\new_award = "0%"\n'),
        ("a+/A-,,,,", "artificial", 'ns_award = "A+"\new_award = "A-"\n'),
        ("np,,,,", "not_played", ""),
    ],
)
def test_the_directors_score_in_a_tablet_is_offered_as_a_ruling(
    desk: Desk, written: str, kind: str, body: str
) -> None:
    desk.out("OUT_T1.txt", text(line(1, 1, 1, 2, written)))
    one = the_only(desk)
    assert (one.problem.severity, one.problem.code) == (Severity.WARNING, "referee-score")
    assert one.ruling == f'[[{kind}]]\nsection = "A"\nboard = 1\nns = 1\n{body}'


@pytest.mark.parametrize(
    "content",
    [
        text(line(1, 1, 1, 2, "ask me,,,,")),  # words
        text(line(1, 1, 1, 2, "160/40,,,,")),  # more than all
        text(GAME) + DOWN[:-2],  # torn: -5 may be the beginning of -50
        text(line(1, 1, 1, 2, "4?,=,N,,421")),  # no score of any contract
        text(line(1, 1, 1, 2, "4?,=,N,,")),  # no score
        text("1,1,1,2,N,false,false,3NT"),  # too short for a score
    ],
)
def test_where_nothing_is_known_an_example_is_offered(desk: Desk, content: str) -> None:
    desk.out("OUT_T1.txt", content)
    assert the_only(desk).ruling == (
        '[[result]]\nsection = "A"\nboard = 1\nns = 1\n# an example: write what was played\n'
        'contract = "3NT"\ndeclarer = "N"\nresult = "="\n'
    )


def test_what_another_tablet_says_is_offered_for_a_held_line(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(LOST))
    desk.out("OUT_1.txt", text(DOWN, device="bbbb"))
    assert the_only(desk).ruling == (
        '[[result]]\nsection = "A"\nboard = 1\nns = 1\n'
        'contract = "3NT"\ndeclarer = "N"\nresult = "-1"\n'
    )
    desk.out("OUT_2.txt", text(PASSED, device="cccc"))
    # They differ: one of them is chosen.
    assert {one.ruling for one in desk.problems} == {
        (
            '[[accept]]\nsection = "A"\nboard = 1\nns = 1\n'
            'file = "OUT_1.txt"  # 3NT N -1, NS -50\n#file = "OUT_2.txt"  # Pass, NS 0\n'
        )
    }


def test_swapped_pairs_are_told_with_both_ways_out(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(line(1, 1, 2, 1, "4♠X,=,S,,590")))
    one = the_only(desk)
    assert about(one) == ("A", 1, 2, 1)
    assert (one.problem.severity, one.problem.code) == (Severity.ERROR, "pairs-swapped")
    assert one.problem.message == (
        "board 1 at table 1 is entered with 2 NS and 1 EW, and the movement has 1 NS and 2 EW; if "
        "only the numbers are the wrong way round, correct them in the tablet; if they really sat "
        "so, paste the ruling, and their scores compare with those of the side on which they sat"
    )
    assert one.ruling == '[[reversed]]\nsection = "A"\nboard = 1\nns = 1\n'


STRANGERS = {
    # Table, board, NS and EW -> what is wrong, and what a ruling would say.
    (2, 1, 1, 2): (
        (
            "1 against 2 on board 1 at table 2 is not in the movement: they meet on it at table "
            "1 in round 1; correct the table in the tablet, or paste the ruling"
        ),
        '[[accept]]\nsection = "A"\nboard = 1\nns = 1\nfile = "OUT_T1.txt"\n',
    ),
    (1, 1, 1, 3): (
        (
            "1 against 3 on board 1 at table 1 is not in the movement: there it is 1 against 2; "
            "correct the numbers in the tablet; if it was really played so, paste the ruling"
        ),
        ('[[accept]]\nsection = "A"\nboard = 1\ntable = 1\nns = 1\new = 3\nfile = "OUT_T1.txt"\n'),
    ),
    (7, 1, 1, 3): (
        (
            "1 against 3 on board 1 at table 7 is not in the movement: board 1 never comes to "
            "table 7; correct the board or the table in the tablet; if it was really played so, "
            "paste the ruling"
        ),
        ('[[accept]]\nsection = "A"\nboard = 1\ntable = 7\nns = 1\new = 3\nfile = "OUT_T1.txt"\n'),
    ),
    (1, 1, 1, 9): (
        (
            "1 against 9 on board 1 at table 1 is not in the movement: there it is 1 against 2; "
            "correct the numbers in the tablet, or rule on the board"
        ),
        (
            '[[result]]\nsection = "A"\nboard = 1\nns = 1\n'
            'contract = "3NT"\ndeclarer = "N"\nresult = "="\n'
        ),
    ),
    (1, 33, 1, 2): (
        (
            "1 against 2 on board 33 at table 1 is not in the movement: there they meet on board 1 "
            "and 2; correct the board in the tablet, or paste the ruling with the board that was "
            "played"
        ),
        (
            '[[moved]]\nsection = "A"\nfrom_board = 33\nto_board = 1\n#to_board = 2\n'
            "table = 1\nns = 1\n"
        ),
    ),
    (9, 33, 1, 2): (
        (
            "1 against 2 on board 33 at table 9 is not in the movement: there is no board 33; is "
            "this the file of another evening?"
        ),
        None,
    ),
}


@pytest.mark.parametrize("place", STRANGERS)
def test_a_line_about_no_play_says_what_was_probably_meant(
    desk: Desk, place: tuple[int, int, int, int]
) -> None:
    message, ruling = STRANGERS[place]
    desk.out("OUT_T1.txt", text(line(*place, "3NT,=,N,,400")))
    one = the_only(desk)
    assert about(one) == ("A", *place[1:])
    assert one.problem.one_line() == f"OUT_T1.txt:2:1: error: {message} [not-in-plan]"
    assert one.ruling == ruling


def test_where_one_board_of_an_encounter_is_missing_it_is_the_one_that_was_meant(
    desk: Desk,
) -> None:
    desk.out("OUT_T1.txt", text(GAME, line(1, 33, 1, 2, "3NT,=,N,,400")))
    assert the_only(desk).ruling == (
        '[[moved]]\nsection = "A"\nfrom_board = 33\nto_board = 2\ntable = 1\nns = 1\n'
    )


def test_at_a_table_that_has_a_board_twice_nobody_can_tell_who_was_meant(bare: Desk) -> None:
    bare.plan('name = "A"\nmovement = "same.asc"\nboards_per_round = 1')
    bare.out("OUT_T1.txt", text(line(1, 1, 1, 4, "3NT,=,N,,400")))
    one = the_only(bare)
    assert one.problem.message == (
        "1 against 4 on board 1 at table 1 is not in the movement: there it is 1 against 2 or 3 "
        "against 4; correct the numbers in the tablet; if it was really played so, paste the ruling"
    )
    assert one.ruling == (
        '[[accept]]\nsection = "A"\nboard = 1\ntable = 1\nns = 1\new = 4\nfile = "OUT_T1.txt"\n'
    )
    # Swapped numbers are known all the same.
    bare.out("OUT_T1.txt", text(line(1, 1, 4, 3, "3NT,=,N,,400")))
    ruling = the_only(bare).ruling
    assert ruling is not None
    assert "ns = 3" in ruling


def test_who_is_absent_by_the_configuration_is_named(bare: Desk) -> None:
    bare.plan(f"{SECTION}\nabsent = [4]")
    bare.out("OUT_T2.txt", text(line(2, 1, 3, 4, "3NT,=,N,,400")))
    one = the_only(bare)
    assert one.problem.message == (
        "3 against 4 on board 1 at table 2 is not in the movement: 4 is absent by the "
        "configuration; take it out of absent if it plays, or correct the numbers in the tablet"
    )
    assert one.ruling is None


def test_of_two_who_are_absent_the_one_who_was_entered_is_named(bare: Desk) -> None:
    bare.plan('name = "A"\nmovement = "mitchell.asc"\nboards_per_round = 1\nabsent = [4, 5]')
    bare.out("OUT_T2.txt", text(line(2, 2, 2, 5, "3NT,=,N,,400")))
    assert ": 5 is absent by the configuration;" in the_only(bare).problem.message


def test_a_held_line_about_no_play_says_first_what_is_wrong_with_it(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(line(1, 1, 1, 3, "4?,=,N,,420")))
    one = the_only(desk)
    assert (one.problem.code, about(one)) == ("suit-lost", ("A", 1, 1, 3))
    assert one.ruling is not None
    assert one.ruling.startswith('[[result]]\nsection = "A"\nboard = 1\nns = 1\n# an example')


def test_a_line_without_a_place_is_said_with_its_file(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text("x,1,1,2,N,false,false,3NT,=,N,,400"))
    one = the_only(desk)
    assert about(one) == ("A", None, None, None)
    assert (one.problem.code, one.ruling) == ("line-number", None)


def late(desk: Desk) -> list[str]:
    return [
        one.problem.message.partition(": ")[2].partition(";")[0]
        for one in desk.problems
        if one.problem.code == "late-correction"
    ]


def test_a_late_correction_stays_open_with_what_confirms_it(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME, LATER, DOWN))
    one = the_only(desk)
    assert about(one) == ("A", 1, 1, 2)
    assert one.problem.one_line() == (
        "OUT_T1.txt:4:1: warning: board 1, 1 against 2 (round 1, table 1): changed from 3NT N = "
        "(+400) to 3NT N -1 (-50) when the next round had begun; it is taken; ask both pairs "
        "whether they agree: the entry says that it was seen, and [[assigned]] puts the old result "
        "back [late-correction]"
    )
    assert one.ruling == (
        '[[acknowledge]]\ncode = "late-correction"\nsection = "A"\nboard = 1\nns = 1\nscore = -50\n'
    )


def test_a_correction_within_the_round_is_no_problem(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME, DOWN, LATER))
    assert desk.codes() == []


def test_of_several_late_corrections_it_is_told_what_they_come_to(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME, PASSED, LATER, DOWN, GAME))
    assert late(desk) == ["changed from Pass (0) to 3NT N = (+400) when the next round had begun"]


def test_a_late_correction_that_was_put_back_is_none(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME, LATER, DOWN))
    assert late(desk) != []
    desk.out("OUT_T1.txt", text(GAME, LATER, DOWN, GAME))
    assert late(desk) == []


def test_a_late_correction_that_another_file_contradicts_needs_more_than_a_slip(
    desk: Desk,
) -> None:
    desk.out("OUT_1.txt", text(GAME, device="bbbb"))
    desk.out("OUT_T1.txt", text(GAME, LATER, DOWN))
    assert desk.codes() == ["late-correction", "result-conflict"]
    ruling = desk.the_problem("late-correction").ruling
    assert ruling is not None
    assert ruling.startswith("[[accept]]")


def test_a_result_that_vanished_is_said_with_its_play(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME, LATER))
    desk.out("OUT_T1.txt", text(LATER))
    one = the_only(desk)
    assert about(one) == ("A", 1, 1, 2)
    assert one.problem.one_line() == (
        "OUT_T1.txt: warning: board 1, 1 against 2 (round 1, table 1): the newest version of this "
        "file has no result any more; the last one is kept; was the tablet reset? [result-vanished]"
    )


def test_a_result_for_a_play_ruled_not_played_is_not_lost(desk: Desk) -> None:
    desk.rule("[[not_played]]\nboard = 1\nns = 1")
    assert desk.codes() == []
    desk.out("OUT_T1.txt", text(GAME))
    one = the_only(desk)
    assert one.problem.one_line() == (
        "OUT_T1.txt:2:1: warning: board 1, 1 against 2 (round 1, table 1): it was ruled not "
        "played, and OUT_T1.txt (device aaaa) says 3NT N =, NS +400; it counts for nobody; if they "
        "did play it, take the ruling out [played-after-all]"
    )


SETTLING = {
    "score-mismatch": [text(line(1, 1, 1, 2, "3NT,=,N,,600"))],
    "suit-lost": [text(LOST)],
    "late-correction": [text(GAME, LATER, DOWN)],
    "result-vanished": [text(GAME, LATER), text(LATER)],
    "line-torn": [text() + GAME[:-1]],
    "pairs-swapped": [text(line(1, 1, 2, 1, "3NT,=,N,,400"))],
    "not-in-plan": [text(line(1, 1, 1, 3, "3NT,=,N,,400"))],
}


@pytest.mark.parametrize("code", SETTLING)
def test_once_the_director_has_ruled_nothing_about_the_play_is_open(desk: Desk, code: str) -> None:
    for version in SETTLING[code]:
        desk.out("OUT_T1.txt", version)
    assert desk.codes() == [code]
    for ruling in (
        "[[assigned]]\nboard = 1\nns = 1\nscore = -100",
        '[[artificial]]\nboard = 1\nns = 1\nns_award = "A"\new_award = "A"',
    ):
        desk.rule(ruling)
        assert desk.codes() == []
    desk.rule()
    assert desk.codes() == [code]


def test_what_concerns_the_file_stays_open_whatever_the_director_rules(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME, device=None))
    desk.rule("[[assigned]]\nboard = 1\nns = 1\nscore = -100")
    assert desk.codes() == ["device-missing"]


def test_a_conflicted_copy_is_named_with_what_it_is_a_copy_of(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME))
    desk.out("OUT_T1 (conflicted copy).txt", text(GAME))
    one = the_only(desk)
    assert one.section == "A"
    assert one.problem.one_line() == (
        "OUT_T1 (conflicted copy).txt: warning: the sync client made this copy beside OUT_T1.txt "
        "because two sides changed it; it is read as a further source; look that the tablet is in "
        "step, then delete the copy [out-conflicted-copy]"
    )


def test_a_device_that_changed_is_named_with_the_one_before(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME))
    desk.out("OUT_T1.txt", text(GAME, device="bbbb"))
    assert the_only(desk).problem.one_line() == (
        "OUT_T1.txt: warning: another device writes this file now: bbbb, before it aaaa; what the "
        "old one entered is kept; ask whether a tablet was replaced [device-changed]"
    )
    desk.out("OUT_T1.txt", text(GAME))
    assert "now: aaaa, before it bbbb" in the_only(desk).problem.message


def test_both_forms_of_a_file_are_named_once(desk: Desk) -> None:
    desk.out("OUT_T1_E.txt", text(GAME))
    desk.out("OUT_T1.txt", text(GAME))
    desk.out("OUT_T2.txt", text(device="bbbb"))
    assert the_only(desk).problem.one_line() == (
        "OUT_T1.txt: warning: OUT_T1.txt and OUT_T1_E.txt are the clear and the encrypted form of "
        "one file; both are read; a tablet's encryption was switched during play: settle on one "
        "[out-both-forms]"
    )


def test_a_device_that_writes_several_files_is_named_with_them(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME))
    desk.out("OUT_1.txt", text(GAME))
    desk.out("OUT_T2.txt", text(line(2, 1, 3, 4, "3NT,=,N,,400"), device=None))
    desk.out("OUT_T3.txt", text(device=None))
    assert desk.the_problem("device-shared").problem.one_line() == (
        "OUT_1.txt: warning: one device (aaaa) writes OUT_1.txt and OUT_T1.txt; everything is "
        "scored; ask whether it was set to the wrong number for a while [device-shared]"
    )
    # Files without a header are nobody's, and no device in common.
    assert desk.codes() == ["device-missing", "device-shared"]


def test_of_a_device_that_writes_hundreds_of_files_the_first_are_named_and_told_once(
    desk: Desk,
) -> None:
    """Each file more would make the message longer, and have it told again."""
    for number in range(100, 108):
        desk.out(f"OUT_{number}.txt", text())
    assert "OUT_106.txt and OUT_107.txt; " in desk.the_problem("device-shared").problem.message
    for number in (108, 109):
        desk.out(f"OUT_{number}.txt", text())
        assert desk.the_problem("device-shared").problem.message == (
            "one device (aaaa) writes OUT_100.txt, OUT_101.txt, OUT_102.txt, OUT_103.txt, "
            "OUT_104.txt, OUT_105.txt, OUT_106.txt, OUT_107.txt and others; everything is scored; "
            "ask whether it was set to the wrong number for a while"
        )


def test_both_forms_and_a_conflicted_copy_are_one_file_of_one_device(desk: Desk) -> None:
    for name in ("OUT_T1.txt", "OUT_T1_E.txt", "OUT_T1 (1).txt"):
        desk.out(name, text(GAME))
    assert desk.codes() == ["out-both-forms", "out-conflicted-copy"]


def test_problems_come_files_first_and_then_in_the_order_of_play(desk: Desk) -> None:
    desk.out("OUT_T2.txt", text(line(2, 5, 2, 3, "4?,=,N,,420"), device="bbbb"))
    desk.out("OUT_T1.txt", text(line(1, 33, 1, 2, "4?,=,N,,420"), LOST, device=None))
    desk.out("OUT_T09.txt", text(GAME))
    desk.plan(SECTION.replace("boards_per_round = 2", "boards_per_round = 0"))
    found = [(one.problem.code, one.board) for one in desk.problems]
    assert found == [
        ("config-value", None),
        ("plan-refused", None),
        ("out-name", None),
        ("device-missing", None),
        ("suit-lost", 33),
        ("suit-lost", 1),
        ("suit-lost", 5),
    ]
