"""What becomes of a damaged ledger."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from daemon.ledger.ledger_file import LEDGER_FILE
from daemon.ledger.port import (
    LedgerDamagedError,
    LedgerFullError,
    LedgerLockedError,
    LedgerNewerError,
    LedgerOfOtherEventError,
)
from daemon.ledger.refusals import translated
from daemon.ledger.salvage import SetAside, open_or_salvage
from daemon.ledger.sqlite import open_ledger, read_ledger
from daemon.tournament.entry import Entry, Fact, FileReceived, RulingsRead, Started

EVENT = "2026-12-01 Tuesday pairs"
NOW = datetime(2026, 12, 1, 21, 30, 15).astimezone()
EVENING = datetime(2026, 12, 1, 19, 30, tzinfo=UTC)
ENTRIES = 120


def fact(number: int) -> Fact:
    """Files of a page each, so that a damaged page costs few of them."""
    if number % 10 == 0:
        return RulingsRead("rulings.toml", f"# {number}\n" * 50)
    return FileReceived(f"OUT_{number}.txt", EVENING, f"{number:05}\n".encode() * 700)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A ledger of many entries, closed as it should be."""
    place = tmp_path / "state"
    with closing(open_ledger(place, EVENT, "club")) as ledger:
        for number in range(1, ENTRIES + 1):
            ledger.append([fact(number)], EVENING + timedelta(minutes=number))
    return place


@pytest.fixture
def file(directory: Path) -> Path:
    return directory / LEDGER_FILE


def salvage(directory: Path) -> tuple[list[Entry], SetAside | None]:
    """The entries of what is opened, and what was set aside; it can be opened again then."""
    ledger, aside = open_or_salvage(directory, EVENT, NOW)
    with closing(ledger):
        entries = list(ledger.entries())
    again, nothing = open_or_salvage(directory, EVENT, NOW)
    again.close()
    assert nothing is None
    return entries, aside


def raw(file: Path) -> "closing[sqlite3.Connection]":
    return closing(sqlite3.connect(file, isolation_level=None))


def change(file: Path, *statements: str) -> None:
    """Change a ledger as no program of ours does."""
    with raw(file) as connection:
        for table in ("entry", "content"):
            connection.execute(f"DROP TRIGGER {table}_no_update")
        for statement in statements:
            connection.execute(statement)


def test_a_sound_ledger_is_opened_as_it_is(directory: Path) -> None:
    before = sorted(path.name for path in directory.iterdir())
    entries, aside = salvage(directory)
    assert aside is None
    assert [entry.fact for entry in entries] == [fact(number) for number in range(1, ENTRIES + 1)]
    assert sorted(path.name for path in directory.iterdir()) == before


def test_a_new_ledger_is_made_where_there_is_none(tmp_path: Path) -> None:
    assert salvage(tmp_path / "new") == ([], None)


def garbage_in_the_middle(content: bytearray) -> None:
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 8192] = b"\xa5" * 8192


def cut_to_half(content: bytearray) -> None:
    del content[len(content) // 2 :]


@pytest.mark.parametrize("damage", [garbage_in_the_middle, cut_to_half])
def test_what_can_still_be_read_is_taken_over_as_it_was(
    directory: Path, file: Path, damage: Callable[[bytearray], None]
) -> None:
    content = bytearray(file.read_bytes())
    damage(content)
    file.write_bytes(content)
    entries, aside = salvage(directory)
    assert aside is not None
    assert (aside.directory / LEDGER_FILE).read_bytes() == content
    assert aside.directory == directory / "damaged 2026-12-01 21.30.15"
    assert aside.reason.startswith(f"The ledger {file}: ")
    assert aside.saved == len(entries)
    assert ENTRIES // 4 < len(entries) < ENTRIES
    for entry in entries:
        at = EVENING + timedelta(minutes=entry.sequence)
        assert entry == Entry(entry.sequence, at, EVENT, "club", fact(entry.sequence))


def test_it_is_said_how_many_entries_were_lost(directory: Path, file: Path) -> None:
    content = bytearray(file.read_bytes())
    garbage_in_the_middle(content)
    file.write_bytes(content)
    _, aside = salvage(directory)
    assert aside is not None
    assert aside.lost is not None
    assert aside.saved + aside.lost == ENTRIES


@pytest.mark.parametrize("content", [b"", b"a list of things to buy\n" * 200])
def test_what_is_no_ledger_is_set_aside_too(directory: Path, file: Path, content: bytes) -> None:
    file.write_bytes(content)
    entries, aside = salvage(directory)
    assert entries == []
    assert aside is not None
    assert (aside.saved, aside.lost) == (0, None)
    assert (aside.directory / LEDGER_FILE).read_bytes() == content


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE content SET bytes = x'00' WHERE rowid = 3",
        "UPDATE entry SET body = '{' WHERE sequence = 3",
        "UPDATE entry SET body = x'ff' WHERE sequence = 3",
        "UPDATE entry SET at = 'noon' WHERE sequence = 3",
        "UPDATE entry SET kind = 'file+received' WHERE sequence = 3",
        "UPDATE entry SET body = replace(body, '_3.', '_4.') || char(13) WHERE sequence = 3",
    ],
)
def test_an_entry_that_cannot_be_decoded_is_left_out_and_counted(
    directory: Path, file: Path, statement: str
) -> None:
    change(file, statement)
    entries, aside = salvage(directory)
    assert [entry.sequence for entry in entries] == [1, 2, *range(4, ENTRIES + 1)]
    assert aside is not None
    assert (aside.saved, aside.lost) == (ENTRIES - 1, 1)
    assert aside.reason.startswith(f"Entry 3 of the ledger {file}: ")


