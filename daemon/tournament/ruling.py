"""What the director ruled, play by play."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from daemon.bridge.contract import Outcome
from daemon.problem import Span
from daemon.scoring.traveller import Award
from daemon.tournament.play import PlayKey
from daemon.tournament.wording import result_words, signed


@dataclass(frozen=True, slots=True)
class _GivenResult:
    """A result that the director gave. `score` is as NS see it.

    `outcome` is None when it is a score only.
    """

    source: str
    score: int
    outcome: Outcome | None = None
    reason: str | None = None
    span: Span | None = field(default=None, compare=False)

    @property
    def words(self) -> str:
        """`3NT N =, NS +400, EW -400`."""
        return f"{result_words(self.outcome, self.score)}, EW {signed(-self.score)}"


@dataclass(frozen=True, slots=True)
class ResultRuling(_GivenResult):
    """A result from a slip of paper; it counts as a tablet's would."""


@dataclass(frozen=True, slots=True)
class AssignedRuling(_GivenResult):
    """A result that replaces what was reported."""


@dataclass(frozen=True, slots=True)
class NotPlayedRuling:
    """Nobody waits for this board any more; it has no score."""

    source: str
    reason: str | None = None
    span: Span | None = field(default=None, compare=False)

    @property
    def words(self) -> str:
        """What it gives, for people."""
        return "not played"


@dataclass(frozen=True, slots=True)
class ArtificialRuling:
    """An artificial adjusted score for both sides (Law 12C2)."""

    source: str
    ns: Award
    ew: Award
    ns_words: str
    ew_words: str
    reason: str | None = None
    span: Span | None = field(default=None, compare=False)

    @property
    def words(self) -> str:
        """What it gives, for people."""
        return f"NS {self.ns_words}, EW {self.ew_words}"


Ruling = ResultRuling | AssignedRuling | NotPlayedRuling | ArtificialRuling
Rulings = Mapping[PlayKey, Ruling]
"""The ruling on each play that has one."""
