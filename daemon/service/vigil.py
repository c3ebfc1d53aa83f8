"""Notices that nothing comes in though it should: silence, and rounds that are late."""

from collections.abc import Callable, Iterator
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from daemon.movement.wording import plural
from daemon.service.hours import HEARTBEAT_SECONDS
from daemon.service.house import Clock
from daemon.service.round_caller import local_time
from daemon.settings.model import FolderKind, Settings
from daemon.tournament.conclusion import Conclusion
from daemon.tournament.due import LateRound, late_rounds, missing_plays, results_are_due
from daemon.tournament.told import Level, Told

LONGEST_STEP = 2 * HEARTBEAT_SECONDS
"""More than this between two looks, and the computer slept: then nothing could come in."""


_QUESTIONS = {
    FolderKind.LOCAL: "is the Dropbox client running, is the Wi-Fi up?",
    FolderKind.DROPBOX: "are the tablets online, and do they share this folder?",
}


class Silence(Struct, frozen=True):
    """How many seconds no tablet was heard while results were due and the computer was awake.

    `looked` is when that was known last, in seconds of a clock that never goes back; `told` says
    that the director knows.
    """

    seconds: float = 0.0
    looked: float | None = None
    told: bool = False


def longer(silence: Silence, now: float) -> Silence:
    """The silence when it lasts still. A clock that sleeps or jumps adds two minutes at most."""
    passed = 0.0 if silence.looked is None else min(max(now - silence.looked, 0.0), LONGEST_STEP)
    return replace(silence, seconds=silence.seconds + passed, looked=now)


def patience(settings: Settings) -> float:
    """After how many seconds of silence the director is told: `folder.silent_after`."""
    minutes = settings.folder.silent_after
    return 60 * (2 * settings.clock.minutes_per_board if minutes is None else minutes)


class Vigil:
    """Keeps in mind what was heard last and what was told. The clocks are passed in.

    It counts from the last file, the start of the daemon, the moment when results became due, or
    the return of the folder, whichever was last.
    """

    def __init__(self, clock: Clock, monotonic: Callable[[], float]) -> None:
        self._clock = clock
        self._monotonic = monotonic
        self._silence = Silence()
        self._last: tuple[str, datetime] | None = None
        self._reachable = True
        self._late: set[tuple[str, int]] = set()

    def heard(self, name: str) -> Iterator[Told]:
        """A file came in: any version of any tablet's."""
        if self._silence.told:
            minutes = plural(round(self._silence.seconds / 60), "minute")
            yield Told(
                "sync.restored",
                f"files come in again, after {minutes} of silence",
                fields=(("file", name),),
            )
        self._silence = Silence(looked=self._monotonic())
        self._last = (name, self._clock())

    def folder_lost(self) -> None:
        """The folder cannot be reached: that says enough about why nothing comes in."""
        self._reachable = False

    def folder_back(self) -> None:
        """The folder can be reached again."""
        self._reachable = True
        self._silence = Silence()

    def look(self, conclusion: Conclusion) -> Iterator[Told]:
        """What to tell now; to be asked every minute or so."""
        now = self._clock()
        if self._reachable and results_are_due(conclusion, local_time, now):
            yield from self._look_for_silence(conclusion)
        else:
            self._silence = Silence()
        for late in late_rounds(conclusion, local_time, now):
            if (late.section, late.round) not in self._late:
                self._late.add((late.section, late.round))
                yield _late(late)

    def _look_for_silence(self, conclusion: Conclusion) -> Iterator[Told]:
        self._silence = longer(self._silence, self._monotonic())
        if not self._silence.told and self._silence.seconds >= patience(conclusion.plan.settings):
            self._silence = replace(self._silence, told=True)
            question = _QUESTIONS[conclusion.plan.settings.folder.kind]
            yield self._silent(len(missing_plays(conclusion)), question)

    def _silent(self, missing: int, question: str) -> Told:
        minutes = plural(round(self._silence.seconds / 60), "minute")
        last = "No file has come in since the daemon started."
        if self._last is not None:
            name, at = self._last
            last = f"The last file was {name}, at {at.astimezone():%H:%M}."
        return Told(
            "sync.silent",
            f"nothing came in from any tablet for {minutes}, and {plural(missing, 'result')} "
            f"{'is' if missing == 1 else 'are'} missing: {question} {last}",
            Level.WARNING,
            (("missing", missing),),
        )


def _late(late: LateRound) -> Told:
    return Told(
        "round.late",
        f"section {late.section}: round {late.round} should have ended at "
        f"{late.ended.astimezone():%H:%M}, and not all of it came in ({late.tables}): ask these "
        f"tables whether they have played and entered them",
        Level.WARNING,
        (("section", late.section), ("round", late.round), ("missing", len(late.missing))),
    )
