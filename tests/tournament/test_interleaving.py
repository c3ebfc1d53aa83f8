"""Whatever comes first, files or rulings: the end is what the last files and rulings imply.

Not so `[[accept]]` of a file, which by design keeps what the file said when the entry was made,
and a bad entry, which stays what it was before: neither stands in the rulings here.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.tournament.conclusion import Conclusion, conclude
from daemon.tournament.entry import Fact, FileReceived, PlanRead, RulingsRead
from daemon.tournament.results import Results, Status
from daemon.tournament.state import State, fold, step
from daemon.tournament.story import story
from daemon.tournament.version import let_in
from tests.tournament.conftest import DAY, EIGHT, MOVEMENTS, SECTION, configuration, line, text

READING_MORE = '[results]\nconflict = "ns"\nlate_correction = "hold"\nreferee_scores = "read"\n'
RULES = st.sampled_from(["", READING_MORE])

OF_TABLE_1 = (
    line(1, 1, 1, 2, "3NT,=,N,,400"),
    line(1, 1, 1, 2, "3NT,-1,N,J♤,-50"),
    line(1, 1, 2, 1, "3NT,=,N,,400"),
    line(1, 2, 1, 2, "2♡,+1,W,J♤,-140"),
    line(1, 2, 1, 2, "4?,=,N,,420"),
    line(1, 3, 1, 3, "4♠X,-2,E,10♡,500"),
    line(1, 4, 1, 3, "4♠,=,N,,620"),
    line(1, 5, 1, 4, "6♣,=,S,,1370"),
    line(1, 5, 1, 4, "60/40,,,,"),
    line(1, 1, 1, 4, "3NT,=,N,,400"),
    line(1, 6, 1, 3, "1NT,=,N,,90"),
)
OF_TABLE_2 = (
    line(2, 1, 3, 4, "3NT,+1,N,,430"),
    line(2, 2, 3, 4, "2♡,=,W,,-110"),
    line(2, 3, 4, 2, "1NT,=,N,,90"),
    line(2, 4, 2, 4, "4♠,-1,N,,-100"),
    line(2, 5, 2, 3, "All Pass,,,,"),
    line(2, 6, 2, 3, "NP,,,,"),
)
DEVICES = st.sampled_from(["aaaa", "bbbb", None])


def _texts(lines: Sequence[str]) -> st.SearchStrategy[str]:
    said = st.lists(st.sampled_from(lines), max_size=6)
    return st.builds(lambda of, device: text(*of, device=device), said, DEVICES)


FILES = st.fixed_dictionaries(
    {},
    optional={
        name: st.lists(_texts(lines), min_size=1, max_size=3)
        for name, lines in (
            ("OUT_T1.txt", OF_TABLE_1),
            ("OUT_1.txt", OF_TABLE_1),
            ("OUT_T1_E.txt", OF_TABLE_1),
            ("OUT_T1 (Copia in conflitto di ANNA 2026-12-01).txt", OF_TABLE_1),
            ("OUT_T2.txt", OF_TABLE_2),
        )
    },
)

ENTRIES = (
    '[[result]]\nboard = 1\nns = 1\ncontract = "3NT"\ndeclarer = "N"\nresult = "="\n',
    "[[assigned]]\nboard = 2\nns = 1\nscore = 110\n",
    '[[artificial]]\nboard = 2\nns = 3\nns_award = "A+"\new_award = "A-"\n',
    "[[split]]\nboard = 3\nns = 1\nns_score = 420\new_score = 50\n",
    "[[weighted]]\nboard = 4\nns = 1\noutcomes = [{weight = 100, score = 420}]\n",
    "[[not_played]]\nround = 3\ntable = 2\n",
    "[[accept]]\nboard = 1\nns = 1\nscore = -50\n",
    "[[accept]]\nboard = 1\ntable = 1\nns = 1\new = 4\nscore = 400\n",
    "[[moved]]\nfrom_board = 6\nto_board = 3\ntable = 1\nns = 1\n",
    "[[moved]]\nfrom_board = 1\nto_board = 2\nswap = true\nns = 1\n",
    "[[reversed]]\nround = 1\ntable = 1\n",
    "[[reversed]]\nround = 2\ntable = 2\n",
    "[[absent]]\ncontestant = 4\nfrom_round = 2\n",
    "[[fouled]]\nboard = 1\ntables = [[1], [2]]\n",
    "[[correction]]\ncontestant = 3\npercent_of_top = -10\n",
    '[[acknowledge]]\ncode = "out-both-forms"\nfile = "OUT_T1.txt"\n',
    "closed = true\n",
)


def _rulings(entries: Iterable[str]) -> str:
    """A whole rulings file; what is no table comes first."""
    in_order = sorted(entries, key=lambda one: one.startswith("["))
    return f"event = {DAY}\n" + "".join(in_order)


RULINGS = st.lists(st.sampled_from(ENTRIES), unique=True, max_size=6).map(_rulings)
NO_RULINGS = _rulings(())


def received(name: str, content: str) -> FileReceived:
    return FileReceived(name, EIGHT, content.encode())


def ruled(content: str) -> RulingsRead:
    return RulingsRead("rulings.toml", content)


def plan(rules: str = "", movement: str = "small.asc") -> PlanRead:
    section = SECTION.replace("small.asc", movement)
    texts = {**MOVEMENTS, "tournament.toml": configuration(section, more=rules)}
    return PlanRead("tournament.toml", tuple(texts.items()))


def ended(facts: Iterable[Fact], rules: str = "") -> Conclusion:
    return conclude(fold((plan(rules), *facts), None))


def in_own_order(files: Mapping[str, Sequence[str]]) -> list[Fact]:
    return [received(name, version) for name, versions in files.items() for version in versions]


@st.composite
def mixed(draw: st.DrawFn, *of_each: Sequence[Fact]) -> list[Fact]:
    """Any interleaving of these sequences; each keeps its own order."""
    turns = draw(st.permutations([one for one, facts in enumerate(of_each) for _ in facts]))
    waiting = [iter(facts) for facts in of_each]
    return [next(waiting[one]) for one in turns]


def interleaved(
    files: Mapping[str, Sequence[str]], texts: Sequence[str]
) -> st.SearchStrategy[list[Fact]]:
    of_files = [[received(name, one) for one in versions] for name, versions in files.items()]
    return mixed(*of_files, [ruled(one) for one in texts])


@settings(max_examples=25)
@given(files=FILES, texts=st.lists(RULINGS, min_size=1, max_size=3), rules=RULES, data=st.data())
def test_any_interleaving_ends_as_the_final_files_and_rulings_read_at_once(
    files: dict[str, list[str]], texts: list[str], rules: str, data: st.DataObject
) -> None:
    one = ended(data.draw(interleaved(files, texts)), rules)
    other = ended([ruled(texts[-1]), *in_own_order(files)], rules)
    assert one.results == other.results
    assert one.merged == other.merged


def total_boards(results: Results) -> Counter[int]:
    """How many boards of each contestant the rankings count."""
    boards: Counter[int] = Counter()
    for row in (row for ranking in results.rankings for row in ranking.rows):
        boards[row.contestant] += row.boards
    return boards


def boards_that_count(results: Results) -> Counter[int]:
    """How many boards each contestant has a counting line on, by the travellers."""
    boards: Counter[int] = Counter()
    for each in (one for traveller in results.travellers for one in traveller.lines):
        if each.status in {Status.SCORED, Status.ADJUSTED}:
            boards[each.ns] += 1
            boards[each.ew] += 1
    return boards


@settings(max_examples=25)
@given(files=FILES, texts=st.lists(RULINGS, max_size=2), rules=RULES, data=st.data())
def test_at_no_step_does_anything_that_is_held_count(
    files: dict[str, list[str]], texts: list[str], rules: str, data: st.DataObject
) -> None:
    state = step(State(), plan(rules), None)
    for fact in data.draw(interleaved(files, texts)):
        state = step(state, fact, None)
        results = conclude(state).results
        for each in (one for traveller in results.travellers for one in traveller.lines):
            if each.status in {Status.HELD, Status.MISSING, Status.NOT_PLAYED}:
                assert (each.ns_points, each.ew_points) == (None, None)
            else:
                assert each.ns_points is not None
                assert each.ew_points is not None
        assert +total_boards(results) == boards_that_count(results)


@settings(max_examples=20)
@given(files=FILES, texts=st.lists(RULINGS, min_size=1, max_size=3), data=st.data())
def test_taking_all_rulings_out_gives_what_there_is_without_any(
    files: dict[str, list[str]], texts: list[str], data: st.DataObject
) -> None:
    facts = data.draw(interleaved(files, texts))
    after = ended([*facts, ruled(NO_RULINGS)])
    never = ended(in_own_order(files))
    assert after.results == never.results
    assert after.merged == never.merged


@settings(max_examples=20)
@given(files=FILES, texts=st.lists(RULINGS, max_size=2), data=st.data())
def test_a_restart_at_any_moment_changes_nothing(
    files: dict[str, list[str]], texts: list[str], data: st.DataObject
) -> None:
    """A ledger that is read anew, after which a plan and rulings that are the same come again."""
    facts = data.draw(interleaved(files, texts))
    at = data.draw(st.integers(0, len(facts)))
    before, later = facts[:at], facts[at:]
    latest = [fact for fact in before if isinstance(fact, RulingsRead)][-1:]
    restarted = ended([*before, plan(), *latest, *later])
    assert restarted.results == ended(facts).results


@settings(max_examples=20)
@given(files=FILES, content=RULINGS, cut=st.data())
def test_a_broken_or_emptied_rulings_file_changes_no_result(
    files: dict[str, list[str]], content: str, cut: st.DataObject
) -> None:
    """What an editor may leave for a moment: nothing, or a value that is not written yet."""
    broken = cut.draw(st.sampled_from(["", "\n", content + "[[result]]\nboard = ", "\0" * 9]))
    facts = [*in_own_order(files), ruled(content)]
    intact, during = ended(facts), ended([*facts, ruled(broken)])
    assert during.results.rankings == intact.results.rankings
    assert during.merged.verdicts == intact.merged.verdicts
    assert ended([*facts, ruled(broken), ruled(content)]).results == intact.results


@settings(max_examples=40)
@given(files=FILES, texts=st.lists(RULINGS, max_size=3), data=st.data())
def test_going_on_from_an_earlier_conclusion_changes_nothing(
    files: dict[str, list[str]], texts: list[str], data: st.DataObject
) -> None:
    """Neither in what it comes to, nor in what is told; whichever conclusion it goes on from."""
    plans = [plan(rules) for rules in data.draw(st.lists(RULES, max_size=2))]
    plans += [plan(movement="changed.asc")] * data.draw(st.integers(0, 1))
    of_files = [[received(name, one) for one in versions] for name, versions in files.items()]
    state = step(State(), plan(data.draw(RULES)), None)
    gone_on = anew = conclude(state)
    facts = data.draw(mixed(*of_files, [ruled(one) for one in texts], plans))
    for number, fact in enumerate(facts):
        state = step(state, fact, None, partial(let_in, [(one, None) for one in facts[:number]]))
        if data.draw(st.booleans()):  # several facts may come at once
            before, then = gone_on, anew
            gone_on, anew = conclude(state, before), conclude(state)
            assert gone_on == anew
            assert story(before, gone_on) == story(then, anew)


def but_for_words(results: Results) -> tuple[object, ...]:
    """A line that the other plan had is told of as such; all else about it is the same."""
    problems = [(one.problem.code, one.board, one.ns, one.ew) for one in results.problems]
    return results.rankings, results.travellers, problems


@settings(max_examples=25)
@given(
    files=FILES,
    content=RULINGS,
    other=st.sampled_from(["changed.asc", "other.asc", "half.asc", "mitchell.asc"]),
)
def test_a_plan_that_is_changed_and_put_back_leaves_everything_as_it_was(
    files: dict[str, list[str]], content: str, other: str
) -> None:
    facts = [*in_own_order(files), ruled(content)]
    there_and_back = ended([*facts, plan(movement=other), plan()])
    assert but_for_words(there_and_back.results) == but_for_words(ended(facts).results)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda one: one.split("\n")[0])
def test_every_entry_of_these_tests_is_right(entry: str) -> None:
    """Else the properties above would hold for nothing."""
    words = in_own_order({"OUT_T1.txt": [text(OF_TABLE_1[9])]})
    problems = ended([*words, ruled(_rulings([entry]))]).results.problems
    wrong = [one.problem for one in problems if one.problem.file == "rulings.toml"]
    assert wrong == []
