from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from daemon.publish.characters import Characters, cells
from daemon.publish.terminal import problems_text, progress_text, standings_text
from daemon.tournament.results import Ranking, Results, Status

GOLDEN = Path(__file__).parent / "golden"


def _golden(file: str) -> str:
    return (GOLDEN / file).read_text(encoding="utf-8")


def test_the_whole_standings(evening: Results) -> None:
    assert standings_text(evening, 80) == _golden("standings.txt")


def test_on_a_narrow_console_without_unicode_names_go_below_each_other(evening: Results) -> None:
    assert standings_text(evening, 49, Characters.ASCII) == _golden("narrow.txt")


def test_the_final_standings_say_so(evening: Results) -> None:
    final = replace(evening, complete=True, final=True, rankings=())
    assert standings_text(final, 80) == (
        "Tuesday pairs, Tuesday 1 December 2026\nMatchpoints. Final.\n"
    )


def test_a_list_without_names_has_no_column_for_them(evening: Results) -> None:
    row = replace(evening.rankings[0].rows[0], names=())
    text = standings_text(replace(evening, rankings=(Ranking("A", "A", None, (row,)),)), 80)
    assert text.splitlines()[3:] == [
        "Section A",
        "Rank  No.  Boards  Total  Max      %",
        "────  ───  ──────  ─────  ───  ─────",
        "   1    1       2   6.40    8  80.00",
    ]


def test_an_empty_list_is_a_heading_over_nothing(evening: Results) -> None:
    text = standings_text(replace(evening, rankings=(Ranking("A", "A", None, ()),)), 80)
    assert text.splitlines()[3:] == [
        "Section A",
        "Rank  No.  Boards  Total  Average",
        "────  ───  ──────  ─────  ───────",
    ]


def test_a_single_long_name_is_cut(evening: Results) -> None:
    row = replace(evening.rankings[0].rows[0], names=("Wilhelmina van der Voort",))
    text = standings_text(replace(evening, rankings=(Ranking("A", "A", None, (row,)),)), 50)
    assert text.splitlines()[-1] == "   1    1  Wilhelmina…        2   6.40    8  80.00"


@given(
    names=st.lists(st.text(), max_size=3),
    width=st.integers(50, 120),
    characters=st.sampled_from(Characters),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_line_of_a_table_is_wider_than_the_terminal(
    evening: Results, names: list[str], width: int, characters: Characters
) -> None:
    row = replace(evening.rankings[0].rows[0], names=tuple(names))
    text = standings_text(
        replace(evening, rankings=(Ranking("A", "A", None, (row,)),)), width, characters
    )
    table = text.split("\n\n", maxsplit=1)[1]
    assert max(cells(line) for line in table.splitlines()) <= width


def test_a_name_gives_the_terminal_no_orders(evening: Results) -> None:
    row = replace(evening.rankings[0].rows[0], names=("\x1b]0;owned\x07Ada",))
    text = standings_text(replace(evening, rankings=(Ranking("A", "A", None, (row,)),)), 80)
    assert "�]0;owned�Ada" in text
    assert "\x1b" not in text


def test_progress_names_what_is_held_and_who_owes_results(evening: Results) -> None:
    assert progress_text(evening) == (
        "4 of 6 results are in.\n"
        "Held until the director decides: 1 result.\n"
        "Not in yet:\n"
        "  section A, round 2, table 2: board 2 (2 against 6)\n"
    )


def test_results_of_rounds_that_have_not_begun_are_only_counted(evening: Results) -> None:
    board = evening.travellers[1]
    lines = tuple(replace(line, status=Status.MISSING) for line in board.lines)
    before = replace(
        evening, played=3, travellers=(evening.travellers[0], replace(board, lines=lines))
    )
    assert progress_text(before) == (
        "3 of 6 results are in.\nOf rounds that have not begun: 3 results.\n"
    )


def test_when_all_is_in_progress_says_only_that(evening: Results) -> None:
    complete = replace(evening, complete=True, played=6, travellers=())
    assert progress_text(complete) == "All results are in.\n"


def test_one_result_is_in(evening: Results) -> None:
    assert progress_text(replace(evening, played=1, travellers=())) == "1 of 6 results is in.\n"


def test_problems_come_with_what_to_paste(evening: Results) -> None:
    assert problems_text(evening, 60) == _golden("problems.txt")


def test_without_problems_there_is_nothing_to_say(empty: Results) -> None:
    assert problems_text(empty) == ""


def test_a_ruling_keeps_its_lines_and_its_meaning_on_any_console(evening: Results) -> None:
    ruling = 'reason = "Café ' + "x" * 80 + '"'
    problem = replace(evening.problems[2], board=None, ruling=ruling)
    text = problems_text(replace(evening, problems=(problem,)), 40, Characters.ASCII)
    assert text.splitlines() == [
        "OUT_1.txt: warning: 2H W +1 is 140, the",
        "  tablet wrote 110: scored as 140,",
        "  nothing to do if that is right",
        "  [score-mismatch]",
        "  To settle it, paste this into the rulings file:",
        '    reason = "Caf\\u00e9 ' + "x" * 80 + '"',
    ]
