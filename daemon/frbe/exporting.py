"""A report in other forms: a TRF, JSON, and a table for people."""

from collections.abc import Iterator
from datetime import date

from daemon.frbe.head import read_head
from daemon.frbe.report import HALF_POINTS, Cell, Colour, Player, Report, Result
from daemon.frbe.trf import CELL_PITCH, FIRST_CELL, Trf, TrfGame, TrfPlayer
from daemon.frbe.wording import plural

_COLOURS = {Colour.WHITE: "w", Colour.BLACK: "b", Colour.NONE: "-"}
_TRF_RESULTS = {Result.WIN: "1", Result.DRAW: "=", Result.LOSS: "0", Result.NONE: "-"}
_SHOWN_RESULTS = {Result.WIN: "1", Result.DRAW: "½", Result.LOSS: "0", Result.NONE: "-"}
_BYE = TrfGame(0, "-", "Z")


def half_points(player: Player) -> int:
    """What a player scored in games with a result, in half points."""
    return sum(HALF_POINTS[cell.result] for cell in player.cells if cell.counts)


def trf_of_report(report: Report) -> Trf:
    """A report as a TRF. Matricules and clubs have no place there; points are those of games."""
    head = read_head(report.head)
    fields = (
        ("012", head.title),
        ("042", _slashed(report.start)),
        ("052", _slashed(report.end)),
        ("062", str(len(report.players))),
        ("102", head.sender),
        ("122", head.tempo),
    )
    lines: list[str | TrfPlayer] = [f"{code} {text}" for code, text in fields if text]
    if any(report.round_dates):
        lines.append(_dates_row(report.round_dates))
    order = sorted(enumerate(report.players, 1), key=lambda each: -half_points(each[1]))
    places = {rank: place for place, (rank, _) in enumerate(order, 1)}
    for rank, player in enumerate(report.players, 1):
        lines.append(_trf_player(rank, player, places[rank]))
    return Trf(tuple(lines))


def _slashed(day: date) -> str:
    return f"{day.year:04}/{day.month:02}/{day.day:02}"


def _dates_row(dates: tuple[date | None, ...]) -> str:
    line = "132"
    for number, day in enumerate(dates):
        column = FIRST_CELL + CELL_PITCH * number
        line = f"{line:{column - 1}}{_slashed(day)[2:] if day else ''}"
    return line


def _trf_player(rank: int, player: Player, place: int) -> TrfPlayer:
    whole, half = divmod(half_points(player), 2)
    return TrfPlayer(
        number=rank,
        sex="",
        title="",
        name=player.name,
        rating="" if player.elo is None else str(player.elo),
        federation="BEL" if player.is_fictive else player.nationality,
        fide_id="",
        birth="",
        points=f"{whole}.{5 * half}",
        rank=str(place),
        games=tuple(_trf_game(cell) for cell in player.cells),
    )


def _trf_game(cell: Cell) -> TrfGame:
    if cell.opponent == 0:
        return _BYE
    return TrfGame(cell.opponent, _COLOURS[cell.colour], _TRF_RESULTS[cell.result])


def report_as_json(report: Report) -> dict[str, object]:
    """A report as values of JSON; days as yyyy-mm-dd, null for what is not known."""
    head = read_head(report.head)
    return {
        "layout": report.layout,
        "title": head.title,
        "sender": head.sender,
        "tempo": head.tempo,
        "program": report.program,
        "participants": len(report.players),
        "rounds": report.rounds,
        "start": report.start.isoformat(),
        "end": report.end.isoformat(),
        "round_dates": [day.isoformat() if day else None for day in report.round_dates],
        "players": [_player_as_json(rank, each) for rank, each in enumerate(report.players, 1)],
    }


def _player_as_json(rank: int, player: Player) -> dict[str, object]:
    return {
        "rank": rank,
        "name": player.name,
        "matricule": player.matricule,
        "club": player.club,
        "nationality": player.nationality,
        "elo": player.elo,
        "fictive": player.is_fictive,
        "points": half_points(player) / 2,
        "games": [
            {
                "round": number,
                "opponent": cell.opponent or None,
                "colour": {Colour.WHITE: "white", Colour.BLACK: "black"}.get(cell.colour),
                "result": HALF_POINTS[cell.result] / 2 if cell.counts else None,
            }
            for number, cell in enumerate(player.cells, 1)
        ],
    }


def report_as_table(report: Report) -> Iterator[str]:
    """A report for people: what the head tells, and a line for each player.

    A cell is the opponent, w or b for white or black, and 1, ½, 0 or - (not played).
    """
    head = read_head(report.head)
    for label, text in (("", head.title), ("Sent by: ", head.sender), ("Tempo: ", head.tempo)):
        if text:
            yield f"{label}{text}"
    players, rounds = plural(len(report.players), "player"), plural(report.rounds, "round")
    yield f"{report.start} to {report.end}, {players}, {rounds}"
    yield ""
    numbers = "".join(f"{number:>6}" for number in range(1, report.rounds + 1))
    yield f"{'':29} matr. club nat  ELO points{numbers}"
    for rank, player in enumerate(report.players, 1):
        cells = "".join(f"{_shown(cell):>6}" for cell in player.cells)
        yield (
            f"{rank:>3} {player.name:25} {_or_blank(player.matricule):>5} "
            f"{_or_blank(player.club):>4} {player.nationality:3} {_or_blank(player.elo):>4} "
            f"{half_points(player) / 2:>6}{cells}"
        )


def _shown(cell: Cell) -> str:
    if cell.opponent == 0:
        return "-"
    colour = _COLOURS[cell.colour].strip("-")
    return f"{cell.opponent}{colour}{_SHOWN_RESULTS[cell.result]}"


def _or_blank(value: int | None) -> str:
    return "" if value is None else str(value)
