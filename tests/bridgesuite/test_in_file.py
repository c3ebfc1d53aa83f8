import re
from pathlib import Path

import pytest

from daemon.bridge.board import Vulnerability
from daemon.bridge.seat import Seat
from daemon.bridgesuite.file_name import DeviceFile, DeviceKind
from daemon.bridgesuite.in_file import (
    PairBoards,
    PlannedPlay,
    SharedGroup,
    in_texts,
    read_in,
    shared_groups,
)
from daemon.bridgesuite.in_line import InLine
from daemon.bridgesuite.record import Place
from daemon.problem import Problem, Severity, Source, Span

ALL_KINDS = tuple(DeviceKind)

# Seven rounds of a Howell for eight pairs; without pair 8 it is one for seven and a bye.
HOWELL = """\
8-1 A  6-3 D  7-2 F  4-5 G
8-2 B  7-4 E  1-3 G  5-6 A
8-3 C  1-5 F  2-4 A  6-7 B
8-4 D  2-6 G  3-5 B  7-1 C
8-5 E  3-7 A  4-6 C  1-2 D
8-6 F  4-1 B  5-7 D  2-3 E
8-7 G  5-2 C  6-1 E  3-4 F
"""


def howell(pairs: int) -> list[PlannedPlay]:
    """Three boards a round; meetings with a pair beyond `pairs` are left out."""
    plays = []
    for round_, row in enumerate(HOWELL.splitlines(), start=1):
        for table, meeting in enumerate(re.findall(r"(\d)-(\d) ([A-G])", row), start=1):
            ns, ew, group = int(meeting[0]), int(meeting[1]), "ABCDEFG".index(meeting[2]) + 1
            if max(ns, ew) <= pairs:
                plays += [
                    PlannedPlay(round_, table, group, 3 * group - 2 + n, ns, ew) for n in range(3)
                ]
    return plays


@pytest.mark.parametrize("name", ["IN_2.txt", "IN_T2.txt"])
def test_the_samples_of_the_description_come_out_byte_for_byte(suite: Path, name: str) -> None:
    texts = {file.in_name: text for file, text in in_texts(howell(8), ALL_KINDS).items()}
    assert texts[name].encode() == (suite / name).read_bytes()


@pytest.mark.parametrize(("pairs", "folder"), [(7, "in_howell7"), (8, "in_howell8")])
def test_whole_sets_come_out_byte_for_byte(suite: Path, pairs: int, folder: str) -> None:
    texts = {
        file.in_name: text.encode() for file, text in in_texts(howell(pairs), ALL_KINDS).items()
    }
    expected = {path.name: path.read_bytes() for path in (suite / folder).iterdir()}
    assert texts == expected


def test_only_the_kinds_that_are_asked_for_are_written() -> None:
    files = in_texts(howell(8), [DeviceKind.TABLE])
    assert list(files) == [DeviceFile(DeviceKind.TABLE, table) for table in (1, 2, 3, 4)]


def test_a_pair_that_never_plays_as_ns_has_no_file() -> None:
    mitchell = [PlannedPlay(1, 1, 1, 1, 1, 101), PlannedPlay(1, 2, 2, 3, 2, 102)]
    files = in_texts(mitchell, [DeviceKind.PAIR])
    assert [file.number for file in files] == [1, 2]


def test_a_pair_may_be_given_all_its_boards_in_the_order_of_play() -> None:
    plays = [
        PlannedPlay(2, 1, 2, 2, 5, 3),
        PlannedPlay(1, 2, 1, 1, 3, 4),
    ]
    files = in_texts(plays, [DeviceKind.PAIR], pair_boards=PairBoards.ALL)
    assert files[DeviceFile(DeviceKind.PAIR, 3)] == "2,1,3,4,N,false,false\n1,2,5,3,E,true,false\n"
    assert sorted(file.number for file in files) == [3, 4, 5]


def test_boards_of_a_round_stay_in_the_order_of_play() -> None:
    plays = [PlannedPlay(1, 1, 1, board, 1, 2) for board in (3, 1, 2)]
    (text,) = in_texts(plays, [DeviceKind.TABLE]).values()
    assert [line.split(",")[1] for line in text.splitlines()] == ["3", "1", "2"]


