"""What the director ruled, play by play and beyond."""

from collections.abc import Mapping

from msgspec import Struct, field

from daemon.bridge.contract import Outcome
from daemon.bridgesuite.record import Place
from daemon.problem import Span
from daemon.scoring.traveller import Contestant, SideScore
from daemon.spanned import Spanned
from daemon.tournament.play import PlayKey
from daemon.tournament.round_clock import SectionClock
from daemon.tournament.ruling_entry import (
    AcceptEntry,
    AcknowledgeEntry,
    CorrectionEntry,
    RulingEntry,
)
from daemon.tournament.wording import result_words, signed


class _GivenResult(Spanned, frozen=True):
    """A result that the director gave. `score` is as NS see it.

    `outcome` is None when it is a score only.
    """

    source: str
    score: int
    outcome: Outcome | None = None
    reason: str | None = None
    span: Span | None = None

    @property
    def words(self) -> str:
        """`3NT N =, NS +400, EW -400`."""
        return f"{result_words(self.outcome, self.score)}, EW {signed(-self.score)}"


class ResultRuling(_GivenResult, frozen=True):
    """A result from a slip of paper; it counts as a tablet's would."""


class AssignedRuling(_GivenResult, frozen=True):
    """A result that replaces what was reported."""


class NotPlayedRuling(Spanned, frozen=True):
    """Nobody waits for this board any more; it has no score."""

    source: str
    reason: str | None = None
    span: Span | None = None

    @property
    def words(self) -> str:
        """What it gives, for people."""
        return "not played"


class AdjustedRuling(Spanned, frozen=True):
    """An adjusted score: artificial, split or weighted (Law 12C). Scores are as NS see them.

    `source` is the rulings file, or the tablet's when the director wrote it there.
    """

    source: str
    ns: SideScore
    ew: SideScore
    ns_words: str
    ew_words: str
    reason: str | None = None
    span: Span | None = None

    @property
    def words(self) -> str:
        """What it gives, for people."""
        return f"NS {self.ns_words}, EW {self.ew_words}"


class AcceptRuling(Spanned, frozen=True):
    """One of the things that were said counts: what a file said, or a score (NS's)."""

    source: str
    entry: AcceptEntry
    reason: str | None = None
    span: Span | None = None

    @property
    def words(self) -> str:
        """What it gives, for people."""
        if self.entry.score is None:
            return f"what {self.entry.file} says counts"
        score = self.entry.score
        return f"NS {signed(score)}, EW {signed(-score)} counts"


Ruling = ResultRuling | AssignedRuling | NotPlayedRuling | AdjustedRuling | AcceptRuling

SectionPlace = tuple[str, Place]
"""A section, and where in it a line says that it was played."""

BoardAtTable = tuple[str, int, int]
"""Section, board and table."""


class Rulings(Struct, frozen=True):
    """Everything that the director ruled.

    `on_play` holds the ruling on each play that has one. `moved` says where lines belong that
    were entered under a wrong board. `deals` numbers the deals of a fouled board by table (0 where
    nothing is said). `closed`: the evening is over. `clocks` say when rounds are played, as the
    director moved them. `applied` are all entries that are about
    something.
    """

    on_play: Mapping[PlayKey, Ruling] = field(default_factory=dict)
    moved: Mapping[SectionPlace, Place] = field(default_factory=dict)
    deals: Mapping[BoardAtTable, int] = field(default_factory=dict)
    corrections: Mapping[Contestant, tuple[CorrectionEntry, ...]] = field(default_factory=dict)
    acknowledged: tuple[AcknowledgeEntry, ...] = ()
    closed: bool = False
    clocks: tuple[SectionClock, ...] = ()
    applied: tuple[RulingEntry, ...] = ()
