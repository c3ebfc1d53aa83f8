"""Verdicts and points -> travellers: all lines of every board."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from daemon.bridge.board import dealer, vulnerability
from daemon.bridgesuite.record import Place
from daemon.scoring.traveller import ScoredLine
from daemon.tournament.matching import Stray
from daemon.tournament.merge import Merged
from daemon.tournament.plan import Plan
from daemon.tournament.play import PlayKey
from daemon.tournament.results import OpenProblem, Status, Traveller, TravellerLine
from daemon.tournament.ruling import AdjustedRuling
from daemon.tournament.verdict import Verdict

Subject = tuple[str | None, int | None, int | None, int | None]
"""Section, board, NS and EW that something is about, as far as they are known."""


def travellers(
    plan: Plan,
    merged: Merged,
    scored: Mapping[PlayKey, ScoredLine],
    datums: Mapping[PlayKey, tuple[Fraction | None, Fraction | None]],
    problems: Sequence[OpenProblem],
) -> Iterator[Traveller]:
    """The travellers of all boards of all sections, with every line that came in for them.

    `datums` are what a Butler compares NS and EW with, as each side sees it.
    """
    flags: dict[Subject, set[str]] = defaultdict(set)
    for one in problems:
        flags[one.section, one.board, one.ns, one.ew].add(one.problem.code)
    for section in plan.sections:
        on_board: dict[int, list[TravellerLine]] = defaultdict(list)
        for play in section.plays:
            on_board[play.board].append(
                _traveller_line(
                    merged.verdicts[play.key],
                    scored.get(play.key),
                    datums.get(play.key, (None, None)),
                    tuple(sorted(flags.get(play.key, ()))),
                )
            )
        for stray in merged.strays:
            # A board that is not played here has no traveller; the problems name it.
            if stray.section == section.name and stray.place and stray.place.board in on_board:
                on_board[stray.place.board].append(_stray_line(stray, stray.place))
        for board, lines in sorted(on_board.items()):
            yield Traveller(section.name, board, dealer(board), vulnerability(board), tuple(lines))


def _traveller_line(
    verdict: Verdict,
    scored: ScoredLine | None,
    datums: tuple[Fraction | None, Fraction | None],
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
