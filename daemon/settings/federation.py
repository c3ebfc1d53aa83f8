"""`[frbe]`: where files for the chess federation's report are dropped, and what they are made into.

The table is left out by a club that plays no chess: then nothing of it happens.
"""

from collections.abc import Iterable

from daemon.frbe.file_name import RESERVED, Kind
from daemon.settings.kinds import line, path, subfolder
from daemon.settings.model import Federation, Section
from daemon.toml import Fault, Reading, Value, choice, such, whole
from daemon.toml import Kind as KindOfValue


def _about_place(place: str) -> str | None:
    return None if place else "is empty: name a folder within folder.path"


def _read_kind(name: str, value: Value, faults: list[Fault]) -> Kind | None:
    if value.content != RESERVED:
        return _KIND.read(name, value, faults)
    message = f'{name} = "{RESERVED}" is reserved for the federation: write {_KIND.expected}'
    faults.append(Fault("value", message, value.span))
    return None


_KIND = choice(Kind)
_TYPE = KindOfValue(_KIND.expected, _read_kind)
_PLACE = such(subfolder, _about_place)
_CLUB = whole(1, 999)


def read_federation(root: Reading, sections: Iterable[Section]) -> Federation | None:
    """Read the table; None without it, or when club or type are missing or wrong."""
    table = root.child("frbe")
    needed = table.need if "frbe" in root.table else table.get
    club, kind = needed("club", _CLUB), needed("type", _TYPE)
    places = {key: table.get(key, _PLACE, f"frbe/{key}") for key in ("inbox", "outbox", "rejected")}
    sender, tempo = table.get("sender", line, ""), table.get("tempo", line, "")
    players = table.get("players", path)
    if "frbe" in root.table:
        _keep_apart(table, places, sections)
    if club is None or kind is None:
        return None
    return Federation(
        club=club,
        kind=kind,
        inbox=places["inbox"],
        outbox=places["outbox"],
        rejected=places["rejected"],
        sender=sender,
        tempo=tempo,
        players=players,
        players_span=None if players is None else table.table.value_span("players"),
    )


def _keep_apart(table: Reading, places: dict[str, str], sections: Iterable[Section]) -> None:
    """Every place is a folder of its own, whatever the case of its letters."""
    taken = {one.subfolder.casefold(): f"section {one.name}" for one in sections}
    for key, place in places.items():
        other = taken.setdefault(place.casefold(), f"frbe.{key}")
        if other != f"frbe.{key}":
            message = f"frbe.{key} and {other} are the same folder, {place}: name another one"
            span = table.table.value_span(key) if key in table.table else table.table.span
            table.tell("value", message, span)
