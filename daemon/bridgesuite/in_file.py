"""IN files: which boards a device is to record (Bridge Suite's file description, "File IN")."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum

from msgspec import Struct

from daemon.bridge.board import dealer, vulnerability
from daemon.bridge.seat import Seat
from daemon.bridgesuite.fields import lines_of
from daemon.bridgesuite.file_name import DeviceFile, DeviceKind
from daemon.bridgesuite.in_line import IN_FIELDS, InLine, read_in_line, write_in_line
from daemon.bridgesuite.record import Place
from daemon.problem import Problem, Source


class PairBoards(StrEnum):
    """Which boards a pair's file holds: those it plays as NS, or all."""

    NS = "ns"
    ALL = "all"


class PlannedPlay(Struct, frozen=True):
    """One board at one table; `ns` and `ew` are the numbers that the devices show."""

    round: int
    table: int
    group: int
    board: int
    ns: int
    ew: int


class SharedGroup(Struct, frozen=True):
    """A board group that stands at several tables in one round.

    Devices that travel with the boards cannot be at two tables at once.
    """

    round: int
    group: int
    tables: tuple[int, ...]


def in_texts(
    plays: Sequence[PlannedPlay],
    kinds: Collection[DeviceKind],
    *,
    pair_boards: PairBoards = PairBoards.NS,
    west: str = "O",
    line_ending: str = "\n",
) -> dict[DeviceFile, str]:
    """Write every IN file of these kinds; a file without lines is not in it.

    Boards of a round stay in the order in which `plays` has them, which is the order of play.
    `west` is the letter of West as dealer: the app's own is O (Ovest).
    """
    first_boards = _first_boards(plays)
    lines: defaultdict[DeviceFile, list[str]] = defaultdict(list)
    for play in sorted(plays, key=lambda play: (play.round, play.table)):
        line = _in_line(play, west) + line_ending
        for file in _files_of(play, pair_boards, first_boards):
            if file.kind in kinds:
                lines[file].append(line)
    return {file: "".join(lines[file]) for file in sorted(lines)}


def shared_groups(plays: Sequence[PlannedPlay]) -> tuple[SharedGroup, ...]:
    """Every board group that several tables play in the same round, by round and group."""
    tables: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for play in plays:
        tables[play.round, play.group].add(play.table)
    return tuple(
        SharedGroup(round_, group, tuple(sorted(tables[round_, group])))
        for round_, group in sorted(tables)
        if len(tables[round_, group]) > 1
    )


def read_in(source: Source) -> tuple[tuple[InLine, ...], tuple[Problem, ...]]:
    """Read an IN file; a line that cannot be read is a problem and the others are given."""
    lines: list[InLine] = []
    problems: list[Problem] = []
    for line in lines_of(source):
        if len(line.fields) != IN_FIELDS:
            found: InLine | Problem = line.error(
                "line-fields",
                f"a line of an IN file has {IN_FIELDS} fields separated by commas (table, board, "
                "NS, EW, dealer, NS vulnerable, EW vulnerable), "
                f"this one has {len(line.fields)}; write the IN files again",
            )
        else:
            found = read_in_line(line)
        if isinstance(found, Problem):
            problems.append(found)
        else:
            lines.append(found)
    return tuple(lines), tuple(problems)


def _first_boards(plays: Sequence[PlannedPlay]) -> dict[int, int]:
    """Give the lowest board of each group, which names the group's file."""
    first: dict[int, int] = {}
    for play in plays:
        first[play.group] = min(play.board, first.get(play.group, play.board))
    return first


def _files_of(
    play: PlannedPlay, pair_boards: PairBoards, first_boards: dict[int, int]
) -> Iterator[DeviceFile]:
    yield DeviceFile(DeviceKind.PAIR, play.ns)
    if pair_boards is PairBoards.ALL:
        yield DeviceFile(DeviceKind.PAIR, play.ew)
    yield DeviceFile(DeviceKind.TABLE, play.table)
    yield DeviceFile(DeviceKind.BOARD, first_boards[play.group])


def _in_line(play: PlannedPlay, west: str) -> str:
    deals = dealer(play.board)
    letter = west if deals is Seat.WEST else str(deals)
    place = Place(play.table, play.board, play.ns, play.ew)
    return write_in_line(place, letter, vulnerability(play.board))
