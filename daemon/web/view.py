"""Everything that the director's page shows, worked out from what there is to see."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime

from msgspec import Struct

from daemon.directing.offers import Offer, offers
from daemon.publish import show
from daemon.publish.days import english_day
from daemon.settings.model import FolderKind, Settings
from daemon.tournament.conclusion import Conclusion
from daemon.tournament.results import OpenProblem, Results
from daemon.tournament.round_clock import Local
from daemon.tournament.told import Told
from daemon.web.history import Correction, DeviceState, corrections, devices
from daemon.web.in_force import RulingsNow
from daemon.web.tables import Field, field_of, minutes
from daemon.web.window import Look, Noted


class ShownProblem(Struct, frozen=True):
    """A problem with what may be picked to settle it; `key` tells it from others on the page."""

    key: str
    found: OpenProblem
    where: str
    offers: tuple[Offer, ...]

    @property
    def is_error(self) -> bool:
        """Whether something does not count because of it."""
        return self.found.problem.is_error


class ShownClock(Struct, frozen=True):
    """The clock of a section: what is on, until when, and how many minutes that is."""

    section: str
    words: str
    until: datetime | None
    left: int | None


class ShownFolder(Struct, frozen=True):
    """Whether the tablets' files come in: in a word, in a sentence, and what the folder is."""

    well: bool
    words: str
    place: str
    last: datetime | None


class View(Struct, frozen=True):
    """The director's page at one moment; `now` is local time."""

    now: datetime
    results: Results
    day: str
    several: bool
    problems: tuple[ShownProblem, ...]
    field: Field
    rulings: RulingsNow
    corrections: tuple[Correction, ...]
    devices: tuple[DeviceState, ...]
    folder: ShownFolder
    clocks: tuple[ShownClock, ...]
    log: tuple[Noted, ...]

    @property
    def errors(self) -> int:
        """How many problems keep a result from counting."""
        return sum(one.is_error for one in self.problems)


def view_of(look: Look, conclusion: Conclusion, rulings: RulingsNow, now: datetime) -> View:
    """What there is to see at a moment (aware)."""
    results, settings = conclusion.results, conclusion.plan.settings
    return View(
        now.astimezone(),
        results,
        english_day(results.date),
        len(conclusion.plan.sections) > 1,
        _problems(results),
        field_of(conclusion, look.came, as_local, now),
        rulings,
        corrections(conclusion, look.came),
        devices(conclusion, look.came),
        _folder(look, settings),
        tuple(_clocks(conclusion, as_local, now)),
        tuple(reversed(look.log)),
    )


def as_local(wall: datetime) -> datetime:
    """The moment when the clocks here show a time (naive)."""
    return wall.astimezone()


def _problems(results: Results) -> tuple[ShownProblem, ...]:
    """Errors first; within them the order of play."""
    found = sorted(show.open_problems(results), key=lambda one: not one.problem.is_error)
    return tuple(
        ShownProblem(key, one, show.about(one), offers(one.ruling) if one.ruling else ())
        for key, one in _keyed(found)
    )


def _keyed(found: Iterable[OpenProblem]) -> Iterator[tuple[str, OpenProblem]]:
    """Each with a key that stays the same from one look to the next."""
    taken: Counter[str] = Counter()
    for one in found:
        problem = one.problem
        said = f"{problem.code}\n{problem.file}\n{one.section}\n{one.board}\n{one.ns}\n{one.ew}"
        key = hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()[:10]
        taken[key] += 1
        yield f"q{key}-{taken[key]}", one


def _folder(look: Look, settings: Settings) -> ShownFolder:
    dropbox = settings.folder.kind is FolderKind.DROPBOX
    place = f"{'Dropbox:' if dropbox else ''}{settings.folder.path}"
    last = None if look.last is None else look.last.astimezone()
    word = look.folder
    if word is None or word.told.event == "sync.restored":
        return ShownFolder(well=True, words="It is reached.", place=place, last=last)
    return ShownFolder(well=False, words=word.told.text, place=place, last=last)


def _clocks(conclusion: Conclusion, local: Local, now: datetime) -> Iterable[ShownClock]:
    for clock in conclusion.rulings.clocks:
        playing, following = clock.on(now, local), clock.next(now, local)
        if playing is not None:
            ends = playing.ends.at(local)
            yield ShownClock(
                clock.section, f"round {playing.round}, until", ends, minutes(ends - now)
            )
        elif following is not None:
            begins = following.begins.at(local)
            left = minutes(begins - now)
            yield ShownClock(clock.section, f"round {following.round} begins at", begins, left)
        else:
            yield ShownClock(clock.section, "all rounds are over", None, None)


def log_text(told: Told) -> str:
    """What happened, with the file that it is about."""
    fields = dict(told.fields)
    place = [str(fields[part]) for part in ("file", "line") if fields.get(part) is not None]
    return f"{':'.join(place)}: {told.text}" if fields.get("file") else told.text


def clock_time(moment: datetime | None) -> str:
    """`20:31`, as the clock on the wall shows it; empty when it is not known."""
    return "" if moment is None else f"{moment.astimezone():%H:%M}"


def ago(moment: datetime | None, now: datetime) -> str:
    """`just now`, `12 min ago`, `1 h 05 ago`; empty when it is not known."""
    if moment is None:
        return ""
    return f"{span(moment, now)} ago" if minutes(now - moment) else "just now"


def span(moment: datetime, now: datetime) -> str:
    """`12 min`, `1 h 05`."""
    passed = minutes(now - moment)
    return f"{passed} min" if passed < 60 else f"{passed // 60} h {passed % 60:02}"
