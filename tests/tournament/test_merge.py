"""What the files of an evening come to, play by play."""

import pytest
from msgspec.structs import replace

from daemon.bridge.contract import PassedOut
from daemon.tournament.results import Status
from tests.tournament.conftest import SECTION, Desk, line, text

GAME = line(1, 1, 1, 2, "3NT,=,N,,400")
DOWN = line(1, 1, 1, 2, "3NT,-1,N,,-50")
REFEREE = line(1, 1, 1, 2, "60/40,,,,")
LOST = line(1, 1, 1, 2, "4?,=,N,,420")
# Of round 2 at the same table.
LATER = line(1, 3, 1, 3, "2♡,=,N,,110")


def test_a_play_nobody_entered_is_missing(desk: Desk) -> None:
    verdict = desk.verdict(1, 1, 2)
    assert (verdict.status, verdict.claims, verdict.sources) == (Status.MISSING, (), ())


def test_a_result_in_one_file_counts(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME))
    verdict = desk.verdict(1, 1, 2)
    assert (verdict.status, str(verdict.outcome), verdict.score) == (Status.SCORED, "3NT N =", 400)
    assert verdict.sources == ("OUT_T1.txt",)
    assert desk.codes() == []


def test_vulnerability_is_the_boards_and_a_board_passed_out_scores_0(desk: Desk) -> None:
    # On board 2 NS are vulnerable.
    desk.out("OUT_T1.txt", text(line(1, 2, 1, 2, "3NT,=,N,,600")))
    desk.out("OUT_T2.txt", text(line(2, 2, 3, 4, "All Pass,,,,")))
    assert desk.verdict(2, 1, 2).score == 600
    passed = desk.verdict(2, 3, 4)
    assert (passed.status, passed.outcome, passed.score) == (Status.SCORED, PassedOut(), 0)


def test_files_that_agree_are_one_result_with_all_its_sources(desk: Desk) -> None:
    auction = ("3NT", "0", "PASS", "10", "PASS", "10", "PASS", "10")
    desk.out("OUT_2.txt", text(GAME, device="cccc"))
    desk.out("OUT_T1.txt", text(line(1, 1, 1, 2, "3NT,=,N,J♤,400", *auction)))
    desk.out("OUT_1.txt", text(line(1, 1, 1, 2, "3NT,=,N,J♤,400"), device="bbbb"))
    verdict = desk.verdict(1, 1, 2)
    assert verdict.sources == ("OUT_1.txt", "OUT_2.txt", "OUT_T1.txt")
    assert verdict.chosen is not None
    # The one with the auction says most, whatever its name.
    assert (verdict.chosen.path, len(verdict.chosen.record.auction)) == ("OUT_T1.txt", 4)


def test_a_lead_says_more_than_none(desk: Desk) -> None:
    desk.out("OUT_1.txt", text(GAME, device="bbbb"))
    desk.out("OUT_2.txt", text(line(1, 1, 1, 2, "3NT,=,N,J♤,400"), device="cccc"))
    chosen = desk.verdict(1, 1, 2).chosen
    assert chosen is not None
    assert chosen.path == "OUT_2.txt"


@pytest.mark.parametrize(
    ("name", "device"),
    [
        ("OUT_2.txt", "bbbb"),  # another file
        ("OUT_T1.txt", "bbbb"),  # another device
        ("OUT_T1_E.txt", "aaaa"),  # the other form
        ("OUT_T1 (Copia in conflitto di ANNA 2026-12-01).txt", "aaaa"),  # a conflicted copy
    ],
)
def test_what_differs_elsewhere_counts_for_nobody(desk: Desk, name: str, device: str) -> None:
    desk.out("OUT_T1.txt", text(GAME))
    desk.out(name, text(DOWN, device=device))
    verdict = desk.verdict(1, 1, 2)
    assert (verdict.status, verdict.conflict, verdict.score) == (Status.HELD, True, None)
    assert verdict.sources == ()
    assert "result-conflict" in desk.codes()
    # They agree again: it settles itself.
    desk.out(name, text(GAME, device=device))
    assert desk.verdict(1, 1, 2).status is Status.SCORED
    assert "result-conflict" not in desk.codes()


def test_the_same_score_by_another_contract_is_a_conflict(desk: Desk) -> None:
    desk.out("OUT_1.txt", text(line(1, 1, 1, 2, "2♡,+1,N,,140"), device="bbbb"))
    desk.out("OUT_2.txt", text(line(1, 1, 1, 2, "3♡,=,N,,140"), device="cccc"))
    assert desk.verdict(1, 1, 2).conflict


def test_a_line_that_must_not_be_scored_holds_its_play(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(LOST))
    verdict = desk.verdict(1, 1, 2)
    assert (verdict.status, verdict.conflict) == (Status.HELD, False)
    assert [one.path for one in verdict.held] == ["OUT_T1.txt"]


