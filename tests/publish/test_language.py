import subprocess
import sys
from dataclasses import replace
from datetime import date, time
from fractions import Fraction

import pytest

from daemon.bridge.board import vulnerability
from daemon.bridge.card import Card, Strain, Suit
from daemon.bridge.contract import Contract, Doubled
from daemon.bridge.seat import Seat, Side
from daemon.publish.language import Language, language
from daemon.settings.model import LanguageCode

ENGLISH, ITALIAN, DUTCH, FRENCH = map(language, LanguageCode)
ALL = (ENGLISH, ITALIAN, DUTCH, FRENCH)


def both(one: str, many: str, of: Language) -> tuple[str, ...]:
    return tuple(of.ngettext(one, many, number) for number in (0, 1, 2))


def test_a_language_is_read_once() -> None:
    assert language(LanguageCode.DUTCH) is DUTCH
    assert replace(DUTCH) == DUTCH
    assert DUTCH != FRENCH


def test_a_language_calls_itself_by_its_own_name() -> None:
    assert [one.name for one in ALL] == ["English", "Italiano", "Nederlands", "Français"]


@pytest.mark.parametrize(
    ("of", "letters"), [(ENGLISH, "NESW"), (ITALIAN, "NESO"), (DUTCH, "NOZW"), (FRENCH, "NESO")]
)
def test_seats_have_each_languages_letters(of: Language, letters: str) -> None:
    assert "".join(map(of.seat, Seat)) == letters


def test_seats_have_names() -> None:
    assert [of.seat_name(Seat.WEST) for of in ALL] == ["West", "Ovest", "West", "Ouest"]
    assert list(map(DUTCH.seat_name, Seat)) == ["Noord", "Oost", "Zuid", "West"]


def test_sides_have_letters_and_names() -> None:
    assert [of.side(Side.NS) for of in ALL] == ["NS", "NS", "NZ", "NS"]
    assert [of.side(Side.EW) for of in ALL] == ["EW", "EO", "OW", "EO"]
    assert [of.side_name(Side.EW) for of in ALL] == [
        *("East-West", "Est-Ovest", "Oost-West", "Est-Ouest")
    ]
    assert [of.side_name(Side.NS) for of in ALL] == [
        *("North-South", "Nord-Sud", "Noord-Zuid", "Nord-Sud")
    ]


@pytest.mark.parametrize(
    ("of", "ranks"),
    [(ENGLISH, "A K Q J"), (ITALIAN, "A R D F"), (DUTCH, "A H V B"), (FRENCH, "A R D V")],
)
def test_cards_have_each_languages_ranks(of: Language, ranks: str) -> None:
    assert [of.rank(rank) for rank in "AKQJT92"] == [*ranks.split(), "10", "9", "2"]


def test_suits_have_letters() -> None:
    spades_first = tuple(reversed(Suit))
    assert [" ".join(map(of.suit_letter, spades_first)) for of in ALL] == [
        *("S H D C", "P C Q F", "S H R K", "P C K T")
    ]


def test_suits_have_names() -> None:
    spades_first = tuple(reversed(Suit))
    assert [" ".join(map(of.suit_name, spades_first)) for of in ALL] == [
        "spades hearts diamonds clubs",
        "picche cuori quadri fiori",
        "schoppen harten ruiten klaveren",
        "pique cœur carreau trèfle",
    ]


def test_a_card_is_its_suit_and_its_rank() -> None:
    assert [of.card(Card(Suit.HEARTS, "Q")) for of in ALL] == ["♥Q", "♥D", "♥V", "♥D"]
    assert DUTCH.card(Card(Suit.CLUBS, "T")) == "♣10"


def test_no_trump_is_nt_in_english_only() -> None:
    assert [of.strain(Strain.NO_TRUMP) for of in ALL] == ["NT", "SA", "SA", "SA"]
    assert [FRENCH.strain(strain) for strain in Strain] == ["♣", "♦", "♥", "♠", "SA"]
    assert [of.strain_name(Strain.NO_TRUMP) for of in ALL] == [
        *("no trump", "senza atout", "sans atout", "sans atout")
    ]
    assert DUTCH.strain_name(Strain.DIAMONDS) == "ruiten"


def test_contracts_have_symbols_and_the_mark_of_a_double() -> None:
    assert DUTCH.contract(Contract(3, Strain.NO_TRUMP, Doubled.REDOUBLED)) == "3SAXX"
    assert ITALIAN.contract(Contract(4, Strain.SPADES, Doubled.DOUBLED)) == "4♠X"


