"""Rulings, resolved against the plan: what each entry is about."""

from collections.abc import Iterable

from msgspec import Struct, field
from msgspec.structs import replace

from daemon.bridgesuite.record import Place
from daemon.movement.wording import ranges
from daemon.problem import Problem, Source
from daemon.scoring.traveller import Contestant
from daemon.tournament.correcting import complain_about_unit
from daemon.tournament.in_force import Said, plan_in_force
from daemon.tournament.plan import Plan
from daemon.tournament.play import Play, PlayKey
from daemon.tournament.plays_where import (
    UnresolvedError,
    contestant_of,
    plays_where,
    section_named,
)
from daemon.tournament.round_clock import section_clocks
from daemon.tournament.ruling import (
    AcceptRuling,
    AdjustedRuling,
    AssignedRuling,
    BoardAtTable,
    NotPlayedRuling,
    ResultRuling,
    Ruling,
    Rulings,
    SectionPlace,
)
from daemon.tournament.ruling_entry import (
    AbsentEntry,
    AcceptEntry,
    AcknowledgeEntry,
    AdjustedEntry,
    ClockEntry,
    CorrectionEntry,
    FouledEntry,
    MovedEntry,
    NotPlayedEntry,
    ResultEntry,
    ReversedEntry,
    RulingEntry,
)
from daemon.tournament.rulings import RulingsText

_ABOUT_NOTHING = "rulings-no-play"
_WRONG_UNIT = "rulings-unit"

_OnPlay = ResultEntry | AdjustedEntry | NotPlayedEntry | AcceptEntry


class Resolved(Struct, frozen=True):
    """What the rulings come to: the plan in force, all rulings, and what is wrong with them."""

    plan: Plan
    rulings: Rulings = field(default_factory=Rulings)
    problems: tuple[Problem, ...] = ()


def nothing_said(_section: str, _place: Place) -> bool:
    """For whoever resolves rulings before any file came in."""
    return False


def resolve(read: RulingsText, plan: Plan, said: Said = nothing_said) -> Resolved:
    """Say what each entry is about, and what is wrong with the file and its entries.

    An entry that is about nothing does not stop the others. Of two on one play the later one in
    the file counts. Rulings of another day are not applied at all. `said` tells whether any file
    has a line for a section and place.
    """
    source = read.source
    if source is None:
        return Resolved(plan, _unmoved(plan), read.problems)
    if read.is_of_another_day(plan.settings.event.date):
        problems = (*read.problems, _of_another_event(read, source, plan))
        return Resolved(plan, _unmoved(plan), problems)
    effective, found = plan_in_force(plan, read.entries, source, said)
    made = _Made(effective, source, [*read.problems, *found])
    for entry in read.entries:
        try:
            made.take(entry)
        except UnresolvedError as error:
            made.problems.append(source.error(_ABOUT_NOTHING, str(error), entry.span))
    undated = [entry for entry in read.entries if entry in read.from_start]
    if read.day is None and undated:
        made.problems.append(_undated(source, undated, plan))
    return Resolved(effective, made.rulings(read), tuple(made.problems))


def _unmoved(plan: Plan) -> Rulings:
    """Nothing was ruled, and the clock runs as planned."""
    return Rulings(clocks=section_clocks(plan, ()))