def test_an_unreadable_entry_does_not_undo_what_another_file_says(desk: Desk) -> None:
    desk.out("OUT_1.txt", text(GAME, device="bbbb"))
    desk.out("OUT_T1.txt", text(GAME))
    desk.out("OUT_T1.txt", text(GAME, LOST))
    verdict = desk.verdict(1, 1, 2)
    assert (verdict.status, verdict.sources) == (Status.SCORED, ("OUT_1.txt",))
    assert desk.codes() == ["suit-lost"]


def test_what_the_director_wrote_into_a_tablet_outweighs_what_another_says(desk: Desk) -> None:
    desk.out("OUT_1.txt", text(GAME, device="bbbb"))
    desk.out("OUT_T1.txt", text(REFEREE))
    assert desk.verdict(1, 1, 2).status is Status.HELD
    assert desk.codes() == ["referee-score"]


def test_a_correction_is_late_when_its_device_had_entered_the_next_round(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME, DOWN, LATER))
    desk.out("OUT_T2.txt", text(line(2, 1, 3, 4, "3NT,=,N,,400"), device="bbbb"))
    desk.out("OUT_T2.txt", text(line(2, 1, 3, 4, "3NT,-1,N,,-50"), device="bbbb"))
    desk.out(
        "OUT_T2.txt",
        text(
            line(2, 1, 3, 4, "3NT,-1,N,,-50"),
            line(2, 3, 4, 2, "3NT,=,N,,400"),
            line(2, 1, 3, 4, "3NT,-2,N,,-100"),
            device="bbbb",
        ),
    )
    changes = [
        (one.path, one.old.ns_score, one.new.ns_score, one.late) for one in desk.now.merged.changes
    ]
    assert changes == [
        ("OUT_T1.txt", 400, -50, False),
        ("OUT_T2.txt", 400, -50, False),
        ("OUT_T2.txt", -50, -100, True),
    ]


def test_lines_about_other_plays_than_planned_do_not_make_a_correction_late(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME, line(1, 5, 7, 8, "2♡,=,N,,110"), DOWN))
    assert [one.late for one in desk.now.merged.changes] == [False]


def test_a_correction_of_what_is_not_planned_changes_nothing(desk: Desk) -> None:
    desk.out(
        "OUT_T1.txt", text(line(1, 1, 7, 8, "3NT,=,N,,400"), line(1, 1, 7, 8, "3NT,-1,N,,-50"))
    )
    assert desk.now.merged.changes == ()


def test_numbers_mean_the_pairs_of_the_files_own_section(bare: Desk) -> None:
    bare.plan(SECTION, SECTION.replace('"A"', '"B"'))
    bare.out("A/OUT_T1.txt", text(GAME))
    bare.out("B/OUT_T1.txt", text(DOWN, device="bbbb"))
    assert bare.verdict(1, 1, 2, "A").score == 400
    assert bare.verdict(1, 1, 2, "B").score == -50
    assert bare.codes() == []


def test_players_are_told_apart_by_their_shared_numbers(bare: Desk) -> None:
    bare.plan('name = "A"\nmovement = "players.asc"\nboards_per_round = 1\ndevices = ["table"]')
    bare.out("OUT_T1.txt", text(line(1, 1, 102, 304, "3NT,=,N,,400")))
    assert bare.verdict(1, 102, 304).score == 400
    assert bare.now.results.played == 1


def test_a_line_entered_under_wrong_numbers_is_settled_by_the_right_one_below_it(
    desk: Desk,
) -> None:
    wrong = line(1, 1, 1, 4, "3NT,=,N,,400")
    desk.out("OUT_T1.txt", text(wrong))
    assert desk.codes() == ["not-in-plan"]
    assert desk.verdict(1, 1, 2).status is Status.MISSING
    desk.out("OUT_T1.txt", text(wrong, GAME))
    assert desk.codes() == []
    assert desk.verdict(1, 1, 2).status is Status.SCORED


def test_a_wrong_line_below_a_right_one_stays_open(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME, line(1, 1, 1, 4, "3NT,-1,N,,-50")))
    assert desk.codes() == ["not-in-plan"]
    assert desk.verdict(1, 1, 2).score == 400


def test_a_right_line_of_another_device_settles_no_wrong_one(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(line(1, 1, 1, 4, "3NT,=,N,,400")))
    desk.out("OUT_1.txt", text(LATER, GAME, device="bbbb"))
    assert desk.codes() == ["not-in-plan"]


def test_a_wrong_line_that_the_tablet_has_taken_back_asks_for_nothing(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(line(1, 1, 1, 4, "3NT,=,N,,400"), line(7, 1, 1, 2, "4?,=,N,,420")))
    assert desk.codes() == ["not-in-plan", "suit-lost"]
    desk.out("OUT_T1.txt", text(GAME))
    assert desk.codes() == []


