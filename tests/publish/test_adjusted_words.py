from fractions import Fraction

import pytest
from msgspec.structs import replace

from daemon.publish.adjusted_words import adjusted_words
from daemon.publish.language import language
from daemon.scoring.traveller import Award, Compared, SideScore, Weighted
from daemon.settings.model import LanguageCode
from daemon.tournament.results import Results, Status, TravellerLine

ENGLISH, ITALIAN, DUTCH, FRENCH = map(language, LanguageCode)
PLUS = Award(Fraction(60), floor=True)
MINUS = Award(Fraction(40), ceiling=True)
LIKELY = Weighted(((Fraction(3, 5), 420), (Fraction(2, 5), -50)))


@pytest.fixture
def line(exported: Results) -> TravellerLine:
    return replace(exported.travellers[0].lines[0], status=Status.ADJUSTED, award="as it was told")


def given(line: TravellerLine, ns: SideScore, ew: SideScore) -> TravellerLine:
    return replace(line, ns_adjusted=ns, ew_adjusted=ew)


def test_average_plus_and_minus_have_each_languages_letter(line: TravellerLine) -> None:
    of = given(line, PLUS, MINUS)
    assert [adjusted_words(of, one) for one in (ENGLISH, ITALIAN, DUTCH, FRENCH)] == [
        *("NS A+, EW A-", "NS M+, EO M-", "NZ G+, OW G-", "NS M+, EO M-")
    ]


def test_percentages_have_as_many_decimals_as_they_need(line: TravellerLine) -> None:
    of = given(line, Award(Fraction(125, 2)), Award(Fraction(50)))
    assert adjusted_words(of, ENGLISH) == "NS 62.5%, EW 50%"
    assert adjusted_words(of, FRENCH) == "NS 62,5\u202f%, EO 50\u202f%"
    of = given(line, Award(Fraction(100, 3)), Award(Fraction("33.333333")))
    assert adjusted_words(of, DUTCH) == "NZ 33,333333%, OW 33,333333%"


def test_scores_are_as_each_side_sees_its_own(line: TravellerLine) -> None:
    assert adjusted_words(given(line, Compared(420), Compared(100)), ITALIAN) == "NS +420, EO −100"
    assert adjusted_words(given(line, Compared(0), Compared(-50)), ITALIAN) == "NS 0, EO +50"


def test_weighted_outcomes_are_listed(line: TravellerLine) -> None:
    assert adjusted_words(given(line, LIKELY, LIKELY), DUTCH) == (
        "NZ 60% van +420 en 40% van −50, OW 60% van −420 en 40% van +50"
    )


def test_a_result_that_was_given_stands_in_its_line(line: TravellerLine) -> None:
    assert line.score is not None
    assert adjusted_words(line, DUTCH) == ""


def test_what_only_the_ruling_tells_is_told_in_its_words(line: TravellerLine) -> None:
    told = replace(line, score=None, ns_adjusted=PLUS)
    assert adjusted_words(told, DUTCH) == "as it was told"
    assert adjusted_words(replace(told, award=None), DUTCH) == ""
