"""An evening to disturb: a folder, and what the tablets and the director do."""

import difflib
import json
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from daemon.bridgesuite.envelope import seal
from daemon.cli.loading import Loaded, load
from daemon.cli.playing import as_written, encrypting
from daemon.simulation.devices import in_clear
from daemon.simulation.evening import Delivery
from daemon.simulation.evening import evening as play_evening
from daemon.simulation.faults import faulty
from daemon.tournament.plan import Plan

RESULTS = ("standings.json", "travellers.json", "problems.json", "standings.csv", "travellers.csv")
"""The published files that must be the same in the end; the page says when it was made."""

_SHOWN_LINES = 40
"""Of what differs, for whoever looks into it."""

SECRET = "k7Qz"
TABLES = 9

_CONFIGURATION = """\
[event]
name = "An evening with faults"
date = {day}
state = "{state}"

[folder]
path = "{box}"
rescan_seconds = 0.5

[encryption]
secret_file = "secret.txt"

[[section]]
name = "A"
movement = "movement.asc"
boards_per_round = {boards}
devices = ["table", "pair"]
pair_boards = "all"

[publish]
directory = "{live}"
"""


@dataclass(frozen=True, slots=True)
class Written:
    """A tablet's file gets this content: renamed into place, or written over in so many pieces."""

    name: str
    content: bytes
    pieces: int = 0


@dataclass(frozen=True, slots=True)
class Ruled:
    """The director saves the rulings."""

    text: str


@dataclass(frozen=True, slots=True)
class Broken:
    """A tablet dies, and its file vanishes, when the ledger has this content of it."""

    name: str
    content: bytes


Step = Written | Ruled | Broken


@dataclass(frozen=True, slots=True)
class Evening:
    """The folder of an evening, and where its parts lie (each may be on a disk of its own)."""

    directory: Path
    box: Path
    state: Path
    live: Path

    @property
    def config(self) -> Path:
        """The configuration."""
        return self.directory / "tournament.toml"

    @property
    def rulings(self) -> Path:
        """The director's file."""
        return self.directory / "rulings.toml"

    def results(self) -> dict[str, bytes]:
        """What is published now, that must be the same in the end."""
        return {name: (self.live / name).read_bytes() for name in RESULTS}

    def published(self, name: str) -> Any:  # noqa: ANN401 - JSON
        """What a published file says."""
        return json.loads((self.live / name).read_text("utf-8"))

    def lines(self) -> list[dict[str, Any]]:
        """Every line of every traveller."""
        return [line for one in self.published("travellers.json") for line in one["lines"]]

    def loaded(self) -> Loaded:
        """The configuration as the daemon reads it."""
        loaded = load(self.config)
        assert loaded.plan is not None, loaded.problems
        return loaded

    @property
    def plan(self) -> Plan:
        """What is to be played."""
        plan = self.loaded().plan
        assert plan is not None
        return plan

    def twin(self, directory: Path) -> "Evening":
        """The same folder and rulings as they are now, for a daemon that has seen nothing."""
        twin = prepare(directory, boards=self.plan.sections[0].settings.boards_per_round)
        shutil.copyfile(self.rulings, twin.rulings)
        shutil.copytree(self.box, twin.box, dirs_exist_ok=True)
        return twin

    def copy(self, directory: Path) -> "Evening":
        """The same with everything that the daemon has written; all of it lies in one folder."""
        shutil.copytree(self.directory, directory)
        return Evening(directory, directory / "box", directory / "state", directory / "live")


def prepare(
    directory: Path,
    *,
    boards: int = 1,
    box: Path | None = None,
    state: Path | None = None,
    live: Path | None = None,
) -> Evening:
    """Make the folder of an evening of nine tables; nine rounds of so many boards."""
    evening = Evening(
        directory,
        box or directory / "box",
        state or directory / "state",
        live or directory / "live",
    )
    evening.box.mkdir(parents=True)
    directory.mkdir(exist_ok=True)
    pairs = "  ".join(
        f"{table} {TABLES + table} {chr(64 + table)}" for table in range(1, TABLES + 1)
    )
    (directory / "movement.asc").write_text(f"{2 * TABLES} {TABLES} M\n{pairs}\n", "ascii")
    (directory / "secret.txt").write_text(SECRET, "ascii")
    (directory / "secret.txt").chmod(0o600)
    evening.rulings.write_text(f"event = {today()}\n", "ascii")
    evening.config.write_text(
        _CONFIGURATION.format(
            day=today(),
            boards=boards,
            box=_written(evening.box, directory),
            state=_written(evening.state, directory),
            live=_written(evening.live, directory),
        ),
        "utf-8",
    )
    return evening


def _written(place: Path, directory: Path) -> str:
    """How a configuration in this directory names a place."""
    return (place.relative_to(directory) if directory in place.parents else place).as_posix()


