"""From a crosstable to the federation's file: what is missing is named all at once."""

from collections.abc import Collection, Iterator
from datetime import date

from msgspec import Struct

from daemon.frbe.check import check_report
from daemon.frbe.columns import COLUMNS, write_heading
from daemon.frbe.crosstable import Crosstable, Entrant
from daemon.frbe.dates import NOT_SET, fits_yymmdd
from daemon.frbe.file_name import Kind, free_file_name
from daemon.frbe.fitting import fitted, in_cp1252
from daemon.frbe.head import write_head
from daemon.frbe.player_list import Listed, PlayerList, plain
from daemon.frbe.report import MOST_PLAYERS, MOST_ROUNDS, Layout, Player, Report
from daemon.frbe.wording import listing, plural, ranges
from daemon.frbe.writing import write_report
from daemon.problem import Problem, Severity, has_errors

_LAYOUTS = (Layout.PT, Layout.CM, Layout.WIDE)
"""From the narrowest to the widest."""

_TOLD_BEFORE = frozenset({"matricule-missing", "round-unset"})
"""What `make_report` tells in one sentence for all players and rounds."""


class Wishes(Struct, frozen=True):
    """What the file does not tell, or what shall stand instead of it.

    None and empty texts: as the file tells. `layout` None: the narrowest that fits.
    """

    club: int
    kind: Kind
    free: str = "1a"
    program: str = "00"
    layout: Layout | None = None
    start: date | None = None
    end: date | None = None
    round_dates: tuple[date, ...] = ()
    title: str = ""
    sender: str = ""
    tempo: str = ""


class Built(Struct, frozen=True):
    """The file for the federation: its name, and its bytes."""

    name: str
    data: bytes
    report: Report


def make_report(
    table: Crosstable, wishes: Wishes, known: PlayerList | None, file: str
) -> tuple[Report | None, tuple[Problem, ...]]:
    """Make a report of a crosstable, with everything that is missing named at once.

    `file` is what people call the crosstable's file. Codes: `start-missing`, `end-missing`,
    `days-order`, `too-many`, `round-dates`, `layout-small`, `player-twice` (errors: no report),
    `round-dates-missing`, `sender-missing`, `tempo-missing`, `title-missing`,
    `matricule-missing`, `name-cut`, `text-changed` (warnings), `matched-by-name` (note).
    """
    asked = [*_missing(table, wishes, file), *_too_much(table, wishes, file)]
    listed = [_find(each, known) for each in table.entrants]
    players = [_player(each, found) for each, found in zip(table.entrants, listed, strict=True)]
    layout = wishes.layout or _narrowest(players)
    asked += _about_players(table.entrants, listed, players, known, file)
    asked += _about_names(players, layout, file)
    start, end = wishes.start or table.start, wishes.end or table.end
    if start is None or end is None or has_errors(asked):
        return None, tuple(asked)
    given = wishes.round_dates or table.round_dates
    dates = tuple(None if day == NOT_SET else day for day in given)
    head = write_head(
        title=in_cp1252(wishes.title or table.title),
        participants=len(players),
        rounds=table.rounds,
        sender=in_cp1252(wishes.sender or table.sender),
        end=end,
        tempo=in_cp1252(wishes.tempo or table.tempo),
    )
    report = Report(
        layout=layout,
        head=head,
        program=wishes.program,
        start=start,
        end=end,
        heading=write_heading(layout, dates),
        round_dates=dates,
        players=tuple(fitted(player, layout) for player in players),
        rounds=table.rounds,
    )
    return report, tuple(asked)


def build(
    report: Report,
    wishes: Wishes,
    known: PlayerList | None,
    today: date,
    taken: Collection[str],
) -> tuple[Built | None, tuple[Problem, ...]]:
    """Name the file, write it, and check it as the federation would.

    `taken` are names that exist. The problems are those of `check_report`, under the new name, and
    `no-name` (error); with an error nothing is built.
    """
    name = free_file_name(report.end, wishes.kind, wishes.free, wishes.club, taken)
    if name is None:
        message = "every name for this day, kind and club is taken: choose two letters as --suffix"
        return None, (Problem(Severity.ERROR, "no-name", message),)
    data = write_report(report)
    checked = check_report(data, name, today, known, file_name=name)
    problems = tuple(each for each in checked.problems if each.code not in _TOLD_BEFORE)
    if checked.report is None:
        return None, problems
    return Built(name, data, report), problems


def _missing(table: Crosstable, wishes: Wishes, file: str) -> Iterator[Problem]:
    days = [day for day in wishes.round_dates or table.round_dates if day is not None]
    start, end = wishes.start or table.start, wishes.end or table.end
    for option, what, value, hint in (
        ("start", "first", start, min(days, default=None)),
        ("end", "last", end, max(days, default=None)),
    ):
        if value is None:
            maybe = f" (the {what} date of a round is {hint})" if hint else ""
            message = (
                f"the tournament's {what} day is missing: give it as --{option} yyyy-mm-dd{maybe}"
            )
            yield Problem(Severity.ERROR, f"{option}-missing", message, file)
    if start is not None and end is not None and start > end:
        message = (
            f"the first day, {start}, is after the last one, {end}: give the right ones as --start "
            "and --end"
        )
        yield Problem(Severity.ERROR, "days-order", message, file)
    if wishes.round_dates and len(wishes.round_dates) != table.rounds:
        message = (
            f"there are {plural(table.rounds, 'round')} and --round-dates has "
            f"{plural(len(wishes.round_dates), 'date')}: give one for each round"
        )
        yield Problem(Severity.ERROR, "round-dates", message, file)
    strange = [day for day in days if not fits_yymmdd(day)]
    if strange:
        message = (
            f"two digits for the year cannot name {listing(strange)}, the date of a round: give "
            "the right dates as --round-dates"
        )
        yield Problem(Severity.ERROR, "round-dates", message, file)
    unset = [n for n, day in enumerate(table.round_dates, 1) if day is None]
    if unset and not wishes.round_dates:
        which = "every round" if len(unset) == table.rounds else f"round {ranges(unset)}"
        message = (
            f"the date of {which} is missing and is written as not set (991230): give all dates as "
            "--round-dates yyyy-mm-dd,yyyy-mm-dd,..."
        )
        yield Problem(Severity.WARNING, "round-dates-missing", message, file)
    for option, what, text in (
        ("title", "the tournament's name", wishes.title or table.title),
        ("sender", "who sends the report", wishes.sender or table.sender),
        ("tempo", "the tempo", wishes.tempo or table.tempo),
    ):
        if not text.strip():
            message = f"{what} is missing and is left empty: give it as --{option} TEXT"
            yield Problem(Severity.WARNING, f"{option}-missing", message, file)
        elif in_cp1252(text) != text.strip():
            message = (
                f'{what}, "{text}", has letters that cp1252 has not: it is written '
                f'"{in_cp1252(text)}"'
            )
            yield Problem(Severity.WARNING, "text-changed", message, file)


