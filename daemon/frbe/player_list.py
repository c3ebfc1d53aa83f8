"""The federation's list of its players (PLAYER): what is known of a matricule."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from daemon.frbe.dbf import is_dbf, read_dbf
from daemon.frbe.spreadsheet import Sheet, read_sheet
from daemon.frbe.text import decode_any
from daemon.frbe.wording import listing
from daemon.problem import Problem, Severity, Span, at_most

GAMES_FOR_A_RATING = 20
"""With fewer games in the list a player is not ranked yet."""

_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "matricule": ("matricule", "matr", "stamnummer", "stamnr", "idnumber"),
    "name": ("name", "nom", "naam", "nom_prenom", "nomprenom"),
    "club": ("club", "clb", "clubnumber"),
    "games": ("games", "parties", "partijen", "nbparties", "nbpart", "nb_parties"),
    "elo": ("elo", "elo_calcul", "elo_calc", "elocalc"),
    "fide_id": ("fide_id", "fideid", "fide", "idfide", "id_fide", "matfide"),
    "nationality": ("nationality", "nat", "nationalite", "natio"),
}
"""What we call a column -> how lists call it, in any case."""

_NEEDED = ("matricule", "name")


class Listed(Struct, frozen=True):
    """A player of the list. None: the list has no such column, or nothing stands there."""

    matricule: int
    name: str
    club: int | None = None
    games: int | None = None
    elo: int | None = None
    fide_id: int | None = None
    nationality: str = ""


@dataclass(frozen=True, slots=True)
class PlayerList:
    """The list, by matricule; by FIDE id and by name where that names one player only."""

    by_matricule: Mapping[int, Listed]
    by_fide_id: Mapping[int, Listed] = field(init=False)
    by_name: Mapping[str, Listed] = field(init=False)

    def __post_init__(self) -> None:
        everyone = list(self.by_matricule.values())
        by_fide_id = {each.fide_id: each for each in everyone if each.fide_id}
        names = [plain(each.name) for each in everyone]
        object.__setattr__(self, "by_fide_id", by_fide_id)
        object.__setattr__(self, "by_name", _unique(names, everyone))


def _unique(names: Sequence[str], everyone: Sequence[Listed]) -> dict[str, Listed]:
    known: dict[str, Listed | None] = {}
    for name, each in zip(names, everyone, strict=True):
        known[name] = each if name not in known else None
    return {name: each for name, each in known.items() if name and each is not None}


def plain(name: str) -> str:
    """A name for comparing: without accents, case, blanks, commas and points."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if letter.isalnum())


def read_player_list(data: bytes, name: str) -> tuple[PlayerList | None, tuple[Problem, ...]]:
    """Read a list, a dbf or a CSV file with a header. `name` is what people call the file.

    The columns are found by their names, in any order; `matricule` and `name` must be there, the
    others (`club`, `games`, `elo`, `fide_id`, `nationality`) need not. A line without a matricule
    is left out. Codes: `list-file`, `list-header` (errors: no list), `list-line` (warning).
    """
    sheet: Sheet | None
    if is_dbf(data):
        sheet, problem = read_dbf(data, name)
        if sheet is None:
            return None, (problem,) if problem else ()
    else:
        source, refused = decode_any(data, name)
        if source is None:
            return None, refused
        sheet = read_sheet(source)
    columns = {key: index for key in _COLUMNS if (index := _column(sheet, key)) is not None}
    missing = [key for key in _NEEDED if key not in columns]
    if missing:
        message = (
            f"the list has no column {listing(missing)}: its columns are {', '.join(_COLUMNS)} "
            "(matricule and name at least)"
        )
        return None, (Problem(Severity.ERROR, "list-header", message, name, Span(1)),)
    problems: list[Problem] = []
    players: dict[int, Listed] = {}
    for row in sheet.rows:
        values = {key: row.cell(at) for key, at in columns.items()}
        matricule = _number(values["matricule"])
        if not matricule:
            if values["matricule"]:
                message = "no number stands for the matricule: the line is left out"
                span = row.span(columns["matricule"])
                problems.append(Problem(Severity.WARNING, "list-line", message, name, span))
            continue
        players.setdefault(matricule, _listed(matricule, values))
    return PlayerList(players), at_most(problems)


def _listed(matricule: int, values: Mapping[str, str]) -> Listed:
    return Listed(
        matricule,
        values["name"],
        club=_number(values.get("club", "")),
        games=_number(values.get("games", "")),
        elo=_number(values.get("elo", "")),
        fide_id=_number(values.get("fide_id", "")),
        nationality=values.get("nationality", "").upper()[:3],
    )


def _column(sheet: Sheet, key: str) -> int | None:
    names = [name.casefold() for name in sheet.header.cells]
    return next((names.index(name) for name in _COLUMNS[key] if name in names), None)


def _number(text: str) -> int | None:
    """A whole number; dbf files write some with a point and zeros."""
    whole = text.strip().partition(".")[0]
    return int(whole) if whole.isascii() and whole.isdigit() and len(whole) <= 12 else None
