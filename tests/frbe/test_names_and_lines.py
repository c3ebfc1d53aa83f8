"""The file's name, the machine line, the head, and dates."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.frbe.dates import read_free, read_yymmdd, read_yyyymmdd, write_yymmdd
from daemon.frbe.file_name import FileName, Kind, free_file_name, make_file_name, read_file_name
from daemon.frbe.head import read_head, write_head
from daemon.frbe.machine_line import read_machine_line
from daemon.frbe.report import Counts
from daemon.frbe.wording import listing, plural, quoted, ranges


def test_the_name_of_the_description() -> None:
    assert make_file_name(date(2000, 6, 25), Kind.OPEN, "1a", 618) == "625OPE1a.618"
    assert read_file_name("625OPE1a.618") == (FileName(6, 25, 618), ())


@pytest.mark.parametrize(("month", "letter"), [(1, "1"), (9, "9"), (10, "A"), (11, "B"), (12, "C")])
def test_the_month_is_hexadecimal(month: int, letter: str) -> None:
    assert make_file_name(date(2026, month, 1), Kind.CLOSED, "$$", 1) == f"{letter}01GRI$$.001"


def test_upper_and_lower_case_are_the_same_in_a_name() -> None:
    assert read_file_name("c31gri1A.001") == (FileName(12, 31, 1), ())


def test_a_name_that_is_taken_in_any_case_gives_way_to_the_next() -> None:
    day = date(2000, 6, 25)
    assert free_file_name(day, Kind.OPEN, "1a", 618, ["625ope1A.618"]) == "625OPE1b.618"
    taken = [make_file_name(day, Kind.OPEN, f"1{letter}", 618) for letter in "abcdefghijklmnop"]
    assert free_file_name(day, Kind.OPEN, "$$", 618, taken) == "625OPE$$.618"
    taken.append("625OPE$$.618")
    assert free_file_name(day, Kind.OPEN, "$$", 618, taken) == "625OPE1q.618"


def test_there_is_no_name_when_all_are_taken() -> None:
    day = date(2000, 6, 25)
    taken: list[str] = []
    while (name := free_file_name(day, Kind.OPEN, "1a", 618, taken)) is not None:
        taken.append(name)
    assert len(taken) == 9 * 26
    assert taken[-1] == "625OPE9z.618"


@pytest.mark.parametrize(("free", "club"), [("1", 618), ("1_", 618), ("1a", 0), ("1a", 1000)])
def test_what_cannot_stand_in_a_name_is_refused(free: str, club: int) -> None:
    with pytest.raises(ValueError, match=r"two free characters|a club is 1 to 999"):
        make_file_name(date(2000, 6, 25), Kind.OPEN, free, club)


@given(st.text(max_size=14))
def test_any_text_is_a_name_or_is_told_why_not(text: str) -> None:
    parts, wrong = read_file_name(text)
    assert (parts is None) == bool(wrong)


@pytest.mark.parametrize(
    "line",
    [
        "\x0000 16 72000060120000612",
        " 00 16 72000060120000612",
        "00 16 72000060120000612",
        "0016 72000060120000612",
        "  00  16   72000060120000612  ",
        "\x0000 16 72000060120000612 ",
    ],
)
def test_a_machine_line_is_read_whole_or_as_copies_show_it(line: str) -> None:
    machine = read_machine_line(line)
    assert machine is not None
    assert machine.is_whole == (len(line) == 24 and line[0] == "\0")
    assert (machine.program, machine.participants, machine.rounds) == ("00", 16, 7)
    assert (machine.start, machine.end) == (date(2000, 6, 1), date(2000, 6, 12))


@pytest.mark.parametrize(
    "line",
    [
        "00 16  7 2000060120000612",
        "\x000 16 72000060120000612",
        "Tournoi : 00 16 72000060120000612",
        "\x0000 16 72000060120000612+1=2",
    ],
)
def test_another_line_is_no_machine_line(line: str) -> None:
    assert read_machine_line(line) is None


def test_a_machine_line_of_999_players_and_99_rounds_has_no_blank() -> None:
    for start in ("\x00", " ", ""):
        machine = read_machine_line(f"{start}11999992000060120000612+100=20-100")
        assert machine is not None
        assert (machine.program, machine.participants, machine.rounds) == ("11", 999, 99)
        assert machine.counts == Counts(100, 20, 100)


def test_the_head_of_pairtwo_is_read_as_it_is_written() -> None:
    head = read_head(
        write_head(
            title="Open",
            participants=16,
            rounds=7,
            sender="Club 618",
            end=date(2000, 6, 12),
            tempo="1H KO",
        )
    )
    assert (head.title, head.sender, head.tempo) == ("Open", "Club 618", "1H KO")
    assert {key: claim.value for key, claim in head.claims.items()} == {
        "participants": 16,
        "rounds": 7,
        "end": date(2000, 6, 12),
    }


def test_the_head_of_chess_manager_is_read() -> None:
    head = read_head(
        (
            "Club: 618 CNTE - Echecs",
            "TEST (00TST1B) - du 01/10/2000 au 18/11/2000",
            "Tournoi complet - Simple rondes - 8 joueurs - Timing: 40c/2h, 1h KO",
        )
    )
    assert head.title == "TEST (00TST1B)"
    assert head.sender == "618 CNTE - Echecs"
    assert head.tempo == "40c/2h, 1h KO"
    assert {key: claim.value for key, claim in head.claims.items()} == {
        "club": 618,
        "start": date(2000, 10, 1),
        "end": date(2000, 11, 18),
        "participants": 8,
    }


def test_a_head_that_tells_nothing_is_empty() -> None:
    head = read_head(("Date fin de tournoi : 99-99-2000", "", "Chess is played here"))
    assert (head.title, head.sender, head.tempo, head.claims) == ("", "", "", {})


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026/08/30", date(2026, 8, 30)),
        ("28/ 07/ 2005", date(2005, 7, 28)),
        ("30.8.2026", date(2026, 8, 30)),
        ("2026-08-30", date(2026, 8, 30)),
        ("20260830", date(2026, 8, 30)),
        ("2026/08-30", None),
        ("31/02/2026", None),
        ("05/06/07", None),
        ("", None),
    ],
)
def test_a_date_is_read_however_it_is_written_if_only_one_can_be_meant(
    text: str, day: date | None
) -> None:
    assert read_free(text) == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("000612", date(2000, 6, 12)),
        ("26/10/03", date(2026, 10, 3)),
        ("991230", date(1999, 12, 30)),
        ("800101", date(1980, 1, 1)),
        ("791231", date(2079, 12, 31)),
        ("001332", None),
        ("0006123", None),
    ],
)
def test_a_date_of_six_digits(text: str, day: date | None) -> None:
    assert read_yymmdd(text) == day


def test_a_date_that_is_not_set_is_written_as_991230() -> None:
    assert write_yymmdd(None) == "991230"
    assert write_yymmdd(date(2000, 6, 1)) == "000601"
    assert read_yyyymmdd("2000061") is None


def test_words() -> None:
    assert [plural(1, "row"), plural(0, "row")] == ["1 row", "0 rows"]
    assert [listing([]), listing([1]), listing([1, 2, 3])] == ["", "1", "1, 2 and 3"]
    assert ranges([1, 2, 3, 7, 9, 10]) == "1 to 3, 7, 9 and 10"
    assert quoted("a" * 40) == f'"{"a" * 27}..."'
