"""Death in the middle of `close` and of `next`, and the same command once more.

Each try is a fork of this process, which must have no other threads. Python tells an audit hook of
every file that is opened to be written, renamed, moved, made or removed, before that is done: there
it dies, by SIGKILL. The statements that begin and end the ledger's commits are such places too, and
so is the middle of a file that is being written.
"""

import importlib
import io
import json
import os
import shutil
import signal
import sqlite3
import sys
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from daemon.cli.main import main
from daemon.ledger.ledger_file import LEDGER_FILE
from daemon.tournament.device_files import in_files
from daemon.tournament.entry import Entry, Fact, Started, Stopped
from tests.faults.evening import Evening, perform, prepare, steps, until_broken
from tests.faults.record import entries_of
from tests.faults.witness import Witness

_CHANGES = frozenset(
    f"os.{name}"
    for name in ("chmod", "link", "mkdir", "remove", "rename", "rmdir", "symlink", "truncate")
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_COMMANDS: Mapping[str, tuple[str, ...]] = {"close": ("--anyway",), "next": ()}
_MADE_NOW = (".html", ".pages")
"""Pages say when they were made."""

_LEDGER_LINES = "ledger.jsonl"


@dataclass(slots=True)
class Ended:
    """What came of it. `faults` is empty when nothing was lost or half done."""

    places: Counter[str] = field(default_factory=Counter)
    deaths: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """The same in words."""
        for command, deaths in self.deaths.items():
            yield f"{deaths} deaths in `{command}`, which has {self.places[command]} places to die"


def end(place: Path, most: int, seed: int) -> Ended:
    """Close an evening and put it away, dying at so many places of each, and compare."""
    for module in ("cli.close", "cli.next", "publish.pages"):
        importlib.import_module(f"daemon.{module}")  # so that no fork has to
    evening = _played(place / "evening", seed)
    found = Ended()
    for command in _COMMANDS:
        undisturbed = evening.copy(place / f"undisturbed {command}")
        places = _count(command, undisturbed)
        found.places[command] = places
        wanted = _everything(undisturbed)
        for point in sorted({places * (2 * number + 1) // (2 * most) for number in range(most)}):
            _die_and_repeat(command, evening.copy(place / "killed"), point, wanted, found)
            shutil.rmtree(place / "killed")
        evening = undisturbed
    return found


def _played(directory: Path, seed: int) -> Evening:
    """An evening with conflicts, rulings and results that are missing, as the daemon left it."""
    evening, dice = prepare(directory), Random(seed)
    for step in until_broken(steps(evening, dice)):
        perform(step, evening, dice)
    status = _in_a_fork(lambda: main(["run", str(evening.config), "--once"]))
    assert status == 0, f"the evening ended with {status}"
    return evening


def _count(command: str, evening: Evening) -> int:
    """Do it undisturbed; at how many places it could have died."""
    reader, writer = os.pipe()

    def counted() -> int:
        reached = 0

        def look(_: Callable[[], object] | None) -> None:
            nonlocal reached
            reached += 1

        _call_at_every_place(evening.directory, look)
        status = _do(command, evening)
        os.write(writer, str(reached).encode("ascii"))
        return status

    status = _in_a_fork(counted)
    assert status == 0, f"{command} ended with {status}"
    os.close(writer)
    with open(reader, "rb") as answer:  # noqa: PTH123 - it has no path
        return int(answer.read())


def _die_and_repeat(
    command: str, evening: Evening, point: int, wanted: dict[str, object], found: Ended
) -> None:
    """Die at the place of this number, then do it again: it must come to what it would have."""
    witness = Witness(evening, in_files(evening.plan))
    witness.look()
    # Threads take turns as they like: there may be a place less than there was.
    if _in_a_fork(lambda: _doomed(command, evening, point)) == -signal.SIGKILL:
        found.deaths[command] += 1
    witness.look()
    for path in evening.directory.rglob("*"):  # nobody says it again within a minute
        if path.name.endswith(".tmp") or (path.is_file() and not path.stat().st_size):
            os.utime(path, (0, 0))
    again = _in_a_fork(lambda: _do(command, evening))
    where = f"{command}, place {point} of {found.places[command]}"
    if again:
        found.faults.append(f"{where}: the second time it ended with {again}")
        return
    there = _everything(evening)
    found.faults.extend(f"{where}: {fault}" for fault in witness.faults)
    for name in sorted(there.keys() | wanted.keys()):
        if name not in there:
            found.faults.append(f"{where}: {name} is not there")
        elif name not in wanted:
            found.faults.append(f"{where}: {name} was left behind")
        elif there[name] != wanted[name]:
            found.faults.append(f"{where}: {name} is not what it would have been")


def _doomed(command: str, evening: Evening, point: int) -> int:
    reached = 0

    def look(before_death: Callable[[], object] | None) -> None:
        nonlocal reached
        if reached == point:
            if before_death is not None:
                before_death()
            os.kill(os.getpid(), signal.SIGKILL)
        reached += 1

    _call_at_every_place(evening.directory, look)
    return _do(command, evening)


def _do(command: str, evening: Evening) -> int:
    return main([command, str(evening.config), *_COMMANDS[command]])


def _in_a_fork(work: Callable[[], int]) -> int:
    """Do it in a process of its own, whose output nobody reads; its exit status."""
    child = os.fork()
    if child == 0:
        try:
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            os.dup2(nothing, 2)
            os._exit(work())
        finally:
            os._exit(99)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _call_at_every_place(
    directory: Path, look: Callable[[Callable[[], object] | None], None]
) -> None:
    """Have `look` called before every change below the directory, in this process.

    It is given what writes a half, where a whole file is about to be written.
    """
    below = f"{directory}{os.sep}"

    def is_below(path: object) -> bool:
        return isinstance(path, (str, Path)) and os.fspath(path).startswith(below)

    def hear(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            changes = is_below(arguments[0]) and arguments[2] & _WRITING
        else:
            # What is removed with its folder is named within that.
            within = isinstance(arguments[-1], int) and arguments[-1] >= 0 if arguments else False
            changes = event in _CHANGES and (is_below(arguments[0]) or within)
        if changes:
            look(None)

    def heard(statement: str) -> None:
        if statement.startswith(("BEGIN", "COMMIT")):
            look(None)

    connect = sqlite3.connect

    def traced(*arguments: Any, **keywords: Any) -> sqlite3.Connection:  # noqa: ANN401 - as it is called
        connection: sqlite3.Connection = connect(*arguments, **keywords)
        connection.set_trace_callback(heard)
        return connection

    write = Path.write_bytes

    def halved(path: Path, content: bytes) -> int:
        if is_below(path):
            look(lambda: write(path, content[: len(content) // 2]))
        return write(path, content)

    sqlite3.connect = traced  # type: ignore[assignment] # for this process
    Path.write_bytes = halved  # type: ignore[assignment,method-assign] # for this process
    sys.addaudithook(hear)


def _everything(evening: Evening) -> dict[str, object]:
    """All files of an evening by their names within it, without what tells the time."""
    found: dict[str, object] = {}
    for path in evening.directory.rglob("*"):
        name = path.relative_to(evening.directory).as_posix()
        if path.is_dir():
            found[f"{name}/"] = None
        elif path.name == LEDGER_FILE:
            found[name] = _facts(entries_of(_of_ledger(evening, path)))
        elif path.suffix == ".zip":
            found[name] = dict(_members(path))
        elif path.name.endswith((*_MADE_NOW, ".lock")):  # a lock says who had it
            found[name] = None
        else:
            found[name] = path.read_bytes()
    return found


def _of_ledger(evening: Evening, file: Path) -> Evening:
    return Evening(evening.directory, evening.box, file.parent, evening.live)


def _facts(entries: list[Entry]) -> list[Fact]:
    return [one.fact for one in entries if not isinstance(one.fact, (Started, Stopped))]


def _members(path: Path) -> Iterator[tuple[str, object]]:
    with closing(zipfile.ZipFile(io.BytesIO(path.read_bytes()))) as archive:
        for name in archive.namelist():
            if name == _LEDGER_LINES:
                yield name, _kinds(archive.read(name).decode("utf-8"))
            else:
                yield name, None if name.endswith(_MADE_NOW) else archive.read(name)


def _kinds(lines: str) -> list[object]:
    said = [json.loads(line) for line in lines.splitlines()]
    return [
        (one["kind"], one["body"], one["content"])
        for one in said
        if one["kind"] not in {"started", "stopped"}
    ]
