"""A damaged ledger, of many kinds: the evening goes on as if nothing had been."""

import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from daemon.ledger.ledger_file import LEDGER_FILE
from tests.faults.birth import Nursery
from tests.faults.evening import Evening, differences, prepare, steps, until_broken
from tests.faults.hands import Hands
from tests.faults.life import Life
from tests.faults.witness import left_behind

_PAGE = 4096
_LOG = f"{LEDGER_FILE}-wal"
_SHARED = f"{LEDGER_FILE}-shm"


@dataclass(slots=True)
class Mended:
    """What came of it: how often each kind was told as damage. `faults`: what was lost."""

    told: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """The same in words."""
        yield f"{sum(self.done.values())} times the ledger was damaged:"
        for kind, times in self.done.items():
            yield f"  {times:4} {kind} (set aside: {self.told[kind]})"


def _change(file: Path, change: Callable[[bytearray], object]) -> None:
    content = bytearray(file.read_bytes())
    change(content)
    file.write_bytes(content)


def _cut(file: Path, dice: Random) -> None:
    size = file.stat().st_size
    with file.open("r+b") as opened:
        opened.truncate(dice.randrange(1, size))


def _zero_page(file: Path, dice: Random) -> None:
    page = dice.randrange(file.stat().st_size // _PAGE) * _PAGE
    _change(file, lambda content: content.__setitem__(slice(page, page + _PAGE), bytes(_PAGE)))


def _flip(file: Path, dice: Random) -> None:
    def flip(content: bytearray) -> None:
        for _ in range(40):
            content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)

    _change(file, flip)


def _nonsense(file: Path, dice: Random) -> None:
    file.write_bytes(dice.randbytes(dice.randrange(1, 20_000)))


def _settle(state: Path) -> None:
    """Bring what is in the log into the file, as at the end of a day."""
    with closing(sqlite3.connect(state / LEDGER_FILE)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _of_file(damage: Callable[[Path, Random], None]) -> Callable[[Path, Random], None]:
    """Damage to the ledger's file when everything is in it."""

    def done(state: Path, dice: Random) -> None:
        _settle(state)
        damage(state / LEDGER_FILE, dice)

    return done


def _header(file: Path, dice: Random) -> None:
    _change(file, lambda content: content.__setitem__(slice(0, 100), dice.randbytes(100)))


def _foreign(file: Path, _: Random) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE members (name TEXT)")


def _delete_all(state: Path, _: Random) -> None:
    for file in state.glob(f"{LEDGER_FILE}*"):
        file.unlink()


KINDS: dict[str, Callable[[Path, Random], None]] = {
    "the file is cut short": _of_file(_cut),
    "a page of zeroes": _of_file(_zero_page),
    "bits flipped": _of_file(_flip),
    "nonsense in the header": _of_file(_header),
    "nonsense all over": _of_file(_nonsense),
    "a database of another program": _of_file(_foreign),
    "an empty file": _of_file(lambda file, _: os.truncate(file, 0)),
    "the file cut short beside its log": lambda state, dice: _cut(state / LEDGER_FILE, dice),
    "the log is missing": lambda state, _: (state / _LOG).unlink(),
    "the log is cut short": lambda state, dice: _cut(state / _LOG, dice),
    "a page of zeroes in the log": lambda state, dice: _zero_page(state / _LOG, dice),
    "bits flipped in the log": lambda state, dice: _flip(state / _LOG, dice),
    "nonsense for a log": lambda state, dice: _nonsense(state / _LOG, dice),
    "nonsense for the shared memory": lambda state, dice: _nonsense(state / _SHARED, dice),
    "the shared memory is missing": lambda state, _: (state / _SHARED).unlink(),
    "only the log is left": lambda state, _: (state / LEDGER_FILE).unlink(),
    "everything is deleted": _delete_all,
}
"""What is done to the folder of a ledger whose daemon was killed."""


def damage(place: Path, times: int, seed: int) -> Mended:
    """Damage the ledger in the middle of an evening in every way, so many times each."""
    dice, found = Random(seed), Mended()
    evening = prepare(place / "evening")
    played = until_broken(steps(evening, dice))
    with Nursery() as nursery:
        with (
            Life(evening, place / "life", nursery=nursery) as life,
            Hands(evening, played, dice) as hands,
        ):
            life.wait_for("daemon.started")
            hands.finish()
            life.wait_for("out.received")
            life.kill()
        wanted = evening.twin(place / "undisturbed")
        with Life(wanted, place / "life", "--once", nursery=nursery) as life:
            assert life.ended() == 0, life.complaints
        for kind, harm in KINDS.items():
            for number in range(times):
                one = evening.copy(place / f"{kind} {number}")
                harm(one.state, dice)
                with Life(one, place / "life", "--once", nursery=nursery) as life:
                    _judge(kind, one, wanted, life, found)
    return found


def _judge(kind: str, evening: Evening, wanted: Evening, life: Life, found: Mended) -> None:
    found.done[kind] += 1
    status = life.ended()
    told = [line for line in life.told if line["event"] == "ledger.damaged"]
    found.told[kind] += bool(told)
    if status or life.complaints:
        found.faults.append(f"{kind}: it ended with {status}: {life.complaints}")
        return
    if bool(told) != bool(list(evening.state.glob("damaged *"))):
        found.faults.append(f"{kind}: what was set aside was not told")
    for fault in (*differences(evening, wanted), *_left(evening)):
        found.faults.append(f"{kind}: {fault}")


def _left(evening: Evening) -> Iterator[str]:
    """What was left behind, apart from what was set aside."""
    for name in left_behind(evening):
        if "damaged " not in name:
            yield f"{name} was left behind"
