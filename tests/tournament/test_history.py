from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.bridgesuite.envelope import open_envelope
from daemon.bridgesuite.file_name import DeviceFile, DeviceKind, OutName
from daemon.bridgesuite.out_file import read_out
from daemon.bridgesuite.record import Place
from daemon.problem import Problem, Severity
from daemon.tournament.history import FileHistory, new_history
from daemon.tournament.history import take as take_version
from daemon.tournament.reading import Reading
from daemon.tournament.version import Version
from tests.tournament.conftest import EIGHT, line, text

NAME = "OUT_T1.txt"
OUT = OutName(DeviceFile(DeviceKind.TABLE, 1), encrypted=False, conflicted=False)
B1, B2, B3 = Place(1, 1, 1, 2), Place(1, 2, 1, 2), Place(1, 3, 1, 3)

# Board 1 nobody is vulnerable, board 2 NS, board 3 EW.
GAME = line(1, 1, 1, 2, "3NT,=,N,,400")
DOWN = line(1, 1, 1, 2, "3NT,-1,N,,-50")
OVER = line(1, 1, 1, 2, "3NT,+1,N,,430")
REFEREE = line(1, 1, 1, 2, "60/40,,,,")
LOST = line(1, 1, 1, 2, "4?,=,N,,420")
SECOND = line(1, 2, 1, 2, "2♡,+1,W,J♤,-140")
THIRD = line(1, 3, 1, 3, "All Pass,,,,")
PLACELESS = "x,1,1,2,N,false,false,3NT,=,N,,400"


def reading(content: str | bytes) -> Reading:
    data = content.encode() if isinstance(content, str) else content
    source, problem = open_envelope(data, None, NAME)
    return Reading("A", OUT, None if source is None else read_out(source), problem)


def take(before: FileHistory, said: Reading) -> FileHistory:
    """The history after one more version: which one it is makes no difference here."""
    return take_version(before, said, Version(1, EIGHT))


def history(*versions: str | bytes) -> FileHistory:
    return reduce(take, map(reading, versions), new_history(NAME, "A", OUT))


def said(of: FileHistory) -> dict[tuple[str, int], str]:
    """Device and board -> the outcome, where the device's last word can be scored."""
    return {
        (device, place.board): str(record.outcome)
        for (device, place), record in of.records.items()
        if (device, place) not in of.suspended
    }


def held(of: FileHistory) -> dict[str, list[str]]:
    return {
        device: [line.problem.code for line in lines] for device, lines in of.held.items() if lines
    }


def corrections(of: FileHistory) -> list[tuple[str, str, str]]:
    return [(one.device, str(one.old.outcome), str(one.new.outcome)) for one in of.corrections]


def test_a_file_without_versions_says_nothing() -> None:
    empty = history()
    assert (empty.device, empty.records, empty.suspended) == ("", {}, frozenset())


def test_the_last_line_of_a_place_counts_and_the_change_is_noted() -> None:
    assert said(history(text(GAME, DOWN))) == {("aaaa", 1): "3NT N -1"}
    assert corrections(history(text(GAME, DOWN))) == [("aaaa", "3NT N =", "3NT N -1")]


def test_a_later_version_of_the_same_device_is_a_correction_too() -> None:
    later = history(text(GAME), text(DOWN))
    assert said(later) == {("aaaa", 1): "3NT N -1"}
    assert corrections(later) == [("aaaa", "3NT N =", "3NT N -1")]


def test_the_same_result_again_is_no_correction() -> None:
    assert corrections(history(text(GAME, GAME), text(GAME))) == []


def test_a_line_that_moved_down_is_still_known() -> None:
    moved = history(text(GAME, DOWN, device=None), text(GAME, DOWN))
    assert corrections(moved) == [("aaaa", "3NT N =", "3NT N -1")]


