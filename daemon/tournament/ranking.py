"""Points of a field -> its rankings."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from daemon.bridge.seat import Side
from daemon.scoring.adjustment import adjust
from daemon.scoring.matches import match_tallies
from daemon.scoring.rules import Measure, SitOut
from daemon.scoring.sessions import average_sessions, sum_sessions
from daemon.scoring.standings import Standing, standings, two_winners
from daemon.scoring.tally import Tally, tally, with_sit_outs
from daemon.scoring.traveller import Contestant, ScoredLine
from daemon.scoring.victory_points import maximum
from daemon.settings.model import CarryMode, RankingRules, Scope, Unit
from daemon.tournament.correcting import adjustment_of, with_handicap
from daemon.tournament.layout import Field
from daemon.tournament.plan import SectionPlan
from daemon.tournament.play import PlayKey
from daemon.tournament.resolving import Resolved
from daemon.tournament.results import Ranking, Row

_ALL_SECTIONS = "All sections"

BOTH_SIDES = tuple(Side)
Tallies = Mapping[tuple[Side, ...], Mapping[Contestant, Tally]]


class Scored(Struct, frozen=True):
    """What a field has come to.

    `tallies` are what everybody has gathered on these sides, in points or in victory points. `top`
    is the highest one of a board (0 without a top).
    """

    tallies: Tallies
    top: Fraction


def sides_ranked(field: Field, rules: RankingRules) -> tuple[tuple[Side, ...], ...]:
    """The sides on which everybody's points are counted together, for each list."""
    apart = field.ns.isdisjoint(field.ew)
    if apart or not two_winners(rules.winners, field.ns, field.ew):
        return (BOTH_SIDES,)
    # Whoever keeps to one side keeps all his scores, also those of when he sat on the other.
    return tuple((side,) for side in Side)


def tallies_of(
    ruled: Resolved, lines: Collection[tuple[PlayKey, ScoredLine]], sides: Collection[Side]
) -> Mapping[Contestant, Tally]:
    """What everybody has gathered on these sides: all points, or the victory points for them."""
    scale = ruled.plan.settings.scoring.victory_points
    if scale is None:
        return tally((line for _, line in lines), sides)
    matches: defaultdict[object, list[ScoredLine]] = defaultdict(list)
    for key, scored in lines:
        line = scored.line
        match = key.section, ruled.plan.by_key[key].round, frozenset({line.ns, line.ew})
        matches[match].append(scored)
    return match_tallies(matches.values(), scale, sides)


def rankings(field: Field, ruled: Resolved, scored: Scored) -> Iterator[Ranking]:
    """The lists of a field: one, or one for each direction, each followed by those of groups."""
    rules = ruled.plan.settings.ranking
    ns, ew = field.ns, field.ew
    section = field.sections[0].name if rules.scope is Scope.SECTION else None
    name = _ALL_SECTIONS if section is None else section
    if not two_winners(rules.winners, ns, ew):
        everything = _tallies(field, ruled, scored, BOTH_SIDES)
        whole = Ranking(name, section, None, _rows(field, ruled, field.everybody, everything))
        yield whole
        yield from _group_rankings(whole, field, ruled, everything)
        return
    for side, seated in ((Side.NS, ns), (Side.EW, ew)):
        sides = BOTH_SIDES if BOTH_SIDES in scored.tallies else (side,)
        tallies = _tallies(field, ruled, scored, sides)
        rows = _rows(field, ruled, seated, tallies)
        whole = Ranking(f"{name} {side}", section, str(side), rows)
        yield whole
        yield from _group_rankings(whole, field, ruled, tallies)


def _group_rankings(
    whole: Ranking, field: Field, ruled: Resolved, tallies: Mapping[Contestant, Tally]
) -> Iterator[Ranking]:
    """The lists of each group of those who are in the whole list, in the order of their names."""
    members: defaultdict[str, set[Contestant]] = defaultdict(set)
    group_of = {section.name: section.groups for section in field.sections}
    for row in whole.rows:
        group = group_of[row.section].get(row.contestant)
        if group is not None:
            members[group].add(Contestant(row.section, row.contestant))
    for group, contestants in sorted(members.items()):
        rows = _rows(field, ruled, frozenset(contestants), tallies)
        yield replace(whole, name=f"{whole.name} {group}", rows=rows, group=group)


def _tallies(
    field: Field, ruled: Resolved, scored: Scored, sides: tuple[Side, ...]
) -> Mapping[Contestant, Tally]:
    """What everybody has gathered on these sides, in this session and before."""
    rules, unit = ruled.plan.settings.ranking, ruled.plan.settings.scoring.unit
    tallies = scored.tallies[sides]
    if rules.sitout is SitOut.AVERAGE:
        for section in field.sections:
            tallies = with_sit_outs(
                tallies, field.sit_outs[section.name], _board_top(section, ruled, scored)
            )
    earlier = {
        who: sessions for section in field.sections for who, sessions in section.carried.items()
    }
    if _adds_handicaps_to_totals(field, ruled):
        handicaps = _handicaps(field)
        tallies = {
            who: with_handicap(gathered, handicaps.get(who, Fraction(0)), unit)
            for who, gathered in tallies.items()
        }
    top = _correction_top(field, ruled, scored)
    sections = {section.name for section in field.sections}
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


def _match_top(section: SectionPlan, ruled: Resolved) -> Fraction | None:
    """What a match gives to both sides together; None when victory points are not counted."""
    scale = ruled.plan.settings.scoring.victory_points
    return None if scale is None else maximum(scale, section.settings.boards_per_round)


def _board_top(section: SectionPlan, ruled: Resolved, scored: Scored) -> Fraction:
    """What can be won on a board (of a match, its part); 0 where there is no top."""
    match_top = _match_top(section, ruled)
    return scored.top if match_top is None else match_top / section.settings.boards_per_round


def _correction_top(field: Field, ruled: Resolved, scored: Scored) -> Fraction:
    """What a correction in per cent of a top is of: the highest top of a board, or a match."""
    tops = [top for section in field.sections if (top := _match_top(section, ruled)) is not None]
    return max(tops, default=scored.top)


def _handicaps(field: Field) -> dict[Contestant, Fraction]:
    return {
        Contestant(section.name, number): handicap
        for section in field.sections
        for number, handicap in section.handicaps.items()
    }


def _adds_handicaps_to_totals(field: Field, ruled: Resolved) -> bool:
    """Whether a handicap goes onto today's total, not onto the final percentage.

    Where there is no percentage it must. Where earlier sessions are carried over it has to weigh
    as much as today does: theirs have it already.
    """
    carries = any(section.carried for section in field.sections)
    return carries or not ruled.plan.settings.scoring.unit.has_maximum


def _rows(
    field: Field,
    ruled: Resolved,
    contestants: frozenset[Contestant],
    tallies: Mapping[Contestant, Tally],
) -> tuple[Row, ...]:
    unit = ruled.plan.settings.scoring.unit
    sections = {section.name: section for section in field.sections}
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
