"""The seven fields that IN and OUT lines begin with: where a board is played, and how it lies."""

from msgspec import Struct

from daemon.bridge.board import Vulnerability
from daemon.bridge.seat import Seat
from daemon.bridgesuite.fields import Line
from daemon.bridgesuite.notation import read_count, read_flag, read_seat
from daemon.bridgesuite.record import Place
from daemon.problem import Problem

IN_FIELDS = 7
_NUMBERS = ("table number", "board number", "number of the NS pair", "number of the EW pair")
DEALER, NS_VULNERABLE, EW_VULNERABLE = 4, 5, 6
_LARGEST = 999_999


class InLine(Struct, frozen=True):
    """What a device is told about a board, and repeats when it was played.

    `dealer` and `vulnerability` are what the line says, which may not be what the board says.
    """

    line: int
    place: Place
    dealer: Seat
    vulnerability: Vulnerability


def write_in_line(place: Place, dealer: str, vulnerability: Vulnerability) -> str:
    """`3,1,2,4,N,false,false`; `dealer` is the letter to write."""
    flags = f"{vulnerability.ns},{vulnerability.ew}".lower()
    return f"{place.table},{place.board},{place.ns},{place.ew},{dealer},{flags}"


def read_in_line(line: Line) -> InLine | Problem:
    """Read the first seven fields of a line that has them; what follows is not looked at."""
    place = read_place(line)
    if isinstance(place, Problem):
        return place
    if place.ns == place.ew:
        return line.error(
            "line-number",
            f"pair {place.ns} cannot play against itself: correct NS and EW on the device, "
            "or enter the result as a ruling",
            3,
        )
    dealer = read_seat(line.fields[DEALER].text)
    if dealer is None:
        return unreadable_seat(line, DEALER, "dealer")
    flags = []
    for field, side in ((NS_VULNERABLE, "NS"), (EW_VULNERABLE, "EW")):
        flag = read_flag(line.fields[field].text)
        if flag is None:
            return line.error(
                "line-fields",
                f"{line.fields[field].quoted} does not say whether {side} are vulnerable: it must "
                "be true or false; enter the board again on the device",
                field,
            )
        flags.append(flag)
    return InLine(line.number, place, dealer, Vulnerability(ns=flags[0], ew=flags[1]))


def read_place(line: Line) -> Place | Problem:
    """Read table, board, NS and EW, the first four fields of a line that has them."""
    numbers = []
    for field, name in enumerate(_NUMBERS):
        number = read_count(line.fields[field].text)
        if number is None or not 1 <= number <= _LARGEST:
            return line.error(
                "line-number",
                f"{line.fields[field].quoted} is no {name}: correct it on the device, "
                "or enter the result as a ruling",
                field,
            )
        numbers.append(number)
    return Place(*numbers)


def unreadable_seat(line: Line, field: int, whose: str) -> Problem:
    """Make the error for a seat that is none; `whose`: dealer or declarer."""
    here = line.fields[field]
    wrong = f"{here.quoted} is no seat for the {whose}" if here.text else f"the {whose} is missing"
    return line.error(
        "seat",
        f"{wrong}: it must be N, E, S, W or O (West); correct it on the device, or enter the "
        "result as a ruling",
        field,
    )
