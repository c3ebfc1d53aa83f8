import struct
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.frbe.player_list import Listed, PlayerList, plain, read_player_list
from daemon.frbe.report import FICTIVE, Player
from daemon.frbe.unranked import listed, marked, named

Found = Callable[..., list[str]]
FIELDS = (("MATRICULE", "N", 6), ("NOM_PRENOM", "C", 20), ("CLUB", "N", 3), ("NBPARTIES", "N", 4))


def dbf(
    records: Sequence[tuple[str, ...]],
    fields: Sequence[tuple[str, str, int]] = FIELDS,
    code_page: int = 3,
    deleted: Sequence[int] = (),
) -> bytes:
    """A dBASE III table, as the format's description has it."""
    size = 1 + sum(length for _, _, length in fields)
    header = struct.pack(
        "<B3BIHH17xBxx", 3, 126, 1, 1, len(records), 32 + 32 * len(fields) + 1, size, code_page
    )
    described = b"".join(
        struct.pack("<11sc4xBB14x", name.encode(), kind.encode(), length, 0)
        for name, kind, length in fields
    )
    rows = b"".join(
        (b"*" if number in deleted else b" ")
        + b"".join(
            (text.rjust(length) if kind == "N" else text.ljust(length)).encode(
                {1: "cp437", 2: "cp850"}.get(code_page, "cp1252")
            )
            for text, (_, kind, length) in zip(record, fields, strict=True)
        )
        for number, record in enumerate(records)
    )
    return header + described + b"\r" + rows + b"\x1a"


def test_a_list_in_csv_is_read_by_the_names_of_its_columns() -> None:
    data = "Nom;Matricule;Clb;Parties;Elo;FideID;Nat\nAdam, Eva;11111;618;19;1500.00;201;bel\n"
    players, problems = read_player_list(data.encode(), "LIST")
    assert problems == ()
    assert players is not None
    assert players.by_matricule == {11111: Listed(11111, "Adam, Eva", 618, 19, 1500, 201, "BEL")}
    assert players.by_fide_id[201].matricule == 11111
    assert players.by_name == {plain("ADAM EVA"): players.by_matricule[11111]}


@pytest.mark.parametrize("code_page", [0, 1, 2, 3])
def test_a_list_in_dbf_is_read_in_its_code_page(code_page: int) -> None:
    records = [("11111", "Adam évâ", "618", "19"), ("22222", "Gone", "1", "0")]
    players, problems = read_player_list(dbf(records, code_page=code_page, deleted=[1]), "LIST")
    assert problems == ()
    assert players is not None
    assert players.by_matricule == {11111: Listed(11111, "Adam évâ", 618, 19)}


def test_a_dbf_with_more_behind_its_fields_is_read() -> None:
    # Visual FoxPro keeps 263 bytes there.
    table = bytearray(dbf([("11111", "Adam Eva", "618", "19")]))
    table[8:10] = struct.pack("<H", 161 + 263)
    table[161:161] = bytes(263)
    players, problems = read_player_list(bytes(table), "LIST")
    assert problems == ()
    assert players is not None
    assert players.by_matricule == {11111: Listed(11111, "Adam Eva", 618, 19)}


def test_a_line_without_a_matricule_is_left_out() -> None:
    data = b"matricule,name\n,Adam Eva\nx,Baert Tom\n33333,Claes Lea\n33333,Twice\n"
    players, problems = read_player_list(data, "LIST")
    assert players is not None
    assert [each.name for each in players.by_matricule.values()] == ["Claes Lea"]
    assert [problem.one_line() for problem in problems] == [
        "LIST:3:1: warning: no number stands for the matricule: the line is left out [list-line]"
    ]


def test_a_name_that_two_have_finds_nobody() -> None:
    players = PlayerList({1: Listed(1, "Adam"), 2: Listed(2, "ADAM"), 3: Listed(3, "")})
    assert players.by_name == {}


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (
            b"",
            (
                "LIST:1:1: error: the list has no column matricule and name: its columns are "
                "matricule, name, club, games, elo, fide_id, nationality (matricule and name at "
                "least) [list-header]"
            ),
        ),
        (
            b"name,club\nAdam,1\n",
            (
                "LIST:1:1: error: the list has no column matricule: its columns are matricule, "
                "name, club, games, elo, fide_id, nationality (matricule and name at least) "
                "[list-header]"
            ),
        ),
        (
            dbf([])[:32] + b"\r",
            (
                "LIST: error: the table is damaged: its header does not tell its fields; fetch the "
                "file anew [list-file]"
            ),
        ),
        (
            dbf([("11111", "Adam Eva", "618", "19"), ("22222", "Baert Mia", "1", "40")])[:-20],
            (
                "LIST: error: the table is cut off: it should have 2 records, and 1 are there; "
                "fetch the file anew [list-file]"
            ),
        ),
        (
            b"PK\x03\x04",
            (
                "LIST: error: this is a ZIP archive (as .xlsx and .ods files are) and no plain "
                "text: give the text file that the program wrote [not-text]"
            ),
        ),
    ],
)
def test_what_is_no_list_is_refused(data: bytes, problem: str) -> None:
    players, problems = read_player_list(data, "LIST")
    assert players is None
    assert [each.one_line() for each in problems] == [problem]


