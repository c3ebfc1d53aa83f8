"""`[[accept]]`: of all that was said, one thing counts, and no tablet changes it."""

from daemon.tournament.conclusion import conclude
from daemon.tournament.results import Status
from tests.tournament.conftest import SECTION, Desk, line, text

GAME = line(1, 1, 1, 2, "3NT,=,N,,400")
DOWN = line(1, 1, 1, 2, "3NT,-1,N,,-50")
PASSED = line(1, 1, 1, 2, "All Pass,,,,")
PLAY = "board 1, 1 against 2 (round 1, table 1)"


def accept(what: str) -> str:
    return f"[[accept]]\nboard = 1\nns = 1\n{what}"


def conflict(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME))
    desk.out("OUT_1.txt", text(DOWN, device="bbbb"))
    assert desk.codes() == ["result-conflict"]


def test_a_file_can_be_accepted(desk: Desk) -> None:
    conflict(desk)
    desk.rule(accept('file = "OUT_1.txt"'))
    assert desk.codes() == []
    verdict = desk.verdict(1, 1, 2)
    assert (verdict.status, verdict.score, verdict.sources) == (
        *(Status.SCORED, -50),
        ("OUT_1.txt",),
    )


def test_a_score_can_be_accepted(desk: Desk) -> None:
    conflict(desk)
    desk.rule(accept("score = 400"))
    verdict = desk.verdict(1, 1, 2)
    assert (verdict.status, str(verdict.outcome), verdict.sources) == (
        *(Status.SCORED, "3NT N ="),
        ("OUT_T1.txt",),
    )
    desk.rule(accept("score = 430"))
    verdict = desk.verdict(1, 1, 2)
    assert (verdict.status, verdict.outcome, verdict.score) == (Status.SCORED, None, 430)
    assert verdict.sources == ("rulings.toml",)


def test_no_later_version_of_the_file_changes_it_and_that_is_told(desk: Desk) -> None:
    conflict(desk)
    desk.rule(accept('file = "OUT_1.txt"'))
    desk.tell()
    desk.out("OUT_1.txt", text(DOWN, PASSED, device="bbbb"))
    assert desk.verdict(1, 1, 2).score == -50
    assert desk.told() == [
        (
            f"result.corrected: {PLAY}: 3NT N -1 (-50) became Pass (0); the ruling (what OUT_1.txt "
            f"says counts) stands"
        )
    ]
    # Taken out and written again, it is about what the file says now.
    desk.rule()
    assert desk.codes() == ["result-conflict"]
    desk.rule(accept('file = "OUT_1.txt"'))
    assert desk.verdict(1, 1, 2).score == 0


def test_a_file_that_comes_after_the_ruling_is_accepted_as_it_comes_first(desk: Desk) -> None:
    desk.rule(accept('file = "OUT_1.txt"'))
    assert desk.the_problem("rulings-no-result").problem.one_line() == (
        f"rulings.toml:2:1: error: OUT_1.txt says nothing that can be scored about {PLAY}, so "
        f"nothing is accepted: correct the name of the file, or write score = ... instead "
        f"[rulings-no-result]"
    )
    conflict_free = text(DOWN, device="bbbb")
    desk.out("OUT_1.txt", conflict_free)
    desk.out("OUT_T1.txt", text(GAME))
    desk.out("OUT_1.txt", text(DOWN, PASSED, device="bbbb"))
    assert desk.codes() == []
    assert desk.verdict(1, 1, 2).score == -50


def test_without_a_word_of_the_file_all_is_as_without_the_entry(desk: Desk) -> None:
    conflict(desk)
    desk.rule(accept('file = "OUT_7.txt"'))
    assert desk.codes() == ["result-conflict", "rulings-no-result"]
    assert desk.verdict(1, 1, 2).status is Status.HELD


def test_a_file_is_named_within_its_section(bare: Desk) -> None:
    bare.plan(SECTION, SECTION.replace('"A"', '"B"'))
    bare.out("B/OUT_T1.txt", text(GAME))
    bare.out("B/OUT_1.txt", text(DOWN, device="bbbb"))
    for name in ("out_1.TXT", "B/OUT_1.txt"):
        bare.rule(f'{accept("")}section = "B"\nfile = "{name}"')
        assert bare.verdict(1, 1, 2, "B").score == -50
        assert bare.codes() == []


def test_of_two_devices_in_the_file_the_later_word_is_accepted(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME))
    desk.out("OUT_T1.txt", text(DOWN, device="bbbb"))
    assert desk.codes() == ["device-changed", "result-conflict"]
    desk.rule(accept('file = "OUT_T1.txt"'))
    assert desk.verdict(1, 1, 2).score == -50


def test_a_line_at_a_wrong_table_can_be_accepted(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(line(2, 1, 1, 2, "3NT,=,N,,400")))
    ruling = desk.the_problem("not-in-plan").ruling
    assert ruling is not None
    desk.rule(ruling)
    assert desk.codes() == []
    verdict = desk.verdict(1, 1, 2)
    assert (verdict.status, verdict.score) == (Status.SCORED, 400)


def test_what_was_accepted_is_told_with_both_sides_scores(desk: Desk) -> None:
    conflict(desk)
    desk.tell()
    desk.rule(accept('file = "OUT_1.txt"\nreason = "the table agrees"'))
    assert desk.told() == [
        (
            f"ruling.applied: {PLAY}: ruled what OUT_1.txt says counts: 3NT N -1, NS -50, EW +50, "
            f"because: the table agrees; nothing is held there any more"
        )
    ]


def test_what_is_accepted_no_longer_is_told_in_words(desk: Desk) -> None:
    conflict(desk)
    desk.rule(accept("score = 400"))
    desk.tell()
    desk.rule()
    assert desk.told()[0] == (
        f"ruling.withdrawn: {PLAY}: the ruling (NS +400, EW -400 counts) was taken out; it is held "
        f"now"
    )


def test_a_result_goes_on_to_one_that_is_accepted_at_last(desk: Desk) -> None:
    second = line(1, 2, 1, 2, "2S,=,N,,110")
    desk.rule(accept('file = "OUT_1.txt"'), accept('file = "OUT_T1.txt"').replace("= 1", "= 2", 1))
    desk.out("OUT_T1.txt", text(GAME, second))
    before = desk.now
    desk.out("OUT_1.txt", text(DOWN, device="bbbb"))
    after = conclude(desk.state, before)
    assert after.merged.verdicts == desk.now.merged.verdicts
    assert after.results == desk.now.results
    scores = {one.score for one in after.merged.verdicts.values()} - {None}
    assert scores == {-50, 110}
