"""What a ledger in a file does beyond what every ledger does."""

import errno
import os
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import NoReturn

import pytest

from daemon.ledger import rows
from daemon.ledger.ledger_file import LEDGER_FILE
from daemon.ledger.port import (
    LedgerDamagedError,
    LedgerError,
    LedgerFullError,
    LedgerLockedError,
    LedgerMissingError,
    LedgerNewerError,
)
from daemon.ledger.refusals import ledger_error, translated
from daemon.ledger.sqlite import SqliteLedger, open_ledger, read_ledger
from daemon.tournament.entry import Fact, FileReceived, Started

EVENT = "2026-12-01 Tuesday pairs"

no_windows = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such thing")

OPEN_AND_WAIT = f"""
import sys, threading
from pathlib import Path
from daemon.ledger.sqlite import open_ledger
ledger = open_ledger(Path(sys.argv[1]), {EVENT!r})
print("open", flush=True)
threading.Event().wait()
"""

APPEND_FOR_EVER = f"""
import sys
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from daemon.ledger.sqlite import open_ledger
from daemon.tournament.entry import FileReceived, Started
ledger = open_ledger(Path(sys.argv[1]), {EVENT!r})
now = datetime(2026, 12, 1, 19, 30, tzinfo=UTC)
for number in count():
    content = str(number).encode() * 1000
    ledger.append([Started(str(number)), FileReceived("OUT_1.txt", now, content)], now)
    print(number, flush=True)
"""


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "state"


@pytest.fixture
def ledger(directory: Path) -> Iterator[SqliteLedger]:
    with closing(open_ledger(directory, EVENT)) as opened:
        yield opened


