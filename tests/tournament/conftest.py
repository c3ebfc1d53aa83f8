"""A small evening to break: two tables, three rounds of two boards, four pairs.

Both tables play the same boards in a round, so every board has two results and a top of 2:

    round 1, boards 1 and 2:  1 against 2 (table 1)   3 against 4 (table 2)
    round 2, boards 3 and 4:  1 against 3 (table 1)   4 against 2 (table 2)
    round 3, boards 5 and 6:  1 against 4 (table 1)   2 against 3 (table 2)
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial

import pytest

from daemon.bridge.board import dealer, vulnerability
from daemon.bridgesuite.envelope import Secret
from daemon.problem import Source
from daemon.tournament.conclusion import Conclusion, conclude
from daemon.tournament.entry import Fact, FileReceived, PlanRead, RulingsRead
from daemon.tournament.plan import Plan
from daemon.tournament.planning import make_plan
from daemon.tournament.play import PlayKey
from daemon.tournament.results import OpenProblem
from daemon.tournament.state import State, step
from daemon.tournament.story import Told, story
from daemon.tournament.verdict import Verdict
from daemon.tournament.version import let_in

DAY = "2026-12-01"
EIGHT = datetime(2026, 12, 1, 20, tzinfo=UTC)

SMALL = "4 2 3 3 0\n1 2 A  3 4 A\n1 3 B  4 2 B\n1 4 C  2 3 C\n"
# Three tables: 1 to 3 sit NS, 4 to 6 go round as EW; no board is played at two tables at once.
MITCHELL = "6 3 M\n1 4 A  2 5 B  3 6 C\n"
# Pairs 1 to 3; one of them has nobody to play against in each round.
HALF_TABLE = "3 2 3 3 0\n1 2 A  3 0 A\n3 1 B  2 0 B\n2 3 C  1 0 C\n"
PLAYERS = "4 1 3 3 1\n1-2 3-4 A\n1-3 2-4 B\n1-4 2-3 C\n"
# Table 1 plays board 1 in either round.
SAME_TABLE = "4 1 2 1 0\n1 2 A\n3 4 A\n"
# Fourteen tables, one round, one board group.
WIDE = "28 14 1 1 0\n" + "  ".join(f"{pair} {pair + 1} A" for pair in range(1, 28, 2)) + "\n"
# Eight players, one round: both tables play the same board.
EIGHT_PLAYERS = "8 2 1 1 1\n1-2 3-4 A  5-6 7-8 A\n"
# The pairs of the small one meet over the same boards in other rounds.
OTHER = "4 2 3 3 0\n1 3 A  4 2 A\n1 4 B  2 3 B\n1 2 C  3 4 C\n"
# The small one with the tables of its first round the other way round.
CHANGED = "4 2 3 3 0\n3 4 A  1 2 A\n1 3 B  4 2 B\n1 4 C  2 3 C\n"
MOVEMENTS = {
    "changed.asc": CHANGED,
    "other.asc": OTHER,
    "eight.asc": EIGHT_PLAYERS,
    "wide.asc": WIDE,
    "same.asc": SAME_TABLE,
    "small.asc": SMALL,
    "mitchell.asc": MITCHELL,
    "half.asc": HALF_TABLE,
    "players.asc": PLAYERS,
}
SECTION = 'name = "A"\nmovement = "small.asc"\nboards_per_round = 2'


def configuration(*sections: str, more: str = "") -> str:
    """A whole configuration of the bodies of its sections, and further tables."""
    event = f'[event]\nname = "Trial"\ndate = {DAY}\n\n[folder]\npath = "box"\n'
    listed = "".join(f"\n[[section]]\n{section}\n" for section in sections or (SECTION,))
    return f"{event}{listed}\n{more}"


def line(table: int, board: int, ns: int, ew: int, played: str, *auction: str) -> str:
    """One line of an OUT file; `played` is contract, result, declarer, lead and score.

    Dealer and vulnerability are the board's.
    """
    vulnerable = vulnerability(board)
    letter = str(dealer(board)).replace("W", "O")
    flags = f"{vulnerable.ns},{vulnerable.ew}".lower()
    return ",".join([f"{table},{board},{ns},{ew},{letter},{flags},{played}", *auction])


def text(*lines: str, device: str | None = "aaaa") -> str:
    """A whole OUT file; without a device it has no header."""
    header = [] if device is None else [f"Latest 1  AndroidId {device}"]
    return "".join(f"{one}\n" for one in (*header, *lines))


def key(board: int, ns: int, ew: int, section: str = "A") -> PlayKey:
    return PlayKey(section, board, ns, ew)


def plan_of(*sections: str, more: str = "", **texts: str) -> Plan:
    """The plan of a configuration that is right."""
    files = {f"{name}.csv": content for name, content in texts.items()}
    source = Source("tournament.toml", configuration(*sections, more=more))
    plan, problems = make_plan(source, {**MOVEMENTS, **files})
    assert plan is not None, problems
    return plan


@dataclass
class Desk:
    """Where facts come in one by one, and where can be seen what they come to."""

    state: State = field(default_factory=State)
    secret: Secret | None = None
    before: Conclusion | None = None
    facts: list[Fact] = field(default_factory=list)

    def take(self, fact: Fact) -> None:
        """A fact comes in."""
        earlier = partial(let_in, [(one, None) for one in self.facts])
        self.state = step(self.state, fact, self.secret, earlier)
        self.facts.append(fact)

    def plan(self, *sections: str, more: str = "", **texts: str) -> None:
        """Read a plan; `texts` are further files (`names="..."` is names.csv)."""
        files = {f"{name}.csv": content for name, content in texts.items()}
        whole = {**MOVEMENTS, **files, "tournament.toml": configuration(*sections, more=more)}
        self.take(PlanRead("tournament.toml", tuple(whole.items())))

    def out(self, name: str, content: str | bytes) -> None:
        """A version of an OUT file comes in."""
        data = content.encode() if isinstance(content, str) else content
        self.take(FileReceived(name, EIGHT, data))

    def rule(self, *entries: str, event: str = f"event = {DAY}") -> None:
        """The rulings file is saved with these entries."""
        self.rule_text("\n".join((event, *entries)) + "\n")

    def rule_text(self, content: str) -> None:
        self.take(RulingsRead("rulings.toml", content))

    @property
    def now(self) -> Conclusion:
        return conclude(self.state)

    def verdict(self, board: int, ns: int, ew: int, section: str = "A") -> Verdict:
        return self.now.merged.verdicts[key(board, ns, ew, section)]

    @property
    def problems(self) -> tuple[OpenProblem, ...]:
        return self.now.results.problems

    def codes(self) -> list[str]:
        """The codes of all open problems, sorted."""
        return sorted(one.problem.code for one in self.problems)

    def the_problem(self, code: str) -> OpenProblem:
        """The one open problem of this code."""
        (found,) = (one for one in self.problems if one.problem.code == code)
        return found

    def tell(self) -> tuple[Told, ...]:
        """What has happened since it was told last."""
        after = self.now
        told = story(self.before, after)
        self.before = after
        return told

    def told(self) -> list[str]:
        """The same, as `event: text`."""
        return [f"{one.event}: {one.text}" for one in self.tell()]


@pytest.fixture
def desk() -> Desk:
    """An evening that has its plan, and nothing else yet."""
    made = Desk()
    made.plan()
    return made


@pytest.fixture
def bare() -> Desk:
    """An evening before anything was read."""
    return Desk()
