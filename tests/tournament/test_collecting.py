"""Files from a stick or card: as if they had come through the folder."""

import pytest

from daemon.tournament.results import Status
from tests.tournament.conftest import Desk, line, text

GAME = line(1, 1, 1, 2, "3NT,=,N,,400")
DOWN = line(1, 1, 1, 2, "3NT,-1,N,,-50")
SECOND = line(1, 2, 1, 2, "All Pass,,,,")
CARD = "collected 1/OUT_T1.txt"


def test_a_file_that_the_folder_does_not_have_is_its_own(desk: Desk) -> None:
    desk.out(CARD, text(GAME))
    assert desk.verdict(1, 1, 2).sources == ("OUT_T1.txt",)
    # The tablet finds its way back to the folder.
    desk.out("OUT_T1.txt", text(GAME, DOWN))
    assert desk.verdict(1, 1, 2).score == -50
    assert desk.codes() == []


def test_what_goes_on_from_the_folders_file_is_a_later_version(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME))
    desk.tell()
    desk.out(CARD, text(GAME, DOWN, SECOND))
    assert desk.codes() == []
    assert desk.verdict(1, 1, 2).score == -50
    assert desk.verdict(2, 1, 2).status is Status.SCORED
    assert [one.partition(": ")[0] for one in desk.told()] == ["result.entered", "result.corrected"]


def test_an_earlier_version_undoes_nothing(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME, DOWN, SECOND))
    desk.tell()
    desk.out(CARD, text(GAME))
    desk.out("collected 2/OUT_T1.txt", text(GAME, DOWN))
    assert desk.told() == []
    assert desk.codes() == []
    assert desk.verdict(1, 1, 2).score == -50


@pytest.mark.parametrize(
    "content", [text(DOWN, SECOND), text(GAME, DOWN, device="bbbb"), text(GAME, DOWN, device=None)]
)
def test_another_tablet_or_other_lines_are_a_source_of_their_own(desk: Desk, content: str) -> None:
    desk.out("OUT_T1.txt", text(GAME, SECOND))
    desk.out(CARD, content)
    assert "result-conflict" in desk.codes()
    assert desk.verdict(1, 1, 2).status is Status.HELD


def test_a_card_that_cannot_be_read_says_so_and_changes_nothing(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME))
    desk.out(CARD, b"\xff\xfe\xff")
    assert desk.codes() == ["out-unreadable"]
    assert desk.verdict(1, 1, 2).status is Status.SCORED
