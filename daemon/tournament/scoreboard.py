"""Verdicts -> travellers and rankings: what is published."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from daemon.bridge.seat import Side
from daemon.scoring.adjustment import Adjustment, adjust
from daemon.scoring.field import credit_field
from daemon.scoring.matchpoints import expected_plays, score_board, top_of
from daemon.scoring.rules import MatchpointRules, SitOut
from daemon.scoring.sessions import average_sessions, sum_sessions
from daemon.scoring.standings import Standing, standings, two_winners
from daemon.scoring.tally import Tally, tally, with_sit_outs
from daemon.scoring.traveller import Compared, Contestant, Line, Points, ScoredLine
from daemon.settings.model import CarryMode, Scope
from daemon.tournament.merge import Merged
from daemon.tournament.plan import Plan, SectionPlan
from daemon.tournament.play import Play, PlayKey
from daemon.tournament.resolving import Resolved
from daemon.tournament.results import OpenProblem, Ranking, Results, Row, Status
from daemon.tournament.ruling import AdjustedRuling
from daemon.tournament.ruling_entry import CorrectionEntry
from daemon.tournament.travellers import travellers
from daemon.tournament.verdict import Verdict

_DONE = frozenset({Status.SCORED, Status.ADJUSTED, Status.NOT_PLAYED})
_ALL_SECTIONS = "All sections"

Field = tuple[SectionPlan, ...]
"""Sections whose scores are compared with each other."""


@dataclass(frozen=True, slots=True)
class _Scored:
    """A field's lines with their points, and the highest top of a board in it."""

    lines: Mapping[PlayKey, ScoredLine]
    top: Fraction


def score_event(ruled: Resolved, merged: Merged, problems: tuple[OpenProblem, ...]) -> Results:
    """Score everything that counts and put it together for publishing."""
    plan = ruled.plan
    rankings: list[Ranking] = []
    scored: dict[PlayKey, ScoredLine] = {}
    for field in _fields(plan):
        in_field = _score_field(field, ruled, merged)
        scored.update(in_field.lines)
        rankings.extend(_rankings(field, ruled, in_field))
    played = sum(verdict.status in _DONE for verdict in merged.verdicts.values())
    event = plan.settings.event
    return Results(
        event.name,
        event.date,
        plan.settings.scoring.method,
        complete=played == len(merged.verdicts),
        final=ruled.rulings.closed,
        played=played,
        expected=len(merged.verdicts),
        rankings=tuple(rankings),
        travellers=tuple(travellers(plan, merged, scored, problems)),
        problems=problems,
        club=event.club,
        club_id=event.club_id,
        director=event.director,
    )


def _fields(plan: Plan) -> tuple[Field, ...]:
    if plan.settings.ranking.scope is Scope.EVENT:
        return (plan.sections,)
    return tuple((section,) for section in plan.sections)


def _score_field(field: Field, ruled: Resolved, merged: Merged) -> _Scored:
    rules = ruled.plan.settings.scoring.matchpoints
    keys: dict[int, list[PlayKey]] = defaultdict(list)
    lines: dict[int, list[Line]] = defaultdict(list)
    scheduled: Counter[int] = Counter()
    for section in field:
        for play in section.plays:
            scheduled[play.board] += play.scheduled
            deal = ruled.rulings.deals.get((play.section, play.board, play.table), 0)
            line = _line(merged.verdicts[play.key], deal)
            if line is not None:
                keys[play.board].append(play.key)
                lines[play.board].append(line)
    expected = expected_plays(rules.expected, scheduled, lines)
    points = {
        board: _score_board(tuple(on_board), expected[board], rules)
        for board, on_board in lines.items()
    }
    credited = credit_field(lines, points, rules)
    by_key = {
        key: line
        for board, on_board in credited.items()
        for key, line in zip(keys[board], on_board, strict=True)
    }
    return _Scored(by_key, top_of(max(expected.values()), rules.unit))


@lru_cache(maxsize=4096)
def _score_board(
    lines: tuple[Line, ...], expected: int, rules: MatchpointRules
) -> tuple[tuple[Points, Points], ...]:
    """Score a board, or remember its points: after a result only its own board has changed."""
    return score_board(lines, expected, rules)