def test_every_step_between_two_versions_is_a_correction_of_its_own() -> None:
    steps = [("aaaa", "3NT N =", "3NT N -1"), ("aaaa", "3NT N -1", "3NT N +1")]
    assert corrections(history(text(GAME), text(GAME, DOWN, OVER))) == steps
    assert corrections(history(text(GAME, DOWN, OVER))) == steps
    assert corrections(history(text(GAME), text(DOWN, OVER))) == steps


def test_a_result_that_was_put_back_is_told_each_time() -> None:
    back = history(text(GAME), text(GAME, DOWN, GAME))
    assert corrections(back) == [
        ("aaaa", "3NT N =", "3NT N -1"),
        ("aaaa", "3NT N -1", "3NT N ="),
    ]


def test_corrections_of_one_version_come_in_the_order_of_its_lines() -> None:
    second = line(1, 2, 1, 2, "2♡,=,W,,-110")
    both = history(text(GAME, SECOND, second, DOWN))
    assert [one.new.line for one in both.corrections] == [4, 5]


def test_a_correction_knows_what_had_been_entered_before_it() -> None:
    (within,) = history(text(GAME, DOWN, THIRD)).corrections
    assert within.entered == {B1}
    (after,) = history(text(GAME, SECOND, THIRD, DOWN)).corrections
    assert after.entered == {B1, B2, B3}
    (replaced,) = history(text(GAME, THIRD), text(DOWN, THIRD)).corrections
    assert replaced.entered == {B1, B3}


def test_corrections_with_the_same_places_before_them_share_these() -> None:
    whole = text(GAME, SECOND, THIRD)
    first, second, third = history(
        whole, f"{whole}{DOWN}\n{GAME}\n", f"{whole}{DOWN}\n{GAME}\n{OVER}\n"
    ).corrections
    assert first.entered == {B1, B2, B3}
    assert first.entered is second.entered is third.entered


@pytest.mark.parametrize(
    "versions",
    [
        (text(GAME), text(GAME)),
        (text(GAME, DOWN), text(GAME, DOWN)),
        (text(GAME, REFEREE, SECOND), text(GAME, REFEREE, SECOND)),
        (text(GAME, device=None), text(GAME, device=None)),
        (text(GAME, device="bbbb"), text(DOWN), text(DOWN)),
    ],
)
def test_the_same_version_twice_changes_nothing(versions: tuple[str, ...]) -> None:
    assert history(*versions) == history(*versions[:-1])


def test_what_a_newer_version_no_longer_says_is_kept_and_noted() -> None:
    reset = history(text(GAME, SECOND), text(SECOND))
    assert said(reset) == {("aaaa", 1): "3NT N =", ("aaaa", 2): "2H W +1"}
    assert reset.vanished == {("aaaa", B1)}
    back = history(text(GAME, SECOND), text(SECOND), text(GAME, SECOND))
    assert back.vanished == frozenset()


def test_an_empty_file_has_lost_everything() -> None:
    assert history(text(GAME, SECOND), "").vanished == {("aaaa", B1), ("aaaa", B2)}


def test_a_version_that_cannot_be_read_leaves_the_last_good_one() -> None:
    problem = Problem(Severity.ERROR, "out-unreadable", "no", NAME)
    good = history(text(GAME, REFEREE, SECOND))
    after = take(good, Reading("A", OUT, None, problem))
    assert said(after) == said(good)
    assert held(after) == held(good)
    assert after.problems == (problem,)
    assert take(after, reading(text(GAME, REFEREE, SECOND))) == good
    assert take(good, Reading("A", OUT, None)).problems == ()


def test_a_held_line_suspends_what_its_device_had_said_about_the_place() -> None:
    for versions in ((text(GAME, REFEREE, SECOND),), (text(GAME), text(REFEREE, SECOND))):
        suspended = history(*versions)
        assert said(suspended) == {("aaaa", 2): "2H W +1"}
        assert held(suspended) == {"aaaa": ["referee-score"]}


