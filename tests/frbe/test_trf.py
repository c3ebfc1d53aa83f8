from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from daemon.frbe.crosstable import Crosstable
from daemon.frbe.from_trf import crosstable_of_trf
from daemon.frbe.report import NO_GAME, Cell, Colour, Result
from daemon.frbe.trf import Trf, TrfPlayer, read_trf, write_trf

TRFS = sorted((Path(__file__).parent.parent / "data" / "frbe").glob("*.trf"))
ROW = "001 {:4} m    {:33} 2000 BEL       40001 1961/02/02  1.0    1{}"


def trf_of(*players: str, head: str = "012 Trial\n") -> bytes:
    """A TRF of players with these cells, from `  ` before each opponent on."""
    names = ("Adam, Eva", "Baert, Tom", "Claes, Lea", "Damme, Wim")
    rows = (ROW.format(n, names[n - 1], cells) for n, cells in enumerate(players, 1))
    return (head + "".join(f"{row}\n" for row in rows)).encode()


GOOD = (
    "     2 w 1     3 b =",
    "     1 b 0     4 w 1",
    "     4 w =     1 w =",
    "     3 b =     2 b 0",
)


def table_of(data: bytes) -> tuple[Crosstable | None, list[str]]:
    trf, source, problems = read_trf(data, "T")
    if trf is None or source is None:
        return None, [problem.one_line() for problem in problems]
    table, found = crosstable_of_trf(trf, source)
    return table, [problem.one_line() for problem in found]


def cells_of(table: Crosstable | None) -> list[str]:
    """The cells of each entrant as the federation writes them."""
    assert table is not None
    return [
        " ".join(f"{cell.opponent}{cell.colour}{cell.result}" for cell in each.cells)
        for each in table.entrants
    ]


@pytest.mark.parametrize("path", TRFS, ids=lambda path: path.stem)
def test_a_trf_is_written_as_it_was_read_with_every_unknown_line(path: Path) -> None:
    data = path.read_bytes()
    trf, source, problems = read_trf(data, path.name)
    assert problems == ()
    assert trf is not None
    assert source is not None
    expected = "".join(f"{line.rstrip()}\r\n" for line in source.lines)
    written = write_trf(trf)
    assert "".join(f"{line.rstrip()}\r\n" for line in written.decode().splitlines()) == expected
    again, _, _ = read_trf(written, path.name)
    assert again == trf


def test_there_are_ten_files_to_read() -> None:
    assert len(TRFS) == 10


def test_a_trf_without_fault_comes_out_cell_by_cell() -> None:
    table, problems = table_of(trf_of(*GOOD))
    assert problems == []
    assert cells_of(table) == ["2B1 3N5", "1N0 4B1", "4B5 1B5", "3N5 2N0"]


def test_what_a_trf_tells_of_players_and_tournament_comes_out(data: Path) -> None:
    table, problems = table_of((data / "round_robin_8.trf").read_bytes())
    assert problems == []
    assert table is not None
    assert (table.title, table.sender, table.tempo) == (
        "Club championship",
        "Arbiter, One",
        "90 min + 30 s",
    )
    assert (table.start, table.end) == (date(2026, 10, 3), date(2026, 10, 24))
    assert table.round_dates == tuple(date(2026, 10, day) for day in (3, 4, 10, 11, 17, 18, 24))
    first = table.entrants[0]
    assert (first.name, first.elo, first.nationality) == ("Aerts, An", 2104, "BEL")
    assert (first.fide_id, first.matricule, first.club) == (40001, None, None)


def test_titles_that_stick_to_the_sex_do_not_move_a_cell(data: Path) -> None:
    table, problems = table_of((data / "title_glued_to_sex.trf").read_bytes())
    assert problems == []
    assert cells_of(table) == [
        "8N0 7B1 6N0 5B1 4N1 3B5 2N5",
        "7B0 5B0 3B1 8B0 6B0 4B5 1B5",
        "6N0 4N0 2N0 7N1 5N0 1N5 8B1",
        "5B0 3B1 8B1 6B0 1B0 2N5 7N1",
        "4N1 2N1 7N0 1N0 3B1 8B1 6B1",
        "3B1 8B5 1B1 4N1 2N1 7N5 5N0",
        "2N1 1N0 5B1 3B0 8B1 6B5 4B0",
        "1B1 6N5 4N0 2N1 7N0 5N0 3N0",
    ]
    assert table is not None
    assert [each.name for each in table.entrants][:2] == ["Aerts, An", "Bogaert, François"]