class _Made(Struct):
    """Rulings that are being put together."""

    plan: Plan
    source: Source
    problems: list[Problem]
    on_play: dict[PlayKey, Ruling] = field(default_factory=dict)
    ruled_by: dict[PlayKey, RulingEntry] = field(default_factory=dict)
    moved: dict[SectionPlace, Place] = field(default_factory=dict)
    deals: dict[BoardAtTable, int] = field(default_factory=dict)
    corrections: dict[Contestant, list[CorrectionEntry]] = field(default_factory=dict)
    acknowledged: list[AcknowledgeEntry] = field(default_factory=list)
    clock: list[ClockEntry] = field(default_factory=list)

    def take(self, entry: RulingEntry) -> None:
        """Take an entry in; raises UnresolvedError when it is about nothing."""
        match entry:
            case MovedEntry():
                self._move(entry)
            case FouledEntry():
                self._foul(entry)
            case CorrectionEntry():
                self._correct(entry)
            case AcknowledgeEntry():
                self.acknowledged.append(entry)
            case ClockEntry():
                section_clocks(self.plan, (*self.clock, entry))
                self.clock.append(entry)
            case AbsentEntry() | ReversedEntry():
                pass  # the plan in force has them
            case _:
                self._rule(entry)

    def rulings(self, read: RulingsText) -> Rulings:
        """All of them."""
        unused = {_ABOUT_NOTHING, _WRONG_UNIT}
        about_nothing = {one.span for one in self.problems if one.code in unused}
        return Rulings(
            self.on_play,
            self.moved,
            self.deals,
            {who: tuple(entries) for who, entries in self.corrections.items()},
            tuple(self.acknowledged),
            read.closed,
            section_clocks(self.plan, self.clock),
            tuple(entry for entry in read.entries if entry.span not in about_nothing),
        )

    def _rule(self, entry: _OnPlay) -> None:
        for play in plays_where(entry.where, self.plan):
            if play.key in self.ruled_by:
                self.problems.append(self._twice(self.ruled_by[play.key], entry, play))
            self.ruled_by[play.key] = entry
            self.on_play[play.key] = _ruling(self.source.name, entry, play)

    def _twice(self, earlier: RulingEntry, entry: RulingEntry, play: Play) -> Problem:
        return self.source.warning(
            "rulings-twice",
            f"{play} was ruled on in line {earlier.span.line} already; this entry counts: take "
            f"the other one out",
            entry.span,
        )

    def _correct(self, entry: CorrectionEntry) -> None:
        section = section_named(entry.section, self.plan)
        who = contestant_of(entry.contestant, section)
        complaint = complain_about_unit(entry, self.plan.settings.scoring.unit)
        if complaint is None:
            self.corrections.setdefault(who, []).append(entry)
        else:
            self.problems.append(self.source.error(_WRONG_UNIT, complaint, entry.span))

    def _move(self, entry: MovedEntry) -> None:
        """Lines of the same encounter, entered under the one board, are about the other."""
        (from_board,) = entry.where.boards
        played = self._only_one(entry, entry.to_board)
        if entry.swap:
            self._only_one(entry, from_board)
        steps = [(from_board, entry.to_board)]
        if entry.swap:
            steps.append((entry.to_board, from_board))
        for play in (played, played.other_way_round):
            for old, new in steps:
                place = replace(play.place, board=old)
                if (play.section, place) in self.moved:
                    self.problems.append(self._moved_twice(entry, old))
                    return
                self.moved[play.section, place] = replace(play.place, board=new)

    def _moved_twice(self, entry: MovedEntry, board: int) -> Problem:
        return self.source.error(
            _ABOUT_NOTHING,
            f"what was entered there for board {board} is moved by another entry already, which "
            f"counts: take one of them out",
            entry.span,
        )

    def _only_one(self, entry: MovedEntry, board: int) -> Play:
        play, *others = plays_where(replace(entry.where, boards=(board,)), self.plan)
        if others:
            raise UnresolvedError(
                f"board {board} is played more than once there ({play}; {others[0]}): say whose "
                f"it is with ns, ew or table"
            )
        return play

    def _foul(self, entry: FouledEntry) -> None:
        section = section_named(entry.section, self.plan)
        for board in entry.boards:
            tables = sorted({play.table for play in section.plays if play.board == board})
            strange = sorted({one for group in entry.groups for one in group} - set(tables))
            if strange:
                at = f"it is at {ranges(tables)}" if tables else "there is no such board"
                raise UnresolvedError(f"board {board} is not at table {ranges(strange)}; {at}")
            for number, group in enumerate(entry.groups, start=1):
                for table in group:
                    self.deals[section.name, board, table] = number


def _ruling(file: str, entry: _OnPlay, play: Play) -> Ruling:
    match entry:
        case NotPlayedEntry():
            return NotPlayedRuling(file, entry.reason, entry.span)
        case AdjustedEntry():
            sides = (entry.ns, entry.ew, entry.ns_words, entry.ew_words)
            return AdjustedRuling(file, *sides, entry.reason, entry.span)
        case AcceptEntry():
            return AcceptRuling(file, entry, entry.reason, entry.span)
    kind = AssignedRuling if entry.replaces else ResultRuling
    return kind(file, entry.score_on(play.board), entry.outcome, entry.reason, entry.span)


def _of_another_event(read: RulingsText, source: Source, plan: Plan) -> Problem:
    day = plan.settings.event.date
    return source.error(
        "rulings-other-event",
        f"the rulings in this file ({len(read.entries)}) are for {read.day}, and this event is on "
        f"{day}: none is applied; take out what is old and write event = {day}",
        read.day_span,
    )


def _undated(source: Source, entries: Iterable[RulingEntry], plan: Plan) -> Problem:
    lines = ranges(entry.span.line for entry in entries)
    return source.warning(
        "rulings-undated",
        f"the file does not say which event it is for, and the rulings that it began with (line "
        f"{lines}) are applied: take out what is of another evening, and write event = "
        f"{plan.settings.event.date} at the top",
    )