@given(st.binary(max_size=200) | st.binary(max_size=100).map(lambda end: dbf([])[:129] + end))
def test_no_bytes_crash_the_reader_of_lists(data: bytes) -> None:
    players, problems = read_player_list(data, "LIST")
    assert players is not None or problems


@given(st.data())
def test_a_damaged_dbf_is_read_or_refused(data: st.DataObject) -> None:
    table = bytearray(dbf([("11111", "Adam Eva", "618", "19")] * 3))
    for _ in range(data.draw(st.integers(1, 4))):
        table[data.draw(st.integers(1, len(table) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(table[: data.draw(st.integers(0, len(table)))])
    players, problems = read_player_list(cut, "LIST")
    assert players is not None or problems


KNOWN = PlayerList(
    {
        11111: Listed(11111, "Adam, Eva", 618, 20),
        22222: Listed(22222, "Bäert, Tom", 618, 19),
        33333: Listed(33333, "Claes, Lea", None, None),
        44444: Listed(44444, "Damme, Wim", 618, 50),
    }
)


def test_a_list_that_agrees_says_nothing(found: Found) -> None:
    assert found(players=KNOWN) == []


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            "22222",
            "22223",
            (
                "R:9:24: warning: matricule 22223 is not in the federation's list: correct it "
                "[list-unknown]"
            ),
        ),
        (
            "Baert Tom",
            "Baert Tim",
            (
                'R:9:4: warning: matricule 22222 is "Bäert, Tom" in the federation\'s list, '
                'and here "Baert Tim": correct the one or the other [list-name]'
            ),
        ),
        (
            "22222 618",
            "22222 619",
            (
                'R:9:30: warning: "Baert Tom" is of club 618 in the federation\'s list, and '
                "here of 619: correct it unless the player changed clubs [list-club]"
            ),
        ),
        (
            "22222 618",
            "22222    ",
            (
                'R:9:30: warning: "Baert Tom" is of club 618 in the federation\'s list, and '
                "here of none: correct it unless the player changed clubs [list-club]"
            ),
        ),
        (
            "BEL 1700",
            "*** 1700",
            (
                'R:11:34: warning: "Damme Wim" has a fictive ELO (***) and 50 games in the '
                "federation's list; from 20 on a player is ranked: write the real ELO "
                "[list-fictive]"
            ),
        ),
        (
            "BEL 2000",
            "*** 2000",
            (
                'R:8:34: warning: "Adam Eva" has a fictive ELO (***) and 20 games in the '
                "federation's list; from 20 on a player is ranked: write the real ELO "
                "[list-fictive]"
            ),
        ),
        ("BEL 1900", "*** 1900", ""),
    ],
)
def test_the_lists_opinion_is_a_warning(found: Found, old: str, new: str, problem: str) -> None:
    assert found(old, new, players=KNOWN) == ([problem] if problem else [])


def test_a_name_as_long_as_its_column_may_have_been_cut(found: Found) -> None:
    long = PlayerList({**KNOWN.by_matricule, 22222: Listed(22222, "Baert Tom Hippolytus Maria")})
    assert found("Baert Tom          ", "Baert Tom Hippolytu", players=long) == []
    assert len(found("Baert Tom          ", "Baert Tom Hippolyt ", players=long)) == 1


def test_a_player_without_a_matricule_is_not_looked_up(found: Found) -> None:
    assert found("22222", "     ", players=KNOWN)[0].endswith("[matricule-missing]")
    assert len(found("22222", "     ", players=KNOWN)) == 1


PLAYERS = tuple(
    Player("A", matricule, 1, nationality, 1000, ())
    for matricule, nationality in ((11111, ""), (22222, FICTIVE), (0, ""), (9, ""), (33333, ""))
)


def test_who_is_not_ranked_is_marked_named_or_listed() -> None:
    assert marked(PLAYERS) == {2}
    assert named(" 2, 5", PLAYERS) == {2, 5}
    # 19 games, and none; 9 is not in the list and 0 is no matricule.
    assert listed(PLAYERS, KNOWN) == (frozenset({2, 5}), frozenset({4}))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("two", '"two" is no list of ranks: write them as 2,7'),
        ("", '"" is no list of ranks: write them as 2,7'),
        ("2,6,7", "there is no rank 6 and 7: the ranks go from 1 to 5"),
        ("0", "there is no rank 0: the ranks go from 1 to 5"),
    ],
)
def test_ranks_that_there_are_not_are_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=r".+") as refused:
        named(text, PLAYERS)
    assert str(refused.value) == message