def _line(verdict: Verdict, deal: int) -> Line | None:
    """What counts of a play; None when nothing does (yet)."""
    play, ruling = verdict.play, verdict.ruling
    sides = (play.ns_contestants, play.ew_contestants)
    if isinstance(ruling, AdjustedRuling) and verdict.status is Status.ADJUSTED:
        return Line(*sides, ruling.ns, ruling.ew, deal)
    if verdict.score is None:
        return None
    score = Compared(verdict.score)
    return Line(*sides, score, score, deal)


def _rankings(field: Field, ruled: Resolved, scored: _Scored) -> Iterator[Ranking]:
    rules = ruled.plan.settings.ranking
    ns = _seated(field, Side.NS)
    ew = _seated(field, Side.EW)
    section = field[0].name if rules.scope is Scope.SECTION else None
    name = _ALL_SECTIONS if section is None else section
    everything = _tallies(field, ruled, scored, tuple(Side))
    if not two_winners(rules.winners, ns, ew):
        everybody = frozenset(contestant for planned in field for contestant in planned.contestants)
        yield Ranking(name, section, None, _rows(field, ruled, everybody, everything))
        return
    # Whoever keeps to one side keeps all his scores, also those of when he sat on the other.
    apart = ns.isdisjoint(ew)
    for side, seated in ((Side.NS, ns), (Side.EW, ew)):
        tallies = everything if apart else _tallies(field, ruled, scored, (side,))
        rows = _rows(field, ruled, seated, tallies)
        yield Ranking(f"{name} {side}", section, str(side), rows)


def _seated(field: Field, side: Side) -> frozenset[Contestant]:
    """Who sits on a side by the movement; by an earlier one, for those who have left this one."""
    plays = [play.as_scheduled for section in field for play in section.plays]
    now = [play for play in plays if play.scheduled]
    placed = {one for play in now for one in play.contestants}
    seated = {one for play in now for one in _on(side, play)}
    return frozenset(
        seated | {one for play in plays for one in _on(side, play) if one not in placed}
    )


def _on(side: Side, play: Play) -> tuple[Contestant, ...]:
    return play.ns_contestants if side is Side.NS else play.ew_contestants


def _tallies(
    field: Field, ruled: Resolved, scored: _Scored, sides: tuple[Side, ...]
) -> dict[Contestant, Tally]:
    """What everybody has gathered on these sides, in this session and before."""
    rules = ruled.plan.settings.ranking
    tallies = tally(scored.lines.values(), sides)
    if rules.sitout is SitOut.AVERAGE:
        sit_outs = {one: boards for section in field for one, boards in section.sit_outs.items()}
        tallies = with_sit_outs(tallies, sit_outs, scored.top)
    sections = {section.name for section in field}
    adjustments = {
        who: _adjustment(entries, scored.top)
        for who, entries in ruled.rulings.corrections.items()
        if who.section in sections
    }
    tallies = adjust(tallies, adjustments)
    earlier = {who: sessions for section in field for who, sessions in section.carried.items()}
    if not earlier:
        return tallies
    join = average_sessions if rules.carry_mode is CarryMode.MEAN else sum_sessions
    return join(tallies, earlier)


def _adjustment(entries: Iterable[CorrectionEntry], top: Fraction) -> Adjustment:
    """All corrections of one contestant together."""
    return sum((_correction(entry, top) for entry in entries), Adjustment())


def _correction(entry: CorrectionEntry, top: Fraction) -> Adjustment:
    carried = entry.carried
    brought = Tally() if carried is None else Tally(carried.boards, carried.points, carried.maximum)
    points = entry.matchpoints + entry.percent_of_top * top / 100
    return Adjustment(points, entry.percent_points, brought)


def _rows(
    field: Field,
    ruled: Resolved,
    contestants: frozenset[Contestant],
    tallies: Mapping[Contestant, Tally],
) -> tuple[Row, ...]:
    sections = {section.name: section for section in field}
    percent_points = {
        who: sum((entry.percent_points for entry in entries), Fraction(0))
        for who, entries in ruled.rulings.corrections.items()
    }
    ranked = standings(
        contestants,
        tallies,
        ruled.plan.settings.ranking.ties,
        percent_points=percent_points,
    )
    return tuple(_row(standing, sections[standing.contestant.section]) for standing in ranked)


def _row(standing: Standing, section: SectionPlan) -> Row:
    number = standing.contestant.number
    return Row(
        standing.rank,
        standing.tied,
        standing.contestant.section,
        number,
        section.names.get(number, ()),
        standing.boards,
        standing.total,
        standing.maximum,
        standing.percent,
        standing.average,
        section.ids.get(number, ()),
    )