def test_a_ledger_that_can_only_be_read_is_set_aside_and_loses_nothing(
    directory: Path, file: Path
) -> None:
    """Else the daemon would end at its first entry, and at that of every later start."""
    change(
        file,
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_schema SET sql = replace(sql, 'REFERENCES content', 'REFERENCES contenu')",
    )
    with closing(read_ledger(directory)) as reader:
        assert len(list(reader.entries())) == ENTRIES
    entries, aside = salvage(directory)
    assert aside is not None
    assert (aside.saved, aside.lost) == (ENTRIES, 0)
    assert aside.reason == f"The ledger {file}: no such table: main.contenu"
    assert len(entries) == ENTRIES


@pytest.mark.parametrize(
    ("statement", "saved"),
    [
        ("UPDATE entry SET sequence = sequence - 200", 0),
        ("UPDATE entry SET sequence = 4611686018427387904 WHERE sequence = 120", ENTRIES - 1),
    ],
)
def test_numbers_that_no_entry_has_are_not_counted(
    directory: Path, file: Path, statement: str, saved: int
) -> None:
    change(file, statement)
    entries, aside = salvage(directory)
    assert aside is not None
    assert (aside.saved, aside.lost) == (saved, None)
    assert len(entries) == saved


def test_a_length_that_asks_for_more_memory_than_there_is_is_damage(file: Path) -> None:
    with pytest.raises(LedgerDamagedError, match="more would be in it than there is room for"):
        _ask_for_too_much(file)


def _ask_for_too_much(file: Path) -> None:
    with translated(file):
        raise MemoryError


def test_a_damaged_index_loses_nothing(directory: Path, file: Path) -> None:
    """The bytes are found by their digest, not by where the index says that they are."""
    change(file, "UPDATE content SET sha256 = 'x' || sha256")
    entries, aside = salvage(directory)
    assert aside is not None
    assert (aside.saved, aside.lost) == (ENTRIES, 0)
    assert [entry.fact for entry in entries] == [fact(number) for number in range(1, ENTRIES + 1)]


@pytest.fixture
def crashed(tmp_path: Path) -> Iterator[Path]:
    """The files of a ledger that was never closed: the newest entries are in the log beside it."""
    place, copy = tmp_path / "state", tmp_path / "crashed"
    with closing(open_ledger(place, EVENT)) as ledger:
        ledger.append([Started("1.0")], EVENING)
        copy.mkdir()
        for path in place.glob(f"{LEDGER_FILE}*"):
            (copy / path.name).write_bytes(path.read_bytes())
        yield copy


def test_a_ledger_whose_log_is_there_has_lost_nothing(crashed: Path) -> None:
    entries, aside = salvage(crashed)
    assert [entry.fact for entry in entries] == [Started("1.0")]
    assert aside is None


def test_a_ledger_whose_log_is_missing_is_as_it_was_before(crashed: Path) -> None:
    (crashed / f"{LEDGER_FILE}-wal").unlink()
    assert salvage(crashed) == ([], None)


def test_the_log_of_an_empty_file_is_set_aside_with_it(crashed: Path) -> None:
    log = (crashed / f"{LEDGER_FILE}-wal").read_bytes()
    (crashed / LEDGER_FILE).write_bytes(b"")
    _, aside = salvage(crashed)
    assert aside is not None
    assert (aside.directory / f"{LEDGER_FILE}-wal").read_bytes() == log


def test_a_second_damage_in_one_second_has_a_folder_of_its_own(directory: Path, file: Path) -> None:
    places = []
    for content in (b"one", b"two"):
        file.write_bytes(content * 1000)
        _, aside = salvage(directory)
        assert aside is not None
        places.append((aside.directory.name, (aside.directory / LEDGER_FILE).read_bytes()[:3]))
    assert places == [
        ("damaged 2026-12-01 21.30.15", b"one"),
        ("damaged 2026-12-01 21.30.15 (2)", b"two"),
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "PRAGMA user_version = 2",
        "UPDATE entry SET kind = 'table-moved', body = '{\"table\": 3}' WHERE sequence = 9",
    ],
)
@pytest.mark.parametrize("damage", ["SELECT 1", "UPDATE entry SET body = '{' WHERE sequence = 3"])
def test_a_ledger_of_a_newer_version_is_never_set_aside(
    directory: Path, file: Path, statement: str, damage: str
) -> None:
    change(file, statement, damage)
    before = file.read_bytes()
    with pytest.raises(LedgerNewerError, match="Use the newer version"):
        open_or_salvage(directory, EVENT, NOW)
    assert file.read_bytes() == before
    assert list(directory.glob("damaged*")) == []