def test_latin_1_with_cr_only_comes_out_cell_by_cell(data: Path) -> None:
    table, problems = table_of((data / "latin1_cr_only.trf").read_bytes())
    assert problems == []
    assert cells_of(table) == [
        "8N0 7B1 6N1 5B1 4N0 3B1 2N0",
        "7B1 5B0 3B0 8B0 6B0 4B5 1B1",
        "6N0 4N0 2N1 7N1 5N1 1N0 8B1",
        "5B1 3B1 8B0 6B1 1B1 2N5 7N0",
        "4N0 2N1 7N0 1N0 3B0 8B0 6B0",
        "3B1 8B0 1B0 4N0 2N1 7N5 5N1",
        "2N0 1N0 5B1 3B0 8B1 6B5 4B1",
        "1B1 6N1 4N1 2N1 7N0 5N1 3N0",
    ]
    assert table is not None
    assert table.title == "Tournoi d'été à Huy"
    assert table.entrants[6].name == "Gérard, Olaf"


def test_the_lines_of_another_program_do_not_disturb(data: Path) -> None:
    table, problems = table_of((data / "swar_header_lines.trf").read_bytes())
    assert problems == []
    assert cells_of(table) == [
        "8N0 7B0 6N1 5B1 4N0 3B0 2N0",
        "7B1 5B0 3B0 8B1 6B5 4B1 1B1",
        "6N0 4N5 2N1 7N1 5N1 1N1 8B0",
        "5B1 3B5 8B1 6B5 1B1 2N0 7N5",
        "4N0 2N1 7N1 1N0 3B0 8B5 6B1",
        "3B1 8B1 1B0 4N5 2N5 7N5 5N0",
        "2N0 1N1 5B0 3B0 8B0 6B5 4B5",
        "1B1 6N0 4N0 2N0 7N1 5N5 3N1",
    ]
    assert table is not None
    assert table.sender == "Arbiter One"


def test_forfeits_byes_and_blanks_come_out_cell_by_cell(data: Path) -> None:
    table, problems = table_of((data / "forfeits_byes_blanks.trf").read_bytes())
    assert problems == [
        (
            "T:15:152: warning: player 5 has a game against 6 in round 7, but player 6 (line "
            "16) has none: it is left out; if it was played, write it for both [one-sided]"
        ),
        (
            "T:16:92: warning: player 6 has a game against 3 in round 1, but player 3 (line "
            "13) has none: it is left out; if it was played, write it for both [one-sided]"
        ),
    ]
    assert cells_of(table) == [
        "8N- 7B1 6N0 5B1 4N1 3B0 2N0",
        "7B0 5B5 3B- 8B1 6B0 4B1 1B1",
        "0-- 4N- 2N- 7N1 5N1 1N1 8B0",
        "5B0 3B- 8B1 6B1 1B0 2N0 7N5",
        "4N1 2N5 7N1 1N0 3B0 8B1 0--",
        "0-- 8B1 1B1 4N0 2N1 7N0 0--",
        "2N1 1N0 5B0 3B0 8B1 6B1 4B5",
        "1B- 6N0 4N0 2N0 7N0 5N0 3N1",
    ]
    assert table is not None
    assert (table.start, table.end) == (date(2026, 7, 28), date(2026, 8, 30))


def test_a_blank_result_of_one_side_makes_a_game_that_was_not_played() -> None:
    table, problems = table_of(trf_of("     2 w 1", "     1 b  "))
    assert problems == [
        (
            "T:2:92: warning: player 1 has a result against 2 in round 1, but player 2 (line "
            "3) has none: it is written as not played; if it was, write the result for both "
            "[one-sided]"
        )
    ]
    assert cells_of(table) == ["2B-", "1N-"]


def test_a_blank_result_of_both_sides_is_no_fault() -> None:
    table, problems = table_of(trf_of("     2 w  ", "     1 b  "))
    assert problems == []
    # A round in which nothing was played yet is a round all the same.
    assert cells_of(table) == ["2B-", "1N-"]


