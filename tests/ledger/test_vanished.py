"""A ledger that somebody deletes, moves or replaces while it is in use."""

import logging
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from daemon.ledger import sqlite
from daemon.ledger.ledger_file import LEDGER_FILE
from daemon.ledger.port import LedgerFullError, LedgerLockedError
from daemon.ledger.sqlite import SqliteLedger, open_ledger, read_ledger
from daemon.tournament.entry import Fact, FileReceived, Started

AT = datetime(2026, 12, 1, 20, 0, tzinfo=UTC)
BEFORE: list[Fact] = [Started("1"), FileReceived("OUT_T1.txt", AT, b"1,2,3\n" * 2000)]
AFTER: list[Fact] = [FileReceived("OUT_T2.txt", AT, b"4,5,6\n" * 2000)]


def facts_of(directory: Path) -> list[Fact]:
    with closing(read_ledger(directory)) as ledger:
        return [entry.fact for entry in ledger.entries()]


def delete_file(directory: Path) -> None:
    (directory / LEDGER_FILE).unlink()


def delete_all_files(directory: Path) -> None:
    for file in directory.iterdir():
        file.unlink()


def delete_folder(directory: Path) -> None:
    shutil.rmtree(directory)


def move_file(directory: Path) -> None:
    (directory / LEDGER_FILE).rename(directory / "old.sqlite3")


def move_folder(directory: Path) -> None:
    directory.rename(directory.with_name("elsewhere"))


def put_another_there(directory: Path) -> None:
    other = directory.with_name("other")
    open_ledger(other, "another event").close()
    (other / LEDGER_FILE).replace(directory / LEDGER_FILE)


def put_nonsense_there(directory: Path) -> None:
    delete_file(directory)
    (directory / LEDGER_FILE).write_bytes(b"nonsense")


@pytest.mark.parametrize(
    "what_happens",
    [
        delete_file,
        delete_all_files,
        delete_folder,
        move_file,
        move_folder,
        put_another_there,
        put_nonsense_there,
    ],
)
def test_whatever_happens_to_the_file_while_it_is_in_use_nothing_is_lost(
    tmp_path: Path, what_happens: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    directory = tmp_path / "state"
    with closing(open_ledger(directory, "event")) as ledger:
        ledger.append(BEFORE, AT)
        what_happens(directory)
        with caplog.at_level(logging.ERROR):
            (entry,) = ledger.append(AFTER, AT)
        assert entry.sequence == 3
        assert [one.fact for one in ledger.entries()] == BEFORE + AFTER
        assert facts_of(directory) == BEFORE + AFTER
        with pytest.raises(LedgerLockedError):
            open_ledger(directory, "event")
    assert not list(directory.glob(f"{LEDGER_FILE}-*"))
    assert facts_of(directory) == BEFORE + AFTER
    (told,) = [record.getMessage() for record in caplog.records]
    assert told.startswith(
        f"The ledger {directory / LEDGER_FILE} was deleted, moved or replaced while it was in use. "
        "It was written anew with all its 2 entries, and nothing is lost"
    )
    assert told.endswith(": leave that folder (event.state) alone while tournamentd runs")


def test_what_lay_in_its_place_is_kept_and_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    directory = tmp_path / "state"
    with closing(open_ledger(directory, "event")) as ledger:
        ledger.append(BEFORE, AT)
        put_nonsense_there(directory)
        ledger.append(AFTER, AT)
    place = directory / "found at 2 entries"
    assert (place / LEDGER_FILE).read_bytes() == b"nonsense"
    (told,) = [record.getMessage() for record in caplog.records]
    assert f"nothing is lost; what lay in its place is in {place} now" in told


def test_a_disk_that_is_full_just_then_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = tmp_path / "state"

    def refuse(*_: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    with closing(open_ledger(directory, "event")) as ledger:
        ledger.append(BEFORE, AT)
        delete_folder(directory)
        with monkeypatch.context() as context:
            context.setattr(sqlite, "write_ledger", refuse)
            with pytest.raises(LedgerFullError):
                ledger.append(AFTER, AT)
        ledger.append(AFTER, AT)
    assert facts_of(directory) == BEFORE + AFTER


def test_when_another_daemon_was_faster_it_keeps_the_place(tmp_path: Path) -> None:
    directory = tmp_path / "state"
    ledger: SqliteLedger = open_ledger(directory, "event")
    ledger.append(BEFORE, AT)
    delete_folder(directory)
    with closing(open_ledger(directory, "event")) as other:
        with pytest.raises(LedgerLockedError):
            ledger.append(AFTER, AT)
        other.append(AFTER, AT)
    ledger.close()
    assert facts_of(directory) == AFTER
