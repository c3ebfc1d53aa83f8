from collections.abc import Callable

from daemon.movement.finding import Place
from daemon.movement.movement import Movement
from daemon.movement.oddities import meet_again, meetings

Said = Callable[[str], list[str]]


def test_two_pairs_that_meet_more_than_once_are_a_warning(
    said: Said, movement_of: Callable[[str], Movement]
) -> None:
    text = "4 2 3 3 0\n1 2 A  3 4 A\n2 1 B  3 4 B\n4 3 C  1 2 C\n"
    ending = "mend the movement unless that is meant [meet-again]"
    assert said(text) == [
        f"4:3: warning: pairs 3 and 4 meet 3 times, in rounds 1 to 3: {ending}",
        f"4:10: warning: pairs 1 and 2 meet 3 times, in rounds 1 to 3: {ending}",
    ]
    assert meet_again(movement_of(text)) == {
        (1, 2): (Place(1, 1, 1), Place(2, 1, 1), Place(3, 2, 1)),
        (3, 4): (Place(1, 2, 1), Place(2, 2, 1), Place(3, 1, 1)),
    }


def test_two_players_may_oppose_each_other_twice_and_no_more(said: Said) -> None:
    usual = "4 1 3 3 1\n1 2 3 4 A\n1 3 2 4 B\n1 4 2 3 C\n"
    assert said(usual) == []
    # In a fourth round 1 and 3 are partners again, so that each opposes 2 and 4 a third time.
    again = usual.replace("3 3", "4 4", 1) + "1 3 4 2 D\n"
    ending = "mend the movement unless that is meant [meet-again]"
    assert said(again) == [
        f"5:5: warning: players 1 and 4 oppose each other 3 times, in rounds 1, 2 and 4: {ending}",
        f"5:5: warning: players 3 and 4 oppose each other 3 times, in rounds 2 to 4: {ending}",
        f"5:7: warning: players 2 and 3 oppose each other 3 times, in rounds 1, 2 and 4: {ending}",
        f"5:7: warning: players 1 and 2 oppose each other 3 times, in rounds 2 to 4: {ending}",
    ]


def test_a_half_table_is_no_meeting(movement_of: Callable[[str], Movement]) -> None:
    assert meetings(movement_of("3 2 1 2 0\n1 2 A  3 0 B\n")) == {(1, 2): (Place(1, 1, 1),)}


def test_one_zero_is_a_sit_out_with_a_warning(said: Said) -> None:
    text = "3 2 3 3 0\n1 2 A  3 0 A\n0 2 B  1 3 B\n2 3 C  1 0 0\n"
    ending = "is not complete: put a number in the place of 0 unless that is meant [half-table]"
    assert said(text) == [
        "1:1: note: of 3 rounds pairs 1 to 3 play 2: a sit-out in the others [sit-out]",
        f"2:10: warning: pair 3 sits out in round 1, as table 2 {ending}",
        f"3:1: warning: pair 2 sits out in round 2, as table 1 {ending}",
        f"4:10: warning: pair 1 sits out in round 3, as table 2 {ending}",
    ]


def test_three_players_at_a_table_sit_out(said: Said) -> None:
    assert said("7 2 1 2 1\n1 2 3 4 A  5 6 0 7 B\n")[1] == (
        "2:16: warning: players 5, 6 and 7 sit out in round 1, as table 2 is not complete: put a "
        "number in the place of 0 unless that is meant [half-table]"
    )


def test_a_group_that_nobody_plays_is_taken_as_an_empty_table_with_a_warning(
    said: Said, movement_of: Callable[[str], Movement]
) -> None:
    text = "2 2 1 2 0\n1 2 A  0 0 B\n"
    assert movement_of(text).rounds_sets[0][1] is None
    assert said(text) == [
        (
            "2:12: warning: nobody plays group B here, so this table is taken as not used: write 0 "
            "for the group too [empty-table]"
        )
    ]


def test_groups_that_are_not_played_equally_often_are_one_warning(said: Said) -> None:
    text = "6 3 2 6 0\n1 2 A  3 4 A  5 6 D\n1 3 B  2 5 C  4 6 B\n"
    assert said(text) == [
        (
            "1:1: warning: groups are not played equally often (A and B twice; C and D once): mend "
            "the groups unless that is meant [group-uneven]"
        )
    ]


def test_a_group_that_is_not_used_is_not_uneven(said: Said) -> None:
    assert said("4 2 1 9 0\n1 2 C  3 4 E\n") == []


def test_a_contestant_that_never_plays_is_a_warning(said: Said) -> None:
    ending = (
        "lower the first number of the header, or leave it so when a place is kept free "
        "[never-plays]"
    )
    assert said("3 1 1 1 0\n1 2 A\n") == [f"1:1: warning: pair 3 never plays: {ending}"]
    assert said("9 1 1 1 0\n1 5 A\n") == [
        f"1:1: warning: pairs 2 to 4 and 6 to 9 never play: {ending}"
    ]


def test_who_plays_fewer_rounds_is_one_note(said: Said) -> None:
    text = "6 2 3 9 0\n1 2 A  3 4 A\n1 3 B  2 6 B\n1 4 C  2 3 C\n"
    assert [one for one in said(text) if "sit-out" in one] == [
        (
            "1:1: note: of 3 rounds pair 4 plays 2 and pair 6 plays 1: a sit-out in the others "
            "[sit-out]"
        )
    ]