def test_a_result_that_vanished_is_kept_and_named(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME, LATER))
    desk.out("OUT_T1.txt", text(LATER))
    assert desk.verdict(1, 1, 2).score == 400
    assert [(path, play.board) for path, play in desk.now.merged.vanished] == [("OUT_T1.txt", 1)]


def test_of_a_file_that_is_there_no_longer_every_play_is_news(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME, LATER))
    gathered = desk.now.merged.gathered
    without = replace(gathered, files={})
    assert set(without.news_since(gathered)) == {
        desk.verdict(1, 1, 2).play.key,
        desk.verdict(3, 1, 3).play.key,
    }


def test_a_line_without_a_place_holds_no_play(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text("x,1,1,2,N,false,false,3NT,=,N,,400"))
    assert desk.codes() == ["line-number"]
    assert {one.status for one in desk.now.merged.verdicts.values()} == {Status.MISSING}


RESULT = '[[result]]\nboard = 1\nns = 1\ncontract = "3NT"\ndeclarer = "N"\nresult = "="'


def test_a_result_from_a_slip_counts_like_a_tablets(desk: Desk) -> None:
    desk.rule(RESULT)
    verdict = desk.verdict(1, 1, 2)
    assert (verdict.status, verdict.score, verdict.sources) == (
        Status.SCORED,
        400,
        ("rulings.toml",),
    )
    desk.out("OUT_T1.txt", text(GAME))
    assert desk.verdict(1, 1, 2).sources == ("OUT_T1.txt", "rulings.toml")


def test_a_tablet_that_differs_from_a_slip_is_a_conflict(desk: Desk) -> None:
    desk.rule(RESULT)
    desk.out("OUT_T1.txt", text(DOWN))
    assert desk.verdict(1, 1, 2).conflict
    assert not desk.verdict(1, 1, 2).is_ruled


def test_a_slip_with_a_score_alone_agrees_with_every_contract_that_scores_it(desk: Desk) -> None:
    desk.rule("[[result]]\nboard = 1\nns = 1\nscore = 400")
    desk.out("OUT_T1.txt", text(GAME))
    verdict = desk.verdict(1, 1, 2)
    assert (verdict.status, str(verdict.outcome)) == (Status.SCORED, "3NT N =")
    desk.rule("[[result]]\nboard = 1\nns = 1\nscore = 420")
    assert desk.verdict(1, 1, 2).conflict


def test_a_slip_with_a_score_alone_has_no_contract(desk: Desk) -> None:
    desk.rule("[[result]]\nboard = 1\nns = 1\nscore = -50")
    verdict = desk.verdict(1, 1, 2)
    assert (verdict.status, verdict.outcome, verdict.score) == (Status.SCORED, None, -50)


def test_a_slip_settles_what_is_held(desk: Desk) -> None:
    for held in (LOST, REFEREE):
        desk.out("OUT_T1.txt", text(held))
        desk.rule()
        assert desk.verdict(1, 1, 2).status is Status.HELD
        desk.rule(RESULT)
        assert desk.verdict(1, 1, 2).status is Status.SCORED
        assert desk.codes() == []


def test_an_assigned_result_replaces_whatever_was_reported(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(DOWN))
    desk.out("OUT_1.txt", text(GAME, device="bbbb"))
    desk.rule("[[assigned]]\nboard = 1\nns = 1\nscore = -100")
    verdict = desk.verdict(1, 1, 2)
    assert (verdict.status, verdict.score, verdict.outcome) == (Status.ADJUSTED, -100, None)
    assert (verdict.sources, verdict.chosen) == ((), None)
    desk.out("OUT_T1.txt", text(DOWN, LOST))
    assert desk.verdict(1, 1, 2).score == -100
    assert desk.codes() == []


def test_an_artificial_score_counts_on_a_play_that_nobody_entered(desk: Desk) -> None:
    desk.rule('[[artificial]]\nboard = 1\nns = 1\nns_award = "A+"\new_award = "A-"')
    verdict = desk.verdict(1, 1, 2)
    assert (verdict.status, verdict.score) == (Status.ADJUSTED, None)


def test_a_play_ruled_not_played_stays_so(desk: Desk) -> None:
    desk.rule("[[not_played]]\nboard = 1\nns = 1")
    assert desk.verdict(1, 1, 2).status is Status.NOT_PLAYED
    desk.out("OUT_T1.txt", text(GAME))
    assert desk.verdict(1, 1, 2).status is Status.NOT_PLAYED


def test_taking_a_ruling_out_undoes_it(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME, LATER))
    before = desk.now.merged
    for entry in (
        "[[not_played]]\nboard = 1\nns = 1",
        "[[assigned]]\nboard = 1\nns = 1\nscore = -100",
        '[[artificial]]\nboard = 1\nns = 1\nns_award = "A+"\new_award = "A-"',
        RESULT.replace('"="', '"-1"'),
    ):
        desk.rule(entry)
        assert desk.verdict(1, 1, 2).score != 400
        desk.rule()
        assert desk.now.merged == before
