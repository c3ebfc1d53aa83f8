"""Copies of the ledger in a second place: made while it is written to, checked, and put back."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from daemon.ledger.copies import CopyError, copies_in, copy_ledger, put_back, read_copy
from daemon.ledger.ledger_file import LEDGER_FILE
from daemon.ledger.port import LedgerDamagedError, LedgerError
from daemon.ledger.sqlite import SqliteLedger, open_ledger, read_ledger
from daemon.tournament.entry import FileReceived, Started

EVENT = "2026-12-01 Tuesday: pairs"
TITLE = "Tuesday: pairs"
NOW = datetime(2026, 12, 1, 20, 10, 5).astimezone()
AT = datetime(2026, 12, 1, 19, 0, tzinfo=UTC)
NAME = "ledger 2026-12-01 20.10.05 Tuesday- pairs.sqlite3"


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    return tmp_path / "stick"


@pytest.fixture
def ledger(state: Path) -> Iterator[SqliteLedger]:
    """A ledger that is open, as while a daemon runs."""
    one = open_ledger(state, EVENT)
    one.append([Started("1"), FileReceived("OUT_1.txt", AT, b"Latest 0")], AT)
    yield one
    one.close()


@pytest.mark.usefixtures("ledger")
def test_a_copy_is_one_file_that_holds_every_entry(state: Path, stick: Path) -> None:
    copied = copy_ledger(state, stick, TITLE, NOW, keep=3)
    assert copied is not None
    assert copied.path == stick / NAME
    assert [path.name for path in stick.iterdir()] == [NAME]
    held = read_copy(copied.path)
    assert (held.event, held.ended, copied.entries) == (EVENT, AT, 2)
    reader = read_ledger(state)
    assert held.entries == tuple(reader.entries())
    reader.close()


def test_what_is_added_meanwhile_is_in_the_next_copy(
    ledger: SqliteLedger, state: Path, stick: Path
) -> None:
    first = copy_ledger(state, stick, TITLE, NOW, keep=3)
    ledger.append([FileReceived("OUT_1.txt", AT, b"Latest 1")], AT)
    second = copy_ledger(state, stick, TITLE, NOW + timedelta(minutes=10), keep=3)
    assert first is not None
    assert second is not None
    assert second.entries == 3
    assert read_copy(second.path).has_all_of(read_copy(first.path))
    assert not read_copy(first.path).has_all_of(read_copy(second.path))


@pytest.mark.usefixtures("ledger")
def test_nothing_new_is_not_copied_again(state: Path, stick: Path) -> None:
    assert copy_ledger(state, stick, TITLE, NOW, keep=3, unless=2) is None
    assert not stick.exists()
    assert copy_ledger(state, stick, TITLE, NOW, keep=3, unless=1) is not None


@pytest.mark.usefixtures("ledger")
def test_two_copies_within_a_second_are_two_files(state: Path, stick: Path) -> None:
    for _ in range(2):
        copy_ledger(state, stick, TITLE, NOW, keep=3)
    second = NAME.replace("20.10.05", "20.10.05 (2)")
    assert sorted(path.name for path in stick.iterdir()) == sorted([NAME, second])
    assert len(copies_in(stick, TITLE)) == 2


@pytest.mark.usefixtures("ledger")
def test_the_oldest_go_and_nothing_that_is_not_a_copy_of_this_event(
    state: Path, stick: Path
) -> None:
    stick.mkdir()
    others = (
        "holiday.sqlite3",
        "ledger 2026-12-01 19.00.00 Big Tuesday- pairs.sqlite3",
        "ledger of Tuesday- pairs.sqlite3",
        "minutes.txt",
    )
    for other in others:
        (stick / other).touch()
    for minutes in range(0, 50, 10):
        copy_ledger(state, stick, TITLE, NOW + timedelta(minutes=minutes), keep=2)
    kept = [path.name for path in copies_in(stick, TITLE)]
    assert kept == [NAME.replace("20.10", "20.50"), NAME.replace("20.10", "20.40")]
    assert {path.name for path in stick.iterdir()} == {*kept, *others}


@pytest.mark.usefixtures("ledger")
def test_a_copy_of_a_clock_that_was_put_back_is_not_the_one_that_goes(
    state: Path, stick: Path
) -> None:
    for minutes in (0, 10):
        copy_ledger(state, stick, TITLE, NOW + timedelta(minutes=minutes), keep=2)
    copied = copy_ledger(state, stick, TITLE, NOW - timedelta(days=9000), keep=2)
    assert copied is not None
    assert copied.path.exists()
    assert len(copies_in(stick, TITLE)) == 2


def _copy_growing(state: Path, stick: Path, event: str, first: datetime) -> list[Path]:
    """Begin a ledger, and copy it four times while it grows; two copies are to be kept."""
    ledger = open_ledger(state, event)
    made = []
    for number in range(4):
        ledger.append([FileReceived("OUT_1.txt", AT, b"%d" % number)], first)
        copied = copy_ledger(state, stick, TITLE, first + timedelta(minutes=number), keep=2)
        assert copied is not None
        made.append(copied.path)
    ledger.close()
    return made


def test_a_ledger_that_was_lost_and_begun_anew_does_not_push_out_the_copy_of_what_it_was(
    tmp_path: Path, stick: Path
) -> None:
    lost = _copy_growing(tmp_path / "lost", stick, EVENT, NOW)
    anew = _copy_growing(tmp_path / "anew", stick, EVENT, NOW + timedelta(hours=1))
    assert sorted(stick.iterdir()) == [lost[-1], *anew[-2:]]
    assert len(read_copy(lost[-1]).entries) == 4


def test_the_next_evening_pushes_out_the_copies_of_the_one_before(
    tmp_path: Path, stick: Path
) -> None:
    _copy_growing(tmp_path / "old", stick, EVENT, NOW)
    following = f"2026-12-08 {TITLE}"
    new = _copy_growing(tmp_path / "new", stick, following, NOW + timedelta(days=7))
    assert sorted(stick.iterdir()) == new[-2:]


@pytest.mark.usefixtures("ledger")
def test_a_stick_that_is_not_plugged_in_is_not_made(state: Path, tmp_path: Path) -> None:
    into = tmp_path / "media" / "copies"
    with pytest.raises(CopyError) as caught:
        copy_ledger(state, into, TITLE, NOW, keep=3)
    assert str(caught.value) == (
        f"the ledger could not be copied to {into} (No such file or directory): see that the disk "
        "or stick is there, may be written and has room, or name another folder as "
        "backup.directory"
    )
    assert not (tmp_path / "media").exists()


@pytest.mark.usefixtures("ledger")
def test_a_copy_that_breaks_off_leaves_the_earlier_ones_and_nothing_else(
    state: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_ledger(state, stick, TITLE, NOW, keep=1)

    def no_room(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", no_room)
    with pytest.raises(CopyError, match=r"\(No space left on device\)"):
        copy_ledger(state, stick, TITLE, NOW + timedelta(minutes=10), keep=1)
    assert [path.name for path in stick.iterdir()] == [NAME]


@pytest.mark.usefixtures("ledger")
def test_what_a_power_cut_left_behind_is_written_over(state: Path, stick: Path) -> None:
    stick.mkdir()
    (stick / ".~ledger.sqlite3").write_text("half a copy")
    copy_ledger(state, stick, TITLE, NOW, keep=1)
    assert [path.name for path in stick.iterdir()] == [NAME]


def test_a_ledger_that_is_damaged_is_not_copied_over_good_copies(state: Path, stick: Path) -> None:
    with open_ledger(state, EVENT)._connection as connection:
        connection.execute("SELECT 1")
    (state / LEDGER_FILE).write_bytes(b"SQLite format 3\0" + bytes(4000))
    with pytest.raises(CopyError):
        copy_ledger(state, stick, TITLE, NOW, keep=1)
    assert not stick.exists()


@pytest.mark.usefixtures("ledger")
@pytest.mark.parametrize("place", [100, 4096, -200])
def test_a_copy_that_is_not_whole_is_found_out(state: Path, stick: Path, place: int) -> None:
    copied = copy_ledger(state, stick, TITLE, NOW, keep=1)
    assert copied is not None
    data = bytearray(copied.path.read_bytes())
    if place == -200:
        at = data.index(b"Latest 0")  # sound for SQLite, and not what came in
        data[at] ^= 1
    else:
        data[place : place + 200] = bytes(range(200))
    copied.path.write_bytes(data)
    with pytest.raises(LedgerDamagedError):
        read_copy(copied.path)


def test_what_is_no_ledger_is_no_copy(tmp_path: Path) -> None:
    file = tmp_path / "holiday.sqlite3"
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE photo (name TEXT)")
    connection.close()
    with pytest.raises(LedgerDamagedError, match="it is no ledger of tournamentd"):
        read_copy(file)
    with pytest.raises(LedgerError):
        read_copy(tmp_path / "nothing.sqlite3")


def test_a_copy_is_put_back_and_the_ledger_put_aside(
    ledger: SqliteLedger, state: Path, stick: Path
) -> None:
    copied = copy_ledger(state, stick, TITLE, NOW, keep=1)
    ledger.append([Started("2")], AT)
    ledger.close()
    assert copied is not None
    aside = put_back(copied.path, state, NOW)
    assert aside == state / "replaced 2026-12-01 20.10.05"
    assert len(read_copy(aside / LEDGER_FILE).entries) == 3
    again = open_ledger(state, EVENT)
    assert len(tuple(again.entries())) == 2
    again.append([Started("3")], AT)
    again.close()
    assert copied.path.exists()


def test_where_there_is_none_it_is_just_put_back(
    ledger: SqliteLedger, state: Path, stick: Path, tmp_path: Path
) -> None:
    copied = copy_ledger(state, stick, TITLE, NOW, keep=1)
    ledger.close()
    assert copied is not None
    other = tmp_path / "other"
    other.mkdir()
    assert put_back(copied.path, other, NOW) is None
    assert [path.name for path in other.iterdir()] == [LEDGER_FILE]
    assert (other / LEDGER_FILE).stat().st_mode & 0o077 == 0 or os.name == "nt"
