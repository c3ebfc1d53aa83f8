"""`tomllib`, with its exceptions turned into values: the one place that knows them."""

import re
import tomllib
from decimal import Decimal, InvalidOperation
from typing import Any

from msgspec import Struct

NESTED_TOO_DEEPLY = "nested too deeply"
NUMBER_TOO_LONG = "number too long"
"""Reasons of ours, for exceptions without words of their own."""

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


class Refusal(Struct, frozen=True):
    """Why a text is not TOML, in `tomllib`'s words, and where it stopped (both count from 1)."""

    reason: str
    line: int
    column: int


def parse(text: str) -> dict[str, Any] | Refusal:
    """What a TOML text says, with exact decimal numbers; or why it is refused."""
    try:
        return tomllib.loads(text, parse_float=_decimal)
    except RecursionError:
        return Refusal(NESTED_TOO_DEEPLY, 1, 1)
    except tomllib.TOMLDecodeError as error:
        return _refusal(text, str(error))
    except ValueError:
        # Python turns no more than some thousands of digits into a number.
        return Refusal(NUMBER_TOO_LONG, 1, 1)


def _decimal(written: str) -> Decimal:
    try:
        return Decimal(written)
    except InvalidOperation:  # an exponent beyond all bounds
        return Decimal("NaN")


def _refusal(text: str, message: str) -> Refusal:
    place = _PLACE.search(message)
    reason = _PLACE.sub("", message)
    if place and place[1]:
        return Refusal(reason, int(place[1]), int(place[2]))
    lines = text.split("\n")
    return Refusal(reason, len(lines), len(lines[-1]) + 1)