def test_a_board_group_is_named_by_its_lowest_board() -> None:
    plays = [PlannedPlay(1, 1, 4, board, 1, 2) for board in (33, 31, 32)]
    assert list(in_texts(plays, [DeviceKind.BOARD])) == [DeviceFile(DeviceKind.BOARD, 31)]


def test_a_group_at_two_tables_in_one_round_stands_in_its_file_by_table() -> None:
    plays = [PlannedPlay(1, 2, 1, 1, 3, 4), PlannedPlay(1, 1, 1, 1, 1, 2)]
    (text,) = in_texts(plays, [DeviceKind.BOARD]).values()
    assert text == "1,1,1,2,N,false,false\n2,1,3,4,N,false,false\n"


def test_west_and_line_ending_are_a_matter_of_choice() -> None:
    board_4 = [PlannedPlay(1, 1, 1, 4, 1, 2)]
    (text,) = in_texts(board_4, [DeviceKind.TABLE]).values()
    assert text == "1,4,1,2,O,true,true\n"
    (text,) = in_texts(board_4, [DeviceKind.TABLE], west="W", line_ending="\r\n").values()
    assert text == "1,4,1,2,W,true,true\r\n"


def test_dealer_and_vulnerability_repeat_after_sixteen_boards() -> None:
    plays = [PlannedPlay(1, 1, 1, board, 1, 2) for board in (1, 16, 17, 32, 33)]
    (text,) = in_texts(plays, [DeviceKind.TABLE]).values()
    assert text.splitlines() == [
        "1,1,1,2,N,false,false",
        "1,16,1,2,O,false,true",
        "1,17,1,2,N,false,false",
        "1,32,1,2,O,false,true",
        "1,33,1,2,N,false,false",
    ]


def test_no_plays_make_no_files() -> None:
    assert in_texts([], ALL_KINDS) == {}


def test_tables_that_share_a_group_in_a_round_are_named() -> None:
    plays = [
        PlannedPlay(1, 6, 1, 2, 6, 12),
        PlannedPlay(1, 1, 1, 1, 1, 7),
        PlannedPlay(1, 1, 1, 2, 1, 7),
        PlannedPlay(1, 2, 2, 3, 2, 8),
        PlannedPlay(2, 3, 1, 1, 3, 9),
    ]
    assert shared_groups(plays) == (SharedGroup(round=1, group=1, tables=(1, 6)),)


def test_a_howell_shares_no_group() -> None:
    assert shared_groups(howell(8)) == ()


def test_what_is_written_is_read_again(suite: Path) -> None:
    text = (suite / "IN_2.txt").read_text(encoding="utf-8")
    lines, problems = read_in(Source("IN_2.txt", text))
    assert problems == ()
    assert len(lines) == 9
    assert lines[0] == InLine(1, Place(3, 1, 2, 4), Seat.NORTH, Vulnerability(ns=False, ew=False))
    assert lines[4] == InLine(5, Place(2, 20, 2, 6), Seat.WEST, Vulnerability(ns=True, ew=True))


def test_a_line_that_cannot_be_read_does_not_lose_the_others() -> None:
    text = "1,1,1,2,N,false\n\n1,2,1,2,X,true,false\n 1 , 3 ,1,2,s,FALSE,True\n"
    lines, problems = read_in(Source("IN_1.txt", text))
    assert lines == (InLine(4, Place(1, 3, 1, 2), Seat.SOUTH, Vulnerability(ns=False, ew=True)),)
    assert problems == (
        Problem(
            Severity.ERROR,
            "line-fields",
            "a line of an IN file has 7 fields separated by commas (table, board, NS, EW, dealer, "
            "NS vulnerable, EW vulnerable), this one has 6; write the IN files again",
            "IN_1.txt",
            Span(1, 1, 15),
        ),
        Problem(
            Severity.ERROR,
            "seat",
            "“X” is no seat for the dealer: it must be N, E, S, W or O (West); correct it on the "
            "device, or enter the result as a ruling",
            "IN_1.txt",
            Span(3, 9, 1),
        ),
    )