@contextmanager
def child(code: str, directory: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that runs this code; it is killed, not stopped, in the end."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, "-c", code, str(directory)],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def line_of(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def raw(directory: Path) -> "closing[sqlite3.Connection]":
    """The file as anybody could open it."""
    return closing(sqlite3.connect(directory / LEDGER_FILE, isolation_level=None))


def fail(error: Exception) -> Callable[..., NoReturn]:
    def call(*_args: object, **_kwargs: object) -> NoReturn:
        raise error

    return call


def test_every_committed_entry_survives_a_killed_process(directory: Path) -> None:
    with child(APPEND_FOR_EVER, directory) as process:
        printed = [line_of(process) for _ in range(20)]
    assert printed == [str(number) for number in range(20)]
    with closing(open_ledger(directory, EVENT)) as ledger:
        facts = [entry.fact for entry in ledger.entries()]
    assert len(facts) >= 40
    assert len(facts) % 2 == 0
    for number in range(len(facts) // 2):
        started, received = facts[2 * number : 2 * number + 2]
        assert started == Started(str(number))
        assert isinstance(received, FileReceived)
        assert received.content == str(number).encode() * 1000


def test_a_second_daemon_is_refused_at_once_and_told_who_has_the_ledger(directory: Path) -> None:
    with child(OPEN_AND_WAIT, directory) as process:
        assert line_of(process) == "open"
        with pytest.raises(LedgerLockedError) as caught:
            open_ledger(directory, EVENT)
    assert str(caught.value) == (
        f"Another tournamentd (process {process.pid}) runs on the ledger in {directory}. Stop it "
        "first, or, for another event, name another folder as event.state."
    )


def test_the_lock_vanishes_with_a_killed_process(directory: Path) -> None:
    with child(OPEN_AND_WAIT, directory) as process:
        assert line_of(process) == "open"
    assert process.returncode != 0
    open_ledger(directory, EVENT).close()


def test_one_process_does_not_open_a_ledger_twice(ledger: SqliteLedger, directory: Path) -> None:
    assert list(ledger.entries()) == []
    with pytest.raises(LedgerLockedError, match=f"process {os.getpid()}"):
        open_ledger(directory, EVENT)


def test_who_has_the_ledger_is_left_out_when_nobody_signed(
    ledger: SqliteLedger, directory: Path
) -> None:
    assert list(ledger.entries()) == []
    (directory / "ledger.lock").write_bytes(b"")
    with pytest.raises(LedgerLockedError, match=r"^Another tournamentd runs on the ledger"):
        open_ledger(directory, EVENT)


def test_a_ledger_that_cannot_be_opened_lets_the_lock_go(directory: Path) -> None:
    open_ledger(directory, EVENT).close()
    (directory / LEDGER_FILE).write_bytes(b"no database" * 100)
    with pytest.raises(LedgerDamagedError) as caught:
        open_ledger(directory, EVENT)
    (directory / LEDGER_FILE).unlink()
    open_ledger(directory, EVENT).close()
    assert caught.tb is not None  # what failed is still in memory, and holds nothing


def test_a_drive_without_locks_is_refused(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")
    monkeypatch.setattr(fcntl, "flock", fail(OSError(errno.ENOSYS, "Function not implemented")))
    with pytest.raises(LedgerFullError) as caught:
        open_ledger(directory, EVENT)
    assert str(caught.value) == (
        f"The lock {directory / 'ledger.lock'} cannot be taken (Function not implemented). Name a "
        "folder on a disk of this computer that you may write to as event.state."
    )


def test_a_lock_that_cannot_be_signed_is_a_lock(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "lseek", fail(OSError(errno.ENOSPC, "full")))
    with closing(open_ledger(directory, EVENT)), pytest.raises(LedgerLockedError):
        open_ledger(directory, EVENT)


@no_windows
def test_only_its_owner_may_read_a_ledger(
    ledger: SqliteLedger, directory: Path, evening: datetime
) -> None:
    ledger.append([Started("1")], evening)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in directory.iterdir()}
    assert stat.S_IMODE(directory.stat().st_mode) == 0o700
    assert modes == {
        "ledger.lock": 0o600,
        "ledger.sqlite3": 0o600,
        "ledger.sqlite3-shm": 0o600,
        "ledger.sqlite3-wal": 0o600,
    }


def test_a_closed_ledger_is_one_file(
    ledger: SqliteLedger, directory: Path, evening: datetime
) -> None:
    ledger.append([Started("1")], evening)
    ledger.close()
    assert [path.name for path in directory.glob("ledger.sqlite3*")] == [LEDGER_FILE]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET body = '{}'",
        "UPDATE entry SET sequence = 9 WHERE sequence = 1",
        "DELETE FROM entry",
        "UPDATE content SET bytes = x'00'",
        "DELETE FROM content",
        "REPLACE INTO entry VALUES (1, '', '', '', '', '', NULL)",
        "REPLACE INTO content SELECT sha256, x'00' FROM content",
        "INSERT INTO entry VALUES (2, '', '', '', '', '', NULL)",
    ],
)
def test_nothing_in_a_ledger_is_changed_by_whatever_program(
    ledger: SqliteLedger,
    directory: Path,
    facts: tuple[Fact, ...],
    evening: datetime,
    statement: str,
) -> None:
    made = ledger.append(facts, evening)
    with (
        raw(directory) as connection,
        pytest.raises(sqlite3.IntegrityError, match="the ledger only grows"),
    ):
        connection.execute(statement)
    assert tuple(ledger.entries()) == made


def test_identical_bytes_are_kept_once(
    ledger: SqliteLedger, directory: Path, evening: datetime
) -> None:
    files = [FileReceived(f"OUT_{number}.txt", evening, b"same") for number in range(1, 4)]
    ledger.append(files[:2], evening)
    ledger.append(files[2:], evening)
    assert [entry.fact for entry in ledger.entries()] == files
    with raw(directory) as connection:
        assert connection.execute("SELECT sha256, bytes FROM content").fetchall() == [
            ("0967115f2813a3541eaef77de9d9d5773f1c0c04314b0bbfe4ff3b3b1c55b5d5", b"same")
        ]


@pytest.mark.parametrize("bytes_now", ["x'00'", "'text'", "x''"])
def test_bytes_that_changed_on_the_disk_are_never_taken_for_results(
    ledger: SqliteLedger, directory: Path, evening: datetime, bytes_now: str
) -> None:
    ledger.append([FileReceived("OUT_1.txt", evening, b"+420")], evening)
    with raw(directory) as connection:
        connection.execute("DROP TRIGGER content_no_update")
        connection.execute(f"UPDATE content SET bytes = {bytes_now}")  # noqa: S608 - of this test
    with pytest.raises(LedgerDamagedError) as caught:
        list(ledger.entries())
    assert str(caught.value).startswith(
        f"Entry 1 of the ledger {directory / LEDGER_FILE} is damaged: the content of its file is "
        "not what was received. `tournamentd run CONFIG` sets the ledger aside"
    )


