from collections.abc import Callable
from datetime import date

import pytest

from daemon.frbe.check import Checked, check_report
from daemon.frbe.writing import write_report

Found = Callable[..., list[str]]
TODAY = date(2026, 7, 1)


def test_nothing_is_remarked_about_a_report_without_fault(found: Found) -> None:
    assert found() == []


NO_NAME = "is not one that the federation asks for:"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("report.txt", "it has not the form of 625OPE1a.618 (8 characters, a point, 3 digits)"),
        ("D12OPE1a.618", "the month, its first character, is none of 1 to 9, A, B and C"),
        ("632OPE1a.618", "the day, its second and third character, is none of 01 to 31"),
        ("612XXX1a.618", "the kind, characters 4 to 6, is none of INT, 24L, OPE and GRI"),
        ("612ELO1a.618", "the kind ELO is reserved for the federation"),
        ("612OPE1_.618", "characters 7 and 8 are not letters, digits or $"),
        ("612OPE1a.000", "the club, behind the point, is none of 001 to 999"),
    ],
)
def test_a_name_that_breaks_the_rule_is_a_warning(found: Found, name: str, reason: str) -> None:
    assert found(name=name) == [f'R: warning: the name "{name}" {NO_NAME} {reason} [file-name]']


def test_a_name_of_another_day_is_a_warning(found: Found) -> None:
    assert found(name="613OPE1a.618") == [
        (
            "R:6:1: warning: the name says that the tournament ended on 13-06, and the machine "
            "line that it ended on 12-06-2026: correct one of them [file-name-date]"
        )
    ]


