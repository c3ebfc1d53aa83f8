"""The cards of a board in every form in which they are published."""

import io
import json
import re
from itertools import product
from typing import Any

import pytest
from endplay.parsers import pbn as endplay
from msgspec.structs import replace

from daemon.bridge.card import Strain
from daemon.bridge.contract import Contract, Doubled, Played
from daemon.bridge.deal import Deal, read_deal
from daemon.bridge.hand_records import HandRecord, read_hand_records
from daemon.bridge.makeable import Makeable, Par
from daemon.bridge.seat import Seat, Side
from daemon.problem import Source
from daemon.publish.deals import MakeableRow, shown_deal
from daemon.publish.json_export import json_export
from daemon.publish.json_files import travellers_json
from daemon.publish.pbn import pbn
from daemon.publish.pbn_hands import hand_records_pbn
from daemon.tournament.results import Results

WRITTEN = "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"
# North and South make the same, West a trick more than East in spades.
OF = {
    **dict.fromkeys((Seat.NORTH, Seat.SOUTH), (4, 5, 8, 11, 10)),
    Seat.EAST: (8, 7, 5, 2, 3),
    Seat.WEST: (8, 8, 5, 2, 3),
}
STRAINS = (Strain.NO_TRUMP, Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)
TRICKS = {(seat, strain): OF[seat][place] for seat in Seat for place, strain in enumerate(STRAINS)}
PAR = Par(
    400,
    (
        Played(Contract(5, Strain.DIAMONDS), Seat.NORTH, 0),
        Played(Contract(5, Strain.DIAMONDS), Seat.SOUTH, 0),
    ),
)


def read(text: str) -> Deal:
    deal = read_deal(text)
    assert deal is not None
    return deal


DEAL = read(WRITTEN)


@pytest.fixture
def dealt(exported: Results) -> Results:
    """The small evening, with the cards of its first board."""
    first, *others = exported.travellers
    board = replace(first, deal=DEAL, makeable=Makeable(TRICKS, PAR))
    return replace(exported, travellers=(board, *others))


def games(results: Results) -> list[Any]:
    return endplay.load(io.StringIO(pbn(results).decode("latin-1"), newline=None))


def test_json_has_the_deal_the_tricks_and_par_of_the_board_that_is_shown(dealt: Results) -> None:
    for boards in (
        json.loads(travellers_json(dealt)),
        json.loads(json_export(dealt))["travellers"],
    ):
        first, second, *_ = boards
        assert first["deal"] == WRITTEN
        assert first["tricks"]["W"] == {"NT": 8, "S": 8, "H": 5, "D": 2, "C": 3}
        assert list(first["tricks"]) == ["N", "E", "S", "W"]
        assert first["par"] == {"score": 400, "contracts": ["5D N =", "5D S ="]}
        assert not {"deal", "tricks", "par"} & second.keys()


def test_json_has_what_is_known_of_the_tricks_and_no_more(dealt: Results) -> None:
    first, *_ = dealt.travellers
    known = Makeable({(Seat.EAST, Strain.SPADES): 7})
    for makeable, tricks in ((known, {"N": {}, "E": {"S": 7}, "S": {}, "W": {}}), (None, None)):
        board = replace(first, makeable=makeable)
        (shown,) = json.loads(travellers_json(replace(dealt, travellers=(board,))))
        assert shown["deal"] == WRITTEN
        assert shown.get("tricks") == tricks
        assert "par" not in shown


def test_pbn_has_the_cards_in_every_game_of_the_board_from_the_dealer_on(dealt: Results) -> None:
    of_board_1 = [game for game in games(dealt) if game.board_num == 1]
    assert len(of_board_1) == 4
    assert {game.deal.to_pbn() for game in of_board_1} == {WRITTEN}
    text = pbn(dealt).decode("latin-1")
    assert text.count(f'[Deal "{WRITTEN}"]') == 4
    assert '[Deal "E:- - - -"]' in text


def test_pbn_has_what_can_be_made_in_the_game_that_is_the_board(dealt: Results) -> None:
    first, second, *_ = games(dealt)
    assert first.info["DoubleDummyTricks"] == "458ba458ba8752388523"
    assert first.info["OptimumScore"] == "NS 400"
    rows = first.info["OptimumResultTable"]["rows"]
    assert {(row[0], row[1]): int(row[2]) for row in rows} == {
        (str(seat), str(strain)): tricks for (seat, strain), tricks in TRICKS.items()
    }
    assert "DoubleDummyTricks" not in second.info


