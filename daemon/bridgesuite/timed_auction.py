"""The auction of an OUT line: `call,milliseconds` as often as there are calls."""

from msgspec import Struct

from daemon.bridgesuite.fields import Field, Line
from daemon.bridgesuite.notation import Letters, read_call, read_count, read_flag
from daemon.bridgesuite.record import TimedCall
from daemon.problem import Problem


class WrittenAuction(Struct, frozen=True):
    """The calls of a line, none when there are none or one of them cannot be read.

    `first_field` is the field (0, 1, ...) of the first call; the others follow two by two.
    `whole`: every call could be read and the last one has its time.
    """

    calls: tuple[TimedCall, ...]
    first_field: int
    whole: bool

    def field_of(self, call: int) -> int:
        """Tell the field that holds a call (0, 1, ...)."""
        return self.first_field + 2 * call


def read_auction(
    line: Line, first_field: int, letters: Letters
) -> tuple[WrittenAuction, Problem | None]:
    """Read the calls from `first_field` to the end of a line, and name one that is none."""
    fields = line.fields[first_field:]
    if len(fields) > 1 and not fields[0].text:
        # A board passed out may have an empty field more before its auction.
        first_field += 1
        fields = fields[1:]
    whole = len(fields) % 2 == 0 and not (fields and fields[-1].text == "")
    fields = _without_empty_end(fields)
    calls: list[TimedCall] = []
    for index in range(0, len(fields), 2):
        read = read_call(fields[index].text, letters)
        if read is None:
            problem = _unreadable(line, first_field + index, index // 2 + 1)
            return WrittenAuction((), first_field, whole=False), problem
        time = read_count(fields[index + 1].text) if index + 1 < len(fields) else None
        calls.append(TimedCall(read[0], time, alerted=read[1]))
    return WrittenAuction(tuple(calls), first_field, whole), None


def _without_empty_end(fields: tuple[Field, ...]) -> tuple[Field, ...]:
    while fields and not fields[-1].text:
        fields = fields[:-1]
    return fields


def _unreadable(line: Line, field: int, number: int) -> Problem:
    if any(read_flag(later.text) is not None for later in line.fields[field:]):
        hint = "two lines seem to have run together: check whether another board is missing"
    else:
        hint = "the result counts as it is written, and the auction is left out"
    return line.warning(
        "call-illegal", f"call {number}, {line.fields[field].quoted}, is no call: {hint}", field
    )
