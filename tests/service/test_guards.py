from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from daemon.folder.port import FileSeen
from daemon.ledger.memory import MemoryLedger
from daemon.service.guards import (
    RefusedError,
    Remembered,
    refuse_past,
    refuse_past_files,
    refuse_rehearsal,
    refuse_stale,
    remembered,
    stale_files,
)
from daemon.service.house import day_begins
from daemon.service.messages import Arrived
from daemon.settings.model import Event
from daemon.tournament.entry import FileReceived, PlanRead, Started, Stopped
from daemon.tournament.state import fold
from daemon.tournament.version import Version

if TYPE_CHECKING:
    from tests.service.conftest import MakePlace


@pytest.fixture
def now() -> datetime:
    return datetime(2026, 12, 1, 20, 0).astimezone()


def test_the_day_of_an_event_begins_at_midnight_here() -> None:
    begins = day_begins(datetime(2026, 12, 1, 20, 0).astimezone().date())
    assert begins.isoformat(timespec="seconds").startswith("2026-12-01T00:00:00")
    assert begins.utcoffset() == datetime(2026, 12, 1).astimezone().utcoffset()


def test_a_new_ledger_remembers_nothing(now: datetime) -> None:
    event = Event("Trial", now.date())
    assert remembered(MemoryLedger(event.identity), event, None) == Remembered()


def test_a_ledger_gives_back_its_state(
    now: datetime, plan_read: Callable[..., PlanRead], whole_evening: dict[str, bytes]
) -> None:
    event = Event("Trial", now.date())
    ledger = MemoryLedger(event.identity)
    received = FileReceived("OUT_T1.txt", now, whole_evening["OUT_T1.txt"])
    ledger.append([Started("0.1.0"), plan_read(), received], now)
    before = remembered(ledger, event, None)
    assert before.state.plan_read == plan_read()
    assert before.state.latest == {"OUT_T1.txt": received.content}
    assert before.state.last == Version(1, now, now)


def test_of_the_versions_only_those_from_before_the_day_are_remembered(now: datetime) -> None:
    """What was set aside when it came was judged then."""
    event, begins = Event("Trial", now.date()), day_begins(now.date())
    old, older = begins - timedelta(hours=1), begins - timedelta(hours=2)
    ledger = MemoryLedger(event.identity)
    ledger.append([FileReceived("OUT_T1.txt", old, b"", "it is of last week")], older)
    written, noted = received("OUT_T1.txt", old), received("OUT_T2.txt", now)
    ledger.append([noted], older)
    ledger.append([written, received("OUT_T3.txt", begins)], now)
    assert remembered(ledger, event, None, begins).early == ((noted, older), (written, old))
    assert remembered(ledger, event, None).early == ()


def test_a_ledger_of_another_event_is_refused(now: datetime) -> None:
    ledger = MemoryLedger("2026-11-24 Trial")
    ledger.append([Started("0.1.0")], now)
    with pytest.raises(RefusedError) as refused:
        remembered(ledger, Event("Trial", now.date(), "my state"), None)
    assert str(refused.value) == (
        'the ledger in my state is of "2026-11-24 Trial", the configuration is of "2026-12-01 '
        'Trial": for a new evening use `tournamentd next CONFIG`, which sets the old one aside; '
        "to go on with the old one set event.name and event.date back; for two events side by side "
        "name another folder as event.state"
    )


def received(name: str, now: datetime) -> FileReceived:
    return FileReceived(name, now, b"")


def test_a_day_that_is_past_is_refused_when_results_came_in(now: datetime) -> None:
    event = Event("Trial", now.date())
    state = fold([received("OUT_1.txt", now), received("OUT_1.txt", now)], None)
    tomorrow = now + timedelta(days=1)
    with pytest.raises(RefusedError) as refused:
        refuse_past(event, Remembered(state), tomorrow)
    assert str(refused.value) == (
        "event.date is 2026-12-01, which is past, and 1 file came in for it: for a new evening "
        "use `tournamentd next CONFIG`, which sets that one aside; to go on with that one use "
        "--resume"
    )
    refuse_past(event, Remembered(state), now)


@pytest.mark.parametrize("end", [(), (Stopped("SIGTERM was received"),)])
def test_an_evening_goes_on_past_midnight_however_it_was_broken_off(
    now: datetime, plan_read: Callable[..., PlanRead], end: tuple[Stopped, ...]
) -> None:
    """The power goes at ten to twelve, or an update restarts the computer: nobody is asked."""
    event = Event("Trial", now.date())
    midnight = day_begins(now.date() + timedelta(days=1))
    ledger = MemoryLedger(event.identity)
    ledger.append([Started("0.1.0"), plan_read(), received("OUT_T1.txt", now), *end], now)
    before = remembered(ledger, event, None)
    refuse_past(event, before, midnight + timedelta(hours=5, minutes=59))
    with pytest.raises(RefusedError, match="which is past"):
        refuse_past(event, before, midnight + timedelta(hours=6))


def test_who_mends_yesterdays_results_by_day_does_not_play_on_with_them_tonight(
    now: datetime, plan_read: Callable[..., PlanRead]
) -> None:
    event, yesterday = Event("Trial", now.date()), now
    noon = day_begins(now.date() + timedelta(days=1)) + timedelta(hours=12)
    ledger = MemoryLedger(event.identity)
    ledger.append([Started("0.1.0"), plan_read(), received("OUT_T1.txt", yesterday)], yesterday)
    ledger.append([Started("0.1.0")], noon)
    with pytest.raises(RefusedError, match="which is past"):
        refuse_past(event, remembered(ledger, event, None), noon + timedelta(hours=5))


