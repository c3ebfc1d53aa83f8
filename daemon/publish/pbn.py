"""The results as PBN: Portable Bridge Notation 2.1, in export format.

Each board of a section is a game with its ScoreTable, in which no contract is the contract. A game
for each result with a contract follows: with its auction, times and lead. The first game of the
file has the TotalScoreTable, with all lists.

Devices do not know the cards: the Deal comes from the hand records, with what can be made. Without
them the Deal, which the export format demands and which must stand before a Play section, says that
none of the four hands is given. Who of a pair sat North is not known either: pairs are named by
PairNS and PairEW, which the standard has for that.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from daemon.bridge.contract import Outcome, Played
from daemon.publish import show
from daemon.publish.pbn_auction import auction_section, fits, time_table
from daemon.publish.pbn_hands import analysis_tags, result_table
from daemon.publish.pbn_scores import COMPETITIONS, points_name, score_table, total_score_table
from daemon.publish.pbn_text import ENCODING, LINE_END, UNKNOWN, joined, tag
from daemon.publish.people import People, counts, is_individual, people, sides
from daemon.tournament.results import Results, Status, Traveller, TravellerLine

_HEAD = ("% PBN 2.1", "% EXPORT")
_SCORING = {
    "matchpoints": "MatchPoints",
    "cross-imps": "IMP;Cross",
    "butler": "IMP;Butler",
    "total-points": "TotalPoints",
    "board-a-match": "BAM",
}
_NO_AUCTION = "; The auction that was entered does not lead to this contract: it is left out."


def pbn(results: Results) -> bytes:
    """The whole file, as bytes in the character set of the standard."""
    lines = [*_HEAD]
    for place, game in enumerate(_games(results)):
        # An empty line ends a game, and each one but the last needs one.
        lines.extend(["", *game] if place else game)
    return "".join(f"{line}{LINE_END}" for line in lines).encode(ENCODING)


def _games(results: Results) -> Iterator[list[str]]:
    known = people(results)
    totals = [] if not results.rankings else list(total_score_table(results))
    for board in results.travellers:
        optimum = () if board.makeable is None else result_table(board.makeable)
        yield [*_board(results, board), *optimum, *score_table(results, board), *totals]
        totals = []
        for line in board.lines:
            if counts(line) and line.outcome is not None:
                yield list(_played(results, board, line, line.outcome, known))


def _board(results: Results, board: Traveller) -> Iterator[str]:
    """The tags of a game that is a board, and no play of it."""
    yield from _mandatory(results, board, [UNKNOWN] * 4, [UNKNOWN] * 3)
    optimum = {} if board.makeable is None else analysis_tags(board.makeable)
    competition = COMPETITIONS[is_individual([board])]
    yield from _supplemental(results, board, {**optimum, "Competition": competition})


def _played(
    results: Results, board: Traveller, line: TravellerLine, outcome: Outcome, known: People
) -> Iterator[str]:
    """A game that is one result: all its sections."""
    auction = line.auction
    keeps = bool(auction) and fits(auction, board.dealer, outcome)
    if auction and not keeps:
        yield _NO_AUCTION
    end = (
        [str(outcome.declarer), str(outcome.contract), str(outcome.tricks)]
        if isinstance(outcome, Played)
        else ["", "Pass", ""]
    )
    yield from _mandatory(results, board, _seated(board, line, known), end)
    yield from _supplemental(results, board, _of_line(results, board, line, known))
    if keeps:
        yield from auction_section(auction, board.dealer)
    if isinstance(outcome, Played) and line.lead is not None:
        yield tag("Play", str(outcome.declarer.next))
        yield f"{line.lead.suit}{line.lead.rank} - - -"
        yield "*"
    if keeps:
        yield from time_table(auction)


def _mandatory(
    results: Results, board: Traveller, seated: Iterable[str], end: Iterable[str]
) -> Iterator[str]:
    """The fifteen tags of export format, in their order.

    `seated` are West, North, East and South; `end` are declarer, contract and tricks.
    """
    yield tag("Event", results.event)
    yield tag("Site", results.club or UNKNOWN)
    yield tag("Date", results.date.isoformat().replace("-", "."))
    yield tag("Board", str(board.board))
    for seat, player in zip(("West", "North", "East", "South"), seated, strict=True):
        yield tag(seat, player)
    yield tag("Dealer", str(board.dealer))
    yield tag("Vulnerable", str(board.vulnerable))
    dealt = board.deal
    yield tag("Deal", dealt.beginning_at(board.dealer) if dealt else f"{board.dealer}:- - - -")
    yield tag("Scoring", _SCORING.get(results.method, results.method))
    for name, value in zip(("Declarer", "Contract", "Result"), end, strict=True):
        yield tag(name, value)


def _supplemental(results: Results, board: Traveller, more: dict[str, str]) -> Iterator[str]:
    """The other tags, sorted by their names."""
    tags = {
        **more,
        "Director": results.director or "",
        "Section": board.section,
    }
    for name, value in sorted(tags.items()):
        if value:
            yield tag(name, value)


def _of_line(
    results: Results, board: Traveller, line: TravellerLine, known: People
) -> dict[str, str]:
    tags = {
        "Competition": COMPETITIONS[_is_individual(line)],
        "Table": str(line.table),
        "Round": "" if line.round is None else str(line.round),
        "Score": "" if line.score is None else f"NS {line.score}",
    }
    if not _is_individual(line):
        tags["PairNS"], tags["PairEW"] = (
            _names(board, numbers[0], known) for numbers in sides(line)
        )
    if line.ns_points is not None and line.ew_points is not None:
        points = points_name(results)
        if points is not None:
            tags[f"Score{points}"] = _both(line.ns_points, line.ew_points)
        if points is not None and line.top:
            tags["ScorePercentage"] = _both(
                line.ns_points * 100 / line.top, line.ew_points * 100 / line.top
            )
    if line.status is Status.ADJUSTED:
        tags["Termination"] = "adjudication"
    return tags


def _both(ns: Fraction, ew: Fraction) -> str:
    return f"NS {show.decimal(ns)} EW {show.decimal(ew)}"


def _is_individual(line: TravellerLine) -> bool:
    return len(line.ns_contestants) > 1


def _names(board: Traveller, number: int, known: People) -> str:
    """The names of a contestant, or the number where none is known."""
    names = joined(one.name for one in known.get((board.section, number), ()))
    return names or str(number)


def _seated(board: Traveller, line: TravellerLine, known: People) -> list[str]:
    """The players at West, North, East and South, where that is known."""
    if not _is_individual(line):
        return [UNKNOWN] * 4
    north, south = line.ns_contestants
    east, west = line.ew_contestants
    return [_names(board, number, known) for number in (west, north, east, south)]