def test_a_later_good_line_makes_up_for_a_held_one() -> None:
    for versions in ((text(LOST, GAME),), (text(LOST), text(LOST, GAME)), (text(LOST), text(GAME))):
        mended = history(*versions)
        assert said(mended) == {("aaaa", 1): "3NT N ="}
        assert held(mended) == {}


def test_a_result_behind_a_held_line_is_compared_with_the_one_before_it() -> None:
    assert corrections(history(text(GAME), text(GAME, LOST), text(GAME, LOST, DOWN))) == [
        ("aaaa", "3NT N =", "3NT N -1")
    ]


def test_a_torn_line_suspends_until_the_file_changes() -> None:
    torn = history(text(GAME), text(GAME) + DOWN[:-1])
    assert said(torn) == {}
    assert held(torn) == {"aaaa": ["line-torn"]}
    whole = take(torn, reading(text(GAME, DOWN)))
    assert said(whole) == {("aaaa", 1): "3NT N -1"}
    assert corrections(whole) == [("aaaa", "3NT N =", "3NT N -1")]
    undone = take(torn, reading(text(GAME)))
    assert said(undone) == {("aaaa", 1): "3NT N ="}
    assert held(undone) == {}


def test_a_held_line_that_vanishes_still_suspends() -> None:
    # The director had written into the tablet, then it was reset: 3NT must not come back to life.
    reset = history(text(GAME), text(GAME, REFEREE), text(SECOND))
    assert said(reset) == {("aaaa", 2): "2H W +1"}
    assert held(reset) == {"aaaa": ["referee-score"]}
    assert reset.vanished == {("aaaa", B1)}


def test_a_torn_line_in_its_place_does_not_make_up_for_a_held_line() -> None:
    torn = history(text(REFEREE), text() + GAME[:-2])
    assert held(torn) == {"aaaa": ["referee-score", "line-torn"]}
    assert held(take(torn, reading(text(SECOND)))) == {"aaaa": ["referee-score"]}
    assert held(take(torn, reading(text(GAME)))) == {}


def test_a_held_line_without_a_place_is_gone_when_it_is_gone() -> None:
    assert held(history(text(PLACELESS))) == {"aaaa": ["line-number"]}
    assert held(history(text(PLACELESS, GAME))) == {"aaaa": ["line-number"]}
    assert held(history(text(PLACELESS), text(GAME))) == {}


def test_what_another_device_had_said_is_kept_beside() -> None:
    two = history(text(GAME), text(DOWN, device="bbbb"))
    assert said(two) == {("aaaa", 1): "3NT N =", ("bbbb", 1): "3NT N -1"}
    assert corrections(two) == []
    assert two.devices == ("aaaa", "bbbb")
    assert two.vanished == frozenset()


def test_a_device_that_takes_the_file_over_again_goes_on_with_what_it_said() -> None:
    again = history(text(GAME), text(DOWN, device="bbbb"), text(OVER))
    assert said(again) == {("aaaa", 1): "3NT N +1", ("bbbb", 1): "3NT N -1"}
    assert corrections(again) == [("aaaa", "3NT N =", "3NT N +1")]
    assert (again.devices, again.device) == (("bbbb", "aaaa"), "aaaa")


def test_what_one_device_held_stays_held_when_another_writes() -> None:
    taken_over = history(text(GAME), text(GAME, REFEREE), text(SECOND, device="bbbb"))
    assert said(taken_over) == {("bbbb", 2): "2H W +1"}
    assert held(taken_over) == {"aaaa": ["referee-score"]}


def test_what_vanished_from_one_device_is_not_found_by_another() -> None:
    two = history(text(GAME, SECOND), text(SECOND), text(GAME, device="bbbb"))
    assert two.vanished == {("aaaa", B1)}


@pytest.mark.parametrize("torn", ["", "La", "Latest 2  A", "Latest 2  AndroidId bb"])
def test_the_torn_beginning_of_another_devices_file_takes_nothing_from_the_one_before(
    torn: str,
) -> None:
    taken_over = history(text(GAME, SECOND), torn, text(THIRD, device="bbbb"))
    assert taken_over.vanished == frozenset()
    assert taken_over.devices == ("aaaa", "bbbb")


