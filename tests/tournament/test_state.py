from collections.abc import Iterable
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.bridgesuite.envelope import Secret, seal
from daemon.bridgesuite.record import HeldLine, Record
from daemon.problem import Problem, Severity
from daemon.tournament import state as state_module
from daemon.tournament.conclusion import NoPlanError, conclude
from daemon.tournament.entry import (
    Answer,
    Fact,
    FilePushed,
    FileReceived,
    PlanRead,
    ReportAnswered,
    RulingsRead,
    Started,
    Stopped,
)
from daemon.tournament.plan import Plan
from daemon.tournament.reading import Placed, Reading, read_placed
from daemon.tournament.state import State, fold, step
from daemon.tournament.version import EarlierVersionsError, let_in
from tests.tournament.conftest import (
    DAY,
    EIGHT,
    MOVEMENTS,
    SECTION,
    Desk,
    configuration,
    key,
    line,
    text,
)

GAME = line(1, 1, 1, 2, "3NT,=,N,,400")
SPADES = line(2, 1, 3, 4, "4P,=,N,,420")
SECRET = Secret.parse("aB9z")


def plan_read(*sections: str, more: str = "") -> PlanRead:
    texts = {**MOVEMENTS, "tournament.toml": configuration(*sections, more=more)}
    return PlanRead("tournament.toml", tuple(texts.items()))


def received(name: str, content: str | bytes, stale: str | None = None) -> FileReceived:
    data = content.encode() if isinstance(content, str) else content
    return FileReceived(name, EIGHT, data, stale)


FACTS: list[Fact] = [
    Started("1"),
    plan_read(),
    FilePushed("IN_T1.txt", "ab" * 32),
    RulingsRead("rulings.toml", f"event = {DAY}\n[[not_played]]\nboard = 5\nns = 1\n"),
    received("OUT_T1.txt", text(GAME)),
    received("OUT_T2.txt", text(SPADES)),
    received("OUT_T9.txt", text(GAME), "it is old"),
    received("OUT_T09.txt", text(GAME)),
    received("notes.txt", "hello"),
    plan_read(f'{SECTION}\nletters = "italian"'),
    received("OUT_T1.txt", text(line(1, 1, 1, 2, "3NT,-1,N,,-50"))),
    RulingsRead("rulings.toml", "[["),
    plan_read('name = "A"\nmovement = "small.asc"'),
    Stopped("done"),
]


@settings(max_examples=30)
@given(facts=st.permutations(FACTS))
def test_the_fold_is_the_same_at_once_and_step_by_step(facts: list[Fact]) -> None:
    state = State()
    for number, fact in enumerate(facts, 1):
        before = [(one, None) for one in facts[: number - 1]]
        state = step(state, fact, None, partial(let_in, before))
        if number in {5, 10, len(facts)}:
            assert fold(facts[:number], None) == state


def test_a_start_and_a_stop_change_nothing() -> None:
    assert fold([Started("1"), Stopped("asked for")], None) == State()


def test_what_was_pushed_is_remembered() -> None:
    pushed = [FilePushed("IN_T1.txt", "aa"), FilePushed("IN_T1.txt", "bb")]
    assert fold(pushed, None).pushed == {("IN_T1.txt", "aa"), ("IN_T1.txt", "bb")}


def test_files_for_the_federation_are_remembered_in_order_and_change_nothing_else() -> None:
    answered = [
        ReportAnswered(f"in/{name}.trf", "ab", answer, "out/625OPE1a.618", "c3")
        for name, answer in (("open", Answer.WRITTEN), ("copy", Answer.KNOWN))
    ]
    assert fold(answered, None) == State(answered=tuple(answered))


def test_files_that_came_before_the_plan_are_read_when_there_is_one() -> None:
    early = fold([received("OUT_T1.txt", text(GAME)), plan_read()], None)
    usual = fold([plan_read(), received("OUT_T1.txt", text(GAME))], None)
    assert early == usual
    assert conclude(early).results.played == 1


def test_a_new_plan_reads_all_files_again(desk: Desk) -> None:
    desk.out("OUT_T2.txt", text(SPADES))
    assert desk.codes() == ["contract"]
    desk.plan(f'{SECTION}\nletters = "italian"')
    assert desk.codes() == []
    assert str(desk.verdict(1, 3, 4).outcome) == "4S N ="


def test_a_new_plan_is_not_read_where_nobody_can_tell_what_came_in(desk: Desk) -> None:
    step(desk.state, plan_read(), None)
    desk.out("OUT_T1.txt", text(GAME))
    with pytest.raises(EarlierVersionsError, match="needs their versions again"):
        step(desk.state, plan_read(), None)