def test_a_name_of_another_club_than_the_heads_is_a_warning(found: Found) -> None:
    assert found("Tournoi : Trial", "Club: 618 Chess") == []
    assert found("Tournoi : Trial", "Club: 617 Chess", name="612ope1a.618") == [
        (
            "R:1:7: warning: the name says that club 618 sends it, and the head says club 617: "
            "correct one of them [file-name-club]"
        )
    ]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            "Tournoi : Trial",
            "Tournament Trial",
            (
                'R:1:1: warning: the first line is "Tournament Trial": a report begins with '
                "Tournoi : and the tournament's name, or with Club: and the club [head-first]"
            ),
        ),
        (
            "participants : 4",
            "participants : 5",
            (
                "R:2:26: warning: here stands 5 for participants, and in the machine line 4: the "
                "machine line counts; correct the one that is wrong [head-differs]"
            ),
        ),
        (
            "2 rondes",
            "3 rondes",
            (
                "R:2:30: warning: here stands 3 for rounds, and in the machine line 2: the machine "
                "line counts; correct the one that is wrong [head-differs]"
            ),
        ),
        (
            "12-06-2026",
            "13-06-2026",
            (
                "R:4:23: warning: here stands 13-06-2026 for the last day, and in the machine line "
                "12-06-2026: the machine line counts; correct the one that is wrong [head-differs]"
            ),
        ),
        (
            "Tempo : 1H",
            "Trial - du 02/06/2026 au 12/06/2026",
            (
                "R:5:12: warning: here stands 02-06-2026 for the first day, and in the machine "
                "line 01-06-2026: the machine line counts; correct the one that is wrong "
                "[head-differs]"
            ),
        ),
        (
            "\x0000  4 22026060120260612\n",
            "",
            (
                "R:6:1: error: the machine line is missing (a NUL, 2 digits, participants, "
                "rounds, first and last day, such as 00 16 72000060120000612): write it above "
                "the line that names the columns [machine-missing]"
            ),
        ),
        (
            "\x0000  4 22026060120260612",
            "00 4 22026060120260612",
            (
                "R:6:1: warning: the machine line has not its 24 bytes, each in its place (a copy "
                "shows its NUL as a blank, or has lost it): have the program write the file anew "
                "before it is sent [machine-form]"
            ),
        ),
        (
            "4 220260601",
            "4 220260631",
            (
                "R:6:9: error: no such day is in the calendar: write the first day as yyyymmdd "
                "[machine-date]"
            ),
        ),
        (
            "20260612\n",
            "20260699\n",
            (
                "R:6:17: error: no such day is in the calendar: write the last day as yyyymmdd "
                "[machine-date]"
            ),
        ),
        (
            "  260608",
            "",
            (
                "R:7:1: error: the machine line declares 2 rounds and the line that names the "
                "columns has 1 date: write one for each round [rounds-differ]"
            ),
        ),
        (
            "   Nom                 Matr. Clb Nat  ELO  260601  260608\n",
            "",
            (
                "R:6:1: error: the line that names the columns (Nom, Matr., Clb, Nat, ELO and the "
                "rounds' dates) is missing: write it below the machine line [heading]"
            ),
        ),
        (
            "   Nom                 Matr.",
            "   Nom                   Matr",
            (
                "R:7:1: error: in the line that names the columns, Matr. stands 20 (PairTwo), 21 "
                "(Chess Manager) or 26 (wide) columns behind Nom, and not so here: write it as the "
                "program does [heading]"
            ),
        ),
        (
            "  260608",
            "  260631",
            (
                'R:7:52: error: "260631" is no day for round 2: write it as yymmdd, or 991230 '
                "when it is not known [round-date]"
            ),
        ),
        (
            "  260608",
            "  260613",
            (
                "R:7:52: warning: round 2 was played on 13-06-2026, outside of the tournament "
                "(01-06-2026 to 12-06-2026): correct the date of the round, or the first or "
                "last day [round-outside]"
            ),
        ),
        (
            "  260608",
            "  991230",
            (
                "R:7:52: warning: no date is set for round 2 (991230): enter it before the report "
                "is written [round-unset]"
            ),
        ),
        (
            "22222 618",
            "      618",
            (
                "R:9:24: warning: player 2 has no matricule, and the federation knows its own "
                "players by it only: look it up in the federation's list [matricule-missing]"
            ),
        ),
        (
            "22222 618 BEL",
            "    0 618 FRA",
            (
                "R:9:24: warning: player 2 (FRA) has no matricule: write it if the federation "
                "gave one [matricule-missing]"
            ),
        ),
        (
            "BEL 1900",
            "FRA  999",
            (
                "R:9:38: warning: player 2 is a foreigner (FRA) with ELO 999, below 1000: look "
                "up the rating in that federation [elo-low]"
            ),
        ),
        (
            "22222",
            "11111",
            (
                "R:9:24: error: matricule 11111 stands already in line 8: a player has one row; "
                "correct one of them [player-twice]"
            ),
        ),
        (
            "Baert Tom",
            "         ",
            "R:9:4: warning: player 2 has no name: write it [name-missing]",
        ),
        (
            "1900   1 N 0   4 B 1",
            "1900   1 N 0   4 B ",
            (
                "R:9:56: error: the row has 55 characters and a row of 2 rounds has 57: have the "
                "program write it anew, or mend its columns [row-length]"
            ),
        ),
        (
            " 2 Baert",
            " 3 Baert",
            (
                'R:9:1: error: "3" stands for the rank of row 2: ranks go from 1 on, since '
                "opponents are named by them; write 2 [row-number]"
            ),
        ),
        (
            "22222",
            "2222x",
            (
                'R:9:24: error: "2222x" is no number for the matricule: write digits, or nothing '
                "[row-field]"
            ),
        ),
        (
            "2 B 1   3 N 5",
            "2 B 1   x N 5",
            (
                'R:8:51: error: "  x N 5" is no cell for round 2: write the opponent\'s rank, '
                "a colour (N, B or -) and a result (1, 5, 0 or -), or 0 - - for no game [cell]"
            ),
        ),
        (
            "2 B 1   3 N 5",
            "2 W 1   3 N 5",
            (
                'R:8:47: error: "W" is no colour: write N for black, B for white, or - for no game '
                "[cell-letter]"
            ),
        ),
        (
            "2 B 1   3 N 5",
            "2 B 1   3 N =",
            (
                'R:8:57: error: "=" is no result: write 1 for a win, 5 for a draw, 0 for a '
                "loss, or - for a game that was not played [cell-letter]"
            ),
        ),
        (
            "2 B 1   3 N 5",
            "2 B 1   3.N 5",
            (
                'R:8:51: error: in "  3.N 5" no blank separates what stands there: move it '
                "into its columns [cell]"
            ),
        ),
        (
            "1 N 0   4 B 1",
            "9 N 0   4 B 1",
            (
                "R:9:43: error: player 2 has opponent 9 in round 1, and the last rank is 4: "
                "correct the opponent [opponent-range]"
            ),
        ),
        (
            "1 N 0   4 B 1",
            "2 N 0   4 B 1",
            (
                "R:9:43: error: in round 1 player 2 is named as opponent of player 2: correct "
                "the opponent [opponent-self]"
            ),
        ),
        (
            "1 N 0   4 B 1",
            "0 - -   4 B 1",
            (
                "R:8:43: error: player 1 has opponent 2 in round 1, but player 2 has no "
                "opponent there (line 9): correct one of them [opponent-differs]"
            ),
        ),
        (
            "1 N 0   4 B 1",
            "1 B 0   4 B 1",
            (
                "R:8:47: error: players 1 and 2 in round 1 both have white: correct it here "
                "or in line 9 [colour-same]"
            ),
        ),
        (
            "1 N 0   4 B 1",
            "1 - 0   4 B 1",
            (
                "R:9:47: error: player 2 has a result against 1 in round 1 and no colour: "
                "write N for black or B for white [colour-missing]"
            ),
        ),
        (
            "1 N 0   4 B 1",
            "1 N 1   4 B 1",
            (
                "R:8:49: error: players 1 and 2 in round 1 have a win and a win, which do not "
                "belong together: correct it here or in line 9 [result-differs]"
            ),
        ),
        (
            "1 N 0   4 B 1",
            "1 N -   4 B 1",
            (
                "R:8:49: error: players 1 and 2 in round 1 have a win and no result, which do not "
                "belong together: correct it here or in line 9 [result-differs]"
            ),
        ),
        (
            "4 B 5   1 B 5",
            "4 B 0   1 B 5",
            (
                "R:10:49: warning: players 3 and 4 in round 1 have a loss and a draw: an "
                "arbiter may have decided so; if not, correct it here or in line 11 [half-loss]"
            ),
        ),
    ],
)
def test_one_fault_is_one_problem_at_its_place(
    found: Found, old: str, new: str, problem: str
) -> None:
    assert found(old, new) == [problem]


