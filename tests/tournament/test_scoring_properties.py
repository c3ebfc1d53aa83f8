"""What must hold whatever comes in: results, held lines, gaps and rulings of every kind, mixed."""

from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.tournament.results import Ranking, Results, Status, TravellerLine
from tests.tournament.conftest import MOVEMENTS, Desk, line, text

METHODS = {
    "matchpoints": "",
    "rounded": 'unequal = "ascherman"\nround_board = 0.1\nround_half = "toward-average"',
    "cross-imps": 'method = "cross-imps"\nimps_cap = 17',
    "butler": 'method = "butler"\nbutler_drop = "10%"',
    "total-points": 'method = "total-points"',
    "board-a-match": 'method = "board-a-match"',
    "victory points": 'method = "cross-imps"\nvp = "wbf"',
}
TABLES = 'name = "A"\nmovement = "six.asc"\nboards_per_round = 1'
# Round, table, board, NS and EW: six tables, and everybody plays the same board in a round.
PLAYS = [
    (number, table, number, table, (table + number) % 6 + 7)
    for number in (1, 2)
    for table in range(1, 7)
]
SIX = "12 6 2 2 0\n" + "".join(
    "  ".join(f"{ns} {ew} {'AB'[number - 1]}" for at, _, _, ns, ew in PLAYS if at == number) + "\n"
    for number in (1, 2)
)
SCORES = st.sampled_from((-430, -100, -50, 0, 110, 140, 400, 420, 620))
KINDS = st.sampled_from(
    [
        *(["score"] * 6),
        *("assigned", "artificial", "percentage", "split", "half", "weighted", "not played"),
        *("missing", "held"),
    ]
)
Evening = tuple[list[str], dict[str, list[str]]]
"""The entries of a rulings file, and the lines of tablets that contradict each other, by file."""


@pytest.fixture(autouse=True, scope="module")
def _movement() -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(MOVEMENTS, "six.asc", SIX)
        yield


def entry(kind: str, board: int, ns: int, first: int, second: int) -> str:
    """A ruling of this kind about a play."""
    where = f"board = {board}\nns = {ns}\n"
    weights = f"{{weight = 60, score = {first}}}, {{weight = 40, score = {second}}}"
    return {
        "score": f"[[result]]\n{where}score = {first}",
        "assigned": f"[[assigned]]\n{where}score = {first}",
        "artificial": f'[[artificial]]\n{where}ns_award = "A+"\new_award = "A-"',
        "percentage": f"[[artificial]]\n{where}ns_award = 70\new_award = 45",
        "split": f"[[split]]\n{where}ns_score = {first}\new_score = {-second}",
        "half": f"[[split]]\n{where}ns_score = {first}\new_award = 60",
        "weighted": f"[[weighted]]\n{where}outcomes = [{weights}]",
        "not played": f"[[not_played]]\n{where}",
    }[kind]


@st.composite
def evenings(draw: st.DrawFn) -> Evening:
    entries: list[str] = []
    files: defaultdict[str, list[str]] = defaultdict(list)
    for _, table, board, ns, ew in PLAYS:
        kind = draw(KINDS)
        if kind == "held":
            files[f"OUT_T{table}.txt"].append(line(table, board, ns, ew, "3NT,=,N,,400"))
            files[f"OUT_{ns}.txt"].append(line(table, board, ns, ew, "3NT,-1,N,,-50"))
        elif kind != "missing":
            entries.append(entry(kind, board, ns, draw(SCORES), draw(SCORES)))
    if draw(st.booleans()):
        entries.append("[[fouled]]\nboard = 1\ntables = [[1, 2], [3, 4, 5, 6]]")
    return entries, dict(files)


EVENINGS = evenings()
SCORING = st.sampled_from(sorted(METHODS))


def played(method: str, evening: Evening) -> Results:
    entries, files = evening
    desk = Desk()
    desk.plan(TABLES, more=f"[scoring]\n{METHODS[method]}")
    for name, lines in files.items():
        desk.out(name, text(*lines, device=name))
    desk.rule(*entries)
    assert desk.state.rulings.problems == ()
    return desk.now.results


def lines_of(results: Results) -> list[TravellerLine]:
    return [one for traveller in results.travellers for one in traveller.lines]


def points_of(results: Results) -> tuple[tuple[Ranking, ...], list[tuple[object, ...]]]:
    """All rankings, and who has how much on which line."""
    return results.rankings, [
        (one.table, one.ns, one.ew, one.status, one.ns_points, one.ew_points)
        for one in lines_of(results)
    ]


@settings(max_examples=30, deadline=None)
@given(method=SCORING, evening=EVENINGS, data=st.data())
def test_neither_the_order_of_entries_and_files_nor_scoring_twice_changes_anything(
    method: str, evening: Evening, data: st.DataObject
) -> None:
    entries, files = evening
    shuffled = (
        data.draw(st.permutations(entries)),
        dict(data.draw(st.permutations(list(files.items())))),
    )
    once = points_of(played(method, evening))
    assert points_of(played(method, evening)) == once
    assert points_of(played(method, shuffled)) == once


@settings(max_examples=30, deadline=None)
@given(method=SCORING, evening=EVENINGS)
def test_what_is_held_missing_or_not_played_has_no_points_and_moves_nobody(
    method: str, evening: Evening
) -> None:
    entries, files = evening
    results = played(method, evening)
    for one in lines_of(results):
        counts = one.status in {Status.SCORED, Status.ADJUSTED}
        assert (one.ns_points is not None, one.ew_points is not None) == (counts, counts)
    assert played(method, (entries, {})).rankings == results.rankings
    without = [one for one in entries if not one.startswith("[[not_played]]")]
    assert played(method, (without, files)).rankings == results.rankings


@settings(max_examples=30, deadline=None)
@given(method=SCORING, evening=EVENINGS)
def test_a_total_is_what_the_lines_say(method: str, evening: Evening) -> None:
    results = played(method, evening)
    gathered: defaultdict[int, list[Fraction]] = defaultdict(list)
    for one in lines_of(results):
        if one.ns_points is not None and one.ew_points is not None:
            gathered[one.ns].append(one.ns_points)
            gathered[one.ew].append(one.ew_points)
    for row in (row for ranking in results.rankings for row in ranking.rows):
        mine = gathered[row.contestant]
        assert row.boards == len(mine)
        assert row.average == (row.total / len(mine) if mine else 0)
        assert (row.rank is None) == (not mine)
        if method != "victory points":
            assert row.total == sum(mine)
        if row.percent is not None:
            assert 0 <= row.percent <= 100


@settings(max_examples=30, deadline=None)
@given(method=SCORING, evening=EVENINGS)
def test_both_sides_of_an_ordinary_line_share_what_there_is(method: str, evening: Evening) -> None:
    tops = {"matchpoints": 10, "rounded": 10, "board-a-match": 2}
    for one in lines_of(played(method, evening)):
        ordinary = one.award is None or one.score is not None
        split_field = any(kind in "".join(evening[0]) for kind in ("[[split]]", "ew_award"))
        if ordinary and not split_field and one.ns_points is not None:
            assert one.ew_points is not None
            assert one.ns_points + one.ew_points == tops.get(method, 0)


@settings(max_examples=25, deadline=None)
@given(evening=EVENINGS)
def test_cross_imps_of_a_board_without_awards_and_splits_sum_to_zero(evening: Evening) -> None:
    entries, files = evening
    kept = [one for one in entries if "award" not in one and "[[split]]" not in one]
    for traveller in played("cross-imps", (kept, files)).travellers:
        points = [one.ns_points for one in traveller.lines if one.ns_points is not None]
        assert sum(points) == 0
