"""FIDE's tournament report (TRF16, TRF-2026): its lines, and the players in them.

Columns of a player's line, from 1: 5-8 starting number, 10 sex, 11-13 title, 15-47 name, 49-52
rating, 54-56 federation, 58-68 FIDE id, 70-79 birth, 81-84 points, 86-89 rank, and for every round
10 columns from 92 on: opponent in 4, colour, result. Lines that nobody knows are kept.
"""

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from daemon.frbe.text import decode_any
from daemon.problem import Problem, Source, Span, at_most

PLAYER = "001"
FIRST_CELL = 92
CELL_PITCH = 10

_GAPS = (9, 14, 48, 53, 57, 69, 80, 85, 90, 91)
_NUMBER = re.compile(r"\d+", re.ASCII)


class TrfGame(Struct, frozen=True):
    """A cell as it is written; a wholly blank one has opponent 0 and blanks."""

    opponent: int
    colour: str
    result: str


NOT_PAIRED = TrfGame(0, " ", " ")


class TrfPlayer(Struct, frozen=True):
    """A player's line; texts are as they stand in their columns, without blanks around them.

    `number` is the starting number, `title` has its three columns, `line` is where it stands.
    """

    number: int
    sex: str
    title: str
    name: str
    rating: str
    federation: str
    fide_id: str
    birth: str
    points: str
    rank: str
    games: tuple[TrfGame, ...]
    line: int = 0

    def text(self) -> str:
        """The line."""
        cells = "".join(_cell(game) for game in self.games)
        return (
            f"{PLAYER} {self.number:4} {self.sex:1}{self.title:3} {self.name[:33]:33} "
            f"{self.rating:>4} {self.federation:3} {self.fide_id:>11} {self.birth:10} "
            f"{self.points:>4} {self.rank:>4}{cells}"
        ).rstrip()

    def cell_span(self, round_number: int, offset: int = 0, length: int = 1) -> Span:
        """A place in the cell of a round (from 1): opponent 0, colour 5, result 7."""
        column = FIRST_CELL + CELL_PITCH * (round_number - 1) + offset
        return Span(self.line, column, length)


class Trf(Struct, frozen=True):
    """A file: its lines in their order, those of players read."""

    lines: tuple[str | TrfPlayer, ...]

    @property
    def players(self) -> tuple[TrfPlayer, ...]:
        """The players, in the order of their starting numbers."""
        players = (line for line in self.lines if isinstance(line, TrfPlayer))
        return tuple(sorted(players, key=lambda player: player.number))

    def field(self, code: str) -> str:
        """What stands behind a code such as 012; empty where there is no such line."""
        found = (
            line[len(code) :].strip()
            for line in self.lines
            if isinstance(line, str) and line.startswith(code)
        )
        return next(found, "")

    def row(self, code: str) -> str:
        """A whole line by its code; empty where there is none."""
        rows = (line for line in self.lines if isinstance(line, str) and line.startswith(code))
        return next(rows, "")


def read_trf(data: bytes, name: str) -> tuple[Trf | None, Source | None, tuple[Problem, ...]]:
    """Read a file: UTF-8 or cp1252, any line ends. `name` is what people call it.

    The source is that of the places. Codes: `not-text`, `too-large` (errors: no source),
    `trf-line`, `cell`, `number-twice`, `no-players` (errors: no TRF).
    """
    source, refused = decode_any(data, name)
    if source is None:
        return None, None, refused
    problems: list[Problem] = []
    lines: list[str | TrfPlayer] = []
    numbers: dict[int, int] = {}
    for number, line in enumerate(source.lines, 1):
        if not line.startswith(f"{PLAYER} "):
            lines.append(line)
            continue
        player, wrong = _read_player(source, number, line)
        problems.extend(wrong)
        if player is None:
            continue
        lines.append(player)
        first = numbers.setdefault(player.number, number)
        if first != number:
            message = (
                f"starting number {player.number} stands already in line {first}: each player "
                "needs another one; correct one of them"
            )
            problems.append(source.error("number-twice", message, Span(number, 5, 4)))
    if not numbers and not problems:
        message = "no line begins with 001, as a player's does: is this a TRF?"
        problems.append(source.error("no-players", message, Span(1)))
    return None if problems else Trf(tuple(lines)), source, at_most(problems)


