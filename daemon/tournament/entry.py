"""What the ledger holds: facts, in the order in which they came. Nothing that is derived."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from msgspec import Struct


class Started(Struct, frozen=True):
    """The daemon started (a new version of it may read old facts better)."""

    version: str


class Stopped(Struct, frozen=True):
    """The daemon stopped; `reason` in words."""

    reason: str


class PlanRead(Struct, frozen=True):
    """The texts that the plan is made of, whenever one of them changed.

    `texts` maps the name of each file (as the director wrote it) to its text; `configuration` is
    the one of them that is the TOML file.
    """

    configuration: str
    texts: tuple[tuple[str, str], ...]


class RulingsRead(Struct, frozen=True):
    """The text of the rulings file, whenever it changed."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class FileReceived:
    """A version of an OUT file.

    `name` is its path in the folder (`A/OUT_2.txt`); `modified` is the time that its writer gave
    it; `stale` says that it was set aside when it came, and why.
    """

    name: str
    modified: datetime
    content: bytes = field(repr=False)
    stale: str | None = None


class FilePushed(Struct, frozen=True):
    """An IN file that we put into the folder: its path there and the SHA-256 of its bytes (hex)."""

    name: str
    sha256: str


class EarlierLines(Struct, frozen=True):
    """What tablets had written in earlier events of this folder, so that it is known again.

    `lines` are fingerprints of lines whose auction has times, which make a line unique
    (see `daemon.tournament.replays`).
    """

    lines: frozenset[str]


class Answer(StrEnum):
    """What became of a file for the federation's report."""

    WRITTEN = "written"
    REJECTED = "rejected"
    KNOWN = "known"


class ReportAnswered(Struct, frozen=True):
    """A file for the federation's report, of another program, that was dealt with.

    `name` is its path in the folder, `sha256` that of its bytes (hex). `made` is the path of what
    was written because of it, now or when the same bytes came first: the report, or the reason why
    there is none. `terms` tells by which settings, list of players and version it was judged.
    """

    name: str
    sha256: str
    answer: Answer
    made: str
    terms: str


Fact = (
    Started
    | Stopped
    | PlanRead
    | RulingsRead
    | FileReceived
    | FilePushed
    | EarlierLines
    | ReportAnswered
)


class Entry(Struct, frozen=True):
    """A fact in its place: `sequence` grows; `at` is when it was written (UTC)."""

    sequence: int
    at: datetime
    event: str
    site: str
    fact: Fact
