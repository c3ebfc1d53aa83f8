from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from daemon.frbe.building import Built, Wishes, build, make_report
from daemon.frbe.check import check_report
from daemon.frbe.crosstable import Crosstable, Entrant
from daemon.frbe.file_name import Kind
from daemon.frbe.fitting import in_cp1252
from daemon.frbe.importing import read_tournament
from daemon.frbe.player_list import Listed, PlayerList
from daemon.frbe.report import NO_GAME, Cell, Colour, Layout, Report, Result

TODAY = date(2026, 7, 1)
WISHES = Wishes(618, Kind.OPEN)
DAYS = (date(2026, 6, 1), date(2026, 6, 25))
CELLS = (
    (Cell(2, Colour.WHITE, Result.WIN), NO_GAME),
    (Cell(1, Colour.BLACK, Result.LOSS), NO_GAME),
)
ADAM = Entrant("Adam, Eva", 2000, "BEL", 201, 11111, 618, CELLS[0])
BAERT = Entrant("Baert, Tom", None, "", 202, None, None, CELLS[1])
TABLE = Crosstable("Open", *DAYS, DAYS, "Club 618", "1H", (ADAM, BAERT))
KNOWN = PlayerList(
    {
        11111: Listed(11111, "Adam, Eva", 618, 30, 1990, 201, "BEL"),
        22222: Listed(22222, "Baert, Tom", 617, 3, 1500, 202, "BEL"),
        33333: Listed(33333, "Claes, Lea", 616, 30, 1600, None, "FRA"),
    }
)


def made(
    table: Crosstable = TABLE, wishes: Wishes = WISHES, known: PlayerList | None = KNOWN
) -> tuple[Report | None, list[str]]:
    report, problems = make_report(table, wishes, known, "F")
    return report, [problem.one_line() for problem in problems]


def test_a_report_is_built_with_its_name_and_machine_line() -> None:
    report, problems = made()
    assert problems == []
    assert report is not None
    built, found = build(report, WISHES, KNOWN, TODAY, [])
    assert found == ()
    assert built is not None
    assert built.name == "625OPE1a.618"
    assert built.data.decode("cp1252").split("\r\n") == [
        "Tournoi : Open",
        "Nombre de participants : 2 ; 2 rondes",
        "Envoyé par : Club 618",
        "Date fin de tournoi : 25-06-2026",
        "Tempo : 1H",
        "\x0000  2 22026060120260625",
        "   Nom                 Matr. Clb Nat  ELO  260601  260625",
        " 1 Adam Eva            11111 618 BEL 2000   2 B 1   0 - -",
        " 2 Baert Tom           22222 617 BEL 1500   1 N 0   0 - -",
        "",
    ]


def test_what_is_missing_is_named_all_at_once() -> None:
    bare = Crosstable("", None, None, (None, None), " ", "", (ADAM, BAERT))
    assert made(bare, known=None) == (
        None,
        [
            (
                "F: error: the tournament's first day is missing: give it as --start yyyy-mm-dd "
                "[start-missing]"
            ),
            (
                "F: error: the tournament's last day is missing: give it as --end yyyy-mm-dd "
                "[end-missing]"
            ),
            (
                "F: warning: the date of every round is missing and is written as not set "
                "(991230): give all dates as --round-dates yyyy-mm-dd,yyyy-mm-dd,... "
                "[round-dates-missing]"
            ),
            (
                "F: warning: the tournament's name is missing and is left empty: give it as "
                "--title TEXT [title-missing]"
            ),
            (
                "F: warning: who sends the report is missing and is left empty: give it as "
                "--sender TEXT [sender-missing]"
            ),
            (
                "F: warning: the tempo is missing and is left empty: give it as --tempo TEXT "
                "[tempo-missing]"
            ),
            (
                "F: warning: player 2 is without a matricule, and 0 is written for it: give the "
                "federation's list as --players LIST [matricule-missing]"
            ),
        ],
    )