def test_a_day_that_is_past_is_no_matter_when_nothing_came_in(now: datetime) -> None:
    refuse_past(Event("Trial", now.date()), Remembered(), now + timedelta(days=1))


def test_files_that_lie_there_since_a_day_that_is_past_are_refused(now: datetime) -> None:
    """Last week's ledger was deleted, and last week's date and files are still there."""
    event, tomorrow = Event("Trial", now.date()), now + timedelta(days=1)
    files = [Arrived(FileSeen(f"OUT_T{table}.txt", "1", 0, now), b"") for table in range(1, 7)]
    with pytest.raises(RefusedError) as refused:
        refuse_past_files(event, files, tomorrow.date(), day_begins(tomorrow.date()))
    assert str(refused.value) == (
        "event.date is 2026-12-01, which is past, and 6 files of results lie in the folder since "
        "then (OUT_T1.txt, OUT_T2.txt, OUT_T3.txt, OUT_T4.txt): for a new evening use "
        "`tournamentd next CONFIG`, which sets them aside; to go on with that one use --resume"
    )
    refuse_past_files(event, [], tomorrow.date(), day_begins(tomorrow.date()))
    refuse_past_files(event, files, now.date(), day_begins(now.date()))
    late = [Arrived(FileSeen("OUT_T1.txt", "1", 0, tomorrow), b"")]
    refuse_past_files(event, late, tomorrow.date(), day_begins(tomorrow.date()))


def test_nothing_stale_is_no_reason_to_refuse() -> None:
    refuse_stale({})


def test_stale_files_are_listed_with_what_to_do() -> None:
    with pytest.raises(RefusedError) as refused:
        refuse_stale({"OUT_1.txt": "it is old", "OUT_2.txt": "it is older"})
    assert str(refused.value) == (
        "files of an earlier event lie in the folder:\n"
        "  OUT_1.txt: it is old\n"
        "  OUT_2.txt: it is older\n"
        "nothing was pushed; start with --stale archive to move them into a dated folder, or with "
        "--stale take if they belong to this event"
    )


def test_a_file_is_judged_by_its_day_and_by_its_tables(
    make_place: MakePlace,
    now: datetime,
    arrived: Callable[..., Arrived],
    out: Callable[..., bytes],
    line: Callable[..., str],
) -> None:
    plan = make_place().house.plan
    begins = day_begins(now.date())
    files = [
        arrived("OUT_T2.txt", out(line(2, 2, 2, 5)), begins - timedelta(seconds=1)),
        arrived("OUT_T1.txt", out(line(9, 1, 1, 4)), now),
        arrived("OUT_T3.txt", out(line(3, 3, 3, 6)), begins),
        arrived("OUT_T4.txt", b"", begins - timedelta(days=7)),
    ]
    stale = stale_files(files, plan, None, begins)
    assert list(stale) == ["OUT_T1.txt", "OUT_T2.txt"]


# A rehearsal


def rehearsed(plan: PlanRead, *files: FileReceived, at: datetime | None = None) -> Remembered:
    """What a ledger holds that these files came into at a moment, or when they were written."""
    event = Event("Trial", date(2026, 12, 1))
    ledger = MemoryLedger(event.identity)
    ledger.append([plan], files[0].modified)
    for file in files:
        ledger.append([file], at or file.modified)
    return remembered(ledger, event, None, day_begins(event.date))


def test_results_that_were_written_before_the_day_are_a_rehearsal(
    now: datetime, plan_read: Callable[..., PlanRead], whole_evening: dict[str, bytes]
) -> None:
    event = Event("Trial", now.date())
    the_day_before = now - timedelta(days=1, minutes=30)
    state = rehearsed(
        plan_read(),
        FileReceived("OUT_T2.txt", the_day_before, whole_evening["OUT_T2.txt"]),
        FileReceived("OUT_T1.txt", now, whole_evening["OUT_T1.txt"]),
    )
    with pytest.raises(RefusedError) as refused:
        refuse_rehearsal(event, state, None, day_begins(now.date()))
    assert str(refused.value) == (
        "the ledger holds results of a rehearsal, which were there before 2026-12-01:\n"
        "  OUT_T2.txt: 2026-11-30 19:30\n"
        "nothing was pushed; `tournamentd next CONFIG --date 2026-12-01` sets them aside, --resume "
        "keeps them if they belong to this event"
    )


def test_results_that_came_in_before_the_day_are_a_rehearsal_whatever_time_they_have(
    now: datetime, plan_read: Callable[..., PlanRead], whole_evening: dict[str, bytes]
) -> None:
    """`simulate` gives its files the time of the evening."""
    the_day_before = now - timedelta(days=1, minutes=30)
    files = [FileReceived("OUT_T2.txt", now, whole_evening["OUT_T2.txt"])]
    event, begins = Event("Trial", now.date()), day_begins(now.date())
    with pytest.raises(RefusedError, match=r"  OUT_T2\.txt: 2026-11-30 19:30"):
        refuse_rehearsal(event, rehearsed(plan_read(), *files, at=the_day_before), None, begins)
    refuse_rehearsal(event, rehearsed(plan_read(), *files, at=begins), None, begins)


def test_a_file_without_results_that_is_older_than_the_day_is_no_rehearsal(
    now: datetime, plan_read: Callable[..., PlanRead]
) -> None:
    header = b"Latest 0  AndroidId 1111111111111111\n"
    state = rehearsed(plan_read(), FileReceived("OUT_T1.txt", now - timedelta(days=3), header))
    refuse_rehearsal(Event("Trial", now.date()), state, None, day_begins(now.date()))


def test_a_new_ledger_holds_no_rehearsal(now: datetime) -> None:
    refuse_rehearsal(Event("Trial", now.date()), Remembered(), None, day_begins(now.date()))
