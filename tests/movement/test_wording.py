import pytest

from daemon.movement.wording import character, listing, plural, quoted, ranges, times


def test_one_is_singular_and_thousands_are_set_apart() -> None:
    assert [plural(count, "round") for count in (0, 1, 2, 2000)] == [
        "0 rounds",
        "1 round",
        "2 rounds",
        "2,000 rounds",
    ]
    assert [times(count) for count in (1, 2, 3)] == ["once", "twice", "3 times"]


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [([], ""), (["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B and C")],
)
def test_the_last_two_of_a_list_are_joined_by_and(parts: list[str], sentence: str) -> None:
    assert listing(parts) == sentence


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        ([], ""),
        ([3], "3"),
        ([3, 4], "3 and 4"),
        ([3, 4, 5], "3 to 5"),
        ([1, 2, 3, 4, 7, 9], "1 to 4, 7 and 9"),
    ],
)
def test_three_numbers_in_a_row_become_a_range(numbers: list[int], sentence: str) -> None:
    assert ranges(numbers) == sentence


def test_a_quotation_is_short_and_shows_what_cannot_be_seen() -> None:
    assert quoted("Qf=57") == "Qf=57"
    assert quoted("1\u00a02\x1b") == "1<U+00A0>2<U+001B>"
    assert quoted("a" * 25) == "a" * 21 + "..."


def test_a_character_that_deceives_the_eye_is_named() -> None:
    assert character(".") == "'.'"
    assert character("–") == "the character U+2013 (en dash)"
    assert character("\x07") == "the character U+0007"
