"""Hand records as dealing programs write them, right and wrong."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.bridge.card import Strain
from daemon.bridge.hand_records import HandRecord, HandRecords, read_hand_records
from daemon.bridge.seat import Seat
from daemon.problem import Source

ONE = "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"
TWO = "N:A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85 .63.AKQ987.A9732"
NONE_GIVEN = "N:- - - -"
# Declarers North, South, East and West, each in no trump, spades, hearts, diamonds and clubs.
DIGITS = "7689a7689a43210432bd"


def board(number: object, deal: str = ONE, more: str = "") -> str:
    return f'[Board "{number}"]\n[Deal "{deal}"]\n{more}\n'


def read(text: str, event: str | None = None) -> tuple[HandRecords, list[str]]:
    records, problems = read_hand_records(Source("hands.pbn", text), event)
    return records, [problem.one_line() for problem in problems]


def only(text: str) -> HandRecord:
    records, problems = read(text)
    assert problems == []
    (record,) = records.values()
    return record


def test_a_record_is_a_board_and_its_hands() -> None:
    text = board(1, more='[Dealer "N"]\n[Vulnerable "None"]\n') + board(2, TWO)
    records, problems = read(text)
    assert problems == []
    assert {number: str(record.deal) for number, record in records.items()} == {1: ONE, 2: TWO}


@pytest.mark.parametrize(
    ("number", "written"),
    [(1, "None"), (1, "Love"), (1, "-"), (1, "none"), (2, "NS"), (3, "EW"), (4, "All")],
)
def test_vulnerability_may_be_written_in_every_way_of_the_standard(
    number: int, written: str
) -> None:
    assert only(board(number, more=f'[Vulnerable "{written}"]\n')).board == number
    assert only(board(4, more='[Vulnerable "Both"]\n')).board == 4


def test_what_differs_from_the_boards_number_is_a_warning_and_the_number_counts() -> None:
    records, problems = read(board(2, more='[Dealer "S"]\n[Vulnerable "All"]\n'))
    assert list(records) == [2]
    assert problems == [
        (
            "hands.pbn:3:10: warning: S deals here, and E deals board 2: is it the right number? "
            "The number counts [hands-dealer]"
        ),
        (
            "hands.pbn:4:14: warning: All are vulnerable here, and on board 2 it is NS: is it the "
            "right number? The number counts [hands-vulnerable]"
        ),
    ]


def test_what_is_not_known_differs_from_nothing() -> None:
    assert only(board(2, more='[Dealer "?"]\n[Vulnerable ""]\n')).board == 2


def test_a_bad_board_is_left_out_and_never_costs_the_good_ones() -> None:
    text = board(1, ONE.replace("AKQ987", "AKQ988")) + board(2, TWO)
    records, problems = read(text)
    assert list(records) == [2]
    assert problems == [
        "hands.pbn:2:19: error: board 1 is left out: North has D8 twice [hands-deal]"
    ]


def test_hands_without_the_number_of_a_board_are_left_out() -> None:
    for tag, place in (("", "1:8"), ('[Board "x"]\n', "1:9"), ('[Board "1001"]\n', "1:9")):
        records, problems = read(f'{tag}[Deal "{TWO}"]\n')
        assert records == {}
        assert problems == [
            (
                f"hands.pbn:{place}: error: a board has a number from 1 to 1000, as in "
                f'[Board "1"]; these hands are left out [hands-board]'
            )
        ]


def test_bad_hands_without_a_number_are_named_by_their_place() -> None:
    assert read('[Deal "N:A"]\n')[1] == [
        "hands.pbn:1:8: error: this board is left out: there are 1 hands and not four [hands-deal]"
    ]


def test_a_game_without_hands_says_nothing() -> None:
    text = board(3, NONE_GIVEN) + board(4, "") + '[Board "5"]\n\n' + board(1)
    assert list(read(text)[0]) == [1]
    assert read(text)[1] == []


def test_a_board_that_comes_again_with_the_same_cards_is_the_same_board() -> None:
    record = only(board(1) + board(1, more=f'[DoubleDummyTricks "{DIGITS}"]\n') + board(1))
    assert record.is_analysed


def test_a_board_with_two_deals_is_left_out_since_nobody_knows_which_is_right() -> None:
    records, problems = read(board(1) + board(1, TWO) + board(2, TWO))
    assert list(records) == [2]
    assert problems == [
        (
            "hands.pbn:5:8: error: board 1 stands in line 2 with other cards, and nobody can tell "
            "which are right, so it is left out: take out what is wrong [hands-twice]"
        )
    ]


def test_of_several_events_one_can_be_named() -> None:
    text = f'[Event "Club"]\n{board(1)}[Event "Cup"]\n{board(1, TWO)}'
    records, problems = read(text)
    assert records == {}
    assert problems == [
        (
            "hands.pbn:7:8: error: board 1 stands in line 3 with other cards, and nobody can tell "
            'which are right, so it is left out: they are of several events, "Club" and "Cup": '
            "name one of them [hands-twice]"
        )
    ]
    records, problems = read(text, "cup")
    assert problems == []
    assert str(records[1].deal) == TWO


def test_the_same_cards_on_two_boards_are_a_warning() -> None:
    records, problems = read(board(1) + board(2))
    assert list(records) == [1, 2]
    assert problems == [
        (
            "hands.pbn:5:8: warning: board 2 has the same cards as board 1: is one of them wrong? "
            "[hands-same]"
        )
    ]


def test_a_file_without_hands_is_an_error() -> None:
    assert read(board(1, NONE_GIVEN))[1] == [
        (
            "hands.pbn: error: there are no hands in this file: each board needs the tags Board "
            "and Deal [hands-none]"
        )
    ]
    assert read(f'[Event "Club"]\n{board(1)}', "Cup")[1] == [
        (
            'hands.pbn: error: there are no hands of the event "Cup" in this file: each board '
            "needs the tags Board and Deal [hands-none]"
        )
    ]


def test_twenty_digits_are_tricks_by_declarer_and_strain() -> None:
    tricks = only(board(1, more=f'[DoubleDummyTricks "{DIGITS}"]\n')).tricks
    north = [tricks[Seat.NORTH, strain] for strain in reversed(Strain)]
    west = [tricks[Seat.WEST, strain] for strain in reversed(Strain)]
    assert north == [7, 6, 8, 9, 10]
    assert west == [4, 3, 2, 11, 13]
    assert tricks[Seat.EAST, Strain.NO_TRUMP] == 4


def test_a_table_of_results_says_the_same_in_any_order_of_its_columns() -> None:
    of = dict(zip(product("NSEW", ("NT", "S", "H", "D", "C")), DIGITS, strict=True))
    rows = "".join(f"{strain} {int(n, 16)} {seat}\n" for (seat, strain), n in of.items())
    table = r'[OptimumResultTable "Denomination\2R;Result\2R;Declarer"]' + f"\n{rows}*\nno row\n"
    assert only(board(1, more=table)) == only(board(1, more=f'[DoubleDummyTricks "{DIGITS}"]\n'))


def test_some_programs_write_n_for_no_trump_and_marks_for_what_they_do_not_know() -> None:
    table = '[OptimumResultTable "Declarer;Denomination;Result"]\nN N 7\nS H *\n'
    assert only(board(1, more=table)).tricks == {(Seat.NORTH, Strain.NO_TRUMP): 7}
    digits = f'[DoubleDummyTricks "{"*" * 19}5"]\n'
    record = only(board(1, more=digits))
    assert record.tricks == {(Seat.WEST, Strain.CLUBS): 5}
    assert record.makeable is not None
    assert record.makeable.par is None
    assert not record.is_analysed


def test_digits_that_say_nothing_leave_the_table_to_be_read() -> None:
    both = (
        f'[DoubleDummyTricks "{"*" * 20}"]\n'
        '[OptimumResultTable "Declarer;Denomination;Result"]\nW C 5\n'
    )
    assert only(board(1, more=both)).tricks == {(Seat.WEST, Strain.CLUBS): 5}


@pytest.mark.parametrize(
    ("tag", "message"),
    [
        (
            '[DoubleDummyTricks "777"]',
            "hands.pbn:3:21: warning: DoubleDummyTricks is left out: it has 3 digits and not 20",
        ),
        (
            f'[DoubleDummyTricks "{"7" * 19}e"]',
            (
                "hands.pbn:3:21: warning: DoubleDummyTricks is left out: e is no number of tricks "
                "(0 to 9, then a to d for 10 to 13)"
            ),
        ),
        (
            '[OptimumResultTable "Declarer;Result"]',
            (
                "hands.pbn:3:22: warning: OptimumResultTable is left out: its columns are not "
                "Declarer, Denomination and Result"
            ),
        ),
        (
            '[OptimumResultTable "Declarer;Denomination;Result"]\nN NT',
            (
                "hands.pbn:3:22: warning: OptimumResultTable is left out: the row N NT does not "
                "have its 3 columns"
            ),
        ),
        (
            '[OptimumResultTable "Declarer;Denomination;Result"]\nN NT 14',
            (
                "hands.pbn:3:22: warning: OptimumResultTable is left out: 14 in the row N NT 14 is "
                "no number of tricks, 0 to 13"
            ),
        ),
        (
            '[OptimumResultTable "Declarer;Denomination;Result"]\nX NT 7',
            (
                "hands.pbn:3:22: warning: OptimumResultTable is left out: the row X NT 7 does not "
                "begin with declarer and denomination"
            ),
        ),
    ],
)
def test_an_analysis_that_cannot_be_read_costs_no_hands(tag: str, message: str) -> None:
    records, problems = read(board(1, more=f"{tag}\n"))
    assert problems == [f"{message} [hands-tricks]"]
    assert records[1].makeable is None


@pytest.mark.parametrize(
    ("written", "score"),
    [("NS 420", 420), ("EW 100", -100), ("NS -100", -100), ("EW 4S; -620", -620), ("?", None)],
)
def test_par_is_as_ns_see_it_however_it_is_written(written: str, score: int | None) -> None:
    record = only(board(1, more=f'[OptimumScore "{written}"]\n'))
    assert record.given_par == score
    assert (record.makeable and record.makeable.par and record.makeable.par.score) == score


def test_a_par_that_the_tricks_do_not_come_to_stands_without_its_contracts() -> None:
    tricks = f'[DoubleDummyTricks "{"a" * 10}{"3" * 10}"]\n'
    alone = only(board(1, more=tricks)).makeable
    agreeing = only(board(1, more=f'{tricks}[OptimumScore "NS 430"]\n')).makeable
    other = only(board(1, more=f'{tricks}[OptimumScore "NS 400"]\n')).makeable
    assert alone == agreeing
    assert alone is not None
    assert alone.par is not None
    # Ten tricks in no trump: 100 for the contract, 300 for the game, 30 for the overtrick.
    assert (alone.par.score, str(alone.par.contracts[0])) == (430, "3NT N +1")
    assert other is not None
    assert other.par is not None
    assert (other.par.score, other.par.contracts) == (400, ())


PIECES = (
    *("[", "]", '"', "\\", "{", "}", ";", "%", "\n", "#", "##", " ", "-", "10", "é", "\x00"),
    *('[Board "', '[Deal "', "N:", ONE, '[OptimumResultTable "', "Declarer;Result", "N NT 7\n"),
)


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_no_text_breaks_the_reader_and_every_place_is_in_the_text(text: str) -> None:
    source = Source("hands.pbn", text)
    _, problems = read_hand_records(source)
    for problem in problems:
        if problem.span is not None:
            line = source.lines[problem.span.line - 1]
            assert 1 <= problem.span.column <= len(line) + 1


def test_a_file_without_measure_is_refused_and_told_what_to_take_instead() -> None:
    assert read(" " * 5_000_001) == (
        {},
        [
            (
                "hands.pbn:1:1: error: this file has 5,000,001 characters and at most 5,000,000 "
                "are read: name the file that has only the hands of this evening [hands-size]"
            )
        ],
    )


def test_of_thousands_of_bad_tags_the_first_are_told_and_the_good_boards_are_read() -> None:
    records, problems = read("[Dealer N]\n" * 2_500 + board(1))
    assert list(records) == [1]
    assert len(problems) == 2_001
    assert problems[-1] == (
        "hands.pbn: note: 500 more findings are not listed: mend these first [more-findings]"
    )
