"""The entries of `rulings.toml`: what the director wrote, not yet resolved against the plan.

Spans do not tell two entries apart: an entry that moved down in the file is still the same.
"""

from collections.abc import Mapping
from datetime import time, timedelta
from fractions import Fraction

from msgspec import Struct

from daemon.bridge.board import vulnerability
from daemon.bridge.contract import Outcome
from daemon.bridge.score import score_ns
from daemon.problem import Span
from daemon.scoring.traveller import SideScore
from daemon.spanned import Spanned
from daemon.tournament.where import Where


class ResultEntry(Spanned, frozen=True):
    """A `[[result]]` or an `[[assigned]]`: an outcome, or a score as NS see it.

    The one counts like a tablet's, the other instead of what was reported (`replaces`).
    """

    where: Where
    given: Outcome | int
    replaces: bool
    reason: str | None
    span: Span

    @property
    def outcome(self) -> Outcome | None:
        """What was played; None when the entry gives a score only."""
        return None if isinstance(self.given, int) else self.given

    def score_on(self, board: int) -> int:
        """What NS score with it on this board."""
        if isinstance(self.given, int):
            return self.given
        return score_ns(self.given, vulnerability(board))


class AdjustedEntry(Spanned, frozen=True):
    """An `[[artificial]]`, `[[split]]` or `[[weighted]]`: what each side gets (Law 12C).

    Scores are as NS see them; the words are how each side sees its own.
    """

    where: Where
    ns: SideScore
    ew: SideScore
    ns_words: str
    ew_words: str
    reason: str | None
    span: Span


class NotPlayedEntry(Spanned, frozen=True):
    """A `[[not_played]]`: nobody waits for these boards any more."""

    where: Where
    reason: str | None
    span: Span


class AcceptEntry(Spanned, frozen=True):
    """An `[[accept]]`: of all that was said, this counts: what a file says, or a score (NS's)."""

    where: Where
    file: str | None
    score: int | None
    reason: str | None
    span: Span


class MovedEntry(Spanned, frozen=True):
    """A `[[moved]]`: entered under the first board and played on the second (or the reverse)."""

    where: Where
    to_board: int
    swap: bool
    reason: str | None
    span: Span


class ReversedEntry(Spanned, frozen=True):
    """A `[[reversed]]`: on these boards the pairs sat the other way round."""

    where: Where
    reason: str | None
    span: Span


class AbsentEntry(Spanned, frozen=True):
    """An `[[absent]]`: a contestant does not play from one round to another (both included)."""

    contestant: int
    from_round: int
    to_round: int | None
    section: str | None
    reason: str | None
    span: Span


class FouledEntry(Spanned, frozen=True):
    """A `[[fouled]]`: groups of tables that played different deals of a board (Law 87)."""

    boards: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    section: str | None
    reason: str | None
    span: Span


class Carried(Struct, frozen=True):
    """What a contestant brings along: points out of a maximum over some boards.

    `maximum` is None where there is none, as in IMPs.
    """

    points: Fraction
    maximum: Fraction | None
    boards: int


class CorrectionEntry(Spanned, frozen=True):
    """A `[[correction]]` of a contestant's total, signed.

    `amounts` by the key that they stand under: `matchpoints`, `imps`, `points` or
    `victory_points`, which are added to the total; `percent_of_top`: of the top of one board;
    `percent_points`: on the result. Those that are 0 are left out.
    """

    contestant: int
    section: str | None
    amounts: Mapping[str, Fraction]
    carried: Carried | None
    reason: str | None
    span: Span


class AcknowledgeEntry(Spanned, frozen=True):
    """An `[[acknowledge]]`: a warning that was seen, and need not be shown any more.

    With a `score` or a `device` it is about what was so then: another one is shown again.
    """

    code: str
    board: int | None
    ns: int | None
    ew: int | None
    file: str | None
    device: str | None
    score: int | None
    section: str | None
    reason: str | None
    span: Span


class ClockEntry(Spanned, frozen=True):
    """A `[[clock]]`: from a round on everything is later (or earlier) than it was to be.

    `begins` is when that round does (local time), instead of `later` than it would have; `pause`
    is a break before it, and `per_board` what a board takes from there on (None: as before).
    """

    from_round: int
    begins: time | None
    later: timedelta
    pause: timedelta
    per_board: timedelta | None
    section: str | None
    reason: str | None
    span: Span


RulingEntry = (
    ResultEntry
    | AdjustedEntry
    | NotPlayedEntry
    | AcceptEntry
    | MovedEntry
    | ReversedEntry
    | AbsentEntry
    | FouledEntry
    | CorrectionEntry
    | AcknowledgeEntry
    | ClockEntry
)
