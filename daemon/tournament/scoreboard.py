"""Verdicts -> travellers and rankings: what is published."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from daemon.bridge.seat import Side
from daemon.scoring import board_a_match
from daemon.scoring.adjustment import adjust
from daemon.scoring.butler import datums
from daemon.scoring.factoring import top_of
from daemon.scoring.field import score_field
from daemon.scoring.matches import match_tallies
from daemon.scoring.matchpoints import expected_plays
from daemon.scoring.rules import (
    BoardAMatchRules,
    BoardRules,
    ButlerRules,
    Expected,
    MatchpointRules,
    Measure,
    SitOut,
)
from daemon.scoring.sessions import average_sessions, sum_sessions
from daemon.scoring.standings import Standing, standings, two_winners
from daemon.scoring.tally import Tally, tally, with_sit_outs
from daemon.scoring.traveller import Compared, Contestant, Line, ScoredLine
from daemon.scoring.victory_points import maximum
from daemon.settings.model import CarryMode, Scope, Unit
from daemon.tournament.correcting import adjustment_of, with_handicap
from daemon.tournament.merge import Merged
from daemon.tournament.plan import Plan, SectionPlan
from daemon.tournament.play import Play, PlayKey
from daemon.tournament.resolving import Resolved
from daemon.tournament.results import OpenProblem, Ranking, Results, Row, Status
from daemon.tournament.ruling import AdjustedRuling
from daemon.tournament.travellers import travellers
from daemon.tournament.verdict import Verdict

_DONE = frozenset({Status.SCORED, Status.ADJUSTED, Status.NOT_PLAYED})
_ALL_SECTIONS = "All sections"

Field = tuple[SectionPlan, ...]
"""Sections whose scores are compared with each other."""

Datums = tuple[Fraction | None, Fraction | None]


@dataclass(frozen=True, slots=True)
class _Scored:
    """A field's lines with their points, and the highest top of a board in it (0 without one).

    `datums` are those of NS and EW for each line, in a Butler.
    """

    lines: Mapping[PlayKey, ScoredLine]
    top: Fraction
    datums: Mapping[PlayKey, Datums]


def score_event(ruled: Resolved, merged: Merged, problems: tuple[OpenProblem, ...]) -> Results:
    """Score everything that counts and put it together for publishing."""
    plan = ruled.plan
    rankings: list[Ranking] = []
    scored: dict[PlayKey, ScoredLine] = {}
    compared: dict[PlayKey, Datums] = {}
    for field in _fields(plan):
        in_field = _score_field(field, ruled, merged)
        scored.update(in_field.lines)
        compared.update(in_field.datums)
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
        travellers=tuple(travellers(plan, merged, scored, compared, problems)),
        problems=problems,
        unit=plan.settings.scoring.unit,
        club=event.club,
        club_id=event.club_id,
        director=event.director,
        clocks=ruled.rulings.clocks,
    )


def _fields(plan: Plan) -> tuple[Field, ...]:
    if plan.settings.ranking.scope is Scope.EVENT:
        return (plan.sections,)
    return tuple((section,) for section in plan.sections)


def _score_field(field: Field, ruled: Resolved, merged: Merged) -> _Scored:
    rules = ruled.plan.settings.scoring.rules
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
    rule = rules.expected if isinstance(rules, MatchpointRules) else Expected.SCHEDULED
    expected = expected_plays(rule, scheduled, lines)
    scored = score_field(lines, expected, rules)
    by_key = {
        key: line
        for board, on_board in scored.items()
        for key, line in zip(keys[board], on_board, strict=True)
    }
    compared = {
        key: both
        for board, on_board in lines.items()
        if isinstance(rules, ButlerRules)
        for key, both in zip(keys[board], datums(on_board, rules), strict=True)
    }
    return _Scored(by_key, _top(rules, max(expected.values())), compared)


def _top(rules: BoardRules, expected: int) -> Fraction:
    """The top of a board that is to be played so often; 0 in methods without one."""
    match rules:
        case MatchpointRules():
            return top_of(expected, rules.unit)
        case BoardAMatchRules():
            return board_a_match.TOP
        case _:
            return Fraction(0)


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
        whole = Ranking(name, section, None, _rows(field, ruled, everybody, everything))
        yield whole
        yield from _group_rankings(whole, field, ruled, everything)
        return
    # Whoever keeps to one side keeps all his scores, also those of when he sat on the other.
    apart = ns.isdisjoint(ew)
    for side, seated in ((Side.NS, ns), (Side.EW, ew)):
        tallies = everything if apart else _tallies(field, ruled, scored, (side,))
        rows = _rows(field, ruled, seated, tallies)
        whole = Ranking(f"{name} {side}", section, str(side), rows)
        yield whole
        yield from _group_rankings(whole, field, ruled, tallies)


def _group_rankings(
    whole: Ranking, field: Field, ruled: Resolved, tallies: Mapping[Contestant, Tally]
) -> Iterator[Ranking]:
    """The lists of each group of those who are in the whole list, in the order of their names."""
    members: defaultdict[str, set[Contestant]] = defaultdict(set)
    group_of = {section.name: section.groups for section in field}
    for row in whole.rows:
        group = group_of[row.section].get(row.contestant)
        if group is not None:
            members[group].add(Contestant(row.section, row.contestant))
    for group, contestants in sorted(members.items()):
        rows = _rows(field, ruled, frozenset(contestants), tallies)
        yield replace(whole, name=f"{whole.name} {group}", rows=rows, group=group)


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
    rules, unit = ruled.plan.settings.ranking, ruled.plan.settings.scoring.unit
    tallies = _gathered(ruled, scored, sides)
    if rules.sitout is SitOut.AVERAGE:
        for section in field:
            tallies = with_sit_outs(tallies, section.sit_outs, _board_top(section, ruled, scored))
    earlier = {who: sessions for section in field for who, sessions in section.carried.items()}
    if _adds_handicaps_to_totals(field, ruled):
        handicaps = _handicaps(field)
        tallies = {
            who: with_handicap(gathered, handicaps.get(who, Fraction(0)), unit)
            for who, gathered in tallies.items()
        }
    top = _correction_top(field, ruled, scored)
    sections = {section.name for section in field}
    adjustments = {
        who: adjustment_of(entries, top, unit)
        for who, entries in ruled.rulings.corrections.items()
        if who.section in sections
    }
    tallies = adjust(tallies, adjustments)
    if not earlier:
        return tallies
    # Where there is no percentage, the mean by boards is the sum over all boards.
    is_mean = rules.carry_mode is CarryMode.MEAN and unit.has_maximum
    return (average_sessions if is_mean else sum_sessions)(tallies, earlier)


def _gathered(ruled: Resolved, scored: _Scored, sides: tuple[Side, ...]) -> dict[Contestant, Tally]:
    """What everybody has on these sides: all points, or the victory points for them."""
    scale = ruled.plan.settings.scoring.victory_points
    if scale is None:
        return tally(scored.lines.values(), sides)
    matches: defaultdict[object, list[ScoredLine]] = defaultdict(list)
    for key, scored_line in scored.lines.items():
        line = scored_line.line
        match = key.section, ruled.plan.by_key[key].round, frozenset({line.ns, line.ew})
        matches[match].append(scored_line)
    return match_tallies(matches.values(), scale, sides)


def _match_top(section: SectionPlan, ruled: Resolved) -> Fraction | None:
    """What a match gives to both sides together; None when victory points are not counted."""
    scale = ruled.plan.settings.scoring.victory_points
    return None if scale is None else maximum(scale, section.settings.boards_per_round)


def _board_top(section: SectionPlan, ruled: Resolved, scored: _Scored) -> Fraction:
    """What can be won on a board (of a match, its part); 0 where there is no top."""
    match_top = _match_top(section, ruled)
    return scored.top if match_top is None else match_top / section.settings.boards_per_round


def _correction_top(field: Field, ruled: Resolved, scored: _Scored) -> Fraction:
    """What a correction in per cent of a top is of: the highest top of a board, or a match."""
    tops = [top for section in field if (top := _match_top(section, ruled)) is not None]
    return max(tops, default=scored.top)


def _handicaps(field: Field) -> dict[Contestant, Fraction]:
    return {
        Contestant(section.name, number): handicap
        for section in field
        for number, handicap in section.handicaps.items()
    }


def _adds_handicaps_to_totals(field: Field, ruled: Resolved) -> bool:
    """Whether a handicap goes onto today's total, not onto the final percentage.

    Where there is no percentage it must. Where earlier sessions are carried over it has to weigh
    as much as today does: theirs have it already.
    """
    carries = any(section.carried for section in field)
    return carries or not ruled.plan.settings.scoring.unit.has_maximum


def _rows(
    field: Field,
    ruled: Resolved,
    contestants: frozenset[Contestant],
    tallies: Mapping[Contestant, Tally],
) -> tuple[Row, ...]:
    unit = ruled.plan.settings.scoring.unit
    sections = {section.name: section for section in field}
    added = {} if _adds_handicaps_to_totals(field, ruled) else _handicaps(field)
    for who, entries in ruled.rulings.corrections.items():
        points = adjustment_of(entries, Fraction(0), unit).percent_points
        added[who] = added.get(who, Fraction(0)) + points
    ranked = standings(
        contestants,
        tallies,
        ruled.plan.settings.ranking.ties,
        measure=Measure.PERCENT if unit.has_maximum else Measure.AVERAGE,
        percent_points=added,
    )
    return tuple(_row(standing, sections[standing.contestant.section], unit) for standing in ranked)


def _row(standing: Standing, section: SectionPlan, unit: Unit) -> Row:
    number = standing.contestant.number
    return Row(
        standing.rank,
        standing.tied,
        standing.contestant.section,
        number,
        section.names.get(number, ()),
        standing.boards,
        standing.total,
        standing.maximum if unit.has_maximum else None,
        standing.percent if unit.has_maximum else None,
        standing.average,
        section.ids.get(number, ()),
    )
