"""However the files come in, they come to the same in the end, and to nothing wrong meanwhile."""

from collections import defaultdict

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from daemon.tournament.conclusion import Conclusion, conclude
from daemon.tournament.results import Results, Status
from daemon.tournament.story import Told, Value
from tests.tournament.conftest import Desk, key, line, text

AUCTION = ("1NT", "0", "PASS", "1200", "3NT", "2100", "PASS", "900", "PASS", "800", "PASS", "70")
OF_TABLE_1 = (
    line(1, 1, 1, 2, "3NT,=,N,,400"),
    line(1, 1, 1, 2, "3NT,-1,N,J♤,-50", *AUCTION),
    line(1, 1, 1, 2, "All Pass,,,,"),
    line(1, 2, 1, 2, "2♡,+1,W,J♤,-140"),
    line(1, 2, 1, 2, "2♡,=,W,,-110"),
    line(1, 3, 1, 3, "4♠X,-2,E,10♡,500"),
    line(1, 5, 1, 4, "6♣,=,S,,1370"),
    line(1, 5, 1, 4, "60/40,,,,"),
    line(1, 1, 2, 1, "3NT,=,N,,400"),
    line(1, 1, 1, 4, "3NT,=,N,,400"),
    line(1, 2, 1, 2, "4?,=,N,,420"),
)
LINES = st.lists(st.sampled_from(OF_TABLE_1), max_size=7)
DEVICES = st.sampled_from(["aaaa", "bbbb", None])
TEXTS = st.builds(lambda lines, device: text(*lines, device=device), LINES, DEVICES)
NAMES = (
    *("OUT_T1.txt", "OUT_1.txt", "OUT_T1_E.txt"),
    "OUT_T1 (Copia in conflitto di ANNA 2026-12-01).txt",
)
FILES = st.dictionaries(st.sampled_from(NAMES), st.lists(TEXTS, min_size=1, max_size=3), max_size=4)


def opened() -> Desk:
    desk = Desk()
    desk.plan()
    return desk


def deliver(versions: list[tuple[str, str]]) -> Conclusion:
    desk = opened()
    for name, content in versions:
        desk.out(name, content)
    return desk.now


def without_problems(results: Results) -> Results:
    travellers = tuple(
        replace(one, lines=tuple(replace(each, flags=(), sources=()) for each in one.lines))
        for one in results.travellers
    )
    return replace(results, problems=(), travellers=travellers)


@settings(max_examples=60)
@given(files=FILES, data=st.data())
def test_the_order_in_which_files_arrive_changes_nothing(
    files: dict[str, list[str]], data: st.DataObject
) -> None:
    """Any interleaving that keeps each file's own order."""
    in_order = [(name, version) for name, versions in files.items() for version in versions]
    turns = data.draw(st.permutations([name for name, _ in in_order]))
    waiting = {name: iter(versions) for name, versions in files.items()}
    mixed = [(name, next(waiting[name])) for name in turns]
    one, other = deliver(in_order), deliver(mixed)
    assert other.results == one.results
    assert other.merged == one.merged


@settings(max_examples=60)
@given(files=FILES)
def test_a_version_that_comes_twice_changes_nothing(files: dict[str, list[str]]) -> None:
    once = [(name, version) for name, versions in files.items() for version in versions]
    twice = [one for one in once for _ in range(2)]
    assert deliver(twice).results == deliver(once).results


@settings(max_examples=60)
@given(lines=LINES, copies=st.sets(st.sampled_from(NAMES[1:])))
def test_copies_that_say_the_same_come_to_the_same_rankings(
    lines: list[str], copies: set[str]
) -> None:
    alone = deliver([("OUT_T1.txt", text(*lines))]).results
    copied = deliver([(name, text(*lines)) for name in ("OUT_T1.txt", *sorted(copies))]).results
    assert copied.rankings == alone.rankings
    assert (copied.played, copied.complete) == (alone.played, alone.complete)
    scored = [
        (one.board, each.ns, each.ew, each.outcome, each.score)
        for one in copied.travellers
        for each in one.lines
        if each.status is Status.SCORED
    ]
    assert scored == [
        (one.board, each.ns, each.ew, each.outcome, each.score)
        for one in alone.travellers
        for each in one.lines
        if each.status is Status.SCORED
    ]


