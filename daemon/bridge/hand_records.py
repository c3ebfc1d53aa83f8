"""Hand records: what lies in the boards, as dealing programs write it in PBN."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from msgspec.structs import replace

from daemon.bridge.analysis import read_given_par, read_tricks
from daemon.bridge.board import dealer, vulnerability
from daemon.bridge.deal import Deal, DealError, read_deal
from daemon.bridge.makeable import COMPLETE, Makeable, Par, Tricks, par
from daemon.bridge.pbn_games import Game, Tag, read_games
from daemon.problem import Problem, Source, Span, at_most

HIGHEST_BOARD = 1000
MOST_CHARACTERS = 5_000_000
"""The results of a congress with all their auctions are fewer."""

# In a file of results the same cards come again and again.
_deal = lru_cache(maxsize=100)(read_deal)

_VULNERABLE = {
    **dict.fromkeys(("none", "love", "-"), "None"),
    **dict.fromkeys(("all", "both"), "All"),
    "ns": "NS",
    "ew": "EW",
}


@dataclass(frozen=True, slots=True)
class HandRecord:
    """What lies in a board, and what is known of it double dummy.

    `tricks` may be empty, or not have all declarers and strains. `given_par` is the score that the
    file says is par, as NS see it. `makeable` is what these come to; None when nothing is known.
    `span` is where the board stands in its file.
    """

    board: int
    deal: Deal
    tricks: Tricks = field(default_factory=dict)
    given_par: int | None = None
    span: Span | None = field(default=None, compare=False)
    makeable: Makeable | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Worked out once: the cards of a board are published with every result.
        object.__setattr__(self, "makeable", self._makeable())

    @property
    def is_analysed(self) -> bool:
        """Whether the tricks of all declarers and strains are known."""
        return len(self.tricks) == COMPLETE

    def _makeable(self) -> Makeable | None:
        """A par that the file gives stands, without contracts where the tricks are for another."""
        given = None if self.given_par is None else Par(self.given_par)
        if not self.is_analysed:
            return Makeable(self.tricks, given) if self.tricks or given else None
        worked_out = par(self.tricks, dealer(self.board), vulnerability(self.board))
        if given is not None and given.score != worked_out.score:
            return Makeable(self.tricks, given)
        return Makeable(self.tricks, worked_out)


HandRecords = Mapping[int, HandRecord]
"""Number of the board -> what lies in it."""


def read_hand_records(
    source: Source, event: str | None = None
) -> tuple[HandRecords, tuple[Problem, ...]]:
    """Read the hand records in a PBN file; those of one of its events when that is named.

    A board that cannot be read is an error and is left out; no other suffers. A game without a
    deal, such as a table of results, says nothing. A board that comes again with the same cards is
    the same board. Codes: errors `hands-tag`, `hands-comment`, `hands-board`, `hands-deal`,
    `hands-twice`, `hands-none`, `hands-size` (nothing of the file is read); warnings
    `hands-dealer`, `hands-vulnerable`, `hands-tricks`, `hands-same`.
    """
    if len(source.text) > MOST_CHARACTERS:
        message = (
            f"this file has {len(source.text):,} characters and at most {MOST_CHARACTERS:,} are "
            f"read: name the file that has only the hands of this evening"
        )
        return {}, (source.error("hands-size", message, Span(1)),)
    games, found = read_games(source)
    problems = list(found)
    records: list[tuple[HandRecord, str]] = []
    for game in games:
        name = game.value("Event") or ""
        if event is None or name.casefold() == event.casefold():
            records += [(record, name) for record in _record(game, source, problems)]
    kept = dict(_without_contradictions(records, source, problems))
    problems += _same_cards(kept.values(), source)
    if not kept and not any(problem.is_error for problem in problems):
        whose = "" if event is None else f' of the event "{event}"'
        problems.append(
            source.error(
                "hands-none",
                f"there are no hands{whose} in this file: each board needs the tags Board and Deal",
            )
        )
    return kept, at_most(problems)


def _record(game: Game, source: Source, problems: list[Problem]) -> Iterator[HandRecord]:
    """The record of a game; none when it has no hands, or none that can be used."""
    tag = game.tags.get("Deal")
    if tag is None or not tag.value.strip():
        return
    try:
        deal = _deal(tag.value)
    except DealError as error:
        problems.append(_bad_deal(game, tag, error, source))
        return
    if deal is None:
        return
    board = game.tags.get("Board")
    number = _number(board)
    if number is None:
        message = (
            f'a board has a number from 1 to {HIGHEST_BOARD}, as in [Board "1"]; these hands are '
            f"left out"
        )
        place = tag if board is None else board
        problems.append(source.error("hands-board", message, place.span))
        return
    problems += _against_the_number(game, number, source)
    tricks, about_tricks = read_tricks(game, source)
    problems += about_tricks
    yield HandRecord(number, deal, tricks, read_given_par(game), tag.span)


def _number(tag: Tag | None) -> int | None:
    text = "" if tag is None else tag.value.strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        return None
    number = int(text)
    return number if 1 <= number <= HIGHEST_BOARD else None


def _bad_deal(game: Game, tag: Tag, error: DealError, source: Source) -> Problem:
    board = game.value("Board")
    which = f"board {board.strip()}" if board and board.strip() else "this board"
    span = replace(tag.span, column=tag.span.column + error.start, length=max(1, error.length))
    return source.error("hands-deal", f"{which} is left out: {error}", span)


def _against_the_number(game: Game, board: int, source: Source) -> Iterator[Problem]:
    """Dealer and vulnerability follow from the number: what differs may be of another board."""
    deals = game.tags.get("Dealer")
    if deals is not None and deals.value.strip().upper() not in {"", "?", str(dealer(board))}:
        yield source.warning(
            "hands-dealer",
            f"{deals.value.strip()} deals here, and {dealer(board)} deals board {board}: is it the "
            f"right number? The number counts",
            deals.span,
        )
    tag = game.tags.get("Vulnerable")
    if tag is None:
        return
    written = tag.value.strip()
    ours = str(vulnerability(board))
    if written not in {"", "?"} and _VULNERABLE.get(written.casefold()) != ours:
        yield source.warning(
            "hands-vulnerable",
            f"{written} are vulnerable here, and on board {board} it is {ours}: is it the right "
            f"number? The number counts",
            tag.span,
        )


def _without_contradictions(
    records: Sequence[tuple[HandRecord, str]], source: Source, problems: list[Problem]
) -> Iterator[tuple[int, HandRecord]]:
    """One record for a board; none for a board that has different cards in several places."""
    of_board: dict[int, list[tuple[HandRecord, str]]] = {}
    for record, event in records:
        of_board.setdefault(record.board, []).append((record, event))
    for board, found in sorted(of_board.items()):
        first, event = found[0]
        others = [one for one in found if one[0].deal != first.deal]
        if not others:
            yield board, _best_known(record for record, _ in found)
            continue
        other, other_event = others[0]
        what = "take out what is wrong"
        if other_event != event:
            what = f'they are of several events, "{event}" and "{other_event}": name one of them'
        line = first.span.line if first.span else 0
        message = (
            f"board {board} stands in line {line} with other cards, and nobody can tell which are "
            f"right, so it is left out: {what}"
        )
        problems.append(source.error("hands-twice", message, other.span))


def _best_known(records: Iterable[HandRecord]) -> HandRecord:
    """Of several records with the same cards, the one of which most is known."""
    return max(records, key=lambda record: (len(record.tricks), record.given_par is not None))


def _same_cards(records: Iterable[HandRecord], source: Source) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for record in records:
        board = first.setdefault(str(record.deal), record.board)
        if board != record.board:
            yield source.warning(
                "hands-same",
                f"board {record.board} has the same cards as board {board}: is one of them wrong?",
                record.span,
            )
