"""The round clock for pages: moments that a script counts down to, and words for who has none."""

import json
from collections.abc import Callable
from datetime import datetime

from msgspec import Struct

from daemon.publish.language import Language
from daemon.publish.page_words import section
from daemon.tournament.results import Results
from daemon.tournament.round_clock import SectionClock

Local = Callable[[datetime], datetime]
"""What moment (aware) it is when the clocks on the wall show a time (naive)."""


class RoundTimes(Struct, frozen=True):
    """The rounds of one or more sections that play at the same times.

    `sections` is empty where there is only one clock. `moments` are round, begin and end of each
    round in seconds since 1970, as JSON.
    """

    sections: str
    moments: str
    begins: str
    rounds: int


def round_times(results: Results, language: Language, local: Local) -> tuple[RoundTimes, ...]:
    """The clocks that differ; none where nobody said when play begins."""
    of: dict[str, list[SectionClock]] = {}
    for clock in results.clocks:
        of.setdefault(_moments(clock, local), []).append(clock)
    return tuple(
        RoundTimes(
            language.list_of([section(one.section, language) for one in clocks])
            if len(of) > 1
            else "",
            moments,
            language.time(clocks[0].rounds[0].begins.shown.time()),
            len(clocks[0].rounds),
        )
        for moments, clocks in of.items()
    )


def _moments(clock: SectionClock, local: Local) -> str:
    return json.dumps(
        [
            [
                one.round,
                int(one.begins.at(local).timestamp()),
                int(one.ends.at(local).timestamp()),
            ]
            for one in clock.rounds
        ]
    )