def test_what_had_vanished_before_another_devices_file_began_stays_so() -> None:
    two = history(text(GAME, SECOND), text(SECOND), "", text(GAME, device="bbbb"))
    assert two.vanished == {("aaaa", B1)}


def test_what_its_own_device_says_after_a_torn_beginning_is_the_truth() -> None:
    again = history(text(GAME, SECOND), "", text(SECOND), text(GAME, device="bbbb"))
    assert again.vanished == {("aaaa", B1)}


def test_a_file_that_lost_its_header_is_still_its_devices() -> None:
    lost = history(text(GAME), text(DOWN, device=None))
    assert lost.devices == ("aaaa",)
    assert corrections(lost) == [("aaaa", "3NT N =", "3NT N -1")]
    assert [one.code for one in lost.problems] == ["device-missing"]


def test_a_header_that_comes_later_names_the_device_of_all_before_it() -> None:
    nameless = (
        text(GAME, device=None),
        text(DOWN, LOST, SECOND, device=None),
        text(SECOND, device=None),
    )
    found = history(*nameless, text(SECOND))
    assert found.devices == ("aaaa",)
    assert {device for device, _ in found.records} == {"aaaa"}
    assert held(found) == {"aaaa": ["suit-lost"]}
    assert found.vanished == {("aaaa", B1)}


def test_what_nobody_had_corrected_when_the_header_comes_is_the_devices_correction() -> None:
    found = history(text(GAME, DOWN, device=None), text(GAME, DOWN))
    assert corrections(found) == [("aaaa", "3NT N =", "3NT N -1")]


def test_a_header_alone_names_the_device_and_an_empty_file_nobody() -> None:
    assert history(text()).devices == ("aaaa",)
    assert history("").devices == ()
    assert history("", text(GAME, device=None)).devices == ("",)


AUCTION = ("1NT", "0", "PASS", "1200", "3NT", "2100", "PASS", "900", "PASS", "800", "PASS", "70")
BID = line(1, 1, 1, 2, "3NT,-1,N,,-50", *AUCTION)
LINES = st.lists(
    st.sampled_from([GAME, DOWN, BID, OVER, REFEREE, LOST, SECOND, THIRD, PLACELESS]), max_size=6
)


@given(lines=LINES, others=LINES, data=st.data())
def test_another_devices_file_ends_as_when_it_comes_at_once(
    lines: list[str], others: list[str], data: st.DataObject
) -> None:
    """Whatever was seen on the way, torn anywhere."""
    first, whole = text(*lines), text(*others, device="bbbb").encode()
    cuts = data.draw(st.lists(st.integers(0, len(whole)), max_size=6).map(sorted))
    grown = history(first, *(whole[:cut] for cut in cuts), whole)
    at_once = history(first, whole)
    assert said(grown) == said(at_once)
    assert held(grown) == held(at_once)
    assert (grown.vanished, grown.devices, grown.problems) == (
        at_once.vanished,
        at_once.devices,
        at_once.problems,
    )


@given(lines=LINES, data=st.data())
def test_a_file_that_grows_ends_as_when_it_comes_at_once(
    lines: list[str], data: st.DataObject
) -> None:
    """Whatever was seen on the way, torn anywhere."""
    whole = text(*lines).encode()
    cuts = data.draw(st.lists(st.integers(0, len(whole)), max_size=6).map(sorted))
    grown = history(*(whole[:cut] for cut in cuts), whole)
    at_once = history(whole)
    assert said(grown) == said(at_once)
    assert held(grown) == held(at_once)
    assert [(one.old.outcome, one.new.outcome, one.entered) for one in grown.corrections] == [
        (one.old.outcome, one.new.outcome, one.entered) for one in at_once.corrections
    ]
    assert (grown.vanished, grown.devices, grown.problems) == (
        at_once.vanished,
        at_once.devices,
        at_once.problems,
    )
