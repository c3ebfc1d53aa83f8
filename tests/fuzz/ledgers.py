"""A ledger whose file was damaged, and single entries of it."""

import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from daemon.ledger.encoding import Encoded, decode, encode
from daemon.ledger.port import LedgerError
from daemon.ledger.salvage import open_or_salvage
from daemon.ledger.sqlite import LEDGER_FILE, open_ledger
from daemon.problem import Problem, Severity
from daemon.tournament.entry import (
    Answer,
    EarlierLines,
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


def _ledger() -> bytes:
    """A ledger's file, of small pages, so that damage hits more than one thing."""
    with tempfile.TemporaryDirectory() as place:
        directory = Path(place)
        ledger = open_ledger(directory, _EVENT)
        for minute, fact in enumerate(_FACTS * 2):
            ledger.append([fact], _NOW + timedelta(minutes=minute))
        ledger.close()
        return (directory / LEDGER_FILE).read_bytes()


def _file(data: bytes) -> Seen:
    with tempfile.TemporaryDirectory() as place:
        directory = Path(place)
        (directory / LEDGER_FILE).write_bytes(data)
        try:
            ledger, aside = open_or_salvage(directory, _EVENT, _NOW)
        except LedgerError as error:
            told = str(error).replace(place, "")
            return Seen((Problem(Severity.ERROR, "ledger", told),), None, told)
        try:
            entries = tuple(ledger.entries())
            ledger.append([Started("after")], _NOW)
        finally:
            ledger.close()
        if aside is not None and (aside.directory / LEDGER_FILE).read_bytes() != data:
            raise PromiseBrokenError("what was set aside is not what was there")
        reason = "" if aside is None else aside.reason.replace(place, "")
        problems = (Problem(Severity.ERROR, "ledger", reason),) if reason else ()
        return Seen(problems, None, (entries, aside and (aside.saved, aside.lost)))


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
    Reader("ledger", (_ledger(),), _file),
)
