import pytest

from daemon.bridge.auction import Bid, Call, OtherCall
from daemon.bridge.card import Card, Strain, Suit
from daemon.bridge.contract import Contract, Doubled, PassedOut
from daemon.bridge.seat import Seat
from daemon.bridgesuite.notation import (
    Letters,
    read_call,
    read_card,
    read_contract,
    read_count,
    read_flag,
    read_result,
    read_score,
    read_seat,
    resembles_contract,
    suit_was_lost,
)

C, D, H, S, NT = Strain


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("N", Seat.NORTH),
        ("E", Seat.EAST),
        ("S", Seat.SOUTH),
        ("W", Seat.WEST),
        ("O", Seat.WEST),
        ("o", Seat.WEST),
        ("n", Seat.NORTH),
        ("", None),
        ("NS", None),
        ("Z", None),
    ],
)
def test_o_is_west_and_never_east(text: str, seat: Seat | None) -> None:
    assert read_seat(text) is seat


@pytest.mark.parametrize(
    ("text", "strain"),
    [
        *[("2♣", C), ("2♧", C), ("2♦", D), ("2♢", D), ("2♥", H), ("2♡", H), ("2♠", S), ("2♤", S)],
        *[("2♣\ufe0f", C), ("2♥\ufe0e", H), ("2 ♠\ufe0f", S)],
        *[("2C", C), ("2D", D), ("2H", H), ("2S", S), ("2h", H), (" 2 S ", S)],
        *[("2NT", NT), ("2N", NT), ("2SA", NT), ("2nt", NT), ("2 SA", NT)],
    ],
)
def test_a_contract_names_its_strain_in_many_ways(text: str, strain: Strain) -> None:
    assert read_contract(text, Letters.ENGLISH) == Contract(2, strain)


@pytest.mark.parametrize(
    ("text", "doubled"),
    [
        ("4♠", Doubled.NO),
        *[(f"4♠{mark}", Doubled.DOUBLED) for mark in ("X", " X", "x", "*", "DBL", " Contro")],
        *[(f"4♠{mark}", Doubled.REDOUBLED) for mark in ("XX", " xx", "**", "RDBL", "Surcontro")],
    ],
)
def test_a_double_is_written_in_many_ways(text: str, doubled: Doubled) -> None:
    assert read_contract(text, Letters.ENGLISH) == Contract(4, S, doubled)


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        ("4SX", Contract(4, S, Doubled.DOUBLED)),
        ("4SXX", Contract(4, S, Doubled.REDOUBLED)),
        ("3NTX", Contract(3, NT, Doubled.DOUBLED)),
        ("3NX", Contract(3, NT, Doubled.DOUBLED)),
        ("7SA**", Contract(7, NT, Doubled.REDOUBLED)),
    ],
)
def test_letters_and_doubles_stand_side_by_side(text: str, contract: Contract) -> None:
    assert read_contract(text, Letters.ENGLISH) == contract


@pytest.mark.parametrize("text", ["All Pass", "Pass", "PASS", "Tutti Passano", "all  pass"])
def test_a_board_passed_out_is_written_in_many_ways(text: str) -> None:
    assert read_contract(text, Letters.ENGLISH) == PassedOut()


@pytest.mark.parametrize(
    "text", ["", "2", "8♡", "0NT", "2Z", "2♡♡", "4♠XXX", "♡2", "60/40", "2?", "A+/A-", "٣♠", "Q"]
)
def test_other_texts_are_no_contract(text: str) -> None:
    assert read_contract(text, Letters.ENGLISH) is None


@pytest.mark.parametrize(
    ("text", "strain"),
    [("2C", H), ("2Q", D), ("2F", C), ("2P", S), ("2♣", C), ("2SA", NT), ("2N", NT)],
)
def test_italian_letters_are_cuori_quadri_fiori_picche(text: str, strain: Strain) -> None:
    assert read_contract(text, Letters.ITALIAN) == Contract(2, strain)


@pytest.mark.parametrize("text", ["2D", "2H", "2S"])
def test_english_letters_are_not_italian_ones(text: str) -> None:
    assert read_contract(text, Letters.ITALIAN) is None


@pytest.mark.parametrize("text", ["2Q", "2F", "2P"])
def test_italian_letters_are_not_english_ones(text: str) -> None:
    assert read_contract(text, Letters.ENGLISH) is None


@pytest.mark.parametrize(
    ("text", "result"),
    [
        *[("+1", 1), ("-1", -1), ("\N{MINUS SIGN}2", -2), ("=", 0), ("0", 0), ("+0", 0)],
        *[("2", 2), ("-13", -13), ("", None), ("+", None), ("==", None), ("+100", None)],
        *[("1.5", None), ("+ 1", None), ("٣", None)],
    ],
)
def test_a_result_is_a_number_of_tricks_or_an_equals_sign(text: str, result: int | None) -> None:
    assert read_result(text) == result


