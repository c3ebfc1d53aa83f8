"""The round clock in words, for the director's terminal."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from daemon.movement.wording import listing, plural
from daemon.tournament.results import Results
from daemon.tournament.round_clock import Local, RoundTime, SectionClock


def clock_text(results: Results, now: datetime, local: Local) -> str:
    """Which round is on and how long still, a line for each section that differs.

    Empty without a clock, and when the results are final. `now` is aware.
    """
    if results.final:
        return ""
    said: dict[str, list[str]] = {}
    for clock in results.clocks:
        said.setdefault(_now(clock, now, local), []).append(clock.section)
    alike = len(said) == 1
    return "".join(
        f"{line}\n" if alike else f"Section {listing(names)}: {line}\n"
        for line, names in said.items()
    )


def how_to_move(results: Results, now: datetime, local: Local, config: str) -> str:
    """The command that moves the clock for the next round; empty when no round is to come."""
    coming = min((one.round for one in _coming(results, now, local)), default=None)
    if coming is None or results.final:
        return ""
    return (
        f"To move the clock: tournamentd rule {config} clock from_round={coming} minutes=5 "
        "(or begins=20:45, break=15)\n"
    )


def _coming(results: Results, now: datetime, local: Local) -> Iterator[RoundTime]:
    for clock in results.clocks:
        following = clock.next(now, local)
        if following is not None:
            yield following


def _now(clock: SectionClock, now: datetime, local: Local) -> str:
    last = clock.rounds[-1]
    on, coming = clock.on(now, local), clock.next(now, local)
    if on is not None:
        ends = on.ends.at(local)
        return f"Round {on.round} of {last.round} until {_time(ends)}, {_minutes(ends - now)} left."
    if coming is not None:
        begins = coming.begins.at(local)
        return (
            f"Round {coming.round} of {last.round} begins at {_time(begins)}, "
            f"in {_minutes(begins - now)}."
        )
    return f"By the clock the last round ended at {_time(last.ends.at(local))}."


def _time(moment: datetime) -> str:
    return f"{moment.astimezone():%H:%M}"


def _minutes(of: timedelta) -> str:
    """Whole minutes, begun ones included: `1 minute` until the last second."""
    return plural(-(-of // timedelta(minutes=1)), "minute")
