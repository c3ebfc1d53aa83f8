"""Events to measure with: a configuration, a folder, and what the tablets will write."""

import os
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path

from daemon.bridgesuite.envelope import Secret, seal
from daemon.movement.kinds import Wish, made
from daemon.movement.writing import write_asc
from daemon.problem import Source
from daemon.simulation.evening import Delivery, evening
from daemon.tournament.entry import PlanRead
from daemon.tournament.plan import Plan
from daemon.tournament.planning import make_plan

SECRET = "Q7zk"
_SEED = 1


@dataclass(frozen=True)
class Stage:
    """An event in a directory: sections of `section` tables that all play the same boards.

    Two boards a round: each table plays twice as many boards as there are rounds.
    """

    directory: Path
    tables: int
    rounds: int = 15
    scope: str = "section"
    section: int = 20
    folder: str = 'path = "box"'
    more: str = ""

    @property
    def config(self) -> Path:
        """The configuration."""
        return self.directory / "tournament.toml"

    @property
    def box(self) -> Path:
        """The folder of the tablets."""
        return self.directory / "box"

    @property
    def standings(self) -> Path:
        """What is published first."""
        return self.directory / "live" / "standings.json"

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """The texts that the plan is made of."""
        tables = self.section
        names = [f"S{number}" for number in range(1, self.tables // tables + 1)]
        sections = "".join(
            f'[[section]]\nname = "{name}"\nmovement = "movement.asc"\nboards_per_round = 2\n'
            f'subfolder = "{name}"\n\n'
            for name in names
        )
        today = datetime.now().astimezone().date()
        configuration = (
            f'[event]\nname = "Measured"\ndate = {today}\n\n'
            f'[folder]\n{self.folder}\nstale = "take"\n\n[logging]\nformat = "json"\n\n'
            f'[ranking]\nscope = "{self.scope}"\n\n{self.more}{sections}'
        )
        movement = write_asc(made("web", Wish(2 * tables, rounds=self.rounds)))
        return {"movement.asc": movement, "tournament.toml": configuration}

    @cached_property
    def plan_read(self) -> PlanRead:
        """The plan as the ledger has it."""
        return PlanRead("tournament.toml", tuple(self.texts.items()))

    @cached_property
    def plan(self) -> Plan:
        """What is to be played."""
        source = Source("tournament.toml", self.texts["tournament.toml"])
        plan, problems = make_plan(source, self.texts)
        if plan is None:
            raise ValueError("; ".join(problem.one_line() for problem in problems))
        return plan

    @cached_property
    def deliveries(self) -> tuple[Delivery, ...]:
        """Everything that the tablets write in the evening, in order of time."""
        return tuple(evening(self.plan, random.Random(_SEED)))

    def build(self) -> None:
        """Write configuration and folder."""
        for section in self.plan.sections:
            (self.box / section.settings.subfolder).mkdir(parents=True, exist_ok=True)
        for name, text in self.texts.items():
            (self.directory / name).write_text(text, encoding="utf-8")

    def put(self, name: str, content: bytes) -> None:
        """Bring a file as a sync client does: whole, by a rename within the folder."""
        path = self.box / name
        temporary = path.with_name(".~arriving")
        temporary.write_bytes(content)
        temporary.replace(path)


def enters(delivery: Delivery) -> bool:
    """Whether a table enters a result for the first time; a correction may change no total."""
    _, *before, last = [line.split(",")[:4] for line in delivery.text.splitlines()]
    return last not in before


def newest(deliveries: Iterable[Delivery]) -> dict[str, bytes]:
    """Every file as it is after these deliveries."""
    return {one.path: one.text.encode() for one in deliveries}


def sealed(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The same files as devices write them that encrypt."""
    secret = Secret(SECRET)
    return {
        path.removesuffix(".txt") + "_E.txt": seal(content.decode(), secret)
        for path, content in files.items()
    }


def environment() -> dict[str, str]:
    """What a daemon finds around it: nothing of who measures."""
    kept = ("PATH", "HOME", "LANG", "TMPDIR", "PYTHONPATH", "SYSTEMROOT")
    return {name: os.environ[name] for name in kept if name in os.environ}
