"""A ledger whose file was damaged, and single entries of it."""

import sqlite3
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from daemon.ledger.encoding import Encoded, decode, encode
from daemon.ledger.ledger_file import LEDGER_FILE
from daemon.ledger.port import LedgerError
from daemon.ledger.salvage import open_or_salvage
from daemon.ledger.sqlite import open_ledger
from daemon.problem import Problem, Severity
from daemon.tournament.entry import (
    Answer,
    EarlierLines,
    Entry,
    Fact,
    FilePushed,
    FileReceived,
    PlanRead,
    ReportAnswered,
    RulingsRead,
    Started,
    Stopped,
)
from tests.fuzz.judging import PromiseBrokenError
from tests.fuzz.reader import Reader, Seen

_EVENT = "Trial 2026-12-01"
_NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)
_FACTS: tuple[Fact, ...] = (
    Started("1.0"),
    PlanRead("tournament.toml", (("tournament.toml", "[event]\n"), ("m.asc", "4 2 3 3 0\n"))),
    RulingsRead("rulings.toml", "event = 2026-12-01\n"),
    FilePushed("IN_1.txt", "ab" * 32),
    FileReceived("OUT_1.txt", _NOW, b"Latest 1  AndroidId aaaa\n" * 40),
    FileReceived("A/OUT_2.txt", _NOW, b"", "written before the day"),
    EarlierLines(frozenset({"aa", "bb"})),
    ReportAnswered("frbe/inbox/a.trf", "cd" * 32, Answer.WRITTEN, "frbe/outbox/b", "ef"),
    Stopped("SIGTERM"),
)


_LAST = Started("after")
_WRITTEN = tuple((_NOW + timedelta(minutes=minute), fact) for minute, fact in enumerate(_FACTS * 2))


def _files() -> tuple[bytes, bytes]:
    """A ledger's file, and one with pages so small that damage hits single things."""
    with tempfile.TemporaryDirectory() as place:
        directory = Path(place)
        ledger = open_ledger(directory, _EVENT)
        for at, fact in _WRITTEN:
            ledger.append([fact], at)
        ledger.close()
        file = directory / LEDGER_FILE
        usual = file.read_bytes()
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            for statement in ("journal_mode = DELETE", "page_size = 512"):
                connection.execute(f"PRAGMA {statement}")
            connection.execute("VACUUM")
            connection.execute("PRAGMA journal_mode = WAL")
        return usual, file.read_bytes()


def _file_and_log() -> tuple[bytes, bytes]:
    """A ledger's files while all that was written is in its log."""
    with tempfile.TemporaryDirectory() as place:
        ledger = open_ledger(Path(place), _EVENT)
        try:
            for at, fact in _WRITTEN[: len(_FACTS)]:
                ledger.append([fact], at)
            file = Path(place) / LEDGER_FILE
            return file.read_bytes(), file.with_name(f"{LEDGER_FILE}-wal").read_bytes()
        finally:
            ledger.close()


_USUAL, _OF_SMALL_PAGES = _files()
_EMPTY, _LOG = _file_and_log()


def _only_log(data: bytes) -> Seen:
    """The power failed before anything was carried from the log into the file."""
    return _opened({LEDGER_FILE: _EMPTY, f"{LEDGER_FILE}-wal": data})


def _file(data: bytes) -> Seen:
    return _opened({LEDGER_FILE: data})


def _opened(files: Mapping[str, bytes]) -> Seen:
    with tempfile.TemporaryDirectory() as place:
        directory = Path(place)
        for name, content in files.items():
            (directory / name).write_bytes(content)
        try:
            ledger, aside = open_or_salvage(directory, _EVENT, _NOW)
        except LedgerError as error:
            told = str(error).replace(place, "")
            return Seen((Problem(Severity.ERROR, "ledger", told),), None, told)
        try:
            entries = tuple(ledger.entries())
            ledger.append([_LAST], _NOW)
            again = tuple(ledger.entries())
        finally:
            ledger.close()
        _judge(entries, again)
        if aside is None:
            return Seen((), None, entries)
        if (aside.directory / LEDGER_FILE).read_bytes() != files[LEDGER_FILE]:
            raise PromiseBrokenError("what was set aside is not what was there")
        if aside.saved != len(entries) or (aside.lost is not None and aside.lost < 0):
            raise PromiseBrokenError(f"{aside.saved} saved and {aside.lost} lost")
        reason = aside.reason.replace(place, "")
        problems = (Problem(Severity.ERROR, "ledger", reason),)
        return Seen(problems, None, (entries, aside.saved, aside.lost))


def _judge(entries: Sequence[Entry], again: Sequence[Entry]) -> None:
    """All that is read was written so, and goes on."""
    if any((entry.at, entry.fact) not in _WRITTEN for entry in entries):
        raise PromiseBrokenError("an entry that nobody wrote")
    if tuple(again[:-1]) != tuple(entries) or again[-1].fact != _LAST:
        raise PromiseBrokenError("what was added is not there, or something else is gone")


def _entry(data: bytes) -> Seen:
    kind, _, rest = data.decode("utf-8", "replace").partition("\n")
    body, _, content = rest.partition("\n")
    encoded = Encoded(kind, body, content.encode() if content else None)
    try:
        fact = decode(encoded, "entry 1")
    except LedgerError as error:
        return Seen((Problem(Severity.ERROR, "ledger", str(error)),), None, str(error))
    if decode(encode(fact), "entry 1") != fact:
        raise PromiseBrokenError("what was written is not what was read")
    return Seen(result=fact)


def _encoded(fact: Fact) -> bytes:
    one = encode(fact)
    return f"{one.kind}\n{one.body}\n".encode() + (one.content or b"")


LEDGERS = (
    Reader("ledger-entry", tuple(map(_encoded, _FACTS)), _entry),
    Reader("ledger", (_USUAL, _OF_SMALL_PAGES), _file),
    Reader("ledger-log", (_LOG,), _only_log),
)
