"""What the director gives: a contract and its result, a score, an award, weighted outcomes."""

import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import product

from daemon.bridge.card import Strain
from daemon.bridge.contract import Contract, Doubled, Outcome, PassedOut, Played, result_in_range
from daemon.bridge.score import contract_score
from daemon.bridgesuite.notation import Letters, read_contract, read_result, read_seat
from daemon.movement.wording import listing
from daemon.scoring.traveller import Award, Weighted
from daemon.toml import Kind, Reading, either, number, such, text, whole
from daemon.toml.value import visible
from daemon.tournament.wording import signed

_AWARDS = {
    "A+": Award(Fraction(60), floor=True),
    "A": Award(Fraction(50)),
    "A-": Award(Fraction(40), ceiling=True),
}
_PERCENT = re.compile(r"\s*(\d{1,3}(?:\.\d{1,6})?)\s*%?\s*")
_WHOLE = Fraction(100)


def read_given(reading: Reading) -> Outcome | int | None:
    """The contract with its result, or the score; None (and told) when neither can be used."""
    contract = reading.get("contract", text)
    declarer = reading.get("declarer", text)
    result = reading.get("result", either(whole(-13, 6), text))
    score = reading.get("score", SCORE)
    if contract is not None and score is not None:
        message = "contract and score both stand here: take one out (the score is worked out)"
        reading.tell("result", message, reading.table.span_of("score"))
        return None
    if contract is not None:
        return _outcome(reading, contract, declarer, result)
    if score is not None and declarer is None and result is None:
        return score
    if not reading.told:
        message = (
            "say what they got: contract, declarer and result, or the score alone, as NS see it"
        )
        reading.tell("result", message, reading.table.span)
    return None


def _outcome(
    reading: Reading, contract: str, declarer: str | None, result: int | str | None
) -> Outcome | None:
    found = read_contract(contract, Letters.ENGLISH)
    if isinstance(found, PassedOut):
        return found
    if found is None:
        message = f'contract is like "3NT", "4SX" or "Pass", not "{visible(contract)}"'
        reading.tell("value", message, reading.table.value_span("contract"))
        return None
    seat = None if declarer is None else read_seat(declarer.strip())
    if seat is None:
        message = 'declarer is "N", "E", "S" or "W"'
        reading.tell("value", message, reading.table.value_span("declarer"))
    tricks = read_result(result.strip()) if isinstance(result, str) else result
    if tricks is None or not result_in_range(found.level, tricks):
        message = (
            f"result is the number of tricks over or under {found}: from "
            f'"{-(found.level + 6)}" to "+{7 - found.level}", or "=" when made exactly'
        )
        reading.tell("value", message, reading.table.value_span("result"))
        return None
    return None if seat is None else Played(found, seat, tricks)


@lru_cache(maxsize=1)
def possible_scores() -> frozenset[int]:
    """All scores that a board can have, as either side sees them (Law 77)."""
    made = {
        contract_score(Contract(level, strain, doubled), result, vulnerable=vulnerable)
        for level, strain, doubled, vulnerable in product(
            range(1, 8), Strain, Doubled, (False, True)
        )
        for result in range(-(level + 6), 8 - level)
    }
    return frozenset({0, *made, *(-score for score in made)})


def _complain_about_score(score: int) -> str | None:
    """Whatever was played, it scores one of 219 numbers or their opposites."""
    possible = possible_scores()
    if score in possible:
        return None
    below = max(one for one in possible if one < score)
    above = min(one for one in possible if one > score)
    return f"is {score}, which no contract scores; near it are {below} and {above}"


SCORE: Kind[int] = such(whole(-7600, 7600), _complain_about_score)
"""A score that some contract has."""


def _complain_about_award(written: str) -> str | None:
    if written.strip().upper() in _AWARDS:
        return None
    percent = _PERCENT.fullmatch(written)
    if percent is not None and Decimal(percent[1]) <= 100:
        return None
    return f'is "A+", "A", "A-" or a percentage such as "60%", not "{visible(written)}"'


_AWARD_TEXT: Kind[str] = such(text, _complain_about_award)
AWARD: Kind[Decimal | str] = either(number(0, 100), _AWARD_TEXT)
"""`"A+"`, `"A"`, `"A-"`, or a percentage as a number or a text."""


def award_of(written: Decimal | str) -> Award:
    """The award that was written (of the kind `AWARD`)."""
    plain = str(written).strip().upper()
    return _AWARDS.get(plain) or Award(Fraction(plain.rstrip("%").rstrip()))


def award_words(written: Decimal | str) -> str:
    """`A+`, or `60%`."""
    plain = str(written).strip().upper()
    if plain in _AWARDS:
        return plain
    percent = Decimal(plain.rstrip("%").rstrip())
    return f"{percent.normalize():f}%"


def read_weighted(reading: Reading, key: str) -> Weighted | None:
    """`[{weight = 60, score = 420}, ...]`, scores as NS see them; None without, or when wrong."""
    if key not in reading.table:
        return None
    outcomes: list[tuple[Fraction, int]] = []
    for one in reading.children(key):
        weight = one.need("weight", number("0.01", 100))
        score = one.need("score", SCORE)
        if weight is None or score is None:
            return None
        outcomes.append((Fraction(weight), score))
    total = sum((weight for weight, _ in outcomes), Fraction(0))
    if total != _WHOLE:
        message = f"the weights of {key} come to {float(total):g} per cent: make them 100"
        reading.tell("weights", message, reading.table.span_of(key))
        return None
    return Weighted(tuple((weight / _WHOLE, score) for weight, score in outcomes))


def weighted_words(weighted: Weighted, sign: int) -> str:
    """`60% of +420 and 40% of -50`, as the side sees it (`sign` -1: EW)."""
    return listing(
        [
            f"{float(weight * 100):g}% of {signed(sign * score)}"
            for weight, score in weighted.outcomes
        ]
    )