def until_broken(played: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps before a tablet breaks: all that was ever said lies in the folder."""
    return played[: next(n for n, step in enumerate(played) if isinstance(step, Broken))]


def at_noon() -> str:
    """A time zone (TZ) in which it is between noon and one: no evening runs past its midnight."""
    ahead = 12 - datetime.now(UTC).hour
    return f"CLUB{-ahead:+d}"


def today() -> date:
    """The day here."""
    return datetime.now().astimezone().date()


def steps(evening: Evening, dice: Random) -> tuple[Step, ...]:
    """Everything that tablets and director do, in order; the same dice give the same evening.

    Files grow line by line, some are encrypted; they come torn, twice, in older versions and as
    conflicted copies; a second tablet contradicts a first; rulings come and go; a tablet breaks.
    """
    loaded = evening.loaded()
    plan = evening.plan
    deliveries = tuple(play_evening(plan, dice))
    sealed = encrypting(plan, loaded.secret)
    broken = next(one.path for one in deliveries if one.path not in sealed)
    whole = [one for one in deliveries if one.path != broken]
    dying, after = _dying([one for one in deliveries if one.path == broken])
    disturbed = [*faulty(whole, dice, plan.settings.event.date), *dying, *after]
    disturbed.sort(key=lambda one: one.minute)
    made: list[Step] = []
    for one in disturbed:
        pieces = dice.choice((0, 0, 0, 2, 3))
        made.append(Written(*as_written(one, sealed), pieces=pieces))
        if one is dying[-1]:
            made.append(Broken(one.path, one.text.encode("utf-8")))
    first = {one.path: one for one in reversed(deliveries)}
    contradicted = [first[path] for path in sorted(first) if path != broken][:4]
    return tuple(_with_director(made, [_line(one) for one in contradicted], loaded, dice))


def _dying(versions: list[Delivery]) -> tuple[list[Delivery], list[Delivery]]:
    """A tablet that breaks half-way, and what another writes in its place from then on."""
    half = len(versions) // 2
    before, after = versions[:half], versions[half:]
    known = set(before[-1].text.splitlines()[1:])
    others = []
    for one in after:
        header, *lines = one.text.splitlines()
        header = f"{header.rpartition(' ')[0]} {'d' * 16}"
        new = [line for line in lines if line not in known]
        others.append(replace(one, text="".join(f"{line}\n" for line in (header, *new))))
    return before, others


def _line(delivery: Delivery) -> list[str]:
    """The fields of the first result of a delivery."""
    return delivery.text.splitlines()[1].split(",")


def _with_director(
    made: list[Step], lines: list[list[str]], loaded: Loaded, dice: Random
) -> Iterator[Step]:
    """The same steps, and among them contradictions of these results and what is ruled."""
    event = f"event = {today()}\n"
    accept, assign, artificial, _ = ((line[1], line[2], line[3]) for line in lines)
    entries = {
        "accept": (
            f'[[accept]]\nboard = {accept[0]}\nns = {accept[1]}\nfile = "OUT_{accept[1]}.txt"\n'
        ),
        "assign": (
            f"[[assigned]]\nboard = {assign[0]}\nns = {assign[1]}\n"
            'contract = "3NT"\ndeclarer = "N"\nresult = "="\n'
        ),
        "artificial": (
            f"[[artificial]]\nboard = {artificial[0]}\nns = {artificial[1]}\n"
            'ns_award = "A+"\new_award = "A-"\n'
        ),
    }
    texts = [
        entries["assign"],
        entries["assign"] + entries["artificial"],
        entries["artificial"],
        entries["accept"] + entries["artificial"],
        entries["accept"] + "[[artificial]]\nboard = 1\n",  # one entry is wrong
        entries["accept"] + entries["assign"] + entries["artificial"],
    ]
    extra: list[Step] = []
    for number, line in enumerate(lines):
        content = (
            f"Latest 1  AndroidId {'e' * 15}{number}\n{','.join([*line[:7], 'All Pass,,,,0'])}\n"
        )
        if number % 2 and loaded.secret is not None:
            extra.append(Written(f"OUT_{line[2]}_E.txt", seal(content, loaded.secret)))
        else:
            extra.append(Written(f"OUT_{line[2]}.txt", content.encode("utf-8")))
    extra.extend(Ruled(event + text) for text in texts)
    # The contradictions come when the evening has begun, the rulings after them, in their order.
    begun = len(made) // 4
    places = sorted(dice.randrange(begun, len(made)) for _ in extra)
    for place, step in enumerate(made):
        yield step
        while places and places[0] <= place:
            places.pop(0)
            yield extra.pop(0)


def differences(evening: Evening, wanted: Evening) -> list[str]:
    """Which published files of an evening are not what they are to be, in words."""
    ours, theirs = evening.results(), wanted.results()
    return [
        f"{name} differs from the undisturbed evening's\n{_first_lines(ours[name], theirs[name])}"
        for name in RESULTS
        if ours[name] != theirs[name]
    ]


def _first_lines(ours: bytes, theirs: bytes) -> str:
    """The first lines in which two files differ."""
    before, after = (one.decode("utf-8").splitlines() for one in (theirs, ours))
    lines = difflib.unified_diff(before, after, "undisturbed", "disturbed", n=1, lineterm="")
    return "\n".join(islice(lines, _SHOWN_LINES))


def perform(step: Step, evening: Evening, dice: Random) -> None:
    """Do it, as tablets, sync clients and editors do."""
    match step:
        case Written(name, content, 0):
            _rename_into(evening.box / name, content)
        case Written(name, content, pieces):
            _write_over(evening.box / name, content, pieces, dice)
        case Ruled(text):
            _rename_into(evening.rulings, text.encode("utf-8"))
        case Broken(name, _):
            (evening.box / name).unlink()


def _rename_into(path: Path, content: bytes) -> None:
    draft = path.with_name(f".~{path.name}")
    draft.write_bytes(content)
    draft.replace(path)


def _write_over(path: Path, content: bytes, pieces: int, dice: Random) -> None:
    """Begin anew and write in pieces: between them the file is cut short."""
    cuts = sorted(dice.randrange(len(content)) for _ in range(pieces - 1))
    with path.open("wb", buffering=0) as file:
        for start, end in zip([0, *cuts], [*cuts, len(content)], strict=True):
            file.write(content[start:end])
            time.sleep(dice.random() * 0.005)


def file_of(step: Step) -> str | None:
    """The tablet's file that a step is about, as in clear."""
    return None if isinstance(step, Ruled) else in_clear(step.name)