def test_a_number_of_participants_that_contradicts_the_rows_is_an_error(found: Found) -> None:
    assert found("  4 2", "  5 2") == [
        (
            "R:2:26: warning: here stands 4 for participants, and in the machine line 5: the "
            "machine line counts; correct the one that is wrong [head-differs]"
        ),
        (
            "R:6:1: error: the machine line declares 5 participants and there are 4 rows: "
            "correct the number, or the rows [participants-differ]"
        ),
    ]


def test_a_number_of_rounds_that_contradicts_the_rows_is_one_error(found: Found) -> None:
    assert found("  4 2", "  4 3")[1:] == [
        (
            "R:6:1: error: the machine line declares 3 rounds and the rows have 2: correct the "
            "number, or the rows [rounds-differ]"
        ),
    ]


def test_a_start_after_the_end_is_an_error(found: Found) -> None:
    assert found("4 220260601", "4 220260613") == [
        (
            "R:6:9: error: the first day, 13-06-2026, is after the last one, 12-06-2026: "
            "correct one of them [machine-order]"
        )
    ]


def test_an_end_in_the_future_is_a_warning(found: Found) -> None:
    future = ("R:6:17: warning: the last day, 12-06-2026, is in the future: is it right? [future]",)
    assert found(today=date(2026, 6, 12)) == []
    assert found(today=date(2026, 6, 11)) == [*future]


def test_an_end_more_than_a_year_ago_is_a_warning(found: Found) -> None:
    assert found(today=date(2027, 6, 12)) == []
    assert found(today=date(2027, 6, 13)) == [
        (
            "R:6:17: warning: the last day, 12-06-2026, is more than a year ago: is it right? The "
            "federation may not count it any more [old]"
        )
    ]


def test_a_year_before_a_leap_day_is_the_last_of_february(data_of: Callable[[str], bytes]) -> None:
    text = "\x0000  4 22027022720270227\n"
    for day, codes in ((date(2028, 2, 29), ["old"]), (date(2028, 2, 27), [])):
        problems = check_report(data_of(text), "R", day).problems
        assert [each.code for each in problems if each.code == "old"] == codes


def test_the_first_year_has_none_before_it(data_of: Callable[[str], bytes]) -> None:
    text = "\x0000  4 20001010100010101\n"
    problems = check_report(data_of(text), "R", date(1, 1, 1)).problems
    assert "old" not in [each.code for each in problems]


