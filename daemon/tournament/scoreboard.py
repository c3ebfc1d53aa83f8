"""Verdicts -> travellers and rankings: what is published."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from daemon.bridge.board import dealer, vulnerability
from daemon.bridge.seat import Side
from daemon.bridgesuite.record import Place
from daemon.scoring.field import credit_field
from daemon.scoring.matchpoints import expected_plays, score_board, top_of
from daemon.scoring.rules import MatchpointRules, SitOut
from daemon.scoring.standings import Standing, standings, two_winners
from daemon.scoring.tally import Tally, tally, with_sit_outs
from daemon.scoring.traveller import Compared, Contestant, Line, Points, ScoredLine
from daemon.settings.model import Scope
from daemon.tournament.matching import Stray
from daemon.tournament.merge import Merged
from daemon.tournament.plan import Plan, SectionPlan
from daemon.tournament.play import PlayKey
from daemon.tournament.results import (
    OpenProblem,
    Ranking,
    Results,
    Row,
    Status,
    Traveller,
    TravellerLine,
)
from daemon.tournament.ruling import ArtificialRuling
from daemon.tournament.verdict import Verdict

_DONE = frozenset({Status.SCORED, Status.ADJUSTED, Status.NOT_PLAYED})
_ALL_SECTIONS = "All sections"

Field = tuple[SectionPlan, ...]
"""Sections whose scores are compared with each other."""

Subject = tuple[str | None, int | None, int | None, int | None]
"""Section, board, NS and EW that something is about, as far as they are known."""


@dataclass(frozen=True, slots=True)
class _Scored:
    """A field's lines with their points, and the highest top of a board in it."""

    lines: Mapping[PlayKey, ScoredLine]
    top: Fraction


def score_event(plan: Plan, merged: Merged, problems: tuple[OpenProblem, ...]) -> Results:
    """Score everything that counts and put it together for publishing."""
    rankings: list[Ranking] = []
    scored: dict[PlayKey, ScoredLine] = {}
    for field in _fields(plan):
        in_field = _score_field(field, plan, merged)
        scored.update(in_field.lines)
        rankings.extend(_rankings(field, plan, in_field))
    played = sum(verdict.status in _DONE for verdict in merged.verdicts.values())
    event = plan.settings.event
    return Results(
        event.name,
        event.date,
        plan.settings.scoring.method,
        complete=played == len(merged.verdicts),
        final=False,
        played=played,
        expected=len(merged.verdicts),
        rankings=tuple(rankings),
        travellers=tuple(_travellers(plan, merged, scored, problems)),
        problems=problems,
    )


def _fields(plan: Plan) -> tuple[Field, ...]:
    if plan.settings.ranking.scope is Scope.EVENT:
        return (plan.sections,)
    return tuple((section,) for section in plan.sections)


def _score_field(field: Field, plan: Plan, merged: Merged) -> _Scored:
    rules = plan.settings.scoring.matchpoints
    keys: dict[int, list[PlayKey]] = defaultdict(list)
    lines: dict[int, list[Line]] = defaultdict(list)
    scheduled: Counter[int] = Counter()
    for section in field:
        for play in section.plays:
            scheduled[play.board] += 1
            line = _line(merged.verdicts[play.key])
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


def _line(verdict: Verdict) -> Line | None:
    """What counts of a play; None when nothing does (yet)."""
    play = verdict.play
    if isinstance(verdict.ruling, ArtificialRuling):
        return Line(play.ns_contestants, play.ew_contestants, verdict.ruling.ns, verdict.ruling.ew)
    if verdict.score is None:
        return None
    score = Compared(verdict.score)
    return Line(play.ns_contestants, play.ew_contestants, score, score)


