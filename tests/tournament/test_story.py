"""What a director reads in the log: everything that matters, once."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from daemon.service.events import CATALOGUE
from daemon.tournament.entry import FileReceived
from daemon.tournament.state import step
from daemon.tournament.story import Level, Told
from tests.tournament.conftest import EIGHT, SECTION, Desk, line, text

GAME = line(1, 1, 1, 2, "3NT,=,N,,400")
DOWN = line(1, 1, 1, 2, "3NT,-1,N,,-50")
REFEREE = line(1, 1, 1, 2, "60/40,,,,")
LOST = line(1, 1, 1, 2, "4?,=,N,,420")
LATER = line(1, 3, 1, 3, "2♡,=,N,,110")
OTHER = line(2, 1, 3, 4, "2♡,=,N,,110")
PLAY = "board 1, 1 against 2 (round 1, table 1)"
RESULT = '[[result]]\nboard = 1\nns = 1\ncontract = "3NT"\ndeclarer = "N"\nresult = "="'
NOT_PLAYED = "[[not_played]]\nboard = 1\nns = 1"
ASSIGNED = "[[assigned]]\nboard = 1\nns = 1\nscore = -100"
ARTIFICIAL = '[[artificial]]\nboard = 1\nns = 1\nns_award = "A+"\new_award = "A-"'


@pytest.fixture
def quiet(desk: Desk) -> Desk:
    """An evening that goes on: the first result is in, and was told."""
    desk.out("OUT_T2.txt", text(OTHER, device="tttt"))
    desk.tell()
    return desk


def test_at_the_start_there_is_nothing_to_tell(desk: Desk) -> None:
    assert desk.told() == []


def test_nothing_is_told_twice(quiet: Desk) -> None:
    quiet.out("OUT_T1.txt", text(GAME, LOST, DOWN, LATER, LOST))
    assert quiet.told() != []
    assert quiet.told() == []
    quiet.out("OUT_T1.txt", text(GAME, LOST, DOWN, LATER, LOST))
    assert quiet.told() == []


def test_the_first_result_begins_the_round(desk: Desk) -> None:
    desk.tell()
    desk.out("OUT_T1.txt", text(GAME))
    assert desk.tell() == (
        Told(
            "round.started",
            "section A: the first result of round 1 came in",
            Level.INFO,
            (("section", "A"), ("round", 1)),
        ),
        Told(
            "result.entered",
            f"{PLAY}: 3NT N =, NS +400",
            Level.INFO,
            (
                *(("section", "A"), ("round", 1), ("table", 1), ("board", 1), ("ns", 1), ("ew", 2)),
                *(("contract", "3NT N ="), ("score", 400), ("source", "OUT_T1.txt")),
            ),
        ),
    )


def test_a_round_begins_once_and_only_forwards(quiet: Desk) -> None:
    quiet.out("OUT_T1.txt", text(LATER))
    assert quiet.told()[0] == "round.started: section A: the first result of round 2 came in"
    quiet.out("OUT_T1.txt", text(LATER, GAME))
    assert quiet.told() == [f"result.entered: {PLAY}: 3NT N =, NS +400"]


def test_a_ruling_in_advance_begins_no_round(quiet: Desk) -> None:
    quiet.rule("[[not_played]]\nround = 3\ntable = 1")
    assert [one.event for one in quiet.tell()] == ["ruling.applied", "ruling.applied"]


def test_a_line_that_is_held_begins_its_round(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(LOST))
    assert [one.event for one in desk.tell()] == ["round.started", "result.held"]


def test_the_rounds_of_each_section_begin_by_themselves(bare: Desk) -> None:
    bare.plan(SECTION, SECTION.replace('"A"', '"B"'))
    bare.out("A/OUT_T1.txt", text(LATER))
    bare.out("B/OUT_T1.txt", text(GAME, device="bbbb"))
    assert [one for one in bare.told() if one.startswith("round")] == [
        "round.started: section A: the first result of round 2 came in",
        "round.started: section B: the first result of round 1 came in",
    ]


def test_a_second_file_that_agrees_is_no_news(quiet: Desk) -> None:
    quiet.out("OUT_T1.txt", text(GAME))
    quiet.tell()
    quiet.out("OUT_1.txt", text(GAME, device="bbbb"))
    assert quiet.told() == []


def test_a_correction_is_told_with_old_and_new(quiet: Desk) -> None:
    quiet.out("OUT_T1.txt", text(GAME))
    quiet.tell()
    quiet.out("OUT_T1.txt", text(GAME, DOWN))
    assert quiet.tell() == (
        Told(
            "result.corrected",
            f"{PLAY}: 3NT N = (+400) became 3NT N -1 (-50)",
            Level.INFO,
            (
                *(("section", "A"), ("board", 1), ("ns", 1), ("ew", 2)),
                *(("old", "3NT N ="), ("new", "3NT N -1"), ("old_score", 400), ("new_score", -50)),
                *(("source", "OUT_T1.txt"), ("device", "aaaa"), ("ruling", None)),
            ),
        ),
    )


def test_a_late_correction_is_told_louder_and_once(quiet: Desk) -> None:
    quiet.out("OUT_T1.txt", text(GAME, LATER))
    quiet.tell()
    quiet.out("OUT_T1.txt", text(GAME, LATER, DOWN))
    (told,) = quiet.tell()
    assert (told.event, told.level, told.text) == (
        "result.corrected",
        Level.WARNING,
        f"{PLAY}: 3NT N = (+400) became 3NT N -1 (-50) (the next round had begun)",
    )
    # Put back: the open warning goes without a word of its own.
    quiet.out("OUT_T1.txt", text(GAME, LATER, DOWN, GAME))
    assert quiet.told() == [
        f"result.corrected: {PLAY}: 3NT N -1 (-50) became 3NT N = (+400) (the next round had begun)"
    ]


def test_the_same_correction_again_is_told_again(quiet: Desk) -> None:
    versions = (text(GAME), text(DOWN), text(GAME), text(DOWN))
    told = []
    for version in versions:
        quiet.out("OUT_T1.txt", version)
        told += [one.text.partition(": ")[2] for one in quiet.tell()]
    assert told == [
        "3NT N =, NS +400",
        "3NT N = (+400) became 3NT N -1 (-50)",
        "3NT N -1 (-50) became 3NT N = (+400)",
        "3NT N = (+400) became 3NT N -1 (-50)",
    ]


def test_a_header_that_comes_later_tells_no_correction_again(quiet: Desk) -> None:
    quiet.out("OUT_T1.txt", text(GAME, DOWN, device=None))
    quiet.tell()
    quiet.out("OUT_T1.txt", text(GAME, DOWN))
    assert [one.event for one in quiet.tell()] == ["problem.settled"]


def test_a_conflict_is_told_with_what_to_write(quiet: Desk) -> None:
    quiet.out("OUT_T1.txt", text(GAME))
    quiet.tell()
    quiet.out("OUT_1.txt", text(DOWN, device="bbbb"))
    (told,) = quiet.tell()
    assert (told.event, told.level) == ("result.conflict", Level.ERROR)
    assert told.text == (
        f"{PLAY}: OUT_1.txt (device bbbb) says 3NT N -1, NS -50; OUT_T1.txt (device aaaa) says "
        f"3NT N =, NS +400; it counts for nobody until the tablets agree or the director rules; "
        f"ask the table"
    )
    fields = dict(told.fields)
    assert (fields["code"], fields["file"], fields["line"], fields["board"]) == (
        *("result-conflict", "OUT_1.txt", 2),
        1,
    )
    assert str(fields["ruling"]).startswith("[[accept]]")


def test_one_more_file_in_a_conflict_is_told_and_settles_nothing(quiet: Desk) -> None:
    quiet.out("OUT_T1.txt", text(GAME))
    quiet.out("OUT_1.txt", text(DOWN, device="bbbb"))
    quiet.tell()
    quiet.out("OUT_2.txt", text(line(1, 1, 1, 2, "All Pass,,,,"), device="cccc"))
    assert [one.event for one in quiet.tell()] == ["result.conflict"]


def test_a_conflict_that_the_tablets_settle_is_told_as_a_result(quiet: Desk) -> None:
    quiet.out("OUT_T1.txt", text(GAME))
    quiet.out("OUT_1.txt", text(DOWN, device="bbbb"))
    quiet.tell()
    quiet.out("OUT_1.txt", text(DOWN, GAME, device="bbbb"))
    assert quiet.told() == [
        f"result.settled: {PLAY}: 3NT N =, NS +400",
        f"result.corrected: {PLAY}: 3NT N -1 (-50) became 3NT N = (+400)",
    ]


def test_a_conflict_that_the_director_settles_is_told_as_a_ruling(quiet: Desk) -> None:
    quiet.out("OUT_T1.txt", text(GAME))
    quiet.out("OUT_1.txt", text(DOWN, device="bbbb"))
    quiet.tell()
    quiet.rule(ASSIGNED + '\nreason = "revoke"')
    assert quiet.told() == [
        (
            f"ruling.applied: {PLAY}: ruled NS -100, EW +100, because: revoke; nothing is held "
            f"there "
            f"any more"
        )
    ]
    quiet.rule()
    assert [one.partition(": ")[0] for one in quiet.told()] == [
        "ruling.withdrawn",
        "result.conflict",
    ]


def test_a_slip_that_the_tablets_contradict_is_told_as_both(quiet: Desk) -> None:
    quiet.out("OUT_T1.txt", text(DOWN))
    quiet.tell()
    quiet.rule(RESULT)
    told = quiet.told()
    assert told[0] == f"ruling.applied: {PLAY}: ruled 3NT N =, NS +400, EW -400"
    assert told[1].startswith("result.conflict: ")
    # The tablet gives in.
    quiet.out("OUT_T1.txt", text(DOWN, GAME))
    assert quiet.told() == [
        f"result.settled: {PLAY}: 3NT N =, NS +400",
        f"result.corrected: {PLAY}: 3NT N -1 (-50) became 3NT N = (+400)",
    ]


def test_a_ruling_is_told_in_words_with_both_sides_scores(quiet: Desk) -> None:
    quiet.rule(RESULT)
    (told,) = quiet.tell()
    assert (told.event, told.level) == ("ruling.applied", Level.INFO)
    assert told.text == f"{PLAY}: ruled 3NT N =, NS +400, EW -400"
    assert dict(told.fields) == {
        "section": "A",
        "round": 1,
        "table": 1,
        "board": 1,
        "ns": 1,
        "ew": 2,
    }
    quiet.rule(ARTIFICIAL)
    assert quiet.told() == [
        f"ruling.applied: {PLAY}: ruled NS A+, EW A- instead of 3NT N =, NS +400, EW -400"
    ]
    quiet.rule()
    assert quiet.told() == [
        f"ruling.withdrawn: {PLAY}: the ruling (NS A+, EW A-) was taken out; it is missing now"
    ]


def test_a_ruling_that_is_withdrawn_says_what_counts_now(quiet: Desk) -> None:
    quiet.out("OUT_T1.txt", text(GAME))
    quiet.rule(ASSIGNED)
    quiet.tell()
    quiet.rule()
    assert quiet.told() == [
        f"ruling.withdrawn: {PLAY}: the ruling (NS -100, EW +100) was taken out; 3NT N =, NS +400"
    ]


def test_a_line_on_which_the_director_has_ruled_moves_nothing_when_it_moves(quiet: Desk) -> None:
    quiet.rule(RESULT)
    quiet.tell()
    quiet.rule("# an hour later", RESULT)
    assert quiet.told() == []


@pytest.mark.parametrize("ruling", [ASSIGNED, ARTIFICIAL])
def test_what_a_tablet_says_after_a_ruling_is_told(quiet: Desk, ruling: str) -> None:
    words = "NS -100, EW +100" if ruling == ASSIGNED else "NS A+, EW A-"
    quiet.rule(ruling)
    quiet.tell()
    quiet.out("OUT_T1.txt", text(GAME))
    (told,) = quiet.tell()
    assert (told.event, told.level, told.text) == (
        "result.held",
        Level.WARNING,
        f"{PLAY}: OUT_T1.txt says 3NT N =, NS +400; the ruling ({words}) stands",
    )
    quiet.out("OUT_T1.txt", text(GAME, DOWN))
    assert quiet.told() == [
        (
            f"result.corrected: {PLAY}: 3NT N = (+400) became 3NT N -1 (-50); the ruling ({words}) "
            f"stands"
        )
    ]


def test_a_tablet_that_says_what_was_assigned_is_no_news(quiet: Desk) -> None:
    quiet.rule(ASSIGNED)
    quiet.tell()
    quiet.out("OUT_T1.txt", text(line(1, 1, 1, 2, "3NT,-2,N,,-100")))
    assert quiet.told() == []


def test_a_result_of_a_board_ruled_not_played_is_told_once(quiet: Desk) -> None:
    quiet.rule(NOT_PLAYED)
    quiet.tell()
    quiet.out("OUT_T1.txt", text(GAME))
    assert [one.partition(";")[0] for one in quiet.told()] == [
        (
            f"problem.found: {PLAY}: it was ruled not played, and OUT_T1.txt (device aaaa) says "
            f"3NT N "
            f"=, NS +400"
        )
    ]


@pytest.mark.parametrize(("held", "level"), [(LOST, Level.ERROR), (REFEREE, Level.WARNING)])
def test_what_is_held_is_told_and_what_settles_it(quiet: Desk, held: str, level: Level) -> None:
    quiet.out("OUT_T1.txt", text(held))
    (told,) = quiet.tell()
    assert (told.event, told.level) == ("result.held", level)
    quiet.out("OUT_T1.txt", text(held, GAME))
    assert quiet.told() == [f"result.settled: {PLAY}: 3NT N =, NS +400"]
    quiet.out("OUT_T1.txt", text(held, GAME, held))
    assert [one.event for one in quiet.tell()] == ["result.held"]


def test_a_torn_line_is_held_until_the_file_changes(quiet: Desk) -> None:
    quiet.out("OUT_T1.txt", text() + GAME[:-1])
    assert [(one.event, one.level) for one in quiet.tell()] == [("result.held", Level.WARNING)]
    quiet.out("OUT_T1.txt", text(GAME))
    assert quiet.told() == [f"result.settled: {PLAY}: 3NT N =, NS +400"]


def test_a_line_in_the_wrong_place_is_told_as_held(quiet: Desk) -> None:
    quiet.out("OUT_T1.txt", text(line(1, 1, 2, 1, "3NT,=,N,,400")))
    (told,) = quiet.tell()
    assert (told.event, told.level, dict(told.fields)["ns"]) == ("result.held", Level.ERROR, 2)
    quiet.out("OUT_T1.txt", text(GAME))
    assert quiet.told() == [
        f"result.entered: {PLAY}: 3NT N =, NS +400",
        (
            "problem.settled: settled: board 1 at table 1 is entered with 2 NS and 1 EW, and the "
            "movement has 1 NS and 2 EW"
        ),
    ]


def test_a_line_that_moves_down_is_no_news(quiet: Desk) -> None:
    quiet.out("OUT_T1.txt", text(LOST))
    quiet.tell()
    quiet.out("OUT_T1.txt", text("", "", LOST))
    assert quiet.told() == []


PROBLEMS: dict[str, list[tuple[bytes | str, str]]] = {
    # Versions that come in, and the event that is told of the last one.
    "out.unreadable": [(b"\xff\xff", "OUT_T1.txt")],
    "device.changed": [(text(GAME), "OUT_T1.txt"), (text(GAME, device="bbbb"), "OUT_T1.txt")],
    "problem.found": [(text(GAME), "OUT_T01.txt")],
}


@pytest.mark.parametrize("event", PROBLEMS)
def test_what_is_odd_about_a_file_is_told(quiet: Desk, event: str) -> None:
    for content, name in PROBLEMS[event]:
        quiet.tell()
        quiet.out(name, content)
    (told,) = quiet.tell()
    assert told.event == event
    assert told.level is (Level.ERROR if event == "out.unreadable" else Level.WARNING)


def test_a_file_that_was_set_aside_is_told(quiet: Desk) -> None:
    fact = FileReceived("OUT_T1.txt", EIGHT, b"", "it is of last week")
    quiet.state = step(quiet.state, fact, None)
    (told,) = quiet.told()
    assert told == (
        "out.stale: it is of last week; it is read when its tablet writes it anew, or after a "
        "start with --stale take"
    )


def test_a_refused_file_in_clear_is_told_as_unreadable(bare: Desk) -> None:
    bare.plan(more="[encryption]\nrequire_encrypted = true\n")
    bare.out("OUT_T1.txt", text(GAME))
    assert [(one.event, one.level) for one in bare.tell()] == [("out.unreadable", Level.ERROR)]


def test_what_is_no_longer_odd_is_told(quiet: Desk) -> None:
    quiet.out("OUT_T1.txt", b"\xff\xff")
    quiet.tell()
    quiet.out("OUT_T1.txt", text())
    (told,) = quiet.tell()
    assert (told.event, told.level) == ("problem.settled", Level.INFO)
    assert told.text == (
        "settled: this is no UTF-8 text, so its suits cannot be trusted: let the file be copied "
        "without changing it"
    )
    assert dict(told.fields) == {
        "code": "out-unreadable",
        "file": "OUT_T1.txt",
        "section": "A",
        "board": None,
        "ns": None,
        "ew": None,
    }


def test_a_device_that_comes_back_is_told_and_settles_nothing(quiet: Desk) -> None:
    for device in ("aaaa", "bbbb"):
        quiet.out("OUT_T1.txt", text(GAME, device=device))
    quiet.tell()
    quiet.out("OUT_T1.txt", text(GAME))
    assert [one.partition(";")[0] for one in quiet.told()] == [
        "device.changed: another device writes this file now: aaaa, before it bbbb"
    ]


def test_a_warning_that_goes_with_its_result_needs_no_word_of_its_own(quiet: Desk) -> None:
    quiet.out("OUT_T1.txt", text(line(1, 1, 1, 2, "3NT,=,N,,600")))
    assert [one.event for one in quiet.tell()] == ["result.entered", "problem.found"]
    quiet.out("OUT_T1.txt", text(line(1, 1, 1, 2, "3NT,=,N,,600"), DOWN))
    assert [one.event for one in quiet.tell()] == ["result.corrected"]


def test_a_warning_that_goes_alone_is_told(quiet: Desk) -> None:
    quiet.out("OUT_T1.txt", text(line(1, 1, 1, 2, "3NT,=,N,,600")))
    quiet.tell()
    quiet.out("OUT_T1.txt", text(GAME))
    assert [one.partition(": ")[0] for one in quiet.told()] == ["problem.settled"]


def test_a_bad_ruling_is_told_and_when_it_is_mended(quiet: Desk) -> None:
    quiet.rule("[[not_played]]\nns = 1")
    assert [(one.event, one.level) for one in quiet.tell()] == [("problem.found", Level.ERROR)]
    quiet.rule(NOT_PLAYED)
    assert [one.event for one in quiet.tell()] == ["ruling.applied", "problem.settled"]


def test_a_broken_rulings_file_withdraws_nothing_and_says_so(quiet: Desk) -> None:
    quiet.rule(NOT_PLAYED)
    quiet.tell()
    quiet.rule_text("[[")
    assert [one.event for one in quiet.tell()] == ["problem.found", "problem.found"]
    quiet.rule(NOT_PLAYED)
    assert [one.event for one in quiet.tell()] == ["problem.settled", "problem.settled"]


# A new plan.


def test_a_new_plan_is_told_with_what_is_expected_now(quiet: Desk) -> None:
    quiet.plan(f"{SECTION}\nabsent = [1]")
    assert quiet.tell() == (
        Told(
            "plan.changed",
            "tournament.toml was read again: 6 results expected now",
            Level.WARNING,
            (("expected", 6), ("kept", None), ("lost", None)),
        ),
    )


def test_results_that_a_new_plan_leaves_out_stay_and_are_named(quiet: Desk) -> None:
    quiet.plan(f"{SECTION}\nabsent = [4]")
    assert quiet.told() == [
        (
            "plan.changed: tournament.toml was read again: 7 results expected now; 1 result stays "
            "as played by the plan before ([[not_played]] takes it out): board 1, 3 against 4 "
            "(round 1, table 2)"
        )
    ]


def test_results_that_a_new_plan_has_no_room_for_are_named(quiet: Desk) -> None:
    # At both tables the pairs have other opponents over the same boards.
    quiet.plan(SECTION.replace("small.asc", "other.asc"))
    told = quiet.told()
    assert told[0] == (
        "plan.changed: tournament.toml was read again: 12 results expected now; 1 result counts no "
        "longer: board 1, 3 against 4 (round 1, table 2)"
    )
    assert told[1].startswith("result.held: 3 against 4 on board 1 at table 2 is not in the")
    assert len(told) == 2


def test_of_many_results_that_stay_ten_are_named(quiet: Desk) -> None:
    quiet.rule(
        *("[[not_played]]\nround = 1\ntable = 1", "[[not_played]]\nround = 2\ntable = 1"),
        *(
            f"[[result]]\nboard = {board}\nns = {ns}\nscore = 0"
            for board, ns in (
                *((1, 1), (2, 1), (2, 3), (3, 1), (3, 4), (4, 1), (4, 4), (5, 1), (5, 2), (6, 1)),
            )
        ),
    )
    quiet.tell()
    quiet.plan(f"{SECTION}\nfirst_board = 11")
    told = quiet.told()[0]
    assert told.startswith(
        "plan.changed: tournament.toml was read again: 23 results expected now; 11 "
    )
    assert told.count("against") == 10
    assert told.endswith("; and 1 more")


def test_results_whose_files_are_sought_elsewhere_now_are_named(quiet: Desk) -> None:
    quiet.plan(f'{SECTION}\nsubfolder = "blue"')
    told = quiet.told()
    assert "1 result counts no longer: board 1, 3 against 4" in told[0]
    assert [one.partition(": ")[0] for one in told] == ["plan.changed", "problem.found"]


def test_a_result_that_is_another_by_a_new_plan_is_told(bare: Desk) -> None:
    bare.plan()
    # In English clubs, in Italian hearts (cuori).
    bare.out("OUT_T1.txt", text(line(1, 1, 1, 2, "4C,=,N,,420")))
    bare.tell()
    bare.plan(f'{SECTION}\nletters = "italian"')
    told = bare.told()
    assert told[1] == f"result.entered: {PLAY}: 4H N =, NS +420 counts instead of 4C N =, NS +130"
    assert [one.partition(": ")[0] for one in told] == ["plan.changed", "result.entered"]


def test_a_new_plan_tells_no_correction_again(quiet: Desk) -> None:
    quiet.out("OUT_T1.txt", text(GAME, DOWN))
    quiet.tell()
    quiet.plan(f'{SECTION}\nabsent = [4]\ndevices = ["table"]')
    assert "result.corrected" not in {one.event for one in quiet.tell()}


def test_a_plan_that_cannot_be_used_is_told_as_a_problem(quiet: Desk) -> None:
    quiet.plan(f"{SECTION}\nabsent = [9]")
    assert [(one.event, one.level) for one in quiet.tell()] == [
        ("problem.found", Level.ERROR),
        ("problem.found", Level.ERROR),
    ]
    quiet.plan()
    assert [one.event for one in quiet.tell()] == ["problem.settled", "problem.settled"]


def test_a_section_that_a_new_plan_adds_begins_with_its_first_result(quiet: Desk) -> None:
    quiet.plan(f'{SECTION}\nsubfolder = ""', SECTION.replace('"A"', '"B"'))
    assert [one.event for one in quiet.tell()] == ["plan.changed"]
    quiet.out("B/OUT_T1.txt", text(GAME))
    assert [one.event for one in quiet.tell()] == ["round.started", "result.entered"]


def test_a_result_that_an_older_problem_holds_again_is_told(quiet: Desk) -> None:
    name = "OUT_T1.txt"
    quiet.out(name, text(GAME, device="aaaa"))
    quiet.out(name, text(LOST, device="bbbb"))
    quiet.tell()
    quiet.out(name, text(LOST, device="aaaa"))
    *_, told = quiet.tell()
    assert told == Told(
        "result.held",
        "board 1, 1 against 2 (round 1, table 1): its result counts no longer, for what was open "
        "about it before; `tournamentd status` says what would settle it",
        Level.WARNING,
        (("section", "A"), ("board", 1), ("ns", 1), ("ew", 2)),
    )


# Whatever happens.

VERSIONS = st.tuples(
    st.sampled_from(["OUT_T1.txt", "OUT_1.txt", "OUT_T1 (1).txt"]),
    st.lists(st.sampled_from([GAME, DOWN, LOST, REFEREE, LATER]), max_size=3),
    st.sampled_from(["aaaa", "bbbb", None]),
)
RULINGS = st.lists(st.sampled_from([RESULT, ASSIGNED, ARTIFICIAL, NOT_PLAYED]), max_size=2)


@given(steps=st.lists(VERSIONS | RULINGS, max_size=8))
@example(
    steps=[
        ("OUT_T1 (1).txt", [GAME], "aaaa"),
        ("OUT_T1 (1).txt", [LOST], "bbbb"),
        ("OUT_T1 (1).txt", [LOST], "aaaa"),
    ]
)
def test_every_event_is_in_the_catalogue_and_no_line_comes_twice(
    steps: list[tuple[str, list[str], str | None] | list[str]],
) -> None:
    desk = Desk()
    desk.plan()
    for one in steps:
        if isinstance(one, list):
            desk.rule(*one)
        else:
            name, lines, device = one
            desk.out(name, text(*lines, device=device))
        before = desk.before
        told = desk.tell()
        assert {line.event for line in told} <= set(CATALOGUE)
        assert len(set(told)) == len(told)
        if before is None:
            continue
        after = desk.now
        # What a play counts for changes only with a line that names it.
        named = {
            (fields.get("board"), fields.get("ns"), fields.get("ew"))
            for fields in (dict(line.fields) for line in told)
        }
        for place, verdict in after.merged.verdicts.items():
            old = before.merged.verdicts[place]
            if (old.status, old.outcome, old.score) != (
                verdict.status,
                verdict.outcome,
                verdict.score,
            ):
                assert place[1:] in named, (place, told)


def test_with_several_sections_each_is_named(bare: Desk) -> None:
    bare.plan(SECTION, SECTION.replace('"A"', '"B"'))
    bare.tell()
    bare.out("B/OUT_T1.txt", text(GAME))
    assert bare.told() == [
        "round.started: section B: the first result of round 1 came in",
        f"result.entered: section B, {PLAY}: 3NT N =, NS +400",
    ]
    bare.rule('[[absent]]\ncontestant = 4\nsection = "B"')
    assert bare.told() == ["ruling.applied: section B, 4 is absent from round 1 to the end"]
