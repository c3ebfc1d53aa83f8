"""What the plan says about scoring: which plays are compared, and who is ranked with whom."""

from collections import Counter, defaultdict
from collections.abc import Mapping

from msgspec import Struct

from daemon.bridge.seat import Side
from daemon.scoring.traveller import Contestant
from daemon.settings.model import Scope
from daemon.tournament.plan import Plan, SectionPlan
from daemon.tournament.play import Play


class Field(Struct, frozen=True):
    """Sections whose scores are compared with each other.

    `plays` are those of each board, in the order of play within each section; `scheduled` says
    how often a board is to be played. `ns` and `ew` are who sits there by the movement (by an
    earlier one, for those who have left this one), `everybody` all that take part; `sit_outs` how
    many boards they sit out.
    """

    sections: tuple[SectionPlan, ...]
    plays: Mapping[int, tuple[Play, ...]]
    scheduled: Mapping[int, int]
    ns: frozenset[Contestant]
    ew: frozenset[Contestant]
    everybody: frozenset[Contestant]
    sit_outs: Mapping[str, Mapping[Contestant, int]]


def fields_of(plan: Plan) -> tuple[Field, ...]:
    """The fields of an event: one, or one for each section."""
    if plan.settings.ranking.scope is Scope.EVENT:
        return (_field(plan.sections),)
    return tuple(_field((section,)) for section in plan.sections)


def boards_of(plan: Plan) -> Mapping[tuple[str, int], tuple[Play, ...]]:
    """The plays of every board of every section, the boards in order."""
    boards = {}
    for section in plan.sections:
        plays: defaultdict[int, list[Play]] = defaultdict(list)
        for play in section.plays:
            plays[play.board].append(play)
        boards.update({(section.name, board): tuple(plays[board]) for board in sorted(plays)})
    return boards


def _field(sections: tuple[SectionPlan, ...]) -> Field:
    plays: defaultdict[int, list[Play]] = defaultdict(list)
    scheduled: Counter[int] = Counter()
    for section in sections:
        for play in section.plays:
            plays[play.board].append(play)
            scheduled[play.board] += play.scheduled
    return Field(
        sections,
        {board: tuple(on_board) for board, on_board in plays.items()},
        scheduled,
        _seated(sections, Side.NS),
        _seated(sections, Side.EW),
        frozenset(contestant for section in sections for contestant in section.contestants),
        {section.name: section.sit_outs for section in sections},
    )


def _seated(sections: tuple[SectionPlan, ...], side: Side) -> frozenset[Contestant]:
    plays = [play.as_scheduled for section in sections for play in section.plays]
    now = [play for play in plays if play.scheduled]
    placed = {one for play in now for one in play.contestants}
    seated = {one for play in now for one in _on(side, play)}
    return frozenset(
        seated | {one for play in plays for one in _on(side, play) if one not in placed}
    )


def _on(side: Side, play: Play) -> tuple[Contestant, ...]:
    return play.ns_contestants if side is Side.NS else play.ew_contestants
