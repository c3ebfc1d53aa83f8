"""All boards of one field together: what a contestant's other boards say about an award."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from daemon.bridge.seat import Side
from daemon.scoring.matchpoints import score_board
from daemon.scoring.rules import MatchpointRules
from daemon.scoring.tally import sum_points
from daemon.scoring.traveller import Award, Contestant, Line, Points, ScoredLine, SideScore

FieldLines = Mapping[int, Sequence[Line]]
FieldPoints = Mapping[int, Sequence[tuple[Points, Points]]]
ScoredField = dict[int, tuple[ScoredLine, ...]]


def score_field(
    lines: FieldLines, expected: Mapping[int, int], rules: MatchpointRules
) -> ScoredField:
    """Score every board of a field: board -> its lines with their points, in the same order.

    `expected` maps each board to N, as `expected_plays` gives it. A caller that scores again and
    again keeps what `score_board` gave for the boards that did not change, and goes on with
    `credit_field`.
    """
    points = {
        board: score_board(on_board, expected[board], rules) for board, on_board in lines.items()
    }
    return credit_field(lines, points, rules)


def credit_field(lines: FieldLines, points: FieldPoints, rules: MatchpointRules) -> ScoredField:
    """Give each contestant the points of its side: `points` are those of NS and EW, line by line.

    With `rules.own_percentage` an award of average plus (or minus) becomes the contestant's
    percentage on the session's other boards where that is higher (or lower), Law 12C2(c). Boards
    on which the contestant has an artificial score are no other boards (a weighted score is a real
    one); with none left, the award stays as it is.
    """
    scored = {
        board: tuple(
            ScoredLine(line, (ns,) * len(line.ns), (ew,) * len(line.ew))
            for line, (ns, ew) in zip(on_board, points[board], strict=True)
        )
        for board, on_board in lines.items()
    }
    own = _own_percentages(scored) if rules.own_percentage else {}
    if not own:
        return scored
    return {
        board: tuple(_credit(each, own) if _may_move(each.line) else each for each in on_board)
        for board, on_board in scored.items()
    }


def _own_percentages(scored: ScoredField) -> dict[Contestant, Fraction | None]:
    """Percentage on the boards with real scores, of everybody whose award may depend on it.

    Contestants without such boards are left out; None where those boards compare nothing.
    """
    asked = {
        contestant
        for on_board in scored.values()
        for each in on_board
        if _may_move(each.line)
        for contestant in (*each.line.ns, *each.line.ew)
    }
    if not asked:
        return {}
    gathered: defaultdict[Contestant, list[Points]] = defaultdict(list)
    for on_board in scored.values():
        for each in on_board:
            for side in Side:
                if isinstance(each.line.score(side), Award):
                    continue
                for contestant, points in each.of(side):
                    if contestant in asked:
                        gathered[contestant].append(points)
    return {contestant: sum_points(points).percent for contestant, points in gathered.items()}


def _may_move(line: Line) -> bool:
    """Whether an award on this line depends on other boards."""
    return _depends(line.ns_score) or _depends(line.ew_score)


def _depends(score: SideScore) -> bool:
    return isinstance(score, Award) and (score.floor or score.ceiling)


def _credit(scored: ScoredLine, own: Mapping[Contestant, Fraction | None]) -> ScoredLine:
    line = scored.line
    return replace(
        scored,
        ns=tuple(
            _settle(line.ns_score, points, own.get(who)) for who, points in scored.of(Side.NS)
        ),
        ew=tuple(
            _settle(line.ew_score, points, own.get(who)) for who, points in scored.of(Side.EW)
        ),
    )


def _settle(score: SideScore, points: Points, own: Fraction | None) -> Points:
    """Points of one contestant, whose percentage on its other boards is `own` (None: has none)."""
    if not isinstance(score, Award) or own is None:
        return points
    better = score.floor and own > score.percent
    worse = score.ceiling and own < score.percent
    return Points(points.maximum * own / 100, points.maximum) if better or worse else points