@pytest.mark.parametrize(
    ("text", "score"),
    [
        *[("-140", -140), ("50", 50), ("+620", 620), ("\N{MINUS SIGN}50", -50), ("0", 0)],
        *[("", None), ("-", None), ("abc", None), ("1" * 5000, None)],
    ],
)
def test_a_score_is_a_number(text: str, score: int | None) -> None:
    assert read_score(text) == score


def test_a_count_has_no_sign() -> None:
    assert read_count("6434") == 6434
    assert read_count("0") == 0
    assert [read_count(text) for text in ("", "-1", "+1", "1a", "9" * 5000)] == [None] * 5


def test_vulnerable_is_true_or_false() -> None:
    assert (read_flag("true"), read_flag("False"), read_flag("yes")) == (True, False, None)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("J♤", Card(Suit.SPADES, "J")),
        ("A♧", Card(Suit.CLUBS, "A")),
        ("♤J", Card(Suit.SPADES, "J")),
        ("♥️K", Card(Suit.HEARTS, "K")),
        ("10♡", Card(Suit.HEARTS, "T")),
        ("T♡", Card(Suit.HEARTS, "T")),
        ("♡10", Card(Suit.HEARTS, "T")),
        ("H10", Card(Suit.HEARTS, "T")),
        ("ht", Card(Suit.HEARTS, "T")),
        ("2c", Card(Suit.CLUBS, "2")),
        ("D9", Card(Suit.DIAMONDS, "9")),
        ("QD", Card(Suit.DIAMONDS, "Q")),
    ],
)
def test_a_card_has_rank_and_suit_in_either_order(text: str, card: Card) -> None:
    assert read_card(text, Letters.ENGLISH) == card


@pytest.mark.parametrize(
    "text", ["", "J", "♤", "1♤", "11♤", "10♡♡", "A?", "FC", "JJ", "♤♤", "J♤♤", "R♡"]
)
def test_other_texts_are_no_card(text: str) -> None:
    assert read_card(text, Letters.ENGLISH) is None


@pytest.mark.parametrize(
    ("text", "card"),
    [
        # Rank F (fante) and suit F (fiori) share a letter, and still every card has one meaning.
        ("FF", Card(Suit.CLUBS, "J")),
        ("FC", Card(Suit.HEARTS, "J")),
        ("CF", Card(Suit.HEARTS, "J")),
        ("AF", Card(Suit.CLUBS, "A")),
        ("FD", Card(Suit.CLUBS, "Q")),
        ("RQ", Card(Suit.DIAMONDS, "K")),
        ("P10", Card(Suit.SPADES, "T")),
        ("D♡", Card(Suit.HEARTS, "Q")),
        # Beside a symbol the description itself writes J and A.
        ("J♤", Card(Suit.SPADES, "J")),
        ("Q♢", Card(Suit.DIAMONDS, "Q")),
        ("QC", None),
        ("KP", None),
    ],
)
def test_italian_cards_are_asso_re_donna_fante(text: str, card: Card | None) -> None:
    assert read_card(text, Letters.ITALIAN) == card


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("1♤", Bid(1, S)),
        ("2NT", Bid(2, NT)),
        ("7sa", Bid(7, NT)),
        ("PASS", OtherCall.PASS),
        ("Passo", OtherCall.PASS),
        ("p", OtherCall.PASS),
        *[(text, OtherCall.DOUBLE) for text in ("X", "x", "*", "DBL", "Contro")],
        *[(text, OtherCall.REDOUBLE) for text in ("XX", "**", "RDBL", "Surcontro")],
    ],
)
def test_a_call_is_a_bid_a_pass_or_a_double(text: str, call: Call) -> None:
    assert read_call(text, Letters.ENGLISH) == (call, False)


@pytest.mark.parametrize("text", ["2♢+", "+2♢", "2♢ +", "2♢++"])
def test_a_plus_beside_a_call_is_an_alert(text: str) -> None:
    assert read_call(text, Letters.ENGLISH) == (Bid(2, D), True)


@pytest.mark.parametrize("text", ["", "+", "2?", "8♡", "2♡X", "6434", "All Pass", "false"])
def test_other_texts_are_no_call(text: str) -> None:
    assert read_call(text, Letters.ENGLISH) is None


def test_a_question_mark_behind_a_level_is_a_lost_suit() -> None:
    assert [
        text for text in ("2?", "7?X", "2 ?", "4\ufffd", "8?", "?", "60/40?") if suit_was_lost(text)
    ] == [
        "2?",
        "7?X",
        "2 ?",
        "4\ufffd",
    ]


def test_a_wrong_contract_is_told_from_the_words_of_a_director() -> None:
    assert all(resembles_contract(text) for text in ("8♡", "0NT", "9 SA", "3♠ adjusted"))
    assert not any(resembles_contract(text) for text in ("60/40", "A+/A-", "NP", "3 VP", ""))