def _too_much(table: Crosstable, wishes: Wishes, file: str) -> Iterator[Problem]:
    players = len(table.entrants)
    if players > MOST_PLAYERS:
        message = (
            f"there are {players} players and a report has at most {MOST_PLAYERS}: split the "
            "tournament into groups that did not meet"
        )
        yield Problem(Severity.ERROR, "too-many", message, file)
    elif wishes.layout is not None and players > COLUMNS[wishes.layout].most_players:
        message = (
            f"the layout {wishes.layout} holds {COLUMNS[wishes.layout].most_players} players and "
            f"there are {players}: leave out --layout, or choose wide"
        )
        yield Problem(Severity.ERROR, "layout-small", message, file)
    if table.rounds > MOST_ROUNDS:
        message = (
            f"there are {table.rounds} rounds and a report has at most {MOST_ROUNDS}: split it"
        )
        yield Problem(Severity.ERROR, "too-many", message, file)


def _find(entrant: Entrant, known: PlayerList | None) -> Listed | None:
    """Look a player up by matricule, by FIDE id, and by a name that only one has."""
    if known is None:
        return None
    if entrant.matricule:
        return known.by_matricule.get(entrant.matricule)
    if entrant.fide_id and entrant.fide_id in known.by_fide_id:
        return known.by_fide_id[entrant.fide_id]
    return known.by_name.get(plain(entrant.name))


def _player(entrant: Entrant, found: Listed | None) -> Player:
    """The file's own word counts; the list fills in what it does not tell."""
    return Player(
        name=" ".join(entrant.name.replace(",", " ").split()),
        matricule=entrant.matricule or (found.matricule if found else 0),
        club=entrant.club or (found.club if found else None),
        nationality=entrant.nationality or (found.nationality if found else ""),
        elo=entrant.elo or (found.elo if found else None),
        cells=entrant.cells,
    )


def _narrowest(players: list[Player]) -> Layout:
    """The first layout that holds all players, and their names uncut; else the widest."""
    longest = max((len(in_cp1252(player.name)) for player in players), default=0)
    fits = (
        layout
        for layout in _LAYOUTS
        if len(players) <= COLUMNS[layout].most_players and longest <= COLUMNS[layout].name.width
    )
    return next(fits, Layout.WIDE)


def _about_players(
    entrants: tuple[Entrant, ...],
    listed: list[Listed | None],
    players: list[Player],
    known: PlayerList | None,
    file: str,
) -> Iterator[Problem]:
    without = [rank for rank, player in enumerate(players, 1) if not player.matricule]
    if without:
        where = "the list that was given has none for them"
        if known is None:
            where = "give the federation's list as --players LIST"
        message = f"{_who(without)} without a matricule, and 0 is written for it: {where}"
        yield Problem(Severity.WARNING, "matricule-missing", message, file)
    first: dict[int, int] = {}
    for rank, player in enumerate(players, 1):
        earlier = first.setdefault(player.matricule or -rank, rank)
        if earlier != rank:
            message = (
                f"players {earlier} and {rank} have the same matricule, {player.matricule}: "
                "correct one of them"
            )
            yield Problem(Severity.ERROR, "player-twice", message, file)
    by_name = [
        rank
        for rank, (entrant, found) in enumerate(zip(entrants, listed, strict=True), 1)
        if found is not None
        and not entrant.matricule
        and (entrant.fide_id is None or entrant.fide_id != found.fide_id)
    ]
    if by_name:
        message = f"{_who(by_name)} found in the list by name: look over the matricules"
        yield Problem(Severity.NOTE, "matched-by-name", message, file)


def _who(ranks: list[int]) -> str:
    return f"player {ranks[0]} is" if len(ranks) == 1 else f"players {ranges(ranks)} are"


def _about_names(players: list[Player], layout: Layout, file: str) -> Iterator[Problem]:
    width = COLUMNS[layout].name.width
    for rank, player in enumerate(players, 1):
        written = in_cp1252(player.name)
        if written != player.name:
            message = (
                f'the name of player {rank}, "{player.name}", has letters that cp1252 has not: it '
                f'is written "{written}"'
            )
            yield Problem(Severity.WARNING, "text-changed", message, file)
        if len(written) > width:
            message = (
                f'the name of player {rank}, "{written}", is longer than the {width} columns for '
                f'it: it is cut to "{written[:width].rstrip()}"'
            )
            yield Problem(Severity.WARNING, "name-cut", message, file)
