from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import date
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.bridgesuite.file_name import OutName, parse_out_name
from daemon.simulation.devices import in_clear
from daemon.simulation.evening import Delivery, evening
from daemon.simulation.faults import faulty
from daemon.tournament.merge import Merged
from daemon.tournament.plan import Plan
from daemon.tournament.results import Status

Judge = Callable[[Plan, Iterable[Delivery]], Merged]

DAY = date(2026, 12, 1)


def last_texts(deliveries: Iterable[Delivery]) -> dict[str, str]:
    return {delivery.path: delivery.text for delivery in deliveries}


def versions(deliveries: Iterable[Delivery]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for delivery in deliveries:
        found[delivery.path].append(delivery.text)
    return found


@pytest.fixture(scope="module")
def disturbed(howell: Plan) -> list[Delivery]:
    """An evening that meets with every fault."""
    dice = Random(3)
    return list(faulty(evening(howell, dice), dice, DAY))


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_file_ends_as_it_would_undisturbed(howell: Plan, seed: int) -> None:
    deliveries = list(evening(howell, Random(seed)))
    ended = last_texts(faulty(deliveries, Random(seed), DAY))
    undisturbed = last_texts(deliveries)
    assert {path: ended[path] for path in undisturbed} == undisturbed


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_version_still_comes_and_all_in_time_order(howell: Plan, seed: int) -> None:
    deliveries = list(evening(howell, Random(seed)))
    after = list(faulty(deliveries, Random(seed), DAY))
    assert set(deliveries) <= set(after)
    minutes = [delivery.minute for delivery in after]
    assert minutes == sorted(minutes)
    assert minutes[-1] <= deliveries[-1].minute


def test_the_same_dice_disturb_in_the_same_way(howell: Plan) -> None:
    deliveries = list(evening(howell, Random(1)))
    assert list(faulty(deliveries, Random(2), DAY)) == list(faulty(deliveries, Random(2), DAY))


def test_a_version_may_arrive_torn_within_its_last_line(
    howell: Plan, disturbed: list[Delivery]
) -> None:
    whole = versions(evening(howell, Random(3)))
    torn = [one for one in disturbed if not one.text.endswith("\n")]
    assert torn
    for one in torn:
        (target,) = {text for text in whole[one.path] if text.startswith(one.text)} & {
            text for text in whole[one.path] if text.count("\n") == one.text.count("\n") + 1
        }
        assert len(one.text) > target.rstrip("\n").rfind("\n") + 1


def test_the_whole_version_follows_a_torn_one(disturbed: list[Delivery]) -> None:
    for texts in versions(disturbed).values():
        for torn, following in pairwise(texts):
            if not torn.endswith("\n"):
                assert following.startswith(torn)
                assert following.endswith("\n")


def test_a_version_may_arrive_twice_and_an_older_one_again(disturbed: list[Delivery]) -> None:
    twice = older = 0
    for path, texts in versions(disturbed).items():
        whole = [text for text in texts if text.endswith("\n")]
        if in_clear(path) == path:
            twice += sum(a == b for a, b in pairwise(whole))
            older += sum(len(a) > len(b) for a, b in pairwise(whole))
    assert twice > 0
    assert older > 0


def test_an_older_version_is_only_one_version_older(
    howell: Plan, disturbed: list[Delivery]
) -> None:
    right = versions(evening(howell, Random(3)))
    for path, texts in versions(disturbed).items():
        newest = -1
        for text in texts:
            if path in right and text in right[path]:
                index = right[path].index(text)
                assert index >= newest - 1
                newest = max(newest, index)


def test_a_conflicted_copy_is_named_as_dropbox_does(disturbed: list[Delivery]) -> None:
    copies = {one.path for one in disturbed} - {in_clear(one.path) for one in disturbed}
    assert copies
    for path in copies:
        out = parse_out_name(path)
        assert isinstance(out, OutName)
        assert out.conflicted
        assert path.startswith("OUT_T")
        assert path.endswith("2026-12-01).txt")


def test_a_conflicted_copy_is_a_version_of_its_file(
    howell: Plan, disturbed: list[Delivery]
) -> None:
    right = versions(evening(howell, Random(3)))
    for one in disturbed:
        if in_clear(one.path) != one.path:
            assert one.text in right[in_clear(one.path)]


@pytest.mark.parametrize("seed", range(2))
def test_faults_change_no_result_and_leave_nothing_in_conflict(
    howell: Plan, judge: Judge, seed: int
) -> None:
    deliveries = list(evening(howell, Random(seed)))
    right = judge(howell, deliveries)
    after = judge(howell, faulty(deliveries, Random(seed), DAY))
    for key, verdict in after.verdicts.items():
        assert verdict.status is Status.SCORED
        assert verdict.outcome == right.verdicts[key].outcome
        assert not verdict.conflict
    assert not any(change.late for change in after.changes)
    assert after.strays == ()


def test_a_copy_with_a_result_that_is_corrected_later_is_not_made() -> None:
    header = "Latest 1  AndroidId 0123456789abcdef\n"
    wrong = header + "1,1,1,2,N,false,false,1NT,=,N,S2,90\n"
    right = wrong + "1,1,1,2,N,false,false,1NT,+1,N,S2,120\n"
    deliveries = [
        Delivery(5.0, "A", "OUT_T1.txt", wrong, 1),
        Delivery(7.0, "A", "OUT_T1.txt", right, 1),
    ]
    copies = [
        one.text
        for seed in range(300)
        for one in faulty(deliveries, Random(seed), DAY)
        if one.path != "OUT_T1.txt"
    ]
    assert set(copies) == {right}


def test_nothing_is_made_of_nothing() -> None:
    assert list(faulty([], Random(1), DAY)) == []
