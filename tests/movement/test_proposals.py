import pytest

from daemon.movement.check import check
from daemon.movement.proposal_words import reasons, title
from daemon.movement.proposals import merit, proposals
from daemon.problem import Severity


@pytest.mark.parametrize("pairs", [4, 5, 7, 10, 13, 20, 23])
def test_what_is_proposed_can_be_played_and_fits(pairs: int) -> None:
    for boards in (18, 24, 27):
        found = proposals(pairs, boards)
        assert 2 <= len(found) <= 4
        for proposal in found:
            assert proposal.movement.contestants == pairs
            assert boards - 4 <= proposal.boards <= boards
            assert not [one for one in check(proposal.movement) if one.severity is Severity.ERROR]


def test_the_best_comes_first_and_none_is_like_another() -> None:
    for pairs in (10, 14, 23):
        found = proposals(pairs, 24)
        values = [merit(proposal, 24) for proposal in found]
        assert values == sorted(values, reverse=True)
        assert len({title(proposal) for proposal in found}) == len(found)


@pytest.mark.parametrize(
    ("pairs", "boards", "first"),
    [
        # What books and federations recommend for these sizes.
        (8, 21, "Howell, 4 tables, 7 rounds of 3 boards"),
        (10, 27, "Howell, 5 tables, 9 rounds of 3 boards"),
        (12, 22, "Howell, 6 tables, 11 rounds of 2 boards"),
        (18, 27, "Mitchell, 9 tables, 9 rounds of 3 boards, arrow switch in round 9"),
        (26, 26, "Mitchell, 13 tables, 13 rounds of 2 boards, arrow switch in rounds 12 and 13"),
        (40, 22, "Web, 20 tables, 11 rounds of 2 boards"),
    ],
)
def test_a_club_gets_first_what_it_would_play(pairs: int, boards: int, first: str) -> None:
    assert title(proposals(pairs, boards)[0]) == first


def test_why_a_movement_is_proposed_is_said_in_words() -> None:
    first, second, *_ = proposals(23, 24)
    assert reasons(first, 24) == (
        "all 24 boards",
        "a pair meets 11 of 22 others",
        "one winner, balance 87.3",
        "a pair sits out 1 round",
        "no boards are shared",
    )
    assert reasons(second, 24)[2] == "two winners, NS and EW"


def test_what_speaks_against_a_movement_is_said_too() -> None:
    said = {
        reason
        for pairs, boards in ((40, 24), (16, 24), (6, 20), (12, 23))
        for proposal in proposals(pairs, boards)
        for reason in reasons(proposal, boards)
    }
    assert {
        "two sets of the same boards",
        "2 tables share boards",
        "3 tables share boards",
        "22 of 24 boards",
        "a pair meets all others",
        "a pair misses 40% of the boards in play",
    } <= said


@pytest.mark.parametrize(
    ("pairs", "boards", "message"),
    [
        (3, 24, "a movement of pairs needs 4 pairs or more, not 3"),
        (
            201,
            24,
            r"201 pairs are more than play one movement \(at most 200\): make sections",
        ),
        (14, 1, "a movement has 2 boards or more, not 1"),
        (
            4,
            200,
            "nothing fits 4 pairs and 200 boards: give other numbers, or name a kind",
        ),
    ],
)
def test_numbers_that_nothing_fits_are_refused(pairs: int, boards: int, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        proposals(pairs, boards)
