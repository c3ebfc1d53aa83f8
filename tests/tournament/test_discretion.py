from datetime import date

import pytest
from msgspec.structs import replace

from daemon.bridge.board import dealer, vulnerability
from daemon.settings.model import Publishing, TravellersShown
from daemon.tournament.discretion import boards_in_play, rankings_are_hidden
from daemon.tournament.results import Results, Status, Traveller, TravellerLine

ROUNDS = 7


def _evening(over: int, *, section: str = "A", held: bool = False) -> tuple[Traveller, ...]:
    """Seven rounds of one board at two tables, of which so many are over."""
    return tuple(
        Traveller(
            section,
            number,
            dealer(number),
            vulnerability(number),
            tuple(
                TravellerLine(number, table, table, 10 + table, _status(number, over, held=held))
                for table in (1, 2)
            ),
        )
        for number in range(1, ROUNDS + 1)
    )


def _status(number: int, over: int, *, held: bool) -> Status:
    if number > over:
        return Status.MISSING
    return Status.HELD if held and number == over else Status.SCORED


def _results(boards: tuple[Traveller, ...], publishing: Publishing) -> Results:
    done = sum(line.status is Status.SCORED for board in boards for line in board.lines)
    expected = sum(len(board.lines) for board in boards)
    return Results(
        "Tuesday pairs",
        date(2026, 12, 1),
        "matchpoints",
        complete=done == expected,
        final=False,
        played=done,
        expected=expected,
        rankings=(),
        travellers=boards,
        problems=(),
        publishing=publishing,
    )


def _hidden_after(publishing: Publishing) -> list[int]:
    """After how many rounds rankings are hidden."""
    return [
        over
        for over in range(ROUNDS + 1)
        if rankings_are_hidden(_results(_evening(over), publishing))
    ]


def test_rankings_are_shown_unless_the_club_wishes_otherwise() -> None:
    assert _hidden_after(Publishing()) == []


def test_rankings_are_hidden_while_the_first_rounds_are_played() -> None:
    assert _hidden_after(Publishing(hide_first_rounds=2)) == [0, 1]


def test_rankings_are_hidden_from_the_last_rounds_on_until_all_results_are_in() -> None:
    assert _hidden_after(Publishing(hide_last_rounds=2)) == [5, 6]


def test_both_can_be_wished() -> None:
    assert _hidden_after(Publishing(1, 3)) == [0, 4, 5, 6]


def test_more_rounds_than_there_are_hide_until_all_results_are_in() -> None:
    assert _hidden_after(Publishing(hide_first_rounds=9)) == list(range(7))
    assert _hidden_after(Publishing(hide_last_rounds=9)) == list(range(7))


def test_a_result_that_the_director_holds_keeps_the_last_rounds_hidden() -> None:
    held = _results(_evening(7, held=True), Publishing(hide_last_rounds=1))
    assert rankings_are_hidden(held)
    assert not rankings_are_hidden(replace(held, final=True))
    assert not rankings_are_hidden(replace(held, publishing=Publishing(hide_first_rounds=2)))


def test_a_section_that_is_behind_hides_the_rankings_of_all() -> None:
    both = (*_evening(2), *_evening(1, section="B"))
    assert rankings_are_hidden(_results(both, Publishing(hide_first_rounds=2)))


FINISHED = Publishing(travellers=TravellersShown.FINISHED)


def test_boards_are_shown_as_they_come_unless_the_club_wishes_otherwise() -> None:
    assert boards_in_play(_results(_evening(1), Publishing())) == frozenset()


def test_a_board_is_in_play_until_all_tables_have_played_it() -> None:
    assert boards_in_play(_results(_evening(5), FINISHED)) == {6, 7}


def test_a_board_that_was_played_but_is_held_is_in_play_no_more() -> None:
    assert boards_in_play(_results(_evening(6, held=True), FINISHED)) == {7}


def test_another_section_that_is_to_play_a_board_keeps_it_back_for_all() -> None:
    both = (*_evening(7), *_evening(6, section="B"))
    assert boards_in_play(_results(both, FINISHED)) == {7}


@pytest.mark.parametrize("over", [0, 7])
def test_nothing_is_kept_back_when_the_event_is_closed(over: int) -> None:
    closed = replace(_results(_evening(over), FINISHED), final=True)
    assert boards_in_play(closed) == frozenset()
