import pytest

from daemon.bridge.card import RANKS, Card, Strain, Suit


def test_suits_and_strains_go_from_clubs_upwards() -> None:
    assert [str(suit) for suit in Suit] == ["C", "D", "H", "S"]
    assert [str(strain) for strain in Strain] == ["C", "D", "H", "S", "NT"]
    assert [strain.rank for strain in Strain] == [0, 1, 2, 3, 4]


def test_suits_and_strains_are_printed_as_symbols() -> None:
    assert "".join(suit.symbol for suit in Suit) == "♣♦♥♠"
    assert " ".join(strain.symbol for strain in Strain) == "♣ ♦ ♥ ♠ NT"


def test_there_are_thirteen_ranks_from_two_to_ace() -> None:
    assert list(RANKS) == ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]


@pytest.mark.parametrize(
    ("suit", "rank", "shown"),
    [(Suit.SPADES, "J", "SJ"), (Suit.HEARTS, "T", "H10"), (Suit.CLUBS, "2", "C2")],
)
def test_a_card_is_written_suit_first_with_the_ten_in_digits(
    suit: Suit, rank: str, shown: str
) -> None:
    assert str(Card(suit, rank)) == shown


@pytest.mark.parametrize("rank", ["10", "1", "", "j", "QK"])
def test_a_card_has_one_of_the_thirteen_ranks(rank: str) -> None:
    with pytest.raises(ValueError, match="a card's rank") as refusal:
        Card(Suit.HEARTS, rank)
    assert str(refusal.value) == f"a card's rank is one of 23456789TJQKA, not {rank!r}"