def test_a_time_that_changed_on_the_disk_is_told(
    ledger: SqliteLedger, directory: Path, evening: datetime
) -> None:
    ledger.append([Started("1")], evening)
    with raw(directory) as connection:
        connection.execute("DROP TRIGGER entry_no_update")
        connection.execute("UPDATE entry SET at = 'noon', body = '{\"version\": \"1\"}'")
    with pytest.raises(LedgerDamagedError, match=r"Entry 1 of the ledger .* is damaged: Invalid"):
        list(ledger.entries())


@pytest.mark.parametrize("column", ["at", "event", "site", "kind", "body"])
def test_any_letter_that_changed_on_the_disk_is_told(
    ledger: SqliteLedger, directory: Path, evening: datetime, column: str
) -> None:
    """A disk that gives back another bit must not make a result of it, or lock the evening out."""
    ledger.append([Started("1.0")], evening)
    with raw(directory) as connection:
        connection.execute("DROP TRIGGER entry_no_update")
        changes = {"at": ("2", "3"), "kind": ("started", "startee"), "body": ("1.0", "1.1")}
        old, new = changes.get(column, ("a", "e"))
        change = f"UPDATE entry SET {column} = replace({column}, ?, ?)"  # noqa: S608 - a column of ours
        connection.execute(change, (old, new))
    with pytest.raises(LedgerDamagedError, match=r"Entry 1 of .*: it is not what was written down"):
        list(ledger.entries())


def test_a_row_that_is_older_than_the_sums_is_read(
    ledger: SqliteLedger, directory: Path, evening: datetime
) -> None:
    ledger.append([Started("1.0")], evening)
    with raw(directory) as connection:
        connection.execute("DROP TRIGGER entry_no_update")
        connection.execute("""UPDATE entry SET body = '{"version": "0.9"}'""")
    (entry,) = ledger.entries()
    assert entry.fact == Started("0.9")


def test_damage_that_is_no_text_is_damage(directory: Path) -> None:
    with (
        pytest.raises(LedgerDamagedError, match="it holds text that is no UTF-8"),
        translated(directory / LEDGER_FILE),
    ):
        b"\xcc".decode("utf-8")


def test_a_full_disk_adds_nothing_and_what_was_there_stands(
    ledger: SqliteLedger, directory: Path, facts: tuple[Fact, ...], evening: datetime
) -> None:
    made = ledger.append(facts, evening)
    (pages,) = ledger._connection.execute("PRAGMA page_count").fetchone()
    ledger._connection.execute(f"PRAGMA max_page_count = {pages + 2}")
    large: list[Fact] = [
        Started("before"),
        FileReceived("OUT_1.txt", evening, os.urandom(1_000_000)),
    ]
    with pytest.raises(LedgerFullError) as caught:
        ledger.append(large, evening)
    assert str(caught.value) == (
        f"Nothing can be added to the ledger {directory / LEDGER_FILE}: the disk is full: make "
        "room on it. What was in it stands, and what comes in meanwhile is taken when that is "
        "mended."
    )
    assert tuple(ledger.entries()) == made
    ledger._connection.execute("PRAGMA max_page_count = 100000")
    made += ledger.append(large, evening)
    assert tuple(ledger.entries()) == made