def test_a_new_plan_keeps_every_version_of_a_file(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME))
    desk.out("OUT_T1.txt", text(line(1, 1, 1, 2, "3NT,-1,N,,-50")))
    before = desk.now
    desk.plan(SECTION)
    assert desk.now == before
    assert len(before.merged.changes) == 1


def test_files_are_sought_in_the_folders_of_the_new_plan(desk: Desk) -> None:
    desk.out("blue/OUT_T1.txt", text(GAME))
    assert desk.codes() == ["out-name"]
    desk.plan(f'{SECTION}\nsubfolder = "blue"')
    assert desk.codes() == []
    assert desk.now.results.played == 1


def test_a_plan_with_errors_leaves_the_one_before_and_is_named(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME))
    before = desk.now
    desk.plan(f"{SECTION}\nabsent = [9]")
    after = desk.now
    assert (after.plan, after.merged) == (before.plan, before.merged)
    assert after.results.rankings == before.results.rankings
    assert [one.problem.one_line() for one in desk.problems] == [
        (
            "tournament.toml:12:10: error: 9 does not play in section A (it has 1 to 4): take it "
            "out "
            "[plan-absent]"
        ),
        (
            "tournament.toml: error: the plan that was read last cannot be used, and the one "
            "before it "
            "stays in force: mend its errors [plan-refused]"
        ),
    ]
    desk.plan()
    assert desk.now == before


def test_what_is_only_odd_about_a_plan_is_no_open_problem(bare: Desk) -> None:
    bare.plan('name = "A"\nmovement = "half.asc"\nboards_per_round = 1')
    assert bare.state.plan_problems
    assert bare.codes() == []


def test_a_plan_whose_movement_is_missing_is_refused(desk: Desk) -> None:
    before = desk.state.plan
    whole = {"tournament.toml": configuration()}
    desk.take(PlanRead("tournament.toml", tuple(whole.items())))
    assert desk.state.plan == before
    assert desk.codes() == ["plan-refused"]


def test_without_a_plan_nothing_can_be_concluded() -> None:
    with pytest.raises(NoPlanError, match=r"no plan that can be used: none was read$"):
        conclude(State())
    refused = fold([plan_read(f"{SECTION}\nabsent = [9]")], None)
    with pytest.raises(NoPlanError, match=r"9 does not play in section A .*; tournament\.toml: "):
        conclude(refused)


def test_a_file_that_was_set_aside_is_named_and_not_read(desk: Desk) -> None:
    old = received("OUT_T1.txt", text(GAME), "it was last written in 1998")
    desk.take(old)
    assert desk.the_problem("out-stale").problem == Problem(
        Severity.WARNING,
        "out-stale",
        "it was last written in 1998; it is read when its tablet writes it anew, or after a start "
        "with --stale take",
        "OUT_T1.txt",
    )
    assert desk.now.results.played == 0
    assert desk.state.latest == {"OUT_T1.txt": old.content}
    assert desk.state.received == 0
    # Nor does a new plan let it in.
    desk.plan(f"{SECTION}\nfirst_board = 1")
    assert desk.codes() == ["out-stale"]


def test_a_file_that_was_set_aside_counts_when_it_is_written_again(desk: Desk) -> None:
    desk.take(received("OUT_T1.txt", "", "it is old"))
    desk.take(received("OUT_T2.txt", "", "it is old"))
    desk.out("OUT_T1.txt", text(GAME))
    assert [one.problem.file for one in desk.problems] == ["OUT_T2.txt"]
    assert desk.now.results.played == 1


def test_a_file_that_is_no_out_file_is_remembered_and_not_read(desk: Desk) -> None:
    before = desk.now.results
    desk.out("notes.txt", "hello")
    assert desk.now.results == before
    assert desk.state.latest == {"notes.txt": b"hello"}


def test_encrypted_files_are_read_with_the_secret() -> None:
    facts: list[Fact] = [plan_read(), received("OUT_T1_E.txt", seal(text(GAME), SECRET))]
    assert conclude(fold(facts, SECRET)).merged.verdicts[key(1, 1, 2)].score == 400
    assert [one.problem.code for one in conclude(fold(facts, None)).results.problems] == [
        "out-unreadable"
    ]


def test_a_version_is_read_once_whatever_came_before(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the hundredth version of an evening costs what the first did."""
    read = []

    def counted(
        placed: Placed,
        path: str,
        data: bytes,
        plan: Plan,
        secret: Secret | None,
        known: Iterable[Record | HeldLine],
    ) -> Reading:
        read.append(path)
        return read_placed(placed, path, data, plan, secret, known)

    monkeypatch.setattr(state_module, "read_placed", counted)
    for version in range(100):
        result = "=" if version % 2 else "-1"
        score = 400 if version % 2 else -50
        desk.out(f"OUT_T{1 + version % 7}.txt", text(line(1, 1, 1, 2, f"3NT,{result},N,,{score}")))
        assert len(read) == version + 1
