"""What keeps the daemon from mixing two events: it refuses to start, or sets files aside."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta

from msgspec import Struct, field

from daemon.bridgesuite.envelope import Secret
from daemon.ledger.port import LedgerReader
from daemon.movement.wording import plural
from daemon.service.messages import Arrived
from daemon.settings.model import Event
from daemon.tournament.entry import Entry, FileReceived
from daemon.tournament.plan import Plan
from daemon.tournament.retelling import retell, versions
from daemon.tournament.staleness import why_stale
from daemon.tournament.state import State

_NAMED = 4

_NIGHT = timedelta(hours=6)
"""How long after midnight it is still the evening before."""


class RefusedError(Exception):
    """The daemon does not start; the message says why and what to do."""


class Remembered(Struct, frozen=True):
    """What a ledger holds.

    `early` are the versions of OUT files that were let in and had been there before the day, each
    with the moment when: it was written down by then, whatever time its writer gave it.
    """

    state: State = field(default_factory=State)
    early: tuple[tuple[FileReceived, datetime], ...] = ()


def evening_of(now: datetime) -> date:
    """The day whose evening it is at this local time: play goes on past midnight, until six.

    Whatever ended the daemon meanwhile (a power cut, a crash, an update that restarts the
    computer), it goes on with that evening; and no new one begins in the night.
    """
    return (now - _NIGHT).date()


def remembered(
    ledger: LedgerReader, event: Event, secret: Secret | None, day_begins: datetime | None = None
) -> Remembered:
    """What a ledger holds of this event; `day_begins` is when its day does (None: no matter).

    Raises RefusedError when it is another event's, LedgerDamagedError when it cannot be read.
    """
    state, early = State(), list[tuple[FileReceived, datetime]]()
    for entry, after in retell(ledger.entries, secret):
        if entry.event != event.identity:
            raise RefusedError(
                f'the ledger in {event.state} is of "{entry.event}", the configuration is of '
                f'"{event.identity}": for a new evening use `tournamentd next CONFIG`, which sets '
                f"the old one aside; to go on with the old one set event.name and event.date back; "
                f"for two events side by side name another folder as event.state"
            )
        state = after
        if day_begins is not None:
            early.extend(_early(entry, day_begins))
    return Remembered(state, tuple(early))


def _early(entry: Entry, day_begins: datetime) -> Iterator[tuple[FileReceived, datetime]]:
    """The version that an entry let in, and since when it was there, if that is before the day."""
    for fact, noted in versions([entry]):
        at = min(fact.modified, noted)
        if at < day_begins:
            yield fact, at


def refuse_past(event: Event, before: Remembered, now: datetime) -> None:
    """Raise RefusedError when the day of the event is past and results came in for it.

    `now` is in local time.
    """
    if event.date < evening_of(now) and before.state.received:
        files = plural(len(before.state.latest.keys() - before.state.stale.keys()), "file")
        raise RefusedError(
            f"event.date is {event.date}, which is past, and {files} came in for it: for a new "
            f"evening use `tournamentd next CONFIG`, which sets that one aside; to go on with that "
            f"one use --resume"
        )


def refuse_past_files(
    event: Event, arrived: Iterable[Arrived], today: date, day_began: datetime
) -> None:
    """Raise RefusedError when the day of the event is past, and its files lie in the folder.

    Whoever did not set the date has last week's results there: they were written before today
    (`day_began`: when that began), which is the day whose evening it is.
    """
    old = sorted(one.seen.name for one in arrived if one.seen.modified < day_began)
    if event.date < today and old:
        raise RefusedError(
            f"event.date is {event.date}, which is past, and {plural(len(old), 'file')} of results "
            f"lie in the folder since then ({', '.join(old[:_NAMED])}): for a new evening use "
            f"`tournamentd next CONFIG`, which sets them aside; to go on with that one use --resume"
        )


def refuse_rehearsal(
    event: Event, before: Remembered, secret: Secret | None, day_begins: datetime
) -> None:
    """Raise RefusedError when the ledger holds results that were there before the day.

    Somebody tried everything out at home, with --stale take or with `simulate`, whose files have
    the time of the evening: none of that counts by itself.
    """
    plan = before.state.plan
    if plan is None:
        return
    early: dict[str, datetime] = {}
    for fact, at in before.early:
        if why_stale(fact.name, fact.content, at, plan, secret, day_begins):
            early.setdefault(fact.name, at.astimezone(day_begins.tzinfo))
    if early:
        listed = "\n".join(f"  {name}: {at:%Y-%m-%d %H:%M}" for name, at in sorted(early.items()))
        raise RefusedError(
            f"the ledger holds results of a rehearsal, which were there before {event.date}:\n"
            f"{listed}\n"
            f"nothing was pushed; `tournamentd next CONFIG --date {event.date}` sets them aside, "
            f"--resume keeps them if they belong to this event"
        )


def stale_files(
    arrived: Iterable[Arrived], plan: Plan, secret: Secret | None, day_begins: datetime
) -> dict[str, str]:
    """Which of these files are of an earlier event, and why; in the order of their names."""
    stale = {}
    for one in sorted(arrived, key=lambda each: each.seen.name):
        name, modified = one.seen.name, one.seen.modified
        why = why_stale(name, one.content, modified, plan, secret, day_begins)
        if why is not None:
            stale[name] = why
    return stale


def refuse_stale(stale: dict[str, str]) -> None:
    """Raise RefusedError that lists these files, when there are any."""
    if stale:
        listed = "\n".join(f"  {name}: {why}" for name, why in stale.items())
        raise RefusedError(
            f"files of an earlier event lie in the folder:\n{listed}\n"
            f"nothing was pushed; start with --stale archive to move them into a dated folder, "
            f"or with --stale take if they belong to this event"
        )
