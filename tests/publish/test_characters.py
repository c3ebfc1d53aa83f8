import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.publish.characters import (
    Characters,
    cells,
    characters_of,
    harmless,
    on_one_line,
    shortened,
    spelled,
    toml_spelled,
)


@pytest.mark.parametrize(
    ("encoding", "characters"),
    [
        ("utf-8", Characters.UNICODE),
        ("cp1252", Characters.ASCII),
        ("ascii", Characters.ASCII),
        ("no-such-encoding", Characters.ASCII),
    ],
)
def test_a_console_that_cannot_print_suits_gets_ascii(
    encoding: str, characters: Characters
) -> None:
    assert characters_of(encoding) is characters


def test_what_steers_a_terminal_or_turns_a_line_is_replaced() -> None:
    assert harmless("\x1b[2J\u202eA\ud800\x00\u2028") == "�[2J�A���"


def test_accents_emoji_and_line_feeds_stay() -> None:
    assert harmless("Renée 👩\u200d🦰\n\tx") == "Renée 👩\u200d🦰\n\tx"


def test_a_cell_has_no_line_ends() -> None:
    assert on_one_line(" Ada\r\n  Voss\t") == "Ada Voss"


@pytest.mark.parametrize(
    ("text", "ascii_text"),
    [
        ("4♠ N −1", "4S N -1"),
        ("♣♦♥♠ – — … “x” ‘y’", "CDHS - - ... \"x\" 'y'"),
        ("Renée Łuczak, Ærø, Groß, Ångström", "Renee Luczak, AEro, Gross, Angstrom"),
        ("李", "?"),
    ],
)
def test_ascii_is_what_people_would_write_without_the_letters(text: str, ascii_text: str) -> None:
    assert spelled(text, Characters.ASCII) == ascii_text
    assert spelled(text, Characters.UNICODE) == text


@given(st.text())
def test_spelled_in_ascii_any_text_can_be_printed(text: str) -> None:
    assert spelled(text, Characters.ASCII).isascii()
    assert toml_spelled(text, Characters.ASCII).isascii()


def test_a_ruling_keeps_its_meaning_in_ascii() -> None:
    assert toml_spelled('section = "Café 😀"', Characters.ASCII) == (
        'section = "Caf\\u00e9 \\U0001f600"'
    )
    assert toml_spelled('section = "Café"', Characters.UNICODE) == 'section = "Café"'


def test_wide_letters_take_two_columns_and_accents_apart_none() -> None:
    assert cells("李A") == 3
    assert cells("e\u0301") == 1


@pytest.mark.parametrize(
    ("text", "width", "characters", "cut"),
    [
        ("Ada Voss", 8, Characters.UNICODE, "Ada Voss"),
        ("Ada Voss", 7, Characters.UNICODE, "Ada Vo…"),
        ("Ada Voss", 5, Characters.UNICODE, "Ada…"),
        ("Ada Voss", 7, Characters.ASCII, "Ada Vo~"),
        ("李李李", 5, Characters.UNICODE, "李李…"),
        ("李李李", 4, Characters.UNICODE, "李…"),
    ],
)
def test_a_name_that_is_too_long_is_cut_with_a_mark(
    text: str, width: int, characters: Characters, cut: str
) -> None:
    assert shortened(text, width, characters) == cut
