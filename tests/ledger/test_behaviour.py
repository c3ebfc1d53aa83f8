"""What every ledger does, whatever it is kept in."""

from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING

import pytest

from daemon.ledger.port import Ledger, LedgerError
from daemon.tournament.entry import Entry, Fact, Started, Stopped

if TYPE_CHECKING:
    from tests.ledger.conftest import Open

EVENT = "2026-12-01 Tuesday pairs"


def test_a_new_ledger_is_empty(ledger: Ledger) -> None:
    assert list(ledger.entries()) == []


def test_facts_come_back_in_order_with_time_event_and_site(
    ledger: Ledger, facts: tuple[Fact, ...], evening: datetime
) -> None:
    ledger.append(facts, evening)
    assert list(ledger.entries()) == [
        Entry(1, evening, EVENT, "local", facts[0]),
        Entry(2, evening, EVENT, "local", facts[1]),
        Entry(3, evening, EVENT, "local", facts[2]),
    ]


def test_appending_returns_the_entries_that_it_made(
    ledger: Ledger, facts: tuple[Fact, ...], evening: datetime
) -> None:
    made = ledger.append(facts[:2], evening) + ledger.append(facts[2:], evening)
    assert list(made) == list(ledger.entries())


def test_appending_nothing_adds_nothing(ledger: Ledger, evening: datetime) -> None:
    assert ledger.append((), evening) == ()
    assert list(ledger.entries()) == []


def test_a_time_is_kept_to_the_microsecond_and_in_utc(ledger: Ledger) -> None:
    brussels = timezone(timedelta(hours=1))
    ledger.append([Started("1")], datetime(2026, 12, 1, 20, 30, 0, 123_456, tzinfo=brussels))
    (entry,) = ledger.entries()
    assert entry.at == datetime(2026, 12, 1, 19, 30, 0, 123_456, tzinfo=UTC)
    assert entry.at.tzinfo is UTC


def test_a_time_without_zone_is_refused(ledger: Ledger) -> None:
    with pytest.raises(ValueError, match="has no time zone"):
        ledger.append([Started("1")], datetime(2026, 12, 1, 20, 30))  # noqa: DTZ001 - the rule
    assert list(ledger.entries()) == []


def test_a_clock_that_jumps_back_changes_nothing_in_the_order(
    ledger: Ledger, evening: datetime
) -> None:
    for minutes in (0, 60, -60, 5):
        ledger.append([Started(str(minutes))], evening + timedelta(minutes=minutes))
    assert [entry.fact for entry in ledger.entries()] == [
        Started("0"),
        Started("60"),
        Started("-60"),
        Started("5"),
    ]


@pytest.mark.parametrize(("after", "sequences"), [(-1, [1, 2, 3]), (0, [1, 2, 3]), (2, [3])])
def test_reading_goes_on_after_the_entry_that_was_read_last(
    ledger: Ledger,
    facts: tuple[Fact, ...],
    evening: datetime,
    after: int,
    sequences: list[int],
) -> None:
    ledger.append(facts, evening)
    assert [entry.sequence for entry in ledger.entries(after)] == sequences
    assert list(ledger.entries(3)) == []


def test_a_long_ledger_is_read_whole(ledger: Ledger, evening: datetime) -> None:
    written = [Started(str(number)) for number in range(333)]
    ledger.append(written, evening)
    assert [entry.fact for entry in ledger.entries()] == written


def test_two_sites_write_into_one_ledger(open_for: "Open", evening: datetime) -> None:
    open_for("Gent").append([Started("1")], evening)
    open_for("Brugge").append([Started("2")], evening)
    both = open_for("Gent")
    both.append([Stopped("the evening is over")], evening)
    assert [(entry.sequence, entry.site, entry.fact) for entry in both.entries()] == [
        (1, "Gent", Started("1")),
        (2, "Brugge", Started("2")),
        (3, "Gent", Stopped("the evening is over")),
    ]


def test_facts_are_still_there_when_the_ledger_is_opened_again(
    open_for: "Open", facts: tuple[Fact, ...], evening: datetime
) -> None:
    made = open_for("local").append(facts, evening)
    assert tuple(open_for("local").entries()) == made


def test_a_ledger_that_was_closed_is_used_no_more(ledger: Ledger, evening: datetime) -> None:
    ledger.append([Started("1")], evening)
    ledger.close()
    ledger.close()
    with pytest.raises(LedgerError, match=r"^The ledger was closed: open it again to use it\.$"):
        ledger.append([Started("2")], evening)
    with pytest.raises(LedgerError, match="The ledger was closed"):
        next(ledger.entries())
