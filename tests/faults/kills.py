"""SIGKILL at many moments of an evening: what is there in the end is what would be there anyway."""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from daemon.tournament.device_files import in_files
from tests.faults.birth import Nursery
from tests.faults.evening import Evening, Step, differences, prepare, steps
from tests.faults.hands import Hands
from tests.faults.life import Life
from tests.faults.phases import Phase
from tests.faults.record import Record
from tests.faults.witness import Witness, left_behind

_LONGEST_SECONDS = {
    Phase.STARTING: 1.0,
    Phase.OPENING: 0.002,
    Phase.LOOKING: 0.2,
    Phase.PUSHING: 0.002,
    Phase.COMMITTING: 0.001,
    Phase.SCORING: 0.02,
    Phase.PUBLISHING: 0.01,
    Phase.WAITING: 0.4,
}
"""After the beginning of the phase that is aimed at: about as long as it takes."""

_EVENINGS_FROM = 40
"""With so many kills an evening has three boards a round, with fewer one."""


@dataclass(slots=True)
class Killed:
    """What came of it. `faults` is empty when nothing was lost or half written."""

    kills: int
    steps: int
    hit: Counter[Phase] = field(default_factory=Counter)
    entries: int = 0
    looks: int = 0
    faults: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """The same in words."""
        yield f"{self.kills} kills in {self.steps} steps of the evening; when they hit:"
        for phase in Phase:
            yield f"  {self.hit[phase]:4} {phase.name.lower()}"
        yield f"{self.entries} entries in the ledger, {self.looks} looks at the published files"


def kill(place: Path, kills: int, seed: int) -> Killed:
    """Play an evening undisturbed, and the same with so many kills, and compare."""
    boards = 3 if kills >= _EVENINGS_FROM else 1
    undisturbed = _undisturbed(place / "undisturbed", boards, seed)
    evening = prepare(place / "killed", boards=boards)
    played = steps(evening, Random(seed))
    dice = Random(seed + 1)
    found = Killed(kills, len(played))
    pushed = in_files(evening.plan)
    record = Record(evening)
    with (
        Nursery() as nursery,
        Witness(evening, pushed) as witness,
        Hands(evening, played, Random(seed + 2)) as hands,
    ):
        for number in range(kills):
            _lose_in_files(evening, list(pushed), dice)
            aim = dice.choice(list(Phase))
            born = None if aim is Phase.STARTING else nursery
            with Life(evening, place / "life", nursery=born) as life:
                found.hit[_killed(life, aim, hands, kills - number, dice)] += 1
            witness.look()
            found.faults.extend(_disagreements(place / "life", record, number))
        with Life(evening, place / "life") as life:
            life.wait_for("daemon.started")
            hands.finish()
            life.stop()
        _end(evening, place / "life", found)
        witness.look()
    record.look()
    found.entries, found.looks = len(record.entries), witness.looks
    found.faults.extend(witness.faults)
    found.faults.extend(differences(evening, undisturbed))
    return found


def _undisturbed(place: Path, boards: int, seed: int) -> Evening:
    """An evening when nothing goes wrong: one life from its beginning to its end."""
    evening = prepare(place, boards=boards)
    played: tuple[Step, ...] = steps(evening, Random(seed))
    with (
        Life(evening, place / "life") as life,
        Hands(evening, played, Random(seed + 2)) as hands,
    ):
        life.wait_for("daemon.started")
        hands.finish()
        life.stop()
    found = Killed(0, 0)
    _end(evening, place / "life", found)
    assert not found.faults, found.faults
    return evening


def _lose_in_files(evening: Evening, names: list[str], dice: Random) -> None:
    """Half of the lives find that IN files are gone, so that there is something to push."""
    if dice.random() < 0.5:
        for name in dice.sample(names, 3):
            (evening.box / name).unlink(missing_ok=True)


def _killed(life: Life, aim: Phase, hands: Hands, lives: int, dice: Random) -> Phase:
    """Let tablets write while it lives, and kill it; what it was doing then."""
    if aim > Phase.PUSHING:
        # What it does then, it does for the first time at its start: half of them come later.
        life.wait_for_phase(dice.choice((Phase.LOOKING, Phase.WAITING)), 20)
    hands.allow(-(-hands.left // lives))
    life.wait_for_phase(aim, 20 if aim <= Phase.PUSHING else 2)
    time.sleep(dice.random() * _LONGEST_SECONDS[aim])
    life.kill()
    return life.phase


def _disagreements(place: Path, record: Record, number: int) -> Iterator[str]:
    """What was told though it is not in the ledger, and what a life complained of."""
    try:
        record.look()
    except AssertionError as error:
        yield f"life {number}: {error}"
    complaints = (place / "stderr").read_text("utf-8")
    if complaints:
        yield f"life {number}: {complaints}"


def _end(evening: Evening, place: Path, found: Killed) -> None:
    """The last life reads what is there and ends; nothing must lie about then."""
    with Life(evening, place, "--once") as life:
        status = life.ended()
        if status or life.complaints:
            found.faults.append(f"the last life ended with {status}: {life.complaints}")
    found.faults.extend(f"{name} was left behind" for name in left_behind(evening))