@pytest.mark.parametrize(
    "bye", ["  0000 - H", "  0000 - +", "  0000 w 1", "     0 - F", "          "]
)
def test_whatever_stands_beside_opponent_0_is_no_game(bye: str) -> None:
    table, problems = table_of(trf_of(f"{bye}     2 w 1", "              1 b 0".rjust(20)))
    assert problems == []
    assert cells_of(table) == ["0-- 2B1", "0-- 1N0"]


@pytest.mark.parametrize("result", ["+", "-", "W", "d", "L"])
def test_a_forfeit_and_a_game_that_is_not_rated_count_nowhere(result: str) -> None:
    table, problems = table_of(trf_of(f"     2 w {result}", "     1 B -"))
    assert problems == []
    assert cells_of(table) == ["2B-", "1N-"]


def test_rounds_that_were_never_paired_are_left_out() -> None:
    head = "012 Trial\nXXR 3\n142 1\n"
    table, problems = table_of(trf_of("     2 w 1", "     1 b 0          ", head=head))
    assert problems == [
        (
            "T:2:1: warning: XXR declares 3 rounds and 1 are paired: the report has those 1 "
            "[rounds-open]"
        )
    ]
    assert cells_of(table) == ["2B1", "1N0"]


def test_starting_numbers_with_gaps_become_ranks() -> None:
    data = trf_of("     9 w 1", "     1 b 0").replace(b"001    2", b"001    9")
    table, problems = table_of(data)
    assert problems == []
    assert cells_of(table) == ["2B1", "1N0"]


def test_players_stand_in_the_order_of_their_starting_numbers() -> None:
    first, second, third = trf_of("     2 w 1", "     1 b 0").splitlines()
    table, _ = table_of(b"\r".join((first, third, second)))
    assert cells_of(table) == ["2B1", "1N0"]


def test_columns_that_were_counted_in_bytes_are_found() -> None:
    name = "Bogaert, François"
    by_bytes = (
        trf_of("     2 w 1", "     1 b 0").decode().replace(f"{'Adam, Eva':33}", f"{name:32}")
    )
    table, problems = table_of(by_bytes.encode())
    assert problems == []
    assert table is not None
    assert (table.entrants[0].name, table.entrants[0].elo) == (name, 2000)


def test_letters_outside_of_ascii_move_no_column() -> None:
    data = trf_of("     2 w 1", "     1 b 0").decode().replace("Adam, Eva", "Âdám, Éva")
    table, problems = table_of(data.encode())
    assert problems == []
    assert table is not None
    assert (table.entrants[0].name, table.entrants[0].elo) == ("Âdám, Éva", 2000)
    # So crooked that no way of counting helps, it is read by its characters.
    crooked, _ = table_of(data.replace("2000 BEL", "2000éBEL").encode())
    assert crooked is not None
    assert crooked.entrants[0].elo == 2000


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            "001    2",
            "001    x",
            (
                "T:3:5: error: no starting number stands in columns 5 to 8 of this player's "
                "line: have the program write the TRF anew [trf-line]"
            ),
        ),
        (
            "001    2",
            "001    0",
            (
                "T:3:5: error: no starting number stands in columns 5 to 8 of this player's "
                "line: have the program write the TRF anew [trf-line]"
            ),
        ),
        (
            "001    2",
            "001    1",
            (
                "T:3:5: error: starting number 1 stands already in line 2: each player needs "
                "another one; correct one of them [number-twice]"
            ),
        ),
        (
            "1 b 0     4 w 1",
            "1 b 0    4 w 1 ",
            (
                "T:3:102: error: round 2 is none of an opponent's number, a colour and a result in "
                "their columns (as in '   7 w 1'): have the program write the TRF anew [cell]"
            ),
        ),
        (
            "1 b 0     4 w 1",
            "1 b 0     4xw 1",
            (
                "T:3:102: error: round 2 is none of an opponent's number, a colour and a result in "
                "their columns (as in '   7 w 1'): have the program write the TRF anew [cell]"
            ),
        ),
        (
            "1 b 0     4 w 1",
            "1 b ?     4 w 1",
            (
                'T:3:99: error: "?" is no result in round 1: a TRF has 1, =, 0, +, -, W, D, L, '
                "H, F, U, Z or nothing [cell-letter]"
            ),
        ),
        (
            "1 b 0     4 w 1",
            "7 b 0     4 w 1",
            (
                "T:3:92: error: player 2 has opponent 7 in round 1, and no player has that "
                "starting number: correct the opponent [opponent-range]"
            ),
        ),
        (
            "1 b 0     4 w 1",
            "1 w 0     4 w 1",
            (
                "T:2:97: error: players 1 and 2 in round 1 both have white: correct it here "
                "or in line 3 [colour-same]"
            ),
        ),
        (
            "1 b 0     4 w 1",
            "1 b =     4 w 1",
            (
                "T:2:99: error: players 1 and 2 in round 1 have a win and a draw, which do not "
                "belong together: correct it here or in line 3 [result-differs]"
            ),
        ),
        (
            "1 b 0     4 w 1",
            "2 b 0     4 w 1",
            (
                "T:3:92: error: in round 1 player 2 is named as opponent of player 2: correct "
                "the opponent [opponent-self]"
            ),
        ),
        (
            "012 Trial",
            "042 5/6/07",
            (
                'T:1:1: warning: "5/6/07" is no date that can be read for the first day (042) '
                "[trf-date]"
            ),
        ),
    ],
)
def test_a_fault_is_told_at_its_place_in_the_trf(old: str, new: str, problem: str) -> None:
    text = trf_of(*GOOD).decode()
    assert text.count(old) == 1
    _, problems = table_of(text.replace(old, new).encode())
    assert problem in problems