def test_dates_of_several_rounds_that_are_not_set_are_told_once(found: Found) -> None:
    assert found("260601  260608", "991230  991230") == [
        (
            "R:7:44: warning: no date is set for round 1 and 2 (991230): enter it before the "
            "report is written [round-unset]"
        )
    ]


def test_the_day_for_a_date_that_is_not_set_may_be_a_day_of_play(
    data_of: Callable[[str], bytes], good: str
) -> None:
    text = good.replace("2026060120260612", "1999120120000112").replace(
        "260601  260608", "991230  000112"
    )
    problems = check_report(data_of(text), "R", date(2000, 2, 1)).problems
    assert {each.code for each in problems} == {"head-differs"}


def test_counts_that_are_those_of_the_rows_are_right(found: Found) -> None:
    # Of 8 cells, 2 win, 2 lose and 4 draw.
    assert found("20260612\n", "20260612+2=4-2\n") == []


def test_counts_that_contradict_the_rows_are_errors(found: Found) -> None:
    assert found("20260612\n", "20260612+3=4-1\n") == [
        (
            "R:6:25: error: the machine line counts 3 for each win of the rows, which have 2: "
            "have the program write the file anew [counts-differ]"
        ),
        (
            "R:6:25: error: the machine line counts 1 for each loss of the rows, which have 2: "
            "have the program write the file anew [counts-differ]"
        ),
        (
            "R:6:25: warning: the machine line counts 3 wins and 1 losses, and every win is "
            "somebody's loss: look for the game that is told in two ways [counts-uneven]"
        ),
    ]


def test_who_meets_whom_again_is_told_once(found: Found) -> None:
    assert found(
        "2 B 1   3 N 5\n 2 Baert Tom           22222 618 BEL 1900   1 N 0   4 B 1\n",
        "2 B 1   2 N 5\n 2 Baert Tom           22222 618 BEL 1900   1 N 0   1 B 5\n",
    )[0] == ("R:8:51: warning: player 1 plays more than once against 2: is that so? [met-again]")


def test_a_game_that_was_not_played_is_no_meeting_and_no_fault(found: Found) -> None:
    assert (
        found(
            "2 B 1   3 N 5\n 2 Baert Tom           22222 618 BEL 1900   1 N 0   4 B 1\n",
            "2 B -   3 N 5\n 2 Baert Tom           22222 618 BEL 1900   1 N -   4 B 1\n",
        )
        == []
    )


def test_two_rows_that_name_other_opponents_are_both_told(found: Found) -> None:
    assert found("1 N 0   4 B 1", "3 N 0   4 B 1") == [
        (
            "R:8:43: error: player 1 has opponent 2 in round 1, but player 2 plays against 3 there "
            "(line 9): correct one of them [opponent-differs]"
        ),
        (
            "R:9:43: error: player 2 has opponent 3 in round 1, but player 3 plays against 4 there "
            "(line 10): correct one of them [opponent-differs]"
        ),
    ]


def test_a_cell_that_cannot_be_read_leads_to_no_second_problem(found: Found) -> None:
    (problem,) = found("1 N 0   4 B 1", "? N 0   4 B 1")
    assert problem.endswith("[cell]")


def test_a_row_that_lost_its_first_blank_is_read_with_a_warning(
    checked: Callable[..., Checked],
) -> None:
    result = checked(" 2 Baert", "2 Baert")
    assert [each.one_line() for each in result.problems] == [
        (
            "R:9:1: warning: the row has lost blanks before its rank: it is read as if they were "
            "there [row-blank]"
        )
    ]
    assert result.report is not None
    assert result.report.players[1].name == "Baert Tom"


def test_the_places_in_a_row_that_lost_its_first_blank_are_those_of_the_file(found: Found) -> None:
    assert found(" 2 Baert Tom           22222", "2 Baert Tom           11111")[-1].startswith(
        "R:9:23: error: matricule 11111"
    )


def test_a_field_that_has_slipped_is_told_by_its_column(found: Found) -> None:
    assert found("Baert Tom           22222 ", "Baert Tom            22222") == [
        (
            'R:9:29: error: "2" stands where a blank separates two columns: move the fields of '
            "this row into their columns [row-columns]"
        )
    ]


def test_a_file_without_rows_is_an_error(good: str, data_of: Callable[[str], bytes]) -> None:
    text = good[: good.index(" 1 Adam")]
    problems = check_report(data_of(text), "R", TODAY).problems
    assert [each.one_line() for each in problems] == [
        (
            "R:7:1: error: the file has no rows of players: have the program write it anew "
            "[rows-missing]"
        )
    ]


