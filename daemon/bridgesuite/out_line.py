"""One line of an OUT file: its fields -> what is written there, not yet judged.

A line is the seven fields of the IN file, then `contract,result,declarer,lead,score for NS`, then
`call,milliseconds` as often as there are calls (Bridge Suite's file description, "File OUT").
"""

from msgspec import Struct

from daemon.bridge.card import Card
from daemon.bridge.contract import Contract, PassedOut
from daemon.bridge.seat import Seat
from daemon.bridgesuite.fields import Line, quote
from daemon.bridgesuite.holding import hold, torn
from daemon.bridgesuite.in_line import IN_FIELDS, InLine, read_in_line, unreadable_seat
from daemon.bridgesuite.notation import (
    Letters,
    read_card,
    read_contract,
    read_result,
    read_score,
    read_seat,
    resembles_contract,
    suit_was_lost,
)
from daemon.bridgesuite.record import HeldLine
from daemon.bridgesuite.timed_auction import WrittenAuction, read_auction
from daemon.problem import Problem

CONTRACT, RESULT, DECLARER, LEAD, SCORE, AUCTION = range(7, 13)
_HALF_A_CHARACTER = "\N{REPLACEMENT CHARACTER}"


class Claim(Struct, frozen=True):
    """A contract as it is written.

    `contract` may lack its double. `result` is None when the field is empty, which stands for
    made exactly where the score proves it.
    """

    contract: Contract
    declarer: Seat
    result: int | None


class WrittenLine(Struct, frozen=True):
    """A line whose fields could be read.

    `score` is None when the field is empty or cannot be read. `doubts` are warnings about a lead
    or a call that cannot be read.
    """

    line: Line
    board: InLine
    claim: Claim | PassedOut
    lead: Card | None
    score: int | None
    auction: WrittenAuction
    doubts: tuple[Problem, ...]


def read_line(line: Line, letters: Letters) -> WrittenLine | HeldLine:
    """Read the fields of a line, or say why it must not be scored."""
    if not line.ended and (not _is_whole(line) or line.text.endswith(_HALF_A_CHARACTER)):
        return torn(line)
    board = _read_board(line)
    if isinstance(board, HeldLine):
        return board
    claim = _read_claim(line, letters)
    if isinstance(claim, HeldLine):
        return claim
    return _written(line, board, claim, letters)


def _is_whole(line: Line) -> bool:
    return len(line.fields) >= AUCTION


def _read_board(line: Line) -> InLine | HeldLine:
    if len(line.fields) < IN_FIELDS:
        return hold(line, _too_few_fields(line))
    board = read_in_line(line)
    if isinstance(board, InLine):
        return board
    return hold(line, board if _is_whole(line) else _too_few_fields(line))


def _read_claim(line: Line, letters: Letters) -> Claim | PassedOut | HeldLine:
    text = line.fields[CONTRACT].text if len(line.fields) > CONTRACT else ""
    contract = read_contract(text, letters)
    if contract is None and text:
        return _hold_without_contract(line, letters)
    if not _is_whole(line):
        return hold(line, _too_few_fields(line))
    if contract is None:
        return hold(line, _contract_missing(line))
    claim = _passed_out(line) if isinstance(contract, PassedOut) else _claim(line, contract)
    return hold(line, claim) if isinstance(claim, Problem) else claim


def _written(line: Line, board: InLine, claim: Claim | PassedOut, letters: Letters) -> WrittenLine:
    doubts = []
    card = line.fields[LEAD].text if isinstance(claim, Claim) else ""
    lead = read_card(card, letters)
    if lead is None and card:
        doubts.append(_unreadable_lead(line))
    auction, unreadable = read_auction(line, AUCTION, letters)
    if unreadable is not None:
        doubts.append(unreadable)
    score = read_score(line.fields[SCORE].text)
    return WrittenLine(line, board, claim, lead, score, auction, tuple(doubts))


def _passed_out(line: Line) -> PassedOut | Problem:
    result = line.fields[RESULT]
    if result.text and read_result(result.text) != 0:
        return line.error(
            "contract",
            f"the board is passed out and yet has the result {result.quoted}: "
            "enter the board again on the device, or enter the result as a ruling",
            RESULT,
        )
    return PassedOut()


def _claim(line: Line, contract: Contract) -> Claim | Problem:
    text = line.fields[RESULT].text
    result = read_result(text)
    if result is None and text:
        return line.error(
            "result-range",
            f"{quote(text)} is no result: it must be = or a number of tricks such as +1 or -2; "
            "correct it on the device, or enter the result as a ruling",
            RESULT,
        )
    declarer = read_seat(line.fields[DECLARER].text)
    if declarer is None:
        return unreadable_seat(line, DECLARER, "declarer")
    return Claim(contract, declarer, result)


def _hold_without_contract(line: Line, letters: Letters) -> HeldLine:
    text = line.fields[CONTRACT].text
    if suit_was_lost(text):
        return hold(
            line,
            line.error(
                "suit-lost",
                f"the suit of {quote(text)} was lost in a wrong character set: ask the table for "
                "the contract and enter the result as a ruling; let the file be copied without "
                "changing it (it is UTF-8)",
                CONTRACT,
            ),
        )
    if resembles_contract(text) or _stands_as_contract(line):
        return hold(line, _no_contract(line, letters))
    return _hold_referee_score(line)


def _stands_as_contract(line: Line) -> bool:
    """Whether a result (or none) and a declarer follow, as they do behind a contract only."""
    if len(line.fields) <= DECLARER:
        return False
    result, declarer = line.fields[RESULT].text, line.fields[DECLARER].text
    return read_seat(declarer) is not None and (not result or read_result(result) is not None)


def _hold_referee_score(line: Line) -> HeldLine:
    after = line.fields[RESULT:]
    laid_out = all(field.text == "" for field in after[: SCORE - RESULT])
    if not line.ended and not laid_out:
        # The director's words may go on: 60/4 can be the beginning of 60/40.
        return torn(line)
    first = line.fields[CONTRACT]
    text = first.text if laid_out else line.text[first.column - 1 :].strip(" \t,")
    problem = line.warning(
        "referee-score",
        f"{quote(text)} stands in the place of a contract: if it is the director's score, settle "
        "the board with a ruling; if not, enter the board again on the device",
        CONTRACT,
    )
    return hold(line, problem, text)


def _no_contract(line: Line, letters: Letters) -> Problem:
    here = line.fields[CONTRACT]
    other = letters.other
    if read_contract(here.text, other) is None:
        todo = "correct it on the device, or enter the result as a ruling"
    else:
        todo = (
            f'if the devices write {other.value.capitalize()} letters, set letters = "{other}" '
            "for this section"
        )
    return line.error("contract", f"{here.quoted} is no contract: {todo}", CONTRACT)


def _contract_missing(line: Line) -> Problem:
    return line.error(
        "contract",
        "the contract is missing: enter the board again on the device, or enter the result as a "
        "ruling",
        CONTRACT,
    )


def _too_few_fields(line: Line) -> Problem:
    count = len(line.fields)
    return line.error(
        "line-fields",
        f"a result needs {AUCTION} fields separated by commas, and this line has {count}: "
        "enter the board again on the device, or enter the result as a ruling",
    )


def _unreadable_lead(line: Line) -> Problem:
    return line.warning(
        "lead-unreadable",
        f"{line.fields[LEAD].quoted} is no card: the result counts, and the lead is left out; "
        "correct it on the device if the lead matters",
        LEAD,
    )
