"""What an entry of `rulings.toml` says, as a sentence has it."""

from datetime import timedelta

from daemon.movement.wording import listing, ranges
from daemon.tournament.ruling_entry import (
    AbsentEntry,
    AcknowledgeEntry,
    ClockEntry,
    CorrectionEntry,
    FouledEntry,
    MovedEntry,
    ReversedEntry,
    RulingEntry,
)
from daemon.tournament.where import Where

_UNITS = {
    "matchpoints": " matchpoints",
    "imps": " IMPs",
    "points": " points",
    "victory_points": " victory points",
    "percent_of_top": "% of a top",
    "percent_points": " percentage points",
}


def beyond_a_play(entry: RulingEntry) -> str | None:
    """What an entry says that is no ruling on single plays; None for those that are."""
    text = None
    match entry:
        case MovedEntry():
            text = _moved(entry)
        case ReversedEntry():
            text = (
                f"{where_words(entry.where)}: the pairs sat the other way round, and the results "
                f"count for the sides as they sat"
            )
        case AbsentEntry():
            text = f"{_in(entry.section)}{entry.contestant} is absent {_rounds(entry)}"
        case FouledEntry():
            groups = listing([f"({', '.join(map(str, group))})" for group in entry.groups])
            text = (
                f"{_in(entry.section)}board {ranges(entry.boards)} is fouled: tables {groups} "
                f"played deals of their own, and are compared among themselves"
            )
        case CorrectionEntry():
            amounts = listing(_amounts(entry))
            text = f"{_in(entry.section)}correction for {entry.contestant}: {amounts}"
        case AcknowledgeEntry():
            about = f"board {entry.board}" if entry.file is None else entry.file
            text = f"the warning {entry.code} about {about} was seen"
        case ClockEntry():
            text = f"the clock: {_in(entry.section)}{_clock(entry)}"
    return text


def where_words(where: Where) -> str:
    """`board 7, table 3, NS 2`."""
    parts = [] if where.section is None else [f"section {where.section}"]
    if where.boards:
        parts.append(f"board {ranges(where.boards)}")
    for word, number in (
        ("round", where.round),
        ("table", where.table),
        ("NS", where.ns),
        ("EW", where.ew),
    ):
        if number is not None:
            parts.append(f"{word} {number}")
    return ", ".join(parts)


def _in(section: str | None) -> str:
    return "" if section is None else f"section {section}, "


def _moved(entry: MovedEntry) -> str:
    text = f"{where_words(entry.where)}: what was entered there counts for board {entry.to_board}"
    return f"{text}, and the other way round" if entry.swap else text


def _rounds(entry: AbsentEntry) -> str:
    if entry.to_round is None:
        return f"from round {entry.from_round} to the end"
    if entry.to_round == entry.from_round:
        return f"in round {entry.from_round}"
    return f"from round {entry.from_round} to round {entry.to_round}"


def _clock(entry: ClockEntry) -> str:
    """`round 4 begins 10 minutes later, after a break of 15 minutes`."""
    first = f"round {entry.from_round}"
    said = []
    if entry.begins is not None:
        said.append(f"{first} begins at {entry.begins:%H:%M}")
    elif entry.later:
        late = "later" if entry.later > timedelta() else "earlier"
        said.append(f"{first} begins {_minutes(abs(entry.later))} {late}")
    if entry.pause:
        said.append(f"a break of {_minutes(entry.pause)} comes before {first}")
    if entry.per_board is not None:
        said.append(f"a board takes {_minutes(entry.per_board)} from {first} on")
    return listing(said or [f"{first} begins as planned"])


def _minutes(of: timedelta) -> str:
    count = of / timedelta(minutes=1)
    return f"{count:g} minute{'' if count == 1 else 's'}"


def _amounts(entry: CorrectionEntry) -> list[str]:
    said = [f"{float(amount):+g}{_UNITS[key]}" for key, amount in entry.amounts.items()]
    if entry.carried is not None:
        points, maximum = entry.carried.points, entry.carried.maximum
        out_of = "" if maximum is None else f" of {float(maximum):g}"
        said.append(f"{float(points):g}{out_of} carried in for {entry.carried.boards} boards")
    return said
