"""The choices that an entry offers, each to be picked on its own."""

import pytest

from daemon.directing.offers import offers


def said(ruling: str) -> list[tuple[str, str]]:
    return [(one.words, one.text) for one in offers(ruling)]


def test_every_file_of_a_conflict_is_a_choice() -> None:
    head = '[[accept]]\nsection = "A"\nboard = 5\nns = 2\n'
    ruling = (
        f'{head}file = "OUT_2.txt"  # 3NT N -1, NS -100\n#file = "OUT_T2.txt"  # 3NT N =, NS +600\n'
    )
    assert said(ruling) == [
        (
            "3NT N -1, NS -100 counts (OUT_2.txt)",
            f'{head}file = "OUT_2.txt"  # 3NT N -1, NS -100\n',
        ),
        (
            "3NT N =, NS +600 counts (OUT_T2.txt)",
            f'{head}file = "OUT_T2.txt"  # 3NT N =, NS +600\n',
        ),
    ]


def test_every_board_that_may_have_been_meant_is_a_choice() -> None:
    ruling = (
        '[[moved]]\nsection = "A"\nfrom_board = 9\nto_board = 3\n#to_board = 4\n#to_board = 5\n'
        "table = 1\nns = 1\n"
    )
    assert [(one.words, one.values["to_board"], one.values["table"]) for one in offers(ruling)] == [
        ("It was board 3", 3, 1),
        ("It was board 4", 4, 1),
        ("It was board 5", 5, 1),
    ]


def test_another_entry_that_stands_in_comments_is_a_choice() -> None:
    ruling = (
        '[[result]]\nsection = "A"\nboard = 1\nns = 1\ncontract = "Pass"\n'
        "# or, if they really sat so, this instead:\n"
        '#[[reversed]]\n#section = "A"\n#board = 1\n#ns = 1\n'
    )
    assert said(ruling) == [
        (
            "Paper slip: Pass",
            '[[result]]\nsection = "A"\nboard = 1\nns = 1\ncontract = "Pass"\n',
        ),
        (
            "They sat the other way round",
            '[[reversed]]\nsection = "A"\nboard = 1\nns = 1\n',
        ),
    ]


def test_an_example_is_none_to_be_picked() -> None:
    body = 'contract = "3NT"\ndeclarer = "N"\nresult = "="\n'
    for note in ("# an example: write what was played\n", "# only if they have played it now\n"):
        (one,) = offers(f'[[result]]\nsection = "A"\nboard = 1\nns = 1\n{note}{body}')
        assert one.is_example
    (other,) = offers(f'[[result]]\nsection = "A"\nboard = 1\nns = 1\n{body}')
    assert not other.is_example


@pytest.mark.parametrize(
    ("ruling", "words"),
    [
        ('[[acknowledge]]\ncode = "score-mismatch"\nboard = 1\nns = 1\n', "Seen"),
        ("[[not_played]]\nboard = 1\nns = 1\n", "It was not played"),
        (
            '[[artificial]]\nboard = 1\nns = 1\nns_award = "60%"\new_award = "40%"\n',
            "Award NS 60%, EW 40%",
        ),
        ("[[accept]]\nboard = 1\nns = 1\nscore = -100\n", "NS -100 counts"),
        (
            '[[accept]]\nboard = 1\nns = 1\newe = 4\nfile = "OUT_1.txt"\n',
            "It counts as it was entered (OUT_1.txt)",
        ),
        (
            '[[assigned]]\nboard = 1\nns = 1\ncontract = "4SX"\ndeclarer = "N"\nresult = "-1"\n',
            "4SX N -1 counts, whatever the tablets say",
        ),
        ("[[result]]\nboard = 1\nns = 1\nscore = 50\n", "Paper slip: NS +50"),
        ("[[absent]]\ncontestant = 4\n", "[[absent]]"),
    ],
)
def test_a_choice_says_what_it_does_in_a_few_words(ruling: str, words: str) -> None:
    assert [one.words for one in offers(ruling)] == [words]