def test_a_damaged_ledger_of_another_event_is_refused(directory: Path, file: Path) -> None:
    change(file, "UPDATE entry SET body = '{' WHERE sequence = 3")
    with pytest.raises(LedgerOfOtherEventError) as refused:
        open_or_salvage(directory, "2026-12-08 Tuesday pairs", NOW)
    assert str(refused.value) == (
        f'The ledger {file} is damaged, and of "2026-12-01 Tuesday pairs", while the configuration '
        'is of "2026-12-08 Tuesday pairs": for a new evening use `tournamentd next CONFIG`, which '
        "sets the old one aside; to mend the old one set event.name and event.date back and start "
        "again."
    )
    assert list(directory.glob("damaged*")) == []
    open_ledger(directory, EVENT).close()


def test_a_damaged_ledger_that_another_process_has_is_left_alone(
    directory: Path, file: Path
) -> None:
    with closing(open_ledger(directory, EVENT)):
        content = b"damaged while it is open" * 200
        file.write_bytes(content)
        with pytest.raises(LedgerLockedError):
            open_or_salvage(directory, EVENT, NOW)
        assert file.read_bytes() == content


def test_when_it_cannot_be_set_aside_nothing_is_lost(
    directory: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_bytes(b"damaged" * 1000)

    def refuse(*_args: object, **_kwargs: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as context:
        context.setattr(Path, "mkdir", lambda *_args, **_kwargs: None)
        context.setattr(Path, "replace", refuse)
        with pytest.raises(LedgerFullError, match="cannot be written"):
            open_or_salvage(directory, EVENT, NOW)
    assert file.read_bytes() == b"damaged" * 1000
    _, aside = salvage(directory)
    assert aside is not None


def test_a_ledger_that_was_set_aside_is_one_that_can_be_read(directory: Path, file: Path) -> None:
    change(file, "UPDATE entry SET body = '{' WHERE sequence = 120")
    _, aside = salvage(directory)
    assert aside is not None
    with closing(read_ledger(aside.directory)) as old:
        readable = [next(old_entries).sequence for old_entries in [old.entries()] for _ in range(9)]
    assert readable == list(range(1, 10))


def test_an_entry_whose_event_changed_on_the_disk_does_not_lock_the_others_out(
    directory: Path, file: Path
) -> None:
    change(file, "UPDATE entry SET event = '2026-12-01 Tuesdey pairs' WHERE sequence = 3")
    entries, aside = salvage(directory)
    assert [entry.sequence for entry in entries] == [1, 2, *range(4, 121)]
    assert aside is not None
    assert aside.lost == 1
    assert aside.reason == f"Entry 3 of the ledger {file}: it is not what was written down"


@pytest.mark.parametrize("moved", [0, 1])
def test_a_replacing_that_was_broken_off_is_completed(
    directory: Path, file: Path, monkeypatch: pytest.MonkeyPatch, moved: int
) -> None:
    """The power goes when all that could be read is safe, and the damaged files are being moved."""
    change(file, "UPDATE entry SET body = '{' WHERE sequence = 3")
    (directory / f"{LEDGER_FILE}-left").write_bytes(b"beside it")
    replace, done = Path.replace, 0

    def until_the_power_goes(path: Path, target: Path) -> Path:
        nonlocal done
        if LEDGER_FILE in path.name and ".new" not in path.name:
            done += 1
            if done > moved:
                raise KeyboardInterrupt
        return replace(path, target)

    with monkeypatch.context() as context:
        context.setattr(Path, "replace", until_the_power_goes)
        with pytest.raises(KeyboardInterrupt):
            open_or_salvage(directory, EVENT, NOW)
    entries, aside = salvage(directory)
    assert [entry.sequence for entry in entries] == [1, 2, *range(4, 121)]
    assert aside is not None
    assert (aside.saved, aside.lost) == (119, None)
    assert aside.reason == f"The ledger {file} was damaged, and its replacing was broken off"
    kept = sorted(path.name for path in directory.glob("damaged */*"))
    assert {LEDGER_FILE, f"{LEDGER_FILE}-left"} <= set(kept)
    assert sorted(path.name for path in directory.glob("*.sqlite3*")) == [LEDGER_FILE]


def test_a_log_without_its_ledger_is_never_taken_for_a_new_ones(crashed: Path) -> None:
    (crashed / LEDGER_FILE).unlink()
    entries, aside = salvage(crashed)
    assert entries == []
    assert aside is not None
    assert aside.reason == (
        f"The ledger {crashed / LEDGER_FILE}: its file is gone, and only its log is there"
    )
    assert (aside.directory / f"{LEDGER_FILE}-wal").exists()