def _rankings(field: Field, plan: Plan, scored: _Scored) -> Iterator[Ranking]:
    rules = plan.settings.ranking
    ns = _seated(field, Side.NS)
    ew = _seated(field, Side.EW)
    section = field[0].name if rules.scope is Scope.SECTION else None
    name = _ALL_SECTIONS if section is None else section
    everything = _tallies(field, plan, scored, tuple(Side))
    if not two_winners(rules.winners, ns, ew):
        everybody = frozenset(contestant for planned in field for contestant in planned.contestants)
        yield Ranking(name, section, None, _rows(field, plan, everybody, everything))
        return
    # Whoever keeps to one side keeps all his scores.
    apart = ns.isdisjoint(ew)
    for side, seated in ((Side.NS, ns), (Side.EW, ew)):
        tallies = everything if apart else _tallies(field, plan, scored, (side,))
        rows = _rows(field, plan, seated, tallies)
        yield Ranking(f"{name} {side}", section, str(side), rows)


def _seated(field: Field, side: Side) -> frozenset[Contestant]:
    return frozenset(
        contestant
        for section in field
        for play in section.plays
        for contestant in (play.ns_contestants if side is Side.NS else play.ew_contestants)
    )


def _tallies(
    field: Field, plan: Plan, scored: _Scored, sides: tuple[Side, ...]
) -> dict[Contestant, Tally]:
    """What everybody has gathered on these sides, with the sit-outs where they count."""
    tallies = tally(scored.lines.values(), sides)
    if plan.settings.ranking.sitout is SitOut.EXCLUDE:
        return tallies
    sit_outs = {
        contestant: boards for section in field for contestant, boards in section.sit_outs.items()
    }
    return with_sit_outs(tallies, sit_outs, scored.top)


def _rows(
    field: Field,
    plan: Plan,
    contestants: frozenset[Contestant],
    tallies: Mapping[Contestant, Tally],
) -> tuple[Row, ...]:
    names = {section.name: section.names for section in field}
    return tuple(
        _row(standing, names[standing.contestant.section].get(standing.contestant.number, ()))
        for standing in standings(contestants, tallies, plan.settings.ranking.ties)
    )


def _row(standing: Standing, names: tuple[str, ...]) -> Row:
    return Row(
        standing.rank,
        standing.tied,
        standing.contestant.section,
        standing.contestant.number,
        names,
        standing.boards,
        standing.total,
        standing.maximum,
        standing.percent,
        standing.average,
    )


def _travellers(
    plan: Plan,
    merged: Merged,
    scored: Mapping[PlayKey, ScoredLine],
    problems: Sequence[OpenProblem],
) -> Iterator[Traveller]:
    flags: dict[Subject, set[str]] = defaultdict(set)
    for one in problems:
        flags[one.section, one.board, one.ns, one.ew].add(one.problem.code)
    for section in plan.sections:
        on_board: dict[int, list[TravellerLine]] = defaultdict(list)
        for play in section.plays:
            on_board[play.board].append(
                _traveller_line(
                    merged.verdicts[play.key],
                    scored.get(play.key),
                    tuple(sorted(flags.get(play.key, ()))),
                )
            )
        for stray in merged.strays:
            # A board that is not played here has no traveller; the problems name it.
            if stray.section == section.name and stray.place and stray.place.board in on_board:
                on_board[stray.place.board].append(_stray_line(stray, stray.place))
        for board, lines in sorted(on_board.items()):
            yield Traveller(section.name, board, dealer(board), vulnerability(board), tuple(lines))


def _traveller_line(
    verdict: Verdict, scored: ScoredLine | None, flags: tuple[str, ...]
) -> TravellerLine:
    play = verdict.play
    chosen = verdict.chosen
    award = verdict.ruling.words if verdict.status is Status.ADJUSTED and verdict.ruling else None
    return TravellerLine(
        play.round,
        play.table,
        play.ns,
        play.ew,
        verdict.status,
        verdict.outcome,
        chosen.record.lead if chosen else None,
        verdict.score,
        scored.ns[0].points if scored else None,
        scored.ew[0].points if scored else None,
        award,
        verdict.sources,
        (chosen.device or None) if chosen else None,
        flags,
    )


def _stray_line(stray: Stray, place: Place) -> TravellerLine:
    """A line that came in for this board and has no place in the plan."""
    return TravellerLine(
        stray.play.round if stray.play else None,
        place.table,
        place.ns,
        place.ew,
        Status.HELD,
        sources=(stray.path,),
        flags=(stray.problem.code,),
    )
