"""What everybody may not see yet: rankings in some rounds, and boards that are still played."""

from collections.abc import Iterable

from daemon.settings.model import TravellersShown
from daemon.tournament.results import Results, Status, Traveller
from daemon.tournament.rounds_over import rounds_over


def rankings_are_hidden(results: Results) -> bool:
    """Whether the rankings are kept from everybody while some section plays such a round.

    From the last rounds on they stay hidden until all results are in, or the event is closed.
    """
    if results.complete or results.final:
        return False
    first, last = results.publishing.hide_first_rounds, results.publishing.hide_last_rounds
    if not first and not last:
        return False
    sections = rounds_over(results.travellers).values()
    return any(one.over < first or (last and one.over >= one.planned - last) for one in sections)


def boards_in_play(results: Results) -> frozenset[int]:
    """The boards of which nobody may see what others did, because tables have yet to play them.

    In all sections, which mostly play the same cards. None where travellers are shown as they come,
    or when the event is closed.
    """
    if results.final or results.publishing.travellers is TravellersShown.LIVE:
        return frozenset()
    return frozenset(board.board for board in _unfinished(results.travellers))


def _unfinished(boards: Iterable[Traveller]) -> Iterable[Traveller]:
    return (board for board in boards if any(line.status is Status.MISSING for line in board.lines))
