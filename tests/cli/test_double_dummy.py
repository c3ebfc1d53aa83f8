"""The solver: what can be made where it can be counted by hand."""

from daemon.bridge.card import Strain
from daemon.bridge.deal import read_deal
from daemon.bridge.seat import Seat, Side
from daemon.cli.double_dummy import is_installed, solve

# Each has a suit of thirteen: with it as trumps a side takes all tricks, and else whoever leads.
SUITS = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def test_the_tests_have_the_solver() -> None:
    assert is_installed()


def test_who_has_all_trumps_takes_all_tricks() -> None:
    deal = read_deal(SUITS)
    assert deal is not None
    (tricks,) = solve([deal])
    of = {Strain.SPADES: Side.NS, Strain.HEARTS: Side.EW, Strain.DIAMONDS: Side.NS}
    for seat in Seat:
        for strain, side in {**of, Strain.CLUBS: Side.EW}.items():
            assert tricks[seat, strain] == (13 if seat.side is side else 0)
        # Without trumps the opening leader has thirteen tricks.
        assert tricks[seat, Strain.NO_TRUMP] == 0


def test_the_tricks_come_in_the_order_of_the_deals() -> None:
    deals = [read_deal(f"{seat}{SUITS[1:]}") for seat in ("N", "E", "N", "E", "E")]
    found = list(solve([deal for deal in deals if deal is not None]))
    assert [tricks[Seat.NORTH, Strain.SPADES] for tricks in found] == [13, 0, 13, 0, 0]