def test_doubles_have_words() -> None:
    assert [of.double(Doubled.DOUBLED) for of in ALL] == [
        *("doubled", "contrato", "gedoubleerd", "contré")
    ]
    assert [of.double(Doubled.REDOUBLED) for of in ALL] == [
        *("redoubled", "surcontrato", "geredoubleerd", "surcontré")
    ]
    assert [of.double(Doubled.NO) for of in ALL] == [""] * 4


def test_vulnerability_has_words() -> None:
    assert [[of.vulnerability(vulnerability(board)) for board in (1, 2, 3, 4)] for of in ALL] == [
        ["None", "NS", "EW", "All"],
        ["Nessuno", "NS", "EO", "Tutti"],
        ["Niemand", "NZ", "OW", "Allen"],
        ["Personne", "NS", "EO", "Tous"],
    ]


def test_numbers_have_each_languages_decimal_sign_and_a_real_minus() -> None:
    assert [of.decimal(Fraction(-12345, 1000)) for of in ALL] == [
        *("−12.35", "−12,35", "−12,35", "−12,35")
    ]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(1, 8), "0,13"),
        (Fraction(-1, 8), "−0,13"),
        (Fraction(1, 2000), "0,00"),
        (Fraction(-1, 2000), "0,00"),
        (Fraction(1000), "1000,00"),
    ],
)
def test_numbers_are_rounded_half_away_from_zero(value: Fraction, shown: str) -> None:
    assert DUTCH.decimal(value) == shown


def test_signed_numbers_show_what_was_won_and_lost() -> None:
    assert [FRENCH.signed(score) for score in (420, -50, 0)] == ["+420", "−50", "0"]
    assert FRENCH.signed(Fraction(7, 2), places=1) == "+3,5"
    assert FRENCH.signed(Fraction(1, 1000), places=2) == "0,00"
    assert FRENCH.signed(Fraction(-1, 1000), places=2) == "0,00"


def test_the_french_keep_a_space_before_the_percent_sign() -> None:
    assert [of.percent(Fraction(225, 4)) for of in ALL] == [
        *("56.25%", "56,25%", "56,25%", "56,25\u202f%")
    ]
    assert ENGLISH.percent(Fraction(50), places=0) == "50%"


def test_days_are_written_as_each_language_writes_them() -> None:
    assert [of.day(date(2026, 12, 1)) for of in ALL] == [
        "Tuesday 1 December 2026",
        "martedì 1 dicembre 2026",
        "dinsdag 1 december 2026",
        "mardi 1 décembre 2026",
    ]


def test_all_four_know_the_clock_of_twenty_four_hours() -> None:
    assert {of.time(time(19, 5, 59)) for of in ALL} == {"19:05"}


def test_a_list_has_an_and_before_its_last() -> None:
    assert [of.list_of(["A", "B", "C"]) for of in ALL] == [
        *("A, B and C", "A, B e C", "A, B en C", "A, B et C")
    ]
    assert [DUTCH.list_of(items) for items in ([], ["A"], ["A", "B"])] == ["", "A", "A en B"]


def test_a_percent_sign_in_a_list_is_only_a_percent_sign() -> None:
    assert ENGLISH.list_of(["100%s", "50%"]) == "100%s and 50%"


def test_a_message_is_filled_in() -> None:
    assert ITALIAN.gettext("Round %(number)s", number=3) == "Turno 3"
    assert ITALIAN.pgettext("seat", "W") == "O"
    assert DUTCH.pgettext("suit", "S") == "S"
    assert DUTCH.pgettext("seat", "S") == "Z"


def test_what_no_catalogue_has_is_said_in_english() -> None:
    assert both("%(num)d lamp", "%(num)d lamps", DUTCH) == ("0 lamps", "1 lamp", "2 lamps")
    assert ITALIAN.gettext("Nobody says this") == "Nobody says this"
    assert ITALIAN.pgettext("seat", "Nobody says this") == "Nobody says this"


def test_english_and_what_the_director_reads_do_without_babel() -> None:
    program = (
        "import sys\n"
        "import daemon.cli.main\n"
        "from datetime import date\n"
        "from daemon.publish.language import language\n"
        "from daemon.settings.model import LanguageCode\n"
        "assert language(LanguageCode.ENGLISH).day(date(2026, 12, 1)).startswith('Tuesday')\n"
        "print([name for name in sys.modules if name.split('.')[0] == 'babel'])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.strip() == b"[]"
