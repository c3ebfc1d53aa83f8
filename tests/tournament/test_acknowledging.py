"""`[[acknowledge]]`: a warning that was seen."""

import pytest

from tests.tournament.conftest import SECTION, Desk, line, text

MISMATCH = line(1, 1, 1, 2, "3NT,=,N,,600")
GAME = line(1, 1, 1, 2, "3NT,=,N,,400")
DOWN = line(1, 1, 1, 2, "3NT,-1,N,,-50")
PASSED = line(1, 1, 1, 2, "All Pass,,,,")
LATER = line(1, 3, 1, 3, "All Pass,,,,")


def acknowledge(code: str, *more: str) -> str:
    return "\n".join(("[[acknowledge]]", f'code = "{code}"', *more))


def test_a_warning_about_a_result_is_shown_no_more(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(MISMATCH))
    assert desk.codes() == ["score-mismatch"]
    for more in (("ns = 1",), ("ew = 2",), (), ("ns = 1", 'section = "A"', 'file = "OUT_T1.txt"')):
        desk.rule(acknowledge("score-mismatch", "board = 1", *more))
        assert desk.codes() == []
    (traveller, *_) = desk.now.results.travellers
    assert traveller.lines[0].flags == ()


def test_it_is_about_that_warning_only(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(MISMATCH))
    for entry in (
        acknowledge("score-mismatch", "board = 1", "ns = 2"),
        acknowledge("dealer-differs", "board = 1"),
        acknowledge("score-mismatch", "board = 1", "score = 600"),
        acknowledge("score-mismatch", "board = 1", 'file = "OUT_T2.txt"'),
    ):
        desk.rule(entry)
        assert desk.codes() == ["score-mismatch"], entry


def test_an_error_is_settled_and_not_acknowledged(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(line(1, 1, 1, 2, "4?,=,N,,420")))
    desk.tell()
    desk.rule(acknowledge("suit-lost", "board = 1"))
    assert desk.codes() == ["rulings-nothing-seen", "suit-lost"]
    assert desk.told() == [
        "problem.found: suit-lost is an error: it is settled by a ruling, not acknowledged"
    ]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (
            acknowledge("score-mismach", "board = 1"),
            (
                "there is no warning score-mismach about board 1; did you mean code = "
                '"score-mismatch"?'
            ),
        ),
        (
            acknowledge("score-mismatch", "board = 2"),
            "there is no warning score-mismatch about board 2; did you mean board = 1?",
        ),
        (
            acknowledge("out-conflicted-copy", 'file = "OUT_T1 (2).txt"'),
            (
                "there is no warning out-conflicted-copy about OUT_T1 (2).txt; did you mean file = "
                '"OUT_T1 (1).txt"?'
            ),
        ),
    ],
)
def test_what_is_not_there_is_not_seen(desk: Desk, entry: str, message: str) -> None:
    desk.out("OUT_T1 (1).txt", text(MISMATCH))
    desk.tell()
    desk.rule(entry)
    assert desk.told() == [f"problem.found: {message}"]
    assert desk.now.rulings.applied == ()


def test_an_entry_that_is_needed_no_more_is_no_mistake(desk: Desk) -> None:
    desk.rule(acknowledge("score-mismatch", "board = 1"))
    assert desk.codes() == []


def test_a_late_correction_is_shown_again_when_the_result_changes_again(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME, LATER, DOWN))
    ruling = desk.the_problem("late-correction").ruling
    assert ruling is not None
    desk.rule(ruling)
    assert desk.codes() == []
    desk.out("OUT_T1.txt", text(GAME, LATER, DOWN, PASSED))
    assert desk.codes() == ["late-correction"]


def test_a_late_correction_that_is_held_counts_once_it_is_acknowledged(bare: Desk) -> None:
    bare.plan(SECTION, more='[results]\nlate_correction = "hold"')
    bare.out("OUT_T1.txt", text(GAME, LATER, DOWN))
    late = bare.the_problem("late-correction")
    assert late.problem.message.endswith(
        "when the next round had begun; it counts for nobody until the director rules: the entry "
        "says that it is right, and [[assigned]] puts the old result back"
    )
    assert bare.verdict(1, 1, 2).status == "held"
    assert late.ruling is not None
    bare.rule(late.ruling)
    assert bare.verdict(1, 1, 2).score == -50
    bare.rule("[[assigned]]\nboard = 1\nns = 1\nscore = 400")
    assert bare.verdict(1, 1, 2).score == 400
    assert bare.codes() == []


def test_a_correction_within_the_round_is_never_held(bare: Desk) -> None:
    bare.plan(SECTION, more='[results]\nlate_correction = "hold"')
    bare.out("OUT_T1.txt", text(GAME, DOWN))
    assert bare.verdict(1, 1, 2).score == -50


def test_another_device_of_a_file_is_acknowledged_by_its_name(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME))
    desk.out("OUT_T1.txt", text(GAME, device="bbbb"))
    one = desk.the_problem("device-changed")
    assert one.ruling == (
        '[[acknowledge]]\ncode = "device-changed"\nfile = "OUT_T1.txt"\ndevice = "bbbb"\n'
    )
    desk.rule(one.ruling)
    assert desk.codes() == []
    desk.out("OUT_T1.txt", text(GAME, device="cccc"))
    assert desk.codes() == ["device-changed"]


def test_a_file_of_another_section_is_another(bare: Desk) -> None:
    bare.plan(SECTION, SECTION.replace('"A"', '"B"'))
    bare.out("B/OUT_T1 (1).txt", text(GAME))
    bare.rule(acknowledge("out-conflicted-copy", 'file = "B/OUT_T1 (1).txt"', 'section = "A"'))
    assert bare.codes() == ["out-conflicted-copy"]
    bare.rule(acknowledge("out-conflicted-copy", 'file = "B/OUT_T1 (1).txt"', 'section = "B"'))
    assert bare.codes() == []


def test_a_warning_that_was_seen_is_told(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(MISMATCH))
    desk.tell()
    desk.rule(acknowledge("score-mismatch", "board = 1", 'reason = "a slip"'))
    assert desk.told()[0] == (
        "ruling.applied: the warning score-mismatch about board 1 was seen, because: a slip"
    )
