"""A TRF as a crosstable: starting numbers become ranks, and its cells the federation's."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from msgspec import Struct

from daemon.frbe.cell_check import Places, check_cells
from daemon.frbe.crosstable import Crosstable, Entrant
from daemon.frbe.dates import read_free, read_yymmdd
from daemon.frbe.report import MOST_ROUNDS, NO_GAME, Cell, Colour, Result
from daemon.frbe.trf import CELL_PITCH, FIRST_CELL, Trf, TrfGame, TrfPlayer
from daemon.frbe.wording import quoted
from daemon.problem import Problem, Source, Span, at_most

_COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK}
_RESULTS = {"1": Result.WIN, "=": Result.DRAW, "0": Result.LOSS}
# Forfeits, games that are not rated, byes, and nothing: they count nowhere.
_NO_RESULTS = frozenset("+-WDLHFUZ ")
_ROUNDS = ("142", "XXR")
_SENDER = re.compile(r"Envoi par\s*:\s*(.*)")
_DAYS = {"042": "the first day (042)", "052": "the last day (052)"}


class _Paired(Struct, frozen=True):
    """A cell as it would be, and whether its result is left blank."""

    cell: Cell
    is_blank: bool = False


def crosstable_of_trf(trf: Trf, source: Source) -> tuple[Crosstable | None, tuple[Problem, ...]]:
    """Make a crosstable of a TRF.

    A game that only one of the two tells is written as not played, with a warning. With an error
    among the problems the crosstable is good for saying what else is wrong, and for no report.
    Codes: those of `check_cells`, `opponent-range`, `cell-letter` (errors), `too-many` (error: no
    crosstable), `one-sided`, `trf-date`, `rounds-open` (warnings).
    """
    players = trf.players
    ranks = {player.number: rank for rank, player in enumerate(players, 1)}
    rounds = max(_last_round(player) for player in players)
    problems: list[Problem] = []
    if rounds > MOST_ROUNDS:
        message = f"there are {rounds} rounds and a report has at most {MOST_ROUNDS}: split it"
        first = next(player for player in players if _last_round(player) == rounds)
        return None, (source.error("too-many", message, first.cell_span(MOST_ROUNDS + 1)),)
    table: list[list[_Paired]] = []
    for player in players:
        row = []
        for number, game in enumerate(player.games[:rounds], 1):
            paired, problem = _read(source, player, number, game, ranks)
            row.append(paired)
            problems.extend(problem)
        row += [_Paired(NO_GAME)] * (rounds - len(row))
        table.append(row)
    problems.extend(_settle(source, players, table))
    cells = [[paired.cell for paired in row] for row in table]
    problems.extend(check_cells(source, cells, _places(players)))
    entrants = tuple(
        Entrant(
            name=player.name,
            elo=_number(player.rating),
            nationality=player.federation.upper(),
            fide_id=_number(player.fide_id),
            matricule=None,
            club=None,
            cells=tuple(row),
        )
        for player, row in zip(players, cells, strict=True)
    )
    problems.extend(_about_rounds(trf, source, rounds))
    start, end, wrong = _days(trf, source)
    problems.extend(wrong)
    return (
        Crosstable(
            title=trf.field("012"),
            start=start,
            end=end,
            round_dates=tuple(_round_dates(trf, rounds)),
            sender=_sender(trf),
            tempo=trf.field("122"),
            entrants=entrants,
        ),
        at_most(problems),
    )


def _last_round(player: TrfPlayer) -> int:
    """The last round with an opponent: byes of rounds to come make no round."""
    return max((n for n, game in enumerate(player.games, 1) if game.opponent), default=0)


def _read(
    source: Source, player: TrfPlayer, number: int, game: TrfGame, ranks: Mapping[int, int]
) -> tuple[_Paired, tuple[Problem, ...]]:
    """A cell; whatever stands beside opponent 0 is a bye."""
    result = game.result.upper()
    if result not in _RESULTS and result not in _NO_RESULTS:
        message = (
            f"{quoted(game.result)} is no result in round {number}: a TRF has 1, =, 0, +, -, W, D, "
            "L, H, F, U, Z or nothing"
        )
        return _Paired(NO_GAME), (
            source.error("cell-letter", message, player.cell_span(number, 7)),
        )
    if game.opponent == 0:
        return _Paired(NO_GAME), ()
    if game.opponent not in ranks:
        message = (
            f"player {player.number} has opponent {game.opponent} in round {number}, and no player "
            "has that starting number: correct the opponent"
        )
        span = player.cell_span(number, 0, 4)
        return _Paired(NO_GAME), (source.error("opponent-range", message, span),)
    colour = _COLOURS.get(game.colour.lower(), Colour.NONE)
    cell = Cell(ranks[game.opponent], colour, _RESULTS.get(result, Result.NONE))
    return _Paired(cell, is_blank=result == " "), ()


def _settle(
    source: Source, players: Sequence[TrfPlayer], table: list[list[_Paired]]
) -> Iterator[Problem]:
    """Take out games that one side does not know of, and results that one side leaves blank."""
    told = [tuple(row) for row in table]
    for mine, row in enumerate(told):
        for at, paired in enumerate(row):
            opponent = paired.cell.opponent - 1
            if opponent < 0 or opponent == mine:
                continue
            theirs = told[opponent][at]
            me, other = players[mine].number, players[opponent].number
            if theirs.cell == NO_GAME:
                table[mine][at] = _Paired(NO_GAME)
                message = (
                    f"player {me} has a game against {other} in round {at + 1}, but player {other} "
                    f"(line {players[opponent].line}) has none: it is left out; if it was played, "
                    "write it for both"
                )
            elif theirs.is_blank and paired.cell.counts and theirs.cell.opponent == mine + 1:
                table[mine][at] = _Paired(
                    Cell(paired.cell.opponent, paired.cell.colour, Result.NONE)
                )
                message = (
                    f"player {me} has a result against {other} in round {at + 1}, but player "
                    f"{other} (line {players[opponent].line}) has none: it is written as not "
                    "played; if it was, write the result for both"
                )
            else:
                continue
            yield source.warning("one-sided", message, players[mine].cell_span(at + 1, 0, 8))


def _places(players: Sequence[TrfPlayer]) -> Places:
    return Places(
        opponent=lambda rank, number: players[rank - 1].cell_span(number, 0, 4),
        colour=lambda rank, number: players[rank - 1].cell_span(number, 5),
        result=lambda rank, number: players[rank - 1].cell_span(number, 7),
    )


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() else None


def _about_rounds(trf: Trf, source: Source, rounds: int) -> Iterator[Problem]:
    for code in _ROUNDS:
        declared = _number(trf.field(code))
        if declared is not None and declared > rounds:
            message = (
                f"{code} declares {declared} rounds and {rounds} are paired: the report has those "
                f"{rounds}"
            )
            yield source.warning("rounds-open", message, _line_of(trf, source, code))


def _line_of(trf: Trf, source: Source, code: str) -> Span:
    return Span(source.lines.index(trf.row(code)) + 1)


def _days(trf: Trf, source: Source) -> tuple[date | None, date | None, list[Problem]]:
    days: list[date | None] = []
    problems = []
    for code, what in _DAYS.items():
        written = trf.field(code)
        days.append(read_free(written))
        if written and days[-1] is None:
            message = f"{quoted(written)} is no date that can be read for {what}"
            problems.append(source.warning("trf-date", message, _line_of(trf, source, code)))
    return days[0], days[1], problems


def _round_dates(trf: Trf, rounds: int) -> Iterator[date | None]:
    row = trf.row("132")
    for number in range(rounds):
        start = FIRST_CELL - 1 + CELL_PITCH * number
        written = "".join(row[start : start + CELL_PITCH].split())
        yield read_yymmdd(written) or read_free(written)


def _sender(trf: Trf) -> str:
    """Who sent the TRF, or else the arbiter."""
    match = _SENDER.match(trf.field("00D"))
    return match[1] if match else trf.field("102")
