import math

import pytest

from daemon.service.pulse import WORK_SECONDS, Pulse, Pulses


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_who_waits_for_something_to_do_is_never_late(clock: Clock) -> None:
    pulse = Pulse(clock)
    clock.now += 1e9
    assert not pulse.is_late()


def test_who_is_at_work_for_too_long_is_late(clock: Clock) -> None:
    pulse = Pulse(clock)
    with pulse.at_work():
        clock.now += WORK_SECONDS
        assert not pulse.is_late()
        clock.now += 1
        assert pulse.is_late()
    assert not pulse.is_late()


def test_who_fails_at_work_is_at_rest_after_it(clock: Clock) -> None:
    pulse = Pulse(clock)
    with pytest.raises(ValueError, match="no"), pulse.at_work():
        raise ValueError("no")
    clock.now += 1e9
    assert not pulse.is_late()


def test_a_call_outside_may_take_any_time_and_the_work_goes_on_after_it(clock: Clock) -> None:
    pulse = Pulse(clock)
    with pulse.at_work():
        with pulse.outside():
            clock.now += 1e9
            assert not pulse.is_late()
        assert not pulse.is_late()
        clock.now += WORK_SECONDS + 1
        assert pulse.is_late()


def test_a_call_outside_of_any_work_leaves_nothing_behind(clock: Clock) -> None:
    """As at the start, when another thread does it."""
    pulse = Pulse(clock)
    with pulse.outside():
        pass
    clock.now += 1e9
    assert not pulse.is_late()


def test_a_call_that_has_time_limits_of_its_own_can_be_late(clock: Clock) -> None:
    pulse = Pulse(clock, outward=600)
    with pulse.at_work(), pulse.outside():
        clock.now += 600
        assert not pulse.is_late()
        clock.now += 1
        assert pulse.is_late()


def test_who_is_late_is_told_by_name(clock: Clock) -> None:
    pulses = Pulses(clock)
    pulses.of("writer").within(10)
    pulses.promise("folder-watching", 5)
    pulses.promise("timers", math.inf)
    assert pulses.late() == ()
    clock.now += 6
    assert pulses.late() == ("folder-watching",)
    clock.now += 6
    assert pulses.late() == ("folder-watching", "writer")
    pulses.promise("folder-watching", 5)
    assert pulses.late() == ("writer",)