def test_the_rounds_dates_help_to_find_the_days() -> None:
    _, problems = made(replace(TABLE, start=None, round_dates=(DAYS[0], None)))
    assert problems == [
        (
            "F: error: the tournament's first day is missing: give it as --start yyyy-mm-dd "
            "(the first date of a round is 2026-06-01) [start-missing]"
        ),
        (
            "F: warning: the date of round 2 is missing and is written as not set (991230): "
            "give all dates as --round-dates yyyy-mm-dd,yyyy-mm-dd,... [round-dates-missing]"
        ),
    ]


def test_what_is_given_stands_instead_of_what_the_file_tells() -> None:
    wishes = Wishes(
        1,
        Kind.CLOSED,
        program="31",
        layout=Layout.CM,
        start=date(2026, 5, 1),
        end=date(2026, 5, 31),
        round_dates=(date(2026, 5, 2), date(2026, 5, 3)),
        title="Title",
        sender="Sender",
        tempo="Tempo",
    )
    bare = Crosstable("", None, None, (None, None), "", "", (ADAM, BAERT))
    report, problems = made(bare, wishes)
    assert problems == []
    assert report is not None
    assert (report.start, report.end, report.program) == (
        date(2026, 5, 1),
        date(2026, 5, 31),
        "31",
    )
    assert report.round_dates == wishes.round_dates
    assert report.layout is Layout.CM
    assert [line.partition(" : ")[2] for line in report.head] == [
        "Title",
        "2 ; 2 rondes",
        "Sender",
        "31-05-2026",
        "Tempo",
    ]


def test_as_many_round_dates_as_rounds_are_needed() -> None:
    report, problems = made(wishes=replace(WISHES, round_dates=DAYS[:1]))
    assert report is None
    assert problems == [
        (
            "F: error: there are 2 rounds and --round-dates has 1 date: give one for each round "
            "[round-dates]"
        )
    ]


def test_a_rounds_date_that_two_digits_cannot_name_is_refused() -> None:
    report, problems = made(replace(TABLE, round_dates=(date(2626, 6, 1), date(2079, 12, 31))))
    assert report is None
    assert problems == [
        (
            "F: error: two digits for the year cannot name 2626-06-01, the date of a round: "
            "give the right dates as --round-dates [round-dates]"
        )
    ]


def test_a_first_day_after_the_last_is_refused() -> None:
    report, problems = made(wishes=replace(WISHES, start=date(2026, 6, 26)))
    assert report is None
    assert problems == [
        (
            "F: error: the first day, 2026-06-26, is after the last one, 2026-06-25: give the "
            "right ones as --start and --end [days-order]"
        )
    ]


def crowd(players: int, rounds: int = 1) -> Crosstable:
    cells = (NO_GAME,) * rounds
    entrants = tuple(
        Entrant(f"Player {n}", 1500, "BEL", None, 10000 + n, 618, cells) for n in range(players)
    )
    return replace(TABLE, entrants=entrants, round_dates=(DAYS[0],) * rounds)


def test_over_999_players_are_refused() -> None:
    assert made(crowd(999), known=None)[1] == []
    assert made(crowd(1000), known=None) == (
        None,
        [
            (
                "F: error: there are 1000 players and a report has at most 999: split the "
                "tournament into groups that did not meet [too-many]"
            )
        ],
    )


def test_over_99_rounds_are_refused() -> None:
    assert made(crowd(2, 99), known=None)[1] == []
    assert made(crowd(2, 100), known=None) == (
        None,
        ["F: error: there are 100 rounds and a report has at most 99: split it [too-many]"],
    )


@pytest.mark.parametrize(
    ("players", "name", "layout"),
    [
        (99, "A" * 19, Layout.PT),
        (99, "A" * 20, Layout.CM),
        (99, "A" * 21, Layout.WIDE),
        (99, "A" * 26, Layout.WIDE),
        (100, "A", Layout.WIDE),
    ],
)
def test_the_narrowest_layout_that_fits_is_taken(players: int, name: str, layout: Layout) -> None:
    table = crowd(players)
    first = replace(table.entrants[0], name=name)
    report, _ = made(replace(table, entrants=(first, *table.entrants[1:])), known=None)
    assert report is not None
    assert report.layout is layout