def test_facts_are_added_all_or_none(
    ledger: SqliteLedger, evening: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(rows, "_ADD_CONTENT", "INSERT INTO nowhere VALUES (1)")
        with pytest.raises(LedgerDamagedError, match="no such table: nowhere"):
            ledger.append([Started("1"), FileReceived("OUT_1.txt", evening, b"x")], evening)
    assert list(ledger.entries()) == []
    (entry,) = ledger.append([Started("2")], evening)
    assert entry.sequence == 1


def test_another_program_that_writes_into_the_file_is_told(
    ledger: SqliteLedger, directory: Path, evening: datetime
) -> None:
    ledger._connection.execute("PRAGMA busy_timeout = 0")
    with raw(directory) as connection:
        connection.execute("BEGIN IMMEDIATE")
        with pytest.raises(LedgerFullError, match="another program is writing to it: close"):
            ledger.append([Started("1")], evening)
        connection.execute("ROLLBACK")
    ledger.append([Started("1")], evening)
    assert len(list(ledger.entries())) == 1


def test_a_state_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(LedgerFullError) as caught:
        open_ledger(tmp_path / "file" / "state", EVENT)
    file = tmp_path / "file" / "state" / LEDGER_FILE
    assert str(caught.value) == (
        f"The ledger {file} cannot be written (Not a directory). See that its folder "
        "(event.state) is there, that it may be written and that its disk has room."
    )


def test_an_empty_file_is_damaged_since_a_ledger_never_is(directory: Path) -> None:
    directory.mkdir()
    (directory / LEDGER_FILE).touch()
    with pytest.raises(LedgerDamagedError, match="is damaged: it is empty"):
        open_ledger(directory, EVENT)


def test_the_file_of_a_new_ledger_is_one_without_its_log(directory: Path) -> None:
    open_ledger(directory, EVENT)
    copy = directory.with_name("copy")
    copy.mkdir()
    (copy / LEDGER_FILE).write_bytes((directory / LEDGER_FILE).read_bytes())
    with closing(read_ledger(copy)) as ledger:
        assert list(ledger.entries()) == []


def test_a_file_that_is_no_database_is_told_with_what_to_do(directory: Path) -> None:
    directory.mkdir()
    (directory / LEDGER_FILE).write_bytes(b"this is no database at all, but long enough" * 30)
    with pytest.raises(LedgerDamagedError) as caught:
        open_ledger(directory, EVENT)
    assert str(caught.value) == (
        f"The ledger {directory / LEDGER_FILE} is damaged: file is not a database. "
        "`tournamentd run CONFIG` sets the ledger aside, keeps all that can still be read of it, "
        "and reads the files of results that lie in the folder, the plan and the rulings anew."
    )
    with pytest.raises(LedgerDamagedError, match="file is not a database"):
        read_ledger(directory)


def damage(file: Path) -> None:
    """As a power cut may: pages in the middle are overwritten."""
    content = bytearray(file.read_bytes())
    content[4096 * 2 : 4096 * 4] = b"\xa5" * 4096 * 2
    file.write_bytes(content)


def test_a_damaged_page_is_found_when_the_ledger_is_opened(
    ledger: SqliteLedger, directory: Path, facts: tuple[Fact, ...], evening: datetime
) -> None:
    ledger.append(facts, evening)
    ledger.close()
    damage(directory / LEDGER_FILE)
    with pytest.raises(LedgerDamagedError, match=r"is damaged: .*`tournamentd run CONFIG` sets"):
        open_ledger(directory, EVENT)


def test_a_damaged_page_is_told_when_it_is_read(
    ledger: SqliteLedger, directory: Path, facts: tuple[Fact, ...], evening: datetime
) -> None:
    ledger.append(facts, evening)
    ledger.close()
    damage(directory / LEDGER_FILE)
    with (
        closing(read_ledger(directory)) as reader,
        pytest.raises(LedgerDamagedError, match="is damaged: database disk image is malformed"),
    ):
        list(reader.entries())


def test_a_database_of_another_program_is_no_ledger(directory: Path) -> None:
    directory.mkdir()
    with raw(directory) as connection:
        connection.execute("CREATE TABLE club (name TEXT)")
    with pytest.raises(LedgerDamagedError, match="is damaged: it is no ledger of tournamentd"):
        open_ledger(directory, EVENT)


def test_a_ledger_of_a_newer_version_is_refused_and_says_so(
    ledger: SqliteLedger, directory: Path
) -> None:
    ledger.close()
    with raw(directory) as connection:
        connection.execute("PRAGMA user_version = 2")
    for open_it in (partial(open_ledger, event=EVENT), read_ledger):
        with pytest.raises(LedgerNewerError) as caught:
            open_it(directory)
        assert str(caught.value) == (
            f"The ledger {directory / LEDGER_FILE} was written by a newer tournamentd: this one "
            "does not know tables of the version 2. Use the newer version, or name another "
            "folder as event.state to begin a ledger of its own."
        )


def test_a_fact_of_a_newer_version_is_refused_where_it_stands(
    ledger: SqliteLedger, directory: Path, evening: datetime
) -> None:
    ledger.append([Started("1")], evening)
    with raw(directory) as connection:
        connection.execute(
            "INSERT INTO entry VALUES (2, '2026-12-01T20:00:00.000000+00:00', 'e', 's', "
            "'table-moved', '{}', NULL)"
        )
    entries = ledger.entries()
    assert next(entries).fact == Started("1")
    with pytest.raises(LedgerNewerError, match=r"^Entry 2 of the ledger .*table-moved"):
        next(entries)


def test_where_nothing_was_recorded_there_is_nothing_to_read(directory: Path) -> None:
    with pytest.raises(LedgerMissingError) as caught:
        read_ledger(directory)
    assert str(caught.value) == (
        f"There is no ledger in {directory}: nothing was recorded there yet. `tournamentd run` "
        "begins one; see that event.state names the right folder."
    )
    assert not directory.exists()


def test_a_reader_sees_what_is_added_while_it_reads_and_holds_nobody_up(
    ledger: SqliteLedger, directory: Path, evening: datetime
) -> None:
    ledger.append([Started("1")], evening)
    with closing(read_ledger(directory)) as reader:
        entries = reader.entries()
        assert next(entries).fact == Started("1")
        ledger.append([Started("2")], evening)
        assert next(entries).fact == Started("2")


def test_a_ledger_is_read_after_its_daemon_was_killed(directory: Path) -> None:
    with child(APPEND_FOR_EVER, directory) as process:
        for _ in range(3):
            line_of(process)
    with closing(read_ledger(directory)) as reader:
        assert len(list(reader.entries())) >= 6


def test_a_reader_cannot_write(ledger: SqliteLedger, directory: Path, evening: datetime) -> None:
    ledger.append([Started("1")], evening)
    with (
        closing(read_ledger(directory)) as reader,
        pytest.raises(sqlite3.OperationalError, match="readonly"),
    ):
        reader._connection.execute("INSERT INTO entry VALUES (2, '', '', '', '', '', NULL)")


def test_a_reader_that_was_closed_is_used_no_more(ledger: SqliteLedger, directory: Path) -> None:
    reader = read_ledger(directory)
    reader.close()
    with pytest.raises(LedgerError, match="The ledger was closed"):
        next(reader.entries())
    assert list(ledger.entries()) == []


def test_many_threads_add_and_read_without_losing_anything(
    ledger: SqliteLedger, evening: datetime
) -> None:
    def add(number: int) -> None:
        for turn in range(5):
            ledger.append([Started(f"{number}.{turn}")] * 2, evening)
            assert len(list(ledger.entries())) % 2 == 0

    threads = [threading.Thread(target=add, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [entry.sequence for entry in ledger.entries()] == list(range(1, 41))


def test_every_commit_is_forced_to_the_disk(ledger: SqliteLedger) -> None:
    assert ledger._connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert ledger._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.parametrize(
    ("code", "ours"),
    [
        (sqlite3.SQLITE_FULL, LedgerFullError),
        (sqlite3.SQLITE_IOERR_FSYNC, LedgerFullError),
        (sqlite3.SQLITE_READONLY_DBMOVED, LedgerFullError),
        (sqlite3.SQLITE_PERM, LedgerFullError),
        (sqlite3.SQLITE_CANTOPEN, LedgerFullError),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, LedgerFullError),
        (sqlite3.SQLITE_CORRUPT_INDEX, LedgerDamagedError),
        (sqlite3.SQLITE_NOTADB, LedgerDamagedError),
        (sqlite3.SQLITE_ERROR, LedgerDamagedError),
    ],
)
def test_each_error_of_the_database_has_one_of_ours(code: int, ours: type[LedgerError]) -> None:
    error = sqlite3.OperationalError("as SQLite says")
    error.sqlite_errorcode = code
    assert type(ledger_error(error, Path(LEDGER_FILE))) is ours


def test_an_error_without_a_number_has_one_of_ours() -> None:
    assert type(ledger_error(OSError("odd"), Path(LEDGER_FILE))) is LedgerFullError
    assert type(ledger_error(sqlite3.Error("odd"), Path(LEDGER_FILE))) is LedgerDamagedError
