"""The plan in force: what the configuration says, and what the director ruled about it since.

Absent contestants, pairs that sat the other way round, and boards that were played though the
movement does not have them: all that changes who plays what, before anything is asked of a play.
"""

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct, field
from msgspec.structs import replace

from daemon.bridgesuite.record import Place
from daemon.problem import Problem, Source
from daemon.tournament.absence import Absence
from daemon.tournament.plan import Plan, SectionPlan, plan_of
from daemon.tournament.play import Play, PlayKey
from daemon.tournament.plays_where import (
    UnresolvedError,
    contestant_of,
    plays_where,
    section_named,
)
from daemon.tournament.ruling_entry import AbsentEntry, AcceptEntry, ReversedEntry, RulingEntry
from daemon.tournament.where import Where

Said = Callable[[str, Place], bool]

_NO_GROUP = 0


class InForce(Struct):
    """A plan that is being changed by entries, and what was wrong with those."""

    plan: Plan
    source: Source
    problems: list[Problem] = field(default_factory=list)

    def refuse(self, entry: RulingEntry, error: UnresolvedError) -> None:
        """Tell that an entry is about nothing."""
        self.problems.append(self.source.error("rulings-no-play", str(error), entry.span))


def plan_in_force(
    plan: Plan, entries: Iterable[RulingEntry], source: Source, said: Said
) -> tuple[Plan, list[Problem]]:
    """The plan after these entries, and what is wrong with those that change it.

    `said` tells whether any file has a line for a section and place: what was accepted though
    the movement does not have it must have been entered.
    """
    entries = tuple(entries)
    made = InForce(plan, source)
    _leave_out(made, [entry for entry in entries if isinstance(entry, AbsentEntry)])
    _turn(made, [entry for entry in entries if isinstance(entry, ReversedEntry)])
    for entry in entries:
        if isinstance(entry, AcceptEntry):
            _add(made, entry, said)
    return made.plan, made.problems


def _leave_out(made: InForce, entries: Iterable[AbsentEntry]) -> None:
    absences: dict[str, list[Absence]] = {}
    for entry in entries:
        try:
            section = section_named(entry.section, made.plan)
            absence = _absence(entry, section)
        except UnresolvedError as error:
            made.refuse(entry, error)
            continue
        absences.setdefault(section.name, []).append(absence)
    if absences:
        plan = made.plan
        sections = (one.without(absences.get(one.name, ())) for one in plan.sections)
        made.plan = plan_of(plan.settings, sections, plan.aliases, plan.displaced)


def _absence(entry: AbsentEntry, section: SectionPlan) -> Absence:
    who = contestant_of(entry.contestant, section)
    rounds = section.movement.rounds
    if entry.from_round > rounds:
        raise UnresolvedError(
            f"there is no round {entry.from_round}: the movement has {rounds} rounds"
        )
    last = min(entry.to_round or rounds, rounds)
    return Absence(who.number, entry.from_round, last, "by the director's ruling")


def _turn(made: InForce, entries: Iterable[ReversedEntry]) -> None:
    turned: dict[PlayKey, Play] = {}
    for entry in entries:
        try:
            plays = plays_where(entry.where, made.plan)
        except UnresolvedError as error:
            made.refuse(entry, error)
            continue
        turned |= {play.key: play for play in plays}
    if not turned:
        return
    plan = made.plan
    aliases = dict(plan.aliases)
    for play in turned.values():
        # The tablets show the numbers as the movement has them, whoever sat where.
        aliases[play.section, play.place] = play.other_way_round.key
    sections = (
        replace(
            section,
            plays=tuple(
                play.other_way_round if play.key in turned else play for play in section.plays
            ),
        )
        for section in plan.sections
    )
    made.plan = plan_of(plan.settings, sections, aliases, plan.displaced)


def _add(made: InForce, entry: AcceptEntry, said: Said) -> None:
    """Add what the movement does not have, when the entry says all that has to be known of it."""
    plan, where = made.plan, entry.where
    if where.ns is None or where.ew is None or where.table is None or not where.boards:
        return
    try:
        section = section_named(where.section, plan)
        new = [
            play
            for play in _extra(where, section)
            if play.key not in plan.by_key and said(section.name, play.place)
        ]
    except UnresolvedError:
        return  # it is told when the entry is resolved
    if new:
        added = replace(section, plays=(*section.plays, *new))
        sections = (added if one.name == section.name else one for one in plan.sections)
        made.plan = plan_of(plan.settings, sections, plan.aliases, plan.displaced)


def _extra(where: Where, section: SectionPlan) -> Iterator[Play]:
    if where.ns is None or where.ew is None or where.table is None or where.ns == where.ew:
        return
    ns, ew = contestant_of(where.ns, section), contestant_of(where.ew, section)
    boards = {play.board for play in (*section.plays, *section.left_out)}
    for board in where.boards:
        if board in boards:
            in_round = where.round or _round_of(where, board, section)
            yield Play(
                section.name,
                in_round,
                where.table,
                _NO_GROUP,
                board,
                where.ns,
                where.ew,
                (ns,),
                (ew,),
                scheduled=False,
                named=any(play.named for play in section.plays),
            )


def _round_of(where: Where, board: int, section: SectionPlan) -> int:
    """When it was probably played: when one of them is at the table, else when the board is."""
    every = (*section.plays, *section.left_out)
    at_table = [play for play in every if play.table == where.table]
    with_one = [play.round for play in at_table if {play.ns, play.ew} & {where.ns, where.ew}]
    with_board = [play.round for play in at_table if play.board == board]
    return next(iter((*with_one, *with_board)), 1)
