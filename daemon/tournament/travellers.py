"""Verdicts and points -> travellers: all lines of every board."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from msgspec import Struct, field

from daemon.bridge.board import dealer, vulnerability
from daemon.bridgesuite.record import Place
from daemon.scoring.traveller import ScoredLine
from daemon.tournament.matching import Stray
from daemon.tournament.merge import Merged
from daemon.tournament.play import Play, PlayKey
from daemon.tournament.results import OpenProblem, Status, Traveller, TravellerLine
from daemon.tournament.rounds_over import BoardRounds, Rounds, rounds_of, rounds_on
from daemon.tournament.ruling import AdjustedRuling
from daemon.tournament.verdict import Verdict

_Key = TypeVar("_Key")
_NO_DATUMS = (None, None)

Board = tuple[str, int]
"""A section, and a board in it."""

Subject = tuple[str | None, int | None, int | None, int | None]
"""Section, board, NS and EW that something is about, as far as they are known."""

Datums = tuple[Fraction | None, Fraction | None]
"""What a Butler compares NS and EW with, as each side sees it."""


class BoardScores(Struct, frozen=True):
    """A board of a field with its points: `scored` line by line, `lines` and `datums` by play."""

    scored: tuple[ScoredLine, ...]
    lines: Mapping[PlayKey, ScoredLine]
    datums: Mapping[PlayKey, Datums]


class Travellers(Struct, frozen=True):
    """The travellers of all boards of all sections (`on_boards`), in order.

    `told` is what each tells of the rounds, and `rounds` how far that shows each section to be. The
    rest is what they were put together from: the plays and scores of each board, the codes of the
    problems about each play, and the lines on each board that have no place in the plan.
    """

    plays: Mapping[Board, tuple[Play, ...]]
    scores: Mapping[Board, BoardScores] = field(default_factory=dict)
    flags: Mapping[Subject, tuple[str, ...]] = field(default_factory=dict)
    strays: Mapping[Board, tuple[Stray, ...]] = field(default_factory=dict)
    on_boards: Mapping[Board, Traveller] = field(default_factory=dict)
    told: Mapping[Board, BoardRounds] = field(default_factory=dict)
    rounds: Mapping[str, Rounds] = field(default_factory=dict)


def travellers(
    merged: Merged,
    scores: Mapping[Board, BoardScores],
    problems: Sequence[OpenProblem],
    news: Iterable[PlayKey],
    before: Travellers,
) -> Travellers:
    """The travellers, with every line that came in for a board.

    `news` are the plays whose verdict may be another than in the travellers `before`, which have
    the plays of all boards.
    """
    flags, strays = _flags(problems), _strays(merged)
    touched = {
        *((key.section, key.board) for key in news),
        *((about[0], about[1]) for about in _differing(flags, before.flags)),
        *_differing(strays, before.strays),
        *(board for board in scores if scores[board] is not before.scores.get(board)),
    }
    # The first time in order of the plan; later ones take the places of those before.
    anew = before.plays.keys() & touched if before.on_boards else before.plays.keys()
    made = {
        board: _traveller(
            board, before.plays[board], merged, scores.get(board), flags, strays.get(board, ())
        )
        for board in anew
    }
    told = {**before.told, **{board: rounds_on(one) for board, one in made.items()}}
    rounds = _rounds(told, {section for section, _ in made}, before.rounds)
    on_boards = {**before.on_boards, **made}
    return Travellers(before.plays, scores, flags, strays, on_boards, told, rounds)


def _rounds(
    told: Mapping[Board, BoardRounds], sections: Collection[str], before: Mapping[str, Rounds]
) -> Mapping[str, Rounds]:
    """How far every section is, when the boards of these tell something else than before."""
    boards: defaultdict[str, list[BoardRounds]] = defaultdict(list)
    for (section, _), one in told.items():
        if section in sections:
            boards[section].append(one)
    return {**before, **rounds_of(boards)}


def _flags(problems: Iterable[OpenProblem]) -> Mapping[Subject, tuple[str, ...]]:
    """The codes of the problems about each subject."""
    flags: dict[Subject, set[str]] = defaultdict(set)
    for one in problems:
        flags[one.section, one.board, one.ns, one.ew].add(one.problem.code)
    return {about: tuple(sorted(codes)) for about, codes in flags.items()}


def _strays(merged: Merged) -> Mapping[Board, tuple[Stray, ...]]:
    """The lines without a place in the plan, by board."""
    strays: dict[Board, list[Stray]] = defaultdict(list)
    for stray in merged.strays:
        # A board that is not played here has no traveller; the problems name it.
        if stray.place is not None:
            strays[stray.section, stray.place.board].append(stray)
    return {board: tuple(on_board) for board, on_board in strays.items()}


def _differing(one: Mapping[_Key, object], other: Mapping[_Key, object]) -> Iterator[_Key]:
    return (key for key in one.keys() | other.keys() if one.get(key) != other.get(key))


def _traveller(
    on: Board,
    plays: Iterable[Play],
    merged: Merged,
    scores: BoardScores | None,
    flags: Mapping[Subject, tuple[str, ...]],
    strays: Iterable[Stray],
) -> Traveller:
    section, board = on
    lines = [
        _traveller_line(
            merged.verdicts[play.key],
            scores.lines.get(play.key) if scores else None,
            scores.datums.get(play.key, _NO_DATUMS) if scores else _NO_DATUMS,
            flags.get(play.key, ()),
        )
        for play in plays
    ]
    lines += [_stray_line(stray, stray.place) for stray in strays if stray.place is not None]
    return Traveller(section, board, dealer(board), vulnerability(board), tuple(lines))


def _traveller_line(
    verdict: Verdict,
    scored: ScoredLine | None,
    datums: Datums,
    flags: tuple[str, ...],
) -> TravellerLine:
    play = verdict.play
    chosen = verdict.chosen
    award = verdict.ruling.words if verdict.status is Status.ADJUSTED and verdict.ruling else None
    adjusted = verdict.ruling if award and isinstance(verdict.ruling, AdjustedRuling) else None
    return TravellerLine(
        play.round,
        play.table,
        play.ns,
        play.ew,
        verdict.status,
        verdict.outcome,
        chosen.record.lead if chosen else None,
        verdict.score,
        scored.ns[0].points if scored else None,
        scored.ew[0].points if scored else None,
        award,
        verdict.sources,
        (chosen.device or None) if chosen else None,
        flags,
        *datums,
        tuple(one.number for one in play.ns_contestants),
        tuple(one.number for one in play.ew_contestants),
        scored.ns[0].maximum if scored else None,
        adjusted.ns if adjusted else None,
        adjusted.ew if adjusted else None,
        chosen.record.auction if chosen else (),
        scored.line.deal if scored else 0,
    )


def _stray_line(stray: Stray, place: Place) -> TravellerLine:
    """A line that came in for this board and has no place in the plan."""
    return TravellerLine(
        stray.play.round if stray.play else None,
        place.table,
        place.ns,
        place.ew,
        Status.HELD,
        sources=(stray.path,),
        flags=(stray.problem.code,),
    )