def test_a_layout_that_is_too_small_is_refused() -> None:
    report, problems = made(crowd(100), replace(WISHES, layout=Layout.PT), None)
    assert report is None
    assert problems == [
        (
            "F: error: the layout pt holds 99 players and there are 100: leave out --layout, "
            "or choose wide [layout-small]"
        )
    ]


def test_a_name_that_is_too_long_is_cut_with_a_warning() -> None:
    table = replace(TABLE, entrants=(replace(ADAM, name="Adam-Vandenberghe Eva"), BAERT))
    report, problems = made(table, replace(WISHES, layout=Layout.PT))
    assert problems == [
        (
            'F: warning: the name of player 1, "Adam-Vandenberghe Eva", is longer than the 19 '
            'columns for it: it is cut to "Adam-Vandenberghe E" [name-cut]'
        )
    ]
    assert report is not None
    assert report.players[0].name == "Adam-Vandenberghe E"


def test_letters_that_cp1252_has_not_lose_their_accents_with_a_warning() -> None:
    table = replace(TABLE, title="Łódź 2026 ♞", entrants=(replace(ADAM, name="Ădám Łukasz"), BAERT))
    report, problems = made(table)
    assert problems == [
        (
            'F: warning: the tournament\'s name, "Łódź 2026 ♞", has letters that cp1252 has '
            'not: it is written "Lódz 2026 ?" [text-changed]'
        ),
        (
            'F: warning: the name of player 1, "Ădám Łukasz", has letters that cp1252 has not: '
            'it is written "Adám Lukasz" [text-changed]'
        ),
    ]
    assert report is not None
    assert report.head[0] == "Tournoi : Lódz 2026 ?"


def test_control_characters_are_blanks() -> None:
    assert in_cp1252(" a\nb\x00c\u2028d ") == "a b c d"


def test_a_matricule_is_found_by_fide_id_or_by_name() -> None:
    claes = Entrant("CLAES Léa", None, "", None, None, None, CELLS[1])
    report, problems = made(replace(TABLE, entrants=(replace(ADAM, matricule=None), claes)))
    assert problems == [
        (
            "F: note: player 2 is found in the list by name: look over the matricules "
            "[matched-by-name]"
        )
    ]
    assert report is not None
    assert [player.matricule for player in report.players] == [11111, 33333]
    # What the file tells stands; the list fills in the rest.
    assert [player.elo for player in report.players] == [2000, 1600]
    assert [player.club for player in report.players] == [618, 616]
    assert [player.nationality for player in report.players] == ["BEL", "FRA"]


def test_players_whom_the_list_has_not_are_named_together() -> None:
    strangers = tuple(
        Entrant(f"Stranger {n}", 1500, "BEL", 900 + n, None, None, cells)
        for n, cells in enumerate(CELLS)
    )
    report, problems = made(replace(TABLE, entrants=strangers))
    assert problems == [
        (
            "F: warning: players 1 and 2 are without a matricule, and 0 is written for it: the "
            "list that was given has none for them [matricule-missing]"
        )
    ]
    assert report is not None
    assert [player.matricule for player in report.players] == [0, 0]


def test_one_matricule_for_two_players_is_refused() -> None:
    table = replace(TABLE, entrants=(ADAM, replace(BAERT, matricule=11111)))
    report, problems = made(table)
    assert report is None
    assert problems == [
        (
            "F: error: players 1 and 2 have the same matricule, 11111: correct one of them "
            "[player-twice]"
        )
    ]


def test_a_number_of_the_list_that_has_no_room_is_left_out() -> None:
    known = PlayerList({1: Listed(1234567, "Baert, Tom", 12345, 3, 99999, 202)})
    report, _ = made(known=known)
    assert report is not None
    player = report.players[1]
    assert (player.matricule, player.club, player.elo) == (None, None, None)


