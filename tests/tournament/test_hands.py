"""Hand records on an evening: leads are checked, and cards are shown when nobody plays them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from daemon.bridge.deal import Deal, read_deal
from daemon.problem import Source
from daemon.tournament.planning import make_plan
from tests.tournament.conftest import (
    MOVEMENTS,
    SECTION,
    Desk,
    configuration,
    line,
    text,
)

if TYPE_CHECKING:
    from daemon.tournament.results import Traveller

# North has all spades, East all hearts, South all diamonds, West all clubs.
SUITS = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
# The same a seat further: on the boards with even numbers North has all clubs.
TURNED = "E:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
WITH_HANDS = f'{SECTION}\nhands = "hands.csv"'
HANDS = "".join(
    f'[Board "{board}"]\n[Deal "{TURNED if board % 2 == 0 else SUITS}"]\n' for board in range(1, 7)
)
# East leads against North: a heart on board 1, a spade on board 2.
FITS = {1: "4♡", 2: "4♤", 3: "4♡", 4: "4♤", 5: "4♡", 6: "4♤"}
PAIRS = {1: "1,2", 2: "1,2", 3: "1,3", 4: "1,3", 5: "1,4", 6: "1,4"}
OTHERS = {1: "3,4", 2: "3,4", 3: "4,2", 4: "4,2", 5: "2,3", 6: "2,3"}


def played(table: int, board: int, lead: str | None = None) -> str:
    ns, ew = map(int, (PAIRS if table == 1 else OTHERS)[board].split(","))
    return line(table, board, ns, ew, f"1NT,-1,N,{lead or FITS[board]},{SCORES[board]}")


# One down undoubled, by vulnerability of North on boards 1 to 6.
SCORES = {1: -50, 2: -100, 3: -50, 4: -100, 5: -100, 6: -50}


@pytest.fixture
def dealt(bare: Desk) -> Desk:
    """An evening with hand records for all its boards."""
    bare.plan(WITH_HANDS, hands=HANDS)
    return bare


def shown(desk: Desk, section: str = "A") -> list[int]:
    """The boards whose cards are shown."""
    return [
        board.board
        for board in desk.now.results.travellers
        if board.section == section and board.deal is not None
    ]


def the_board(desk: Desk, number: int) -> Traveller:
    (found,) = (one for one in desk.now.results.travellers if one.board == number)
    return found


def warnings(desk: Desk) -> list[str]:
    return [one.problem.one_line() for one in desk.problems if one.problem.code != "device-missing"]


def test_the_cards_of_a_board_are_shown_when_every_table_has_finished_it(dealt: Desk) -> None:
    dealt.out("OUT_T1.txt", text(played(1, 1), played(1, 2)))
    assert shown(dealt) == []
    dealt.out("OUT_T2.txt", text(played(2, 1), device="bbbb"))
    assert shown(dealt) == [1]
    assert the_board(dealt, 1).deal == read_deal(SUITS)


def test_a_board_that_is_held_or_not_played_is_finished(dealt: Desk) -> None:
    dealt.out("OUT_T1.txt", text(played(1, 1)))
    dealt.out("OUT_T2.txt", text(line(2, 1, 3, 4, "1NT,9,N,4♡,-50"), device="bbbb"))
    assert the_board(dealt, 1).lines[1].status == "held"
    assert shown(dealt) == [1]
    dealt.rule("[[not_played]]\nboard = 2\nns = 1\n[[not_played]]\nboard = 2\nns = 3")
    assert shown(dealt) == [1, 2]


def test_when_the_evening_is_closed_all_cards_are_shown(dealt: Desk) -> None:
    dealt.rule_text("event = 2026-12-01\nclosed = true\n")
    assert shown(dealt) == [1, 2, 3, 4, 5, 6]


def test_a_section_that_plays_a_board_later_keeps_it_hidden_in_the_others(bare: Desk) -> None:
    first = f'{WITH_HANDS}\nsubfolder = "A"'
    second = first.replace('"A"', '"B"')
    bare.plan(first, second, hands=HANDS)
    bare.out("A/OUT_T1.txt", text(played(1, 1)))
    bare.out("A/OUT_T2.txt", text(played(2, 1), device="bbbb"))
    assert shown(bare) == []
    # Nobody knows whether a section without hand records has the same cards.
    bare.plan(first, second.replace('hands = "hands.csv"', ""), hands=HANDS)
    assert shown(bare) == []
    other = HANDS.replace("N:", "S:")
    bare.plan(first, second.replace("hands.csv", "b.csv"), hands=HANDS, b=other)
    assert shown(bare) == [1]
    assert shown(bare, "B") == []


def test_a_lead_that_the_leader_holds_is_nothing_to_tell(dealt: Desk) -> None:
    dealt.out("OUT_T1.txt", text(played(1, 1), played(1, 2)))
    assert dealt.codes() == []


def test_a_lead_that_the_leader_does_not_hold_gives_no_card_away_while_others_play(
    dealt: Desk,
) -> None:
    dealt.out("OUT_T1.txt", text(played(1, 1, "4♢")))
    assert warnings(dealt) == [
        (
            "OUT_T1.txt:2:1: warning: board 1, 1 against 2 (round 1, table 1): D4 was led against "
            "1NT by N, and East does not hold it; ask the table whether declarer, lead and board "
            "are right [lead-not-held]"
        )
    ]
    assert the_board(dealt, 1).lines[0].flags == ("lead-not-held",)
    assert the_board(dealt, 1).lines[0].score == -50


def test_when_the_board_is_finished_it_says_what_would_explain_it(dealt: Desk) -> None:
    dealt.out("OUT_T1.txt", text(played(1, 1, "4♢")))
    dealt.out("OUT_T2.txt", text(played(2, 1), device="bbbb"))
    assert warnings(dealt) == [
        (
            "OUT_T1.txt:2:1: warning: board 1, 1 against 2 (round 1, table 1): D4 was led against "
            "1NT by N, and East does not hold it; South does, who would lead if East were "
            "declarer; ask the table [lead-not-held]"
        )
    ]


def test_a_board_beside_it_explains_the_lead_once_that_is_finished_too(dealt: Desk) -> None:
    dealt.out("OUT_T1.txt", text(played(1, 1, "4♤")))
    dealt.out("OUT_T2.txt", text(played(2, 1), device="bbbb"))
    assert "board 2" not in dealt.the_problem("lead-not-held").problem.message
    dealt.out("OUT_T1.txt", text(played(1, 1, "4♤"), played(1, 2)))
    dealt.out("OUT_T2.txt", text(played(2, 1), played(2, 2), device="bbbb"))
    assert dealt.the_problem("lead-not-held").problem.message == (
        "board 1, 1 against 2 (round 1, table 1): S4 was led against 1NT by N, and East does not "
        "hold it; North does, who would lead if West were declarer; on board 2 East holds it; ask "
        "the table"
    )


def test_a_lead_that_was_seen_is_acknowledged_with_the_entry_that_is_given(dealt: Desk) -> None:
    dealt.out("OUT_T1.txt", text(played(1, 1, "4♢")))
    ruling = dealt.the_problem("lead-not-held").ruling
    assert ruling == '[[acknowledge]]\ncode = "lead-not-held"\nsection = "A"\nboard = 1\nns = 1\n'
    dealt.rule(ruling)
    assert dealt.codes() == []


def test_after_a_ruling_nothing_is_open_about_the_lead(dealt: Desk) -> None:
    dealt.out("OUT_T1.txt", text(played(1, 1, "4♢")))
    dealt.rule('[[assigned]]\nboard = 1\nns = 1\ncontract = "1NT"\ndeclarer = "S"\nresult = -1')
    assert dealt.codes() == []


def test_a_result_that_the_director_accepted_stands_with_its_lead(dealt: Desk) -> None:
    dealt.out("OUT_T1.txt", text(played(1, 1, "4♢")))
    dealt.rule('[[accept]]\nboard = 1\nns = 1\nfile = "OUT_T1.txt"')
    assert dealt.codes() == []


def test_on_a_fouled_board_nobody_knows_whose_cards_they_are(dealt: Desk) -> None:
    dealt.out("OUT_T1.txt", text(played(1, 1, "4♢")))
    dealt.rule("[[fouled]]\nboard = 1\ntables = [[1], [2]]")
    assert "lead-not-held" not in dealt.codes()


def test_without_a_lead_or_a_contract_or_a_record_there_is_nothing_to_check(bare: Desk) -> None:
    bare.plan(WITH_HANDS, hands=HANDS.partition('[Board "3"]')[0])
    passed, no_lead = line(1, 1, 1, 2, "PASS,,,,"), line(1, 2, 1, 2, "1NT,-1,N,,-100")
    bare.out("OUT_T1.txt", text(passed, no_lead, played(1, 3, "4♢")))
    assert "lead-not-held" not in bare.codes()


def test_when_most_leads_do_not_fit_it_is_said_once_and_nothing_is_shown(dealt: Desk) -> None:
    wrong = "4♢"
    dealt.out("OUT_T1.txt", text(*(played(1, board, wrong) for board in range(1, 5))))
    dealt.out(
        "OUT_T2.txt", text(*(played(2, board, wrong) for board in range(1, 4)), device="bbbb")
    )
    assert dealt.codes() == ["lead-not-held"] * 7
    assert shown(dealt) == [1, 2, 3]
    dealt.out(
        "OUT_T2.txt", text(*(played(2, board, wrong) for board in range(1, 5)), device="bbbb")
    )
    told = (
        "hands.csv: warning: most leads in section A are of cards that the leader does not hold; "
        "these hand records are probably of another session, so none is shown and no lead is "
        "checked: `tournamentd import` takes the right ones [hands-other-session]"
    )
    assert warnings(dealt) == [told]
    assert shown(dealt) == []


def test_that_they_are_of_another_session_is_told_once(dealt: Desk) -> None:
    wrong = [played(1, board, "4♢") for board in range(1, 7)]
    dealt.out("OUT_T2.txt", text(*(played(2, board, "4♢") for board in range(1, 5))))
    dealt.out("OUT_T1.txt", text(*wrong[:4], device="bbbb"))
    dealt.tell()
    dealt.out("OUT_T1.txt", text(*wrong, device="bbbb"))
    assert [one.event for one in dealt.tell() if "lead" in one.text] == []


def test_when_half_of_the_leads_fit_each_other_one_is_told(dealt: Desk) -> None:
    dealt.out("OUT_T1.txt", text(*(played(1, board, "4♢") for board in range(1, 5))))
    dealt.out("OUT_T2.txt", text(*(played(2, board) for board in range(1, 5)), device="bbbb"))
    assert dealt.codes() == ["lead-not-held"] * 4
    assert shown(dealt) == [1, 2, 3, 4]


def test_what_is_known_double_dummy_comes_with_the_cards(bare: Desk) -> None:
    bare.plan(WITH_HANDS, hands=HANDS.replace("]\n[Deal", ']\n[OptimumScore "NS 50"]\n[Deal', 1))
    bare.rule_text("event = 2026-12-01\nclosed = true\n")
    makeable = the_board(bare, 1).makeable
    assert makeable is not None
    assert makeable.par is not None
    assert makeable.par.score == 50
    assert the_board(bare, 2).makeable is None


@dataclass(frozen=True)
class Planned:
    """What a configuration with hand records comes to."""

    deals: dict[int, Deal]
    problems: list[str]


def planned(hands: str) -> Planned:
    """The plan with these; that many of its boards are alike is not what is asked."""
    texts = {**MOVEMENTS, "hands.csv": hands}
    plan, problems = make_plan(Source("tournament.toml", configuration(WITH_HANDS)), texts)
    assert plan is not None
    deals = {board: record.deal for board, record in plan.sections[0].hands.items()}
    told = [problem.one_line() for problem in problems if problem.code != "hands-same"]
    return Planned(deals, told)


def test_bad_hand_records_never_keep_an_evening_from_being_played() -> None:
    found = planned(HANDS.replace("AKQJT98765432...", "AKQJT9876543x...", 1))
    assert sorted(found.deals) == [2, 3, 4, 5, 6]
    assert found.problems == [
        (
            "hands.csv:2:22: warning: board 1 is left out: x is no card: the ranks are A K Q J T 9 "
            "to 2 [hands-deal]"
        ),
        "hands.csv: note: section A plays board 1, which it has no hands for [hands-missing]",
    ]


def test_hands_of_boards_that_are_not_played_are_a_note() -> None:
    found = planned(HANDS + f'[Board "9"]\n[Deal "{SUITS[:2]}- - - -"]\n' + last_board())
    assert found.problems == [
        "hands.csv: note: section A does not play board 7, which it has hands for [hands-unplanned]"
    ]


def last_board() -> str:
    other = "N:AKQJT9876543.2.. 2.AKQJT9876543.. ..AKQJT98765432. ...AKQJT98765432"
    return f'[Board "7"]\n[Deal "{other}"]\n'


def test_hands_of_other_boards_alone_are_a_warning() -> None:
    assert planned(last_board()).problems == [
        (
            "hands.csv: warning: these are hands for board 7, and section A plays boards 1 to 6: "
            "are they the right hand records? [hands-unplanned]"
        )
    ]
