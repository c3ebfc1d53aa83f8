"""A whole evening as the devices of all tables record it."""

from collections.abc import Iterator
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from daemon.bridge.board import dealer, vulnerability
from daemon.bridge.contract import Outcome, PassedOut, Played, result_in_range
from daemon.bridge.score import score_ns
from daemon.bridgesuite.out_writer import write_header, write_record
from daemon.bridgesuite.record import Place
from daemon.simulation.dealing import Deal, deal
from daemon.simulation.devices import device_id, device_path
from daemon.simulation.dice import Dice, happens
from daemon.simulation.table import TableResult, play_board
from daemon.tournament.plan import Plan, SectionPlan
from daemon.tournament.play import Play

MINUTES_PER_BOARD = 7.5
_MISTAKEN = 1 / 25
# A table has its result after this part of a board's time: never beyond the end of the round.
_SOONEST, _LATEST = 0.6, 0.95


class Delivery(Struct, frozen=True):
    """At this minute of the evening, a device's file has this whole text.

    `path` is the file's place in the folder (`A/OUT_T2.txt`), always under the name that it has in
    clear. `round` is the one that is being played in that section.
    """

    minute: float
    section: str
    path: str
    text: str
    round: int


class _Entered(Struct, frozen=True):
    """A result as it is entered, or entered anew, into a device."""

    minute: float
    play: Play
    path: str
    line: str
    corrects: bool = False


def evening(
    plan: Plan, dice: Dice, *, minutes_per_board: float = MINUTES_PER_BOARD
) -> Iterator[Delivery]:
    """Play everything that is planned; a delivery for every result entered, in order of time.

    Each play is entered once, in a file of the first kind of devices that its section has (a
    pair's play in that of NS). About one in 25 is entered wrong and corrected within the round.
    A board is the same deal at all tables, in all sections, as it must be where they are ranked
    together: that of the hand records where there are any (of the first section that has them).
    The evening begins at minute 0, and the rounds follow each other without a break.
    """
    known = {
        board: record.deal.hands
        for section in reversed(plan.sections)
        for board, record in section.hands.items()
    }
    deals = {
        board: deal(dice, known.get(board)) for board in sorted({play.board for play in plan.plays})
    }
    entered = [
        one
        for section in plan.sections
        for one in _section(section, deals, minutes_per_board, dice)
    ]
    texts: dict[str, str] = {}
    devices: dict[str, str] = {}
    latest: dict[str, int] = {}
    for one in sorted(entered, key=lambda one: one.minute):
        if one.path not in devices:
            devices[one.path] = device_id(dice)
        if not one.corrects:
            latest[one.path] = one.play.board
        texts[one.path] = f"{texts.get(one.path, '')}{one.line}\n"
        header = write_header(latest[one.path], devices[one.path])
        text = f"{header}\n{texts[one.path]}"
        yield Delivery(one.minute, one.play.section, one.path, text, one.play.round)


def _section(
    section: SectionPlan, deals: dict[int, Deal], minutes_per_board: float, dice: Dice
) -> Iterator[_Entered]:
    round_minutes = section.settings.boards_per_round * minutes_per_board
    for (round_, _), plays in groupby(section.plays, key=lambda play: (play.round, play.table)):
        begins = (round_ - 1) * round_minutes
        for place, play in enumerate(plays):
            needed = _SOONEST + (_LATEST - _SOONEST) * dice.random()
            minute = begins + (place + needed) * minutes_per_board
            result = play_board(play.board, deals[play.board], dice)
            path = device_path(section, play)
            yield from _enter(play, path, result, minute, begins + round_minutes, dice)


def _enter(
    play: Play, path: str, result: TableResult, minute: float, ends: float, dice: Dice
) -> Iterator[_Entered]:
    """Enter a result at this minute; or a wrong one, and the right one before the round ends."""
    right = _line(play, result)
    if not isinstance(result.outcome, Played) or not happens(dice, _MISTAKEN):
        yield _Entered(minute, play, path, right)
        return
    wrong = replace(result, outcome=_off_by_one(result.outcome, dice))
    yield _Entered(minute, play, path, _line(play, wrong))
    seen = minute + (ends - minute) * (0.1 + 0.8 * dice.random())
    yield _Entered(seen, play, path, right, corrects=True)


def _off_by_one(played: Played, dice: Dice) -> Outcome:
    """The same contract with a trick too many or too few."""
    slips = [
        played.result + slip
        for slip in (-1, 1)
        if result_in_range(played.contract.level, played.result + slip)
    ]
    return replace(played, result=dice.choice(slips))


def _line(play: Play, result: TableResult) -> str:
    vulnerable = vulnerability(play.board)
    passed_out = isinstance(result.outcome, PassedOut)
    return write_record(
        Place(play.table, play.board, play.ns, play.ew),
        dealer(play.board),
        vulnerable,
        result.outcome,
        result.lead,
        None if passed_out else score_ns(result.outcome, vulnerable),
        result.auction,
    )