def build_it(taken: list[str], wishes: Wishes = WISHES) -> tuple[Built | None, list[str]]:
    report, _ = made()
    assert report is not None
    built, problems = build(report, wishes, None, TODAY, taken)
    return built, [problem.one_line() for problem in problems]


def test_a_name_that_exists_is_never_taken_again() -> None:
    built, _ = build_it(["625OPE1a.618", "625ope1B.618"])
    assert built is not None
    assert built.name == "625OPE1c.618"


def test_without_a_free_name_nothing_is_built() -> None:
    taken = [f"625OPE{d}{c}.618" for d in "123456789" for c in "abcdefghijklmnopqrstuvwxyz"]
    assert build_it(taken) == (
        None,
        [
            (
                "error: every name for this day, kind and club is taken: choose two letters as "
                "--suffix [no-name]"
            )
        ],
    )
    built, _ = build_it(taken, replace(WISHES, free="$1"))
    assert built is not None
    assert built.name == "625OPE$1.618"


def test_a_report_that_the_check_refuses_is_not_built() -> None:
    report, _ = made()
    assert report is not None
    first = replace(report.players[0], cells=(NO_GAME, NO_GAME))
    wrong = replace(report, players=(first, report.players[1]))
    built, problems = build(wrong, WISHES, None, TODAY, [])
    assert built is None
    assert [problem.one_line() for problem in problems] == [
        (
            "625OPE1a.618:9:43: error: player 2 has opponent 1 in round 1, but player 1 has no "
            "opponent there (line 8): correct one of them [opponent-differs]"
        )
    ]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("round_robin_8.trf", "A24OPE1a.618"),
        ("title_glued_to_sex.trf", "A24OPE1a.618"),
        ("latin1_cr_only.trf", "718OPE1a.618"),
        ("forfeits_byes_blanks.trf", "830OPE1a.618"),
        ("swar_header_lines.trf", "C10OPE1a.618"),
        ("open_24.trf", "B21OPE1a.618"),
    ],
)
def test_a_trf_with_dates_is_built_and_passes_the_check(data: Path, name: str, wanted: str) -> None:
    table, _ = read_tournament((data / name).read_bytes(), name)
    assert table is not None
    report, _ = make_report(table, WISHES, None, name)
    assert report is not None
    built, _ = build(report, WISHES, None, date(2026, 11, 30), [])
    assert built is not None
    assert built.name == wanted
    assert check_report(built.data, built.name, date(2026, 11, 30)).report == report


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("bbp_dutch_2025_c5.trf", ["start-missing", "end-missing"]),
        ("bbp_issue_15_cr_only.trf", ["start-missing", "end-missing"]),
        ("no_dates.trf", ["start-missing", "end-missing"]),
        ("too_many_1000.trf", ["too-many"]),
    ],
)
def test_a_trf_that_lacks_something_is_refused_with_all_reasons(
    data: Path, name: str, codes: list[str]
) -> None:
    table, _ = read_tournament((data / name).read_bytes(), name)
    assert table is not None
    report, problems = make_report(table, WISHES, None, name)
    assert report is None
    assert [problem.code for problem in problems if problem.is_error] == codes


@pytest.mark.parametrize(
    ("name", "layout", "players"),
    [
        ("bbp_dutch_2025_c5.trf", Layout.PT, 6),
        ("bbp_issue_15_cr_only.trf", Layout.WIDE, 180),
        ("no_dates.trf", Layout.PT, 8),
    ],
)
def test_with_the_days_given_it_is_built(
    data: Path, name: str, layout: Layout, players: int
) -> None:
    table, _ = read_tournament((data / name).read_bytes(), name)
    assert table is not None
    wishes = replace(WISHES, start=DAYS[0], end=DAYS[1])
    report, _ = make_report(table, wishes, None, name)
    assert report is not None
    built, _ = build(report, wishes, None, TODAY, [])
    assert built is not None
    assert (built.name, report.layout) == ("625OPE1a.618", layout)
    assert len(report.players) == players
