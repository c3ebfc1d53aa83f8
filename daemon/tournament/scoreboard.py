"""Verdicts -> travellers and rankings: what is published."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from msgspec import Struct, field

from daemon.bridge.seat import Side
from daemon.scoring import board_a_match
from daemon.scoring.butler import datums
from daemon.scoring.factoring import top_of
from daemon.scoring.field import (
    ScoredBoard,
    ScoredField,
    may_move,
    score_board,
    with_own_percentages,
)
from daemon.scoring.matchpoints import expected_plays
from daemon.scoring.rules import (
    BoardAMatchRules,
    BoardRules,
    ButlerRules,
    Expected,
    MatchpointRules,
)
from daemon.scoring.tally import Tally, retally
from daemon.scoring.traveller import Compared, Contestant, Line, ScoredLine
from daemon.tournament.layout import Field, boards_of, fields_of
from daemon.tournament.merge import Merged
from daemon.tournament.play import Play, PlayKey
from daemon.tournament.ranking import Scored, Tallies, rankings, sides_ranked, tallies_of
from daemon.tournament.resolving import Resolved
from daemon.tournament.results import OpenProblem, Ranking, Results, Status
from daemon.tournament.ruling import AdjustedRuling
from daemon.tournament.travellers import BoardScores, Travellers, travellers
from daemon.tournament.verdict import Verdict

_DONE = frozenset({Status.SCORED, Status.ADJUSTED, Status.NOT_PLAYED})

Counting = Mapping[PlayKey, Line]
"""The lines of a board that count."""


class FieldScores(Struct, frozen=True):
    """A field as it is scored.

    `counting` are the lines of each board that count, `expected` the plays that it is scored for.
    `alone` has the points of each board by itself, `boards` the final ones; `movable` are the
    boards whose points depend on others. `tallies` are what everybody has gathered.
    """

    of: Field
    counting: Mapping[int, Counting] = field(default_factory=dict)
    expected: Mapping[int, int] = field(default_factory=dict)
    alone: ScoredField = field(default_factory=dict)
    movable: frozenset[int] = frozenset()
    boards: Mapping[int, BoardScores] = field(default_factory=dict)
    tallies: Tallies = field(default_factory=dict)
    rankings: tuple[Ranking, ...] = ()


class Scoreboard(Struct, frozen=True):
    """Everything that is scored, by what was `ruled` and the verdicts in `merged`.

    `played` is how many of those need nothing more.
    """

    ruled: Resolved
    merged: Merged
    played: int
    fields: tuple[FieldScores, ...]
    travellers: Travellers


def score_event(
    ruled: Resolved,
    merged: Merged,
    problems: tuple[OpenProblem, ...],
    before: Scoreboard | None = None,
) -> Scoreboard:
    """Score everything that counts; `problems` are flagged on the lines that they are about.

    `before` is how it was scored earlier: by the same plan and rulings, boards and fields of which
    no verdict is new are taken from there. The result is the same without it.
    """
    if before is None or before.ruled is not ruled:
        before = _unplayed(ruled)
    news = merged.news_since(before.merged)
    fields = tuple(_score_field(ruled, merged, news, then) for then in before.fields)
    boards = {
        (section.name, board): scores
        for one in fields
        for section in one.of.sections
        for board, scores in one.boards.items()
    }
    shown = travellers(merged, boards, problems, news, before.travellers)
    played = before.played + sum(
        _is_done(merged.verdicts[key]) - _is_done(before.merged.verdicts.get(key)) for key in news
    )
    return Scoreboard(ruled, merged, played, fields, shown)


def results_of(board: Scoreboard, problems: tuple[OpenProblem, ...]) -> Results:
    """Everything that is published, put together."""
    settings, expected = board.ruled.plan.settings, len(board.merged.verdicts)
    event = settings.event
    return Results(
        event.name,
        event.date,
        settings.scoring.method,
        complete=board.played == expected,
        final=board.ruled.rulings.closed,
        played=board.played,
        expected=expected,
        rankings=tuple(ranking for one in board.fields for ranking in one.rankings),
        travellers=tuple(board.travellers.on_boards.values()),
        problems=problems,
        unit=settings.scoring.unit,
        club=event.club,
        club_id=event.club_id,
        director=event.director,
        clocks=board.ruled.rulings.clocks,
        publishing=settings.publishing,
    )


def _unplayed(ruled: Resolved) -> Scoreboard:
    """Where everything begins: no verdict was scored yet."""
    fields = tuple(map(FieldScores, fields_of(ruled.plan)))
    return Scoreboard(ruled, Merged(), 0, fields, Travellers(boards_of(ruled.plan)))


def _is_done(verdict: Verdict | None) -> bool:
    return verdict is not None and verdict.status in _DONE


def _score_field(
    ruled: Resolved, merged: Merged, news: Iterable[PlayKey], before: FieldScores
) -> FieldScores:
    """Score the boards with news, and what depends on them."""
    rules, of = ruled.plan.settings.scoring.rules, before.of
    sections = {section.name for section in of.sections}
    touched = {key.board for key in news if key.section in sections}
    if before.rankings and not touched:
        return before
    counting = dict(before.counting)
    for board in touched:
        counting.pop(board, None)
        if lines := _counting(ruled, merged, of.plays[board]):
            counting[board] = lines
    rule = rules.expected if isinstance(rules, MatchpointRules) else Expected.SCHEDULED
    expected = expected_plays(rule, of.scheduled, counting)
    alone = {
        board: before.alone[board]
        if lines is before.counting.get(board) and expected[board] == before.expected[board]
        else score_board(tuple(lines.values()), expected[board], rules)
        for board, lines in counting.items()
    }
    anew = {board for board in alone if alone[board] is not before.alone.get(board)}
    movable = (before.movable - anew) | {board for board in anew if may_move(alone[board])}
    scored = with_own_percentages(alone, movable & alone.keys(), rules)
    boards = {
        board: _board_scores(before.boards.get(board), lines, scored[board], rules)
        for board, lines in counting.items()
    }
    tallies = {
        sides: _tally(ruled, before, boards, sides)
        for sides in sides_ranked(of, ruled.plan.settings.ranking)
    }
    lists = rankings(of, ruled, Scored(tallies, _top(rules, max(expected.values()))))
    return FieldScores(of, counting, expected, alone, movable, boards, tallies, tuple(lists))


def _tally(
    ruled: Resolved,
    before: FieldScores,
    boards: Mapping[int, BoardScores],
    sides: tuple[Side, ...],
) -> Mapping[Contestant, Tally]:
    """What everybody has gathered: what it was before, with the difference that boards make."""
    known = before.tallies.get(sides)
    if known is None or ruled.plan.settings.scoring.victory_points is not None:
        lines = [item for scores in boards.values() for item in scores.lines.items()]
        return tallies_of(ruled, lines, sides)
    then = _not_in(boards, before.boards)
    now = _not_in(before.boards, boards)
    return retally(known, then, now, sides)


def _not_in(
    others: Mapping[int, BoardScores], boards: Mapping[int, BoardScores]
) -> Iterator[ScoredLine]:
    """The lines of those boards that are not the same in the others."""
    for board, scores in boards.items():
        if scores is not others.get(board):
            yield from scores.scored


def _counting(ruled: Resolved, merged: Merged, plays: Iterable[Play]) -> Counting:
    """The lines of a board that count."""
    counting = {}
    for play in plays:
        deal = ruled.rulings.deals.get((play.section, play.board, play.table), 0)
        line = _line(merged.verdicts[play.key], deal)
        if line is not None:
            counting[play.key] = line
    return counting


def _board_scores(
    before: BoardScores | None, counting: Counting, scored: ScoredBoard, rules: BoardRules
) -> BoardScores:
    """The points of a board by play; what they were before where no line has changed."""
    if before is not None and before.scored is scored:
        return before
    compared = {}
    if isinstance(rules, ButlerRules):
        compared = dict(zip(counting, datums(tuple(counting.values()), rules), strict=True))
    return BoardScores(scored, dict(zip(counting, scored, strict=True)), compared)


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