def write_trf(trf: Trf) -> bytes:
    """Write the lines, in UTF-8 and with CR LF."""
    texts = (line if isinstance(line, str) else line.text() for line in trf.lines)
    return "".join(f"{text}\r\n" for text in texts).encode("utf-8", "replace")


def _read_player(
    source: Source, number: int, line: str
) -> tuple[TrfPlayer | None, tuple[Problem, ...]]:
    fields = _Fields(line)
    written = fields.text(5, 8)
    if not _NUMBER.fullmatch(written) or int(written) == 0:
        message = (
            "no starting number stands in columns 5 to 8 of this player's line: have the program "
            "write the TRF anew"
        )
        return None, (source.error("trf-line", message, Span(number, 5, 4)),)
    player = TrfPlayer(
        number=int(written),
        sex=fields.text(10, 10),
        title=fields.raw(11, 13),
        name=fields.text(15, 47),
        rating=fields.text(49, 52),
        federation=fields.text(54, 56),
        fide_id=fields.text(58, 68),
        birth=fields.text(70, 79),
        points=fields.text(81, 84),
        rank=fields.text(86, 89),
        games=(),
        line=number,
    )
    games: list[TrfGame] = []
    problems: list[Problem] = []
    for round_number, text in enumerate(fields.cells(), 1):
        game = _read_game(text)
        if game is None:
            message = (
                f"round {round_number} is none of an opponent's number, a colour and a result in "
                "their columns (as in '   7 w 1'): have the program write the TRF anew"
            )
            problems.append(source.error("cell", message, player.cell_span(round_number, 0, 8)))
        games.append(game or NOT_PAIRED)
    if problems:
        return None, tuple(problems)
    return replace(player, games=tuple(games)), ()


class _Fields:
    """The columns of a player's line, counted in characters or, as some programs do, in bytes."""

    def __init__(self, line: str) -> None:
        self._line = line
        self._in_bytes = False
        if not line.isascii() and not _is_aligned(line):
            in_bytes = line.encode("utf-8", "replace").decode("latin-1")
            if _is_aligned(in_bytes):
                self._line, self._in_bytes = in_bytes, True

    def raw(self, first: int, last: int) -> str:
        text = self._line[first - 1 : last]
        return text.encode("latin-1").decode("utf-8", "replace") if self._in_bytes else text

    def text(self, first: int, last: int) -> str:
        return self.raw(first, last).strip()

    def cells(self) -> Iterator[str]:
        behind = self._line.rstrip()[FIRST_CELL - 1 :]
        for start in range(0, len(behind), CELL_PITCH):
            yield behind[start : start + CELL_PITCH]


def _is_aligned(line: str) -> bool:
    return all(line[column - 1 : column].strip() == "" for column in _GAPS)


def _read_game(text: str) -> TrfGame | None:
    """Read a cell; the last one of a line may lack what is blank in it."""
    padded = f"{text:10}"
    if not padded.strip():
        return NOT_PAIRED
    opponent, colour, result = padded[:4].strip(), padded[5], padded[7]
    between = padded[4] + padded[6] + padded[8:]
    if between.strip() or not _NUMBER.fullmatch(opponent or "0"):
        return None
    return TrfGame(int(opponent or 0), colour, result)


def _cell(game: TrfGame) -> str:
    if game == NOT_PAIRED:
        return " " * CELL_PITCH
    opponent = f"{game.opponent:4}" if game.opponent else "0000"
    return f"  {opponent} {game.colour} {game.result}"
