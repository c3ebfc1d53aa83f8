"""Death at every commit of the ledger: before it, inside of it, and right after it.

Each life is a fork of this process, which must have no other threads: it dies by SIGKILL at the
statement that it was told to, and so at a place that no clock could aim at.
"""

import os
import shutil
import signal
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from random import Random
from typing import Any

from daemon.cli.main import main
from daemon.ledger import sqlite
from daemon.ledger.ledger_file import LEDGER_FILE
from daemon.ledger.sqlite import open_ledger
from daemon.tournament.device_files import in_files
from daemon.tournament.entry import FileReceived
from tests.faults.evening import Broken, Evening, differences, perform, prepare, steps
from tests.faults.record import Record, entries_of
from tests.faults.witness import Witness, left_behind

_BEGIN, _COMMIT = "BEGIN IMMEDIATE", "COMMIT"
MOMENT = datetime(2026, 12, 1, 20, 0, tzinfo=UTC)
_WAL_HEADER, _FRAME_HEADER, _PAGE = 32, 24, 4096


class When(Enum):
    """Where in a commit a life ends."""

    BEFORE = "before"
    INSIDE = "inside"
    AFTER = "after"


@dataclass(slots=True)
class Died:
    """What came of it. `faults` is empty when nothing was lost or half written."""

    steps: int
    deaths: Counter[When] = field(default_factory=Counter)
    cuts: int = 0
    faults: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """The same in words."""
        if self.steps:
            told = ", ".join(f"{self.deaths[when]} {when.value} it" for when in When)
            yield f"{sum(self.deaths.values())} deaths at commits in {self.steps} steps: {told}"
        if self.cuts:
            yield f"{self.cuts} places at which the ledger's log was cut off"


def die(place: Path, most: int, seed: int) -> Died:
    """Play an evening, and die at every commit that so many of its steps make.

    The first is among them, with which the ledger is made. The steps between them are done together
    with the next.
    """
    evening, undisturbed = prepare(place / "dying"), prepare(place / "undisturbed")
    played = steps(evening, Random(seed))
    chosen = {len(played) * number // most for number in range(most)}
    found = Died(len(chosen))
    record = Record(evening)
    witness = Witness(evening, in_files(evening.plan))
    for one in (undisturbed, evening):
        dice = Random(seed + 1)
        for number, step in enumerate(played):
            if isinstance(step, Broken):  # before it was read it would take its results with it
                _live(one)
                if one is evening:
                    record.look()
            perform(step, one, dice)
            if number in chosen and one is evening:
                _at_every_commit(evening, record, found)
                witness.look()
        status = _live(one)
        if status:
            found.faults.append(f"the last life in {one.directory.name} ended with {status}")
    witness.look()
    found.faults.extend(witness.faults)
    found.faults.extend(f"{name} was left behind" for name in left_behind(evening))
    found.faults.extend(differences(evening, undisturbed))
    return found


def _at_every_commit(evening: Evening, record: Record, found: Died) -> None:
    """Die at each commit of a life, in each way.

    A ledger is made with two. Then a life writes down its start, what came in, and its end; once
    what came in is written down, the end comes second.
    """
    making = () if record.entries else (1, 2)
    for commit in (*making, 1, 2, 2):
        _die_at(commit, evening, record, found)


def _die_at(commit: int, evening: Evening, record: Record, found: Died) -> None:
    """Die at the commit of this number in each way."""
    for when in When:
        status = _live(evening, commit, when)
        new = record.look()
        if status != -signal.SIGKILL:
            found.faults.append(f"a life ended with {status}")
        found.deaths[when] += 1
        if commit == 1 and when is not When.AFTER and new:
            found.faults.append(f"a death {when.value} a commit left {len(new)} entries")
        if when is When.AFTER and record.entries and not new:
            found.faults.append("a commit was over, and nothing of it is in the ledger")


def _live(evening: Evening, commit: int = 0, when: When = When.BEFORE) -> int:
    """Read what is there and publish it, in a process of its own; its exit status.

    It dies at this commit; 0: at none.
    """
    child = os.fork()
    if child == 0:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        try:
            if commit:
                _doom(commit, when)
            os._exit(main(["run", str(evening.config), "--once"]))
        finally:
            os._exit(99)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _doom(commit: int, when: When) -> None:
    """Have this process die at its commit of this number, wherever that is made."""
    begun = committed = 0
    connect = sqlite3.connect

    def look(statement: str) -> None:
        nonlocal begun, committed
        if when is When.AFTER and committed == commit:
            os.kill(os.getpid(), signal.SIGKILL)  # the statement that comes after it
        begun += statement == _BEGIN
        committed += statement == _COMMIT
        reached = {When.BEFORE: (begun, _BEGIN), When.INSIDE: (committed, _COMMIT)}.get(when)
        if reached == (commit, statement):
            os.kill(os.getpid(), signal.SIGKILL)

    def traced(*arguments: Any, **keywords: Any) -> sqlite3.Connection:  # noqa: ANN401 - as it is called
        connection: sqlite3.Connection = connect(*arguments, **keywords)
        connection.set_trace_callback(look)
        return connection

    sqlite3.connect = traced  # type: ignore[assignment] # for this process
    append = sqlite.SqliteLedger.append

    def mortal(*arguments: Any) -> object:  # noqa: ANN401 - as it is called
        entries = append(*arguments)
        if when is When.AFTER and committed == commit:
            os.kill(os.getpid(), signal.SIGKILL)
        return entries

    sqlite.SqliteLedger.append = mortal  # type: ignore[assignment, method-assign] # for this process


def cut(place: Path, most: int, seed: int) -> Died:
    """Cut the ledger's log off at many places, as a power cut does to what was not yet written.

    What is whole before the cut must be there, and nothing else: each commit as it was or not at
    all.
    """
    evening = prepare(place / "cut")
    dice = Random(seed)
    found = Died(0)
    ledger = open_ledger(evening.state, "cut")
    file, log = evening.state / LEDGER_FILE, evening.state / f"{LEDGER_FILE}-wal"
    ends, counts = [], []
    with closing(ledger):
        for number in range(12):
            facts = [
                FileReceived(f"OUT_T{number + 1}.txt", MOMENT, dice.randbytes(dice.randrange(9000)))
                for _ in range(dice.randint(1, 3))
            ]
            counts.append(ledger.append(facts, MOMENT)[-1].sequence)
            ends.append(log.stat().st_size)
        whole = entries_of(evening)
        data, written = file.read_bytes(), log.read_bytes()
    frames = range(_WAL_HEADER, len(written) + 1, _FRAME_HEADER + _PAGE)
    places = {0, len(written), *frames, *ends, *(dice.randrange(len(written)) for _ in range(most))}
    for number, at in enumerate(sorted(places)):
        torn = Evening(place, evening.box, place / f"torn {number}", evening.live)
        torn.state.mkdir()
        (torn.state / LEDGER_FILE).write_bytes(data)
        (torn.state / f"{LEDGER_FILE}-wal").write_bytes(written[:at])
        expected = max(
            (count for end, count in zip(ends, counts, strict=True) if end <= at), default=0
        )
        with closing(open_ledger(torn.state, "cut")) as again:
            kept = list(again.entries())
        if kept != whole[:expected]:
            found.faults.append(f"cut off at {at}: {len(kept)} entries instead of {expected}")
        shutil.rmtree(torn.state)
        found.cuts += 1
    return found
