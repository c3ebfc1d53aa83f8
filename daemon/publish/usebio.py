"""The results as USEBIO 1.2: the XML that federations and result sites take.

Elements, and their order, are those that programs for USEBIO write and read; numbers of players
are NATIONAL_ID_NUMBER. Only results that count are lines: the format has nothing for a board that
is held, missing or not played. An artificial score is A and two percentages (A6040); a split or
weighted one has matchpoints and no score, for which there is one place only. The lists of groups
have no place in the format: everybody stands in it once, as in the list of all.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from xml.sax.saxutils import escape, quoteattr

from daemon import __version__
from daemon.bridge.contract import Outcome, Played
from daemon.publish import show
from daemon.publish.characters import on_one_line
from daemon.publish.people import Known, counts, is_individual, players, sides, whole_lists
from daemon.scoring.traveller import Award, SideScore
from daemon.tournament.results import Ranking, Results, Row, Traveller, TravellerLine

_DTD = "http://www.usebio.org/files/usebio_v1_2.dtd"
_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>',
    f'<!DOCTYPE USEBIO PUBLIC "-//EBU//DTD USEBIO 1.2//EN" "{_DTD}">',
)
_METHODS = {
    "matchpoints": "MATCH_POINTS",
    "cross-imps": "CROSS_IMPS",
    "butler": "BUTLER_IMPS",
    "total-points": "AGGREGATE",
    "board-a-match": "BAM",
}
_POINTS = {
    "matchpoints": "MATCH_POINTS",
    "board-a-match": "MATCH_POINTS",
    "cross-imps": "CROSS_IMP_POINTS",
    "butler": "BUTLER_POINTS",
}
_VICTORY_POINTS = "victory-points"
_PLAYERS_OF_A_PAIR = 2
_NOBODY = Known("", "")
# What XML cannot hold although it is no control character.
_NO_CHARACTERS = str.maketrans({"\ufffe": "\ufffd", "\uffff": "\ufffd"})


def usebio(results: Results) -> bytes:
    """The whole file, in UTF-8."""
    lines = (*_HEAD, *_document(results))
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


def _document(results: Results) -> Iterator[str]:
    yield '<USEBIO Version="1.2">'
    yield from _within(
        "CLUB",
        _element("CLUB_NAME", results.club or ""),
        _element("CLUB_ID_NUMBER", results.club_id or ""),
    )
    yield f'<EVENT EVENT_TYPE="{"INDIVIDUAL" if is_individual(results.travellers) else "PAIRS"}">'
    yield from _about_event(results)
    yield from _sections(results)
    yield "</EVENT>"
    yield "</USEBIO>"


def _about_event(results: Results) -> Iterator[str]:
    winners = 2 if any(ranking.direction for ranking in results.rankings) else 1
    yield _element("PROGRAM_NAME", "tournamentd")
    yield _element("PROGRAM_VERSION", __version__)
    yield _element("EVENT_DESCRIPTION", results.event)
    yield _element("DATE", "/".join(reversed(results.date.isoformat().split("-"))))
    yield _element("WINNER_TYPE", str(winners))
    yield _element("BOARD_SCORING_METHOD", _METHODS.get(results.method, "OTHER"))
    if results.unit == _VICTORY_POINTS:
        yield _element("MATCH_SCORING_METHOD", "VPS")
    yield _element("BOARDS_PLAYED", str(max(_boards_played(results).values(), default=0)))
    if results.director:
        yield from _within("CONTACT", _element("FULL_NAME", results.director))


def _sections(results: Results) -> Iterator[str]:
    """Participants and boards: of a single section they stand in the event itself."""
    names = list(dict.fromkeys(board.section for board in results.travellers))
    if len(names) < 2:
        for name in names:
            yield from _section(results, name)
        return
    yield '<SESSION SESSION_ID="1">'
    for name in names:
        yield f"<SECTION SECTION_ID={quoteattr(_fit(name))}>"
        yield from _section(results, name)
        yield "</SECTION>"
    yield "</SESSION>"


def _section(results: Results, name: str) -> Iterator[str]:
    boards = [board for board in results.travellers if board.section == name]
    played = _boards_played(results)
    rows = sorted(
        (
            (ranking, row)
            for ranking in whole_lists(results)
            for row in ranking.rows
            if row.section == name and played.get((name, row.contestant))
        ),
        key=lambda placed: (placed[0].direction == "EW", placed[1].contestant),
    )
    individual = is_individual(boards)
    yield "<PARTICIPANTS>"
    for ranking, row in rows:
        if individual:
            yield from _single(row)
        else:
            yield from _pair(ranking, row, played[name, row.contestant])
    yield "</PARTICIPANTS>"
    for board in boards:
        if any(map(counts, board.lines)):
            yield from _board(results, board)


def _boards_played(results: Results) -> dict[tuple[str, int], int]:
    """How many results of each contestant count, in this session."""
    played: dict[tuple[str, int], int] = {}
    for board in results.travellers:
        for line in board.lines:
            if not counts(line):
                continue
            for number in (one for side in sides(line) for one in side):
                key = (board.section, number)
                played[key] = played.get(key, 0) + 1
    return played


def _pair(ranking: Ranking, row: Row, boards: int) -> Iterator[str]:
    yield "<PAIR>"
    yield _element("PAIR_NUMBER", str(row.contestant))
    if ranking.direction:
        yield _element("DIRECTION", ranking.direction)
    yield _element("BOARDS_PLAYED", str(boards))
    for player in (*players(row), _NOBODY, _NOBODY)[:_PLAYERS_OF_A_PAIR]:
        yield from _within("PLAYER", *_player(player))
    yield from _placing(row)
    yield "</PAIR>"


def _single(row: Row) -> Iterator[str]:
    player = (*players(row), _NOBODY)[0]
    yield "<PLAYER>"
    yield _element("PLAYER_NUMBER", str(row.contestant))
    yield from _player(player)
    yield from _placing(row)
    yield "</PLAYER>"


def _player(player: Known) -> Iterator[str]:
    yield _element("PLAYER_NAME", player.name)
    if player.id:
        yield _element("NATIONAL_ID_NUMBER", player.id)


def _placing(row: Row) -> Iterator[str]:
    """Place, total and percentage; several in one place have the same number."""
    yield _element("PLACE", "" if row.rank is None else str(row.rank))
    yield _element("TOTAL_SCORE", show.decimal(row.total))
    if row.percent is not None:
        yield _element("PERCENTAGE", show.decimal(row.percent))


def _board(results: Results, board: Traveller) -> Iterator[str]:
    yield "<BOARD>"
    yield _element("BOARD_NUMBER", str(board.board))
    for line in board.lines:
        if counts(line):
            yield "<TRAVELLER_LINE>"
            yield from _contestants(line)
            if line.outcome is not None:
                yield from _outcome(line.outcome, line)
            score = _score(line)
            if score is not None:
                yield _element("SCORE", score)
            yield from _points(results, line)
            yield "</TRAVELLER_LINE>"
    yield "</BOARD>"


def _contestants(line: TravellerLine) -> Iterator[str]:
    ns, ew = sides(line)
    if len(ns) == 1:
        yield _element("NS_PAIR_NUMBER", str(ns[0]))
        yield _element("EW_PAIR_NUMBER", str(ew[0]))
        return
    for seat, number in zip("NSEW", (*ns, *ew), strict=True):
        yield _element(f"{seat}_PLAYER_NUMBER", str(number))


def _outcome(outcome: Outcome, line: TravellerLine) -> Iterator[str]:
    if not isinstance(outcome, Played):
        yield _element("CONTRACT", "PASS")
        return
    yield _element("CONTRACT", str(outcome.contract))
    yield _element("PLAYED_BY", str(outcome.declarer))
    if line.lead is not None:
        yield _element("LEAD", f"{line.lead.suit}{line.lead.rank}")
    yield _element("TRICKS", str(outcome.tricks))


def _score(line: TravellerLine) -> str | None:
    """The score as NS see it, or the percentages of an artificial one where they have a form."""
    if line.score is not None:
        return str(line.score)
    percentages = (_percentage(line.ns_adjusted), _percentage(line.ew_adjusted))
    if None in percentages:
        return None
    return "A" + "".join(map(str, percentages))


def _percentage(adjusted: SideScore | None) -> int | None:
    """A percentage of two digits; None for what has no place in A6040."""
    if not isinstance(adjusted, Award) or adjusted.percent.denominator != 1:
        return None
    return int(adjusted.percent) if 10 <= adjusted.percent <= 99 else None


def _points(results: Results, line: TravellerLine) -> Iterator[str]:
    name = _POINTS.get(results.method)
    sides_points: Sequence[tuple[str, Fraction | None]] = (
        ("NS", line.ns_points),
        ("EW", line.ew_points),
    )
    for side, points in sides_points:
        if name is not None and points is not None:
            yield _element(f"{side}_{name}", show.decimal(points))


def _within(name: str, *elements: str) -> Iterator[str]:
    yield f"<{name}>"
    yield from elements
    yield f"</{name}>"


def _element(name: str, text: str) -> str:
    return f"<{name}>{escape(_fit(text))}</{name}>"


def _fit(text: str) -> str:
    """A text that XML can hold: what anybody wrote, without what no file of XML may have."""
    return on_one_line(text).translate(_NO_CHARACTERS)