def test_what_is_exported_is_read_back_as_hand_records(dealt: Results) -> None:
    records, problems = read_hand_records(Source("out.pbn", pbn(dealt).decode("latin-1")))
    assert problems == ()
    assert records == {1: HandRecord(1, DEAL, TRICKS, 400)}


def test_hand_records_are_read_back_as_they_are_written() -> None:
    turned = read("E" + WRITTEN[1:])
    records = {
        1: HandRecord(1, DEAL, TRICKS, 400),
        2: HandRecord(2, turned),
        3: HandRecord(3, read("S" + WRITTEN[1:]), {(Seat.WEST, Strain.CLUBS): 13}),
    }
    content = hand_records_pbn(reversed(records.values()), "Café #1")
    again, problems = read_hand_records(Source("hands.pbn", content.decode("latin-1")))
    assert problems == ()
    assert again == records
    boards = endplay.load(io.StringIO(content.decode("latin-1"), newline=None))
    assert [board.board_num for board in boards] == [1, 2, 3]
    assert ["NESW"[board.dealer or 0] for board in boards] == ["N", "E", "S"]
    assert boards[1].deal.to_pbn() == str(turned)
    assert re.findall(r'Vulnerable "(\w+)"', content.decode("latin-1")) == ["None", "NS", "EW"]


def test_hands_are_shown_by_suit_with_their_points(dealt: Results) -> None:
    shown = shown_deal(dealt.travellers[0])
    assert shown is not None
    north, east, *_ = shown.hands
    assert [suit.ranks for suit in north.suits] == ["-", "6 3", "A K Q 9 8 7", "A 9 7 3 2"]
    assert [suit.ranks for suit in east.suits] == ["A 8 6 5 4", "K Q 5", "10", "Q J 10 6"]
    assert [hand.points for hand in shown.hands] == [13, 12, 5, 10]
    assert [hand.seat for hand in shown.hands] == list(Seat)


def test_partners_who_make_the_same_share_a_row(dealt: Results) -> None:
    shown = shown_deal(dealt.travellers[0])
    assert shown is not None
    assert shown.strains == STRAINS
    assert shown.makeable == (
        MakeableRow((Seat.NORTH, Seat.SOUTH), (4, 5, 8, 11, 10)),
        MakeableRow((Seat.EAST,), (8, 7, 5, 2, 3)),
        MakeableRow((Seat.WEST,), (8, 8, 5, 2, 3)),
    )


@pytest.mark.parametrize(
    ("par", "words"),
    [
        (PAR, "NS +400: 5D by N or S"),
        (Par(0), "0: passed out"),
        (Par(-100), "EW +100"),
        (None, ""),
        (
            Par(
                -300,
                (
                    Played(Contract(4, Strain.SPADES, Doubled.DOUBLED), Seat.SOUTH, -2),
                    Played(Contract(5, Strain.CLUBS, Doubled.DOUBLED), Seat.NORTH, -2),
                ),
            ),
            "EW +300: 4SX -2 by S, 5CX -2 by N",
        ),
        (
            Par(660, (Played(Contract(3, Strain.NO_TRUMP), Seat.NORTH, 2),)),
            "NS +660: 3NT +2 by N",
        ),
    ],
)
def test_par_is_told_as_the_side_sees_it_that_gains(
    dealt: Results, par: Par | None, words: str
) -> None:
    shown = shown_deal(replace(dealt.travellers[0], makeable=Makeable({}, par)))
    assert shown is not None
    assert shown.par == words
    assert shown.makeable == ()


def test_without_the_cards_nothing_is_shown(exported: Results) -> None:
    assert shown_deal(exported.travellers[0]) is None


def test_tricks_that_are_not_known_have_their_place_in_the_row(dealt: Results) -> None:
    known = {(seat, Strain.SPADES): 6 for seat in Seat if seat.side is Side.NS}
    shown = shown_deal(replace(dealt.travellers[0], makeable=Makeable(known)))
    assert shown is not None
    none = (None,) * 5
    assert shown.makeable == (
        MakeableRow((Seat.NORTH, Seat.SOUTH), (None, 6, None, None, None)),
        MakeableRow((Seat.EAST, Seat.WEST), none),
    )


def test_the_four_hands_have_twenty_numbers_of_tricks() -> None:
    assert set(TRICKS) == set(product(Seat, Strain))
