"""All boards of one field together: what a contestant's other boards say about an award."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from daemon.bridge.seat import Side
from daemon.scoring.methods import score_lines
from daemon.scoring.rounding import round_points
from daemon.scoring.rules import BoardRules
from daemon.scoring.tally import Tally, sum_points
from daemon.scoring.traveller import Award, Contestant, Line, Points, ScoredLine, SideScore

FieldLines = Mapping[int, Sequence[Line]]
ScoredBoard = tuple[ScoredLine, ...]
ScoredField = Mapping[int, ScoredBoard]


def score_field(lines: FieldLines, expected: Mapping[int, int], rules: BoardRules) -> ScoredField:
    """Score every board of a field: board -> its lines with their points, in the same order.

    `expected` maps each board to N, as `expected_plays` gives it.
    """
    scored = {
        board: score_board(on_board, expected[board], rules) for board, on_board in lines.items()
    }
    movable = {board for board, on_board in scored.items() if may_move(on_board)}
    return with_own_percentages(scored, movable, rules)


def score_board(lines: Sequence[Line], expected: int, rules: BoardRules) -> ScoredBoard:
    """Score one board by itself: each contestant gets the points of its side, line by line."""
    points = score_lines(lines, expected, rules)
    return tuple(
        [
            ScoredLine(line, (ns,) * len(line.ns), (ew,) * len(line.ew))
            for line, (ns, ew) in zip(lines, points, strict=True)
        ]
    )


def may_move(lines: ScoredBoard) -> bool:
    """Whether a board has an award that depends on other boards."""
    return any(_may_move(each.line) for each in lines)


def with_own_percentages(
    scored: ScoredField, movable: Collection[int], rules: BoardRules
) -> ScoredField:
    """Give each contestant what its other boards say about an award on a board in `movable`.

    With `rules.own_percentage` an award of average plus (or minus) becomes the contestant's
    percentage on the session's other boards where that is higher (or lower), Law 12C2(c); in
    methods that have no percentage, its points per board on them. Boards on which the contestant
    has an artificial score are no other boards (a weighted score is a real one); with none left,
    the award stays as it is. The other boards are the same objects as before.
    """
    if not (rules.own_percentage and movable):
        return scored
    own = _own_results(scored)
    return {
        board: tuple(
            _credit(each, own, rules) if _may_move(each.line) else each for each in on_board
        )
        if board in movable
        else on_board
        for board, on_board in scored.items()
    }


def _own_results(scored: ScoredField) -> dict[Contestant, Tally]:
    """What everybody whose award may depend on it has on the boards with real scores.

    Contestants without such boards are left out.
    """
    asked = {
        contestant
        for on_board in scored.values()
        for each in on_board
        if _may_move(each.line)
        for contestant in (*each.line.ns, *each.line.ew)
    }
    gathered: defaultdict[Contestant, list[Points]] = defaultdict(list)
    for on_board in scored.values():
        for each in on_board:
            for side in Side:
                if isinstance(each.line.score(side), Award):
                    continue
                for contestant, points in each.of(side):
                    if contestant in asked:
                        gathered[contestant].append(points)
    return {contestant: sum_points(points) for contestant, points in gathered.items()}


def _may_move(line: Line) -> bool:
    """Whether an award on this line depends on other boards."""
    return _depends(line.ns_score) or _depends(line.ew_score)


def _depends(score: SideScore) -> bool:
    return isinstance(score, Award) and (score.floor or score.ceiling)


def _credit(scored: ScoredLine, own: Mapping[Contestant, Tally], rules: BoardRules) -> ScoredLine:
    line = scored.line
    sides = (
        tuple(
            round_points(_settle(line.score(side), points, own.get(who)), rules.rounding)
            for who, points in scored.of(side)
        )
        for side in Side
    )
    return ScoredLine(line, *sides)


def _settle(score: SideScore, points: Points, own: Tally | None) -> Points:
    """Points of one contestant; `own` is what it has on its other boards (None: has none)."""
    if not isinstance(score, Award) or own is None:
        return points
    if points.maximum and not own.maximum:  # nothing was compared on its other boards
        return points
    fair = _fair(points.maximum, own)
    better = score.floor and fair > points.points
    worse = score.ceiling and fair < points.points
    return Points(fair, points.maximum) if better or worse else points


def _fair(maximum: Fraction, own: Tally) -> Fraction:
    """What its other boards give a contestant on one more: the same part of what can be won."""
    return own.total * maximum / own.maximum if own.maximum else own.average