def test_rows_without_rounds_are_an_error(good: str, data_of: Callable[[str], bytes]) -> None:
    lines = good.replace("4 2202", "4 0202").replace("2 rondes", "0 rondes").splitlines()
    text = "\n".join((*lines[:6], lines[6][:41], *(line[:41] for line in lines[7:]), ""))
    problems = check_report(data_of(text), "R", TODAY).problems
    assert [each.one_line() for each in problems] == [
        "R:7:1: error: the file has no rounds: have the program write it anew [rows-missing]"
    ]


@pytest.mark.parametrize("data", [b"", b"\r\n", b"\x00", b"hello\r\n", b"\x1a"])
def test_a_file_of_something_else_is_no_report(data: bytes) -> None:
    result = check_report(data, "R", TODAY)
    assert result.report is None
    assert {"machine-missing", "heading", "rows-missing"} <= {p.code for p in result.problems}


def test_lines_that_end_otherwise_are_a_warning(good: str) -> None:
    data = good.encode("cp1252").replace(b"\n", b"\r\n", 2).replace(b"1H\n", b"1H\r")
    problems = check_report(data, "R", TODAY).problems
    assert [each.one_line() for each in problems] == [
        (
            "R:1:1: warning: lines must end with CR LF: the file has 8 lines with LF and 1 "
            "line with CR [line-ends]"
        )
    ]


def test_a_byte_that_cp1252_has_not_is_a_warning_at_its_place(
    good: str, data_of: Callable[[str], bytes]
) -> None:
    data = data_of(good).replace(b"Baert", b"Ba\x81\x80t")
    result = check_report(data, "R", TODAY)
    assert [each.one_line() for each in result.problems] == [
        "R:9:6: warning: byte 81 is no character in cp1252: write the letter anew [characters]"
    ]
    assert result.report is not None
    assert write_report(result.report) == data


def test_a_file_that_was_saved_as_utf8_is_read_with_a_warning(
    good: str, data_of: Callable[[str], bytes]
) -> None:
    text = data_of(good.replace("Claes Lea", "Clées Léa")).decode("cp1252")
    result = check_report(text.encode("utf-8"), "R", TODAY)
    assert [each.one_line() for each in result.problems] == [
        (
            "R:1:1: warning: the file is UTF-8 and must be cp1252: save it as ANSI (Windows-1252) "
            "[characters]"
        )
    ]
    assert result.report is not None
    assert result.report.players[2].name == "Clées Léa"


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (
            b"PK\x03\x04",
            (
                "R: error: this is a ZIP archive (as .xlsx and .ods files are) and no plain "
                "text: give the text file that the program wrote [not-text]"
            ),
        ),
        (
            b"1" * (4 * 1024 * 1024 + 1),
            "R: error: the file is larger than 4 MB: is it the right one? [too-large]",
        ),
    ],
)
def test_what_is_no_text_is_refused(data: bytes, problem: str) -> None:
    result = check_report(data, "R", TODAY)
    assert (result.report, result.reading) == (None, None)
    assert [each.one_line() for each in result.problems] == [problem]


def test_more_than_999_rows_are_refused(data_of: Callable[[str], bytes]) -> None:
    rows = "".join(
        f"{n % 1000:3} {'Adam Eva':25} {n:5} 618 BEL 2000   0 - -\n" for n in range(1, 1001)
    )
    heading = "    Nom                       Matr. Clb Nat  ELO  260601\n"
    text = f"Tournoi : T\n\x0000999 12026060120260612\n{heading}{rows}"
    problems = check_report(data_of(text), "R", TODAY).problems
    assert [each.one_line() for each in problems if each.code == "too-many"] == [
        "R:2:1: error: there are 1000 rows and a report has at most 999: split it [too-many]"
    ]


def test_a_foreigner_may_have_an_elo_of_1000(found: Found) -> None:
    assert found("BEL 1900", "FRA 1000") == []


def test_a_bye_with_a_result_is_an_error(found: Found) -> None:
    assert found("1 N 0   4 B 1", "0 N 0   4 B 1") == [
        (
            "R:9:49: error: player 2 has no opponent in round 1, but a colour or a result: a "
            "bye is written 0 - - [bye-result]"
        )
    ]
