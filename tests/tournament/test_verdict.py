"""`[results]`: which of several sources counts, and what the director wrote into a tablet."""

import pytest

from daemon.problem import Severity
from daemon.tournament.results import Status
from tests.tournament.conftest import SECTION, Desk, line, text

GAME = line(1, 1, 1, 2, "3NT,=,N,,400")
DOWN = line(1, 1, 1, 2, "3NT,-1,N,,-50")
PASSED = line(1, 1, 1, 2, "All Pass,,,,")
PLAY = "board 1, 1 against 2 (round 1, table 1)"


def with_rules(bare: Desk, **rules: str) -> Desk:
    keys = "\n".join(f'{key} = "{value}"' for key, value in rules.items())
    bare.plan(SECTION, more=f"[results]\n{keys}")
    return bare


def test_the_latest_result_can_count(bare: Desk) -> None:
    desk = with_rules(bare, conflict="latest")
    desk.out("OUT_T1.txt", text(GAME))
    desk.out("OUT_1.txt", text(DOWN, device="bbbb"))
    assert (desk.verdict(1, 1, 2).status, desk.verdict(1, 1, 2).score) == (Status.SCORED, -50)
    # The same again, with another board, is no later word about this one.
    desk.out("OUT_T1.txt", text(GAME, line(1, 2, 1, 2, "All Pass,,,,")))
    assert desk.verdict(1, 1, 2).score == -50
    desk.out("OUT_T1.txt", text(GAME, line(1, 2, 1, 2, "All Pass,,,,"), PASSED))
    assert desk.verdict(1, 1, 2).score == 0
    one = desk.the_problem("result-conflict")
    assert one.problem.severity is Severity.WARNING
    assert one.problem.message == (
        f"{PLAY}: OUT_1.txt (device bbbb) says 3NT N -1, NS -50; OUT_T1.txt (device aaaa) says "
        f'Pass, NS 0; Pass, NS 0 counts, by results.conflict = "latest"; ask the table'
    )


def test_what_ns_wrote_can_count(bare: Desk) -> None:
    desk = with_rules(bare, conflict="ns")
    desk.out("OUT_1.txt", text(DOWN, device="bbbb"))
    desk.out("OUT_2.txt", text(GAME, device="cccc"))
    assert (desk.verdict(1, 1, 2).status, desk.verdict(1, 1, 2).score) == (Status.SCORED, -50)
    assert desk.the_problem("result-conflict").problem.severity is Severity.WARNING


@pytest.mark.parametrize(
    "files",
    [
        {"OUT_T1.txt": GAME, "OUT_2.txt": DOWN},  # NS has no file
        {"OUT_1.txt": GAME, "OUT_1_E (1).txt": DOWN, "OUT_2.txt": DOWN},  # and here it has two
    ],
)
def test_where_ns_did_not_say_one_thing_it_is_held(bare: Desk, files: dict[str, str]) -> None:
    desk = with_rules(bare, conflict="ns")
    for name, content in files.items():
        desk.out(name, text(content, device=name.replace(" ", "")))
    assert desk.verdict(1, 1, 2).status is Status.HELD
    assert desk.the_problem("result-conflict").problem.is_error


@pytest.mark.parametrize("rule", ["latest", "ns"])
def test_a_slip_that_differs_is_a_conflict_all_the_same(bare: Desk, rule: str) -> None:
    desk = with_rules(bare, conflict=rule)
    desk.out("OUT_1.txt", text(GAME))
    desk.rule("[[result]]\nboard = 1\nns = 1\nscore = -50")
    assert desk.verdict(1, 1, 2).status is Status.HELD


@pytest.mark.parametrize(
    ("written", "status", "words"),
    [
        ("60/40,,,,", Status.ADJUSTED, "NS 60%, EW 40%"),
        ("A+/A-,,,,", Status.ADJUSTED, "NS A+, EW A-"),
        ("NP,,,,", Status.NOT_PLAYED, "not played"),
    ],
)
def test_the_directors_words_in_a_tablet_can_count(
    bare: Desk, written: str, status: Status, words: str
) -> None:
    desk = with_rules(bare, referee_scores="read")
    desk.out("OUT_T1.txt", text(line(1, 1, 1, 2, written)))
    verdict = desk.verdict(1, 1, 2)
    assert verdict.ruling is not None
    assert (verdict.status, verdict.ruling.words, verdict.ruling.source) == (
        *(status, words),
        "OUT_T1.txt",
    )
    # It stays in sight until it stands in the rulings, or was seen.
    ruling = desk.the_problem("referee-score").ruling
    assert ruling is not None
    desk.rule(ruling)
    assert desk.codes() == []
    desk.rule('[[acknowledge]]\ncode = "referee-score"\nboard = 1')
    assert desk.codes() == []


def test_they_are_told_once(bare: Desk) -> None:
    desk = with_rules(bare, referee_scores="read")
    desk.tell()
    desk.out("OUT_T1.txt", text(line(1, 1, 1, 2, "60/40,,,,")))
    assert desk.told()[1:] == [
        f"ruling.applied: {PLAY}: the director wrote into the tablet (OUT_T1.txt): NS 60%, EW 40%"
    ]
    assert desk.the_problem("referee-score").problem.message == (
        f"{PLAY}: the director's words in the tablet count as NS 60%, EW 40%; the entry confirms "
        f"it, and another one takes its place"
    )


def test_other_words_are_held(bare: Desk) -> None:
    desk = with_rules(bare, referee_scores="read")
    desk.out("OUT_T1.txt", text(line(1, 1, 1, 2, "ask me,,,,")))
    assert desk.verdict(1, 1, 2).status is Status.HELD


def test_two_tablets_with_other_words_are_held(bare: Desk) -> None:
    desk = with_rules(bare, referee_scores="read")
    desk.out("OUT_T1.txt", text(line(1, 1, 1, 2, "60/40,,,,")))
    desk.out("OUT_1.txt", text(line(1, 1, 1, 2, "40/60,,,,"), device="bbbb"))
    assert desk.verdict(1, 1, 2).status is Status.HELD
    desk.out("OUT_1.txt", text(line(1, 1, 1, 2, "60 / 40,,,,"), device="bbbb"))
    assert desk.verdict(1, 1, 2).status is Status.ADJUSTED


def test_when_the_evening_is_closed_nobody_waits(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME))
    desk.out("OUT_1.txt", text(line(1, 2, 1, 2, "ask me,,,,"), device="bbbb"))
    assert not desk.now.results.final
    desk.tell()
    desk.rule(event="event = 2026-12-01\nclosed = true")
    results = desk.now.results
    assert (results.final, results.complete, results.played) == (True, False, 11)
    assert desk.verdict(1, 1, 2).status is Status.SCORED
    assert desk.verdict(2, 1, 2).status is Status.HELD
    assert desk.verdict(5, 2, 3).status is Status.NOT_PLAYED
    assert desk.told() == ["event.closed: the evening is over: nobody waits for what is missing"]
    # What comes in late is not lost.
    desk.out("OUT_T2.txt", text(line(2, 5, 2, 3, "All Pass,,,,"), device="cccc"))
    assert desk.verdict(5, 2, 3).status is Status.SCORED
    desk.tell()
    desk.rule()
    assert desk.told()[0] == "event.reopened: the evening goes on: what is missing is waited for"
    assert not desk.now.results.final