@settings(max_examples=60)
@given(lines=LINES, device=DEVICES, data=st.data())
def test_a_file_that_comes_bit_by_bit_ends_as_when_it_comes_at_once(
    lines: list[str], device: str | None, data: st.DataObject
) -> None:
    whole = text(*lines, device=device).encode()
    cuts = data.draw(st.lists(st.integers(0, len(whole)), max_size=8).map(sorted))
    desk = opened()
    for cut in cuts:
        desk.out("OUT_T1.txt", whole[:cut])
    desk.out("OUT_T1.txt", whole)
    at_once = opened()
    at_once.out("OUT_T1.txt", whole)
    assert desk.now.results == at_once.now.results


@settings(max_examples=60)
@given(lines=LINES, data=st.data())
def test_on_the_way_nothing_is_scored_that_was_not_written_nor_changed_untold(
    lines: list[str], data: st.DataObject
) -> None:
    whole = text(*lines).encode()
    desk = opened()
    before = desk.now
    desk.tell()
    for cut in sorted({*data.draw(st.lists(st.integers(0, len(whole)), max_size=8)), len(whole)}):
        desk.out("OUT_T1.txt", whole[:cut])
        told = desk.tell()
        after = desk.now
        for place, verdict in after.merged.verdicts.items():
            if verdict.status is Status.SCORED:
                assert str(verdict.outcome) in written_last(whole, cut, place.board)
            old = before.merged.verdicts[place]
            if {old.status, verdict.status} == {Status.SCORED} and old.outcome != verdict.outcome:
                assert corrections(told)[place.board] == (str(old.outcome), str(verdict.outcome))
        before = after


def written_last(whole: bytes, cut: int, board: int) -> set[str]:
    """What a play may count for when the file is there up to a place.

    Its last line that is whole, or the one that is being written.
    """
    allowed: set[str] = set()
    position = 0
    for row in whole.decode().splitlines(keepends=True):
        start, position = position, position + len(row.encode())
        if start >= cut:
            break
        found = OUTCOMES.get(row.strip())
        if found is not None and found[0] == board:
            allowed = {*allowed, found[1]} if position > cut else {found[1]}
    return allowed


# The good lines about planned plays, read by eye.
OUTCOMES = {
    OF_TABLE_1[0]: (1, "3NT N ="),
    OF_TABLE_1[1]: (1, "3NT N -1"),
    OF_TABLE_1[2]: (1, "Pass"),
    OF_TABLE_1[3]: (2, "2H W +1"),
    OF_TABLE_1[4]: (2, "2H W ="),
    OF_TABLE_1[5]: (3, "4SX E -2"),
    OF_TABLE_1[6]: (5, "6C S ="),
}


def corrections(told: tuple[Told, ...]) -> dict[Value, tuple[Value, Value]]:
    """Board -> the first and the last result of what was told as corrected."""
    steps: defaultdict[Value, list[Value]] = defaultdict(list)
    for one in told:
        if one.event == "result.corrected":
            fields = dict(one.fields)
            steps[fields["board"]] += [fields["old"], fields["new"]]
    found: dict[Value, tuple[Value, Value]] = {}
    for board, of in steps.items():
        found[board] = (of[0], of[-1])
    return found


def test_a_copy_that_settles_again_leaves_only_its_warning() -> None:
    game, down = OF_TABLE_1[0], OF_TABLE_1[1]
    desk = opened()
    desk.out("OUT_T1.txt", text(game))
    alone = desk.now.results
    desk.out("OUT_T1 (1).txt", text(down))
    assert desk.verdict(1, 1, 2).conflict
    desk.out("OUT_T1 (1).txt", text(game))
    assert desk.codes() == ["out-conflicted-copy"]
    assert without_problems(desk.now.results) == without_problems(alone)
    assert conclude(desk.state).merged.verdicts[key(1, 1, 2)].score == 400