def test_over_99_rounds_are_refused() -> None:
    rounds = ("     2 w 1" * 100, "     1 b 0" * 100)
    assert table_of(trf_of(*rounds)) == (
        None,
        ["T:2:1082: error: there are 100 rounds and a report has at most 99: split it [too-many]"],
    )


def test_two_who_name_others_are_refused_whatever_the_third_says() -> None:
    # 1 says 2, 2 has a bye; 3 says 1.
    _, problems = table_of(trf_of("     2 w 1", "  0000 - Z", "     1 b 0"))
    assert problems[-1] == (
        "T:4:92: error: player 3 has opponent 1 in round 1, but player 1 has no opponent there "
        "(line 2): correct one of them [opponent-differs]"
    )


def test_a_file_without_players_is_no_trf() -> None:
    assert table_of(b"012 Trial\n") == (
        None,
        ["T:1:1: error: no line begins with 001, as a player's does: is this a TRF? [no-players]"],
    )


def test_bytes_that_are_no_text_are_no_trf() -> None:
    assert table_of(b"\xff\xfe")[1] == [
        (
            "T: error: this is UTF-16 text and no plain text: give the text file that the program "
            "wrote [not-text]"
        )
    ]


def test_dates_of_rounds_stand_in_their_columns() -> None:
    row = "132".ljust(91) + "26/06/01  ".ljust(10) + " " * 10 + "2026/06/03"
    cells = ("     2 w 1", "     2 b =", "     2 w -")
    other = ("     1 b 0", "     1 w =", "     1 b -")
    table, _ = table_of(trf_of("".join(cells), "".join(other), head=f"{row}\n"))
    assert table is not None
    assert table.round_dates == (date(2026, 6, 1), None, date(2026, 6, 3))


def test_a_players_line_is_written_into_its_columns() -> None:
    player = TrfPlayer(
        7, "f", "WIM", "Adam, Eva", "2000", "BEL", "201", "1999/01/01", "1.5", "3", (), 4
    )
    assert player.text() == (
        "001    7 fWIM Adam, Eva                         2000 BEL         201 1999/01/01  1.5    3"
    )
    trf = Trf(("012 Trial", replace(player, number=2), player))
    assert [each.number for each in trf.players] == [2, 7]
    assert (trf.field("012"), trf.field("022"), trf.row("022")) == ("Trial", "", "")


def test_a_round_in_which_a_player_was_not_paired_stays_blank() -> None:
    data = trf_of("               2 w 1", "               1 b 0")
    trf, _, _ = read_trf(data, "T")
    assert trf is not None
    assert write_trf(trf) == data.replace(b"\n", b"\r\n")


def test_a_cell_of_the_report_is_no_game_or_a_game() -> None:
    assert NO_GAME.counts is False
    assert Cell(1, Colour.WHITE, Result.NONE).counts is False
