"""Checks of who met whom: every game stands twice, and both rows must tell the same."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from daemon.frbe.report import Cell, Colour, Result
from daemon.frbe.wording import listing
from daemon.problem import Problem, Source, Span

Table = Sequence[Sequence[Cell | None]]
"""A row for each rank, a cell for each round; None is a cell that could not be read."""

Games = dict[tuple[int, int], Cell]
"""Rank and round -> a cell with an opponent whom there is."""

_OTHER_SIDE = {
    Result.WIN: Result.LOSS,
    Result.DRAW: Result.DRAW,
    Result.LOSS: Result.WIN,
    Result.NONE: Result.NONE,
}
_COLOURS = {Colour.WHITE: "white", Colour.BLACK: "black"}
_RESULTS = {
    Result.WIN: "a win",
    Result.DRAW: "a draw",
    Result.LOSS: "a loss",
    Result.NONE: "no result",
}


class Places(Struct, frozen=True):
    """Where the opponent, the colour and the result of a rank in a round stand (both from 1)."""

    opponent: Callable[[int, int], Span]
    colour: Callable[[int, int], Span]
    result: Callable[[int, int], Span]


def check_cells(source: Source, table: Table, places: Places) -> Iterator[Problem]:
    """Check every cell against itself and against its opponent's, and who meets twice.

    A row may have fewer cells than others. Codes: `opponent-range`, `opponent-self`,
    `opponent-differs`, `colour-missing`, `colour-same`, `result-differs`, `bye-result` (errors),
    `half-loss`, `met-again` (warnings).
    """
    games: Games = {}
    faulty: set[tuple[int, int]] = set()
    for rank, cells in enumerate(table, 1):
        for number, cell in enumerate(cells, 1):
            if cell is None:
                continue
            wrong = _alone(source, cell, rank, number, len(table), places)
            if wrong is not None:
                faulty.add((rank, number))
                yield wrong
            elif cell.opponent:
                games[rank, number] = cell
    for (rank, number), mine in games.items():
        theirs = _cell(table, mine.opponent, number)
        if theirs is None or (mine.opponent, number) in faulty:
            continue
        if theirs.opponent != rank:
            yield _unanswered(source, rank, number, mine.opponent, theirs, places)
        elif rank < mine.opponent:
            yield from _together(source, rank, number, mine, theirs, places)
    yield from _met_again(source, games, places)


def _cell(table: Table, rank: int, number: int) -> Cell | None:
    cells = table[rank - 1]
    return cells[number - 1] if number <= len(cells) else None


def _alone(
    source: Source, cell: Cell, rank: int, number: int, ranks: int, places: Places
) -> Problem | None:
    opponent = cell.opponent
    if opponent == 0:
        if cell.colour is Colour.NONE and cell.result is Result.NONE:
            return None
        message = (
            f"player {rank} has no opponent in round {number}, but a colour or a result: a bye "
            "is written 0 - -"
        )
        return source.error("bye-result", message, places.result(rank, number))
    if opponent > ranks:
        message = (
            f"player {rank} has opponent {opponent} in round {number}, and the last rank is "
            f"{ranks}: correct the opponent"
        )
        return source.error("opponent-range", message, places.opponent(rank, number))
    if opponent == rank:
        message = (
            f"in round {number} player {rank} is named as opponent of player {rank}: correct the "
            "opponent"
        )
        return source.error("opponent-self", message, places.opponent(rank, number))
    if cell.colour is Colour.NONE and cell.counts:
        message = (
            f"player {rank} has a result against {opponent} in round {number} and no colour: "
            "write N for black or B for white"
        )
        return source.error("colour-missing", message, places.colour(rank, number))
    return None


def _unanswered(
    source: Source, rank: int, number: int, opponent: int, theirs: Cell, places: Places
) -> Problem:
    where = places.opponent(opponent, number)
    instead = f"plays against {theirs.opponent}" if theirs.opponent else "has no opponent"
    message = (
        f"player {rank} has opponent {opponent} in round {number}, but player {opponent} {instead} "
        f"there (line {where.line}): correct one of them"
    )
    return source.error("opponent-differs", message, places.opponent(rank, number))


def _together(
    source: Source, rank: int, number: int, mine: Cell, theirs: Cell, places: Places
) -> Iterator[Problem]:
    results_agree = theirs.result is _OTHER_SIDE[mine.result]
    colours_agree = mine.colour is not theirs.colour or mine.colour is Colour.NONE
    if results_agree and colours_agree:
        return
    opponent = mine.opponent
    where = f"players {rank} and {opponent} in round {number}"
    other = f"line {places.opponent(opponent, number).line}"
    if not colours_agree:
        message = f"{where} both have {_COLOURS[mine.colour]}: correct it here or in {other}"
        yield source.error("colour-same", message, places.colour(rank, number))
    if results_agree:
        return
    told = f"{where} have {_RESULTS[mine.result]} and {_RESULTS[theirs.result]}"
    if {mine.result, theirs.result} == {Result.DRAW, Result.LOSS}:
        message = f"{told}: an arbiter may have decided so; if not, correct it here or in {other}"
        yield source.warning("half-loss", message, places.result(rank, number))
    else:
        message = f"{told}, which do not belong together: correct it here or in {other}"
        yield source.error("result-differs", message, places.result(rank, number))


def _met_again(source: Source, games: Games, places: Places) -> Iterator[Problem]:
    """A warning for each player, and each pair in it once, at the lower rank."""
    rounds: dict[tuple[int, int], list[int]] = defaultdict(list)
    for (rank, number), cell in games.items():
        if cell.counts and rank < cell.opponent:
            rounds[rank, cell.opponent].append(number)
    again: dict[int, list[int]] = defaultdict(list)
    for (rank, opponent), numbers in rounds.items():
        if len(numbers) > 1:
            again[rank].append(opponent)
    for rank, opponents in again.items():
        second = min(rounds[rank, opponent][1] for opponent in opponents)
        message = (
            f"player {rank} plays more than once against {listing(sorted(opponents))}: is that so?"
        )
        yield source.warning("met-again", message, places.opponent(rank, second))
