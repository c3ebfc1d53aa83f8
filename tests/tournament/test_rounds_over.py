import pytest

from daemon.bridge.board import dealer, vulnerability
from daemon.tournament.results import Status, Traveller, TravellerLine
from daemon.tournament.rounds_over import BoardRounds, Rounds, rounds_of, rounds_over

LETTERS = {
    "s": Status.SCORED,
    "h": Status.HELD,
    "m": Status.MISSING,
    "n": Status.NOT_PLAYED,
    "a": Status.ADJUSTED,
}


def _boards(*rounds: str, section: str = "A") -> list[Traveller]:
    """A board a round; the letters say how it stands at table 1, 2, and so on."""
    return [
        Traveller(
            section,
            number,
            dealer(number),
            vulnerability(number),
            tuple(
                TravellerLine(number, table, table, 10 + table, LETTERS[letter])
                for table, letter in enumerate(letters, 1)
            ),
        )
        for number, letters in enumerate(rounds, 1)
    ]


@pytest.mark.parametrize(
    ("rounds", "over"),
    [
        (("mmm", "mmm", "mmm"), 0),
        (("ssm", "mmm", "mmm"), 0),
        (("sss", "mmm", "mmm"), 1),
        (("shs", "mmm", "mmm"), 1),
        (("san", "mmm", "mmm"), 1),
        (("sss", "sss", "sss"), 3),
    ],
)
def test_a_round_is_over_when_nothing_of_it_is_missing(rounds: tuple[str, ...], over: int) -> None:
    assert rounds_over(_boards(*rounds)) == {"A": Rounds(over, 3)}


def test_a_straggler_does_not_hold_up_a_round_from_which_two_tables_have_gone_on() -> None:
    assert rounds_over(_boards("ssm", "ssm", "mmm"))["A"].over == 1


def test_one_table_alone_may_have_taken_the_wrong_boards() -> None:
    assert rounds_over(_boards("mmm", "mmm", "smm"))["A"].over == 0


def test_boards_that_are_not_played_show_nothing_of_where_a_table_is() -> None:
    assert rounds_over(_boards("mmm", "mmm", "nnm"))["A"].over == 0


def test_a_single_table_is_through_with_a_round_when_all_of_it_is_in() -> None:
    assert rounds_over(_boards("s", "m"))["A"] == Rounds(1, 2)


def test_every_section_is_told_for_itself() -> None:
    both = [*_boards("ss", "mm"), *_boards("mm", section="B")]
    assert rounds_over(both) == {"A": Rounds(1, 2), "B": Rounds(0, 1)}


def test_a_line_that_could_not_be_placed_says_nothing() -> None:
    (board,) = _boards("s")
    stray = TravellerLine(None, 9, 1, 11, Status.HELD)
    odd = Traveller("A", 1, board.dealer, board.vulnerable, (*board.lines, stray))
    assert rounds_over([odd]) == {"A": Rounds(1, 1)}


@pytest.mark.parametrize(("over", "before"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_the_last_round_is_compared_with_the_one_before_it(over: int, before: int) -> None:
    assert Rounds(over, 3).before_last == before


def test_a_board_of_which_nobody_can_tell_the_round_says_nothing_of_rounds() -> None:
    assert rounds_of({"A": [BoardRounds({}, ())]}) == {}
