"""When the cards of a board may be seen: when nobody has to play it any more."""

from collections import defaultdict
from collections.abc import Mapping

from msgspec.structs import replace

from daemon.bridge.hand_records import HandRecord
from daemon.tournament.leads import CheckedLeads, of_another_session
from daemon.tournament.play import PlayKey
from daemon.tournament.resolving import Resolved
from daemon.tournament.results import Results, Status, Traveller
from daemon.tournament.verdict import Verdict

ShownBoards = Mapping[str, frozenset[int]]
"""Section -> the boards whose cards may be seen."""


def boards_to_show(ruled: Resolved, verdicts: Mapping[PlayKey, Verdict]) -> ShownBoards:
    """The boards with hand records that are finished at every table.

    A section that plays a board later keeps it from being shown in the others too, unless it is
    known that other cards lie in it there. When the evening is closed everything is shown.
    """
    with_hands = [section for section in ruled.plan.sections if section.hands]
    if not with_hands:
        return {}
    due: defaultdict[int, list[HandRecord | None]] = defaultdict(list)
    for section in ruled.plan.sections:
        missing = {
            play.board
            for play in section.plays
            if verdicts[play.key].status is Status.MISSING and not ruled.rulings.closed
        }
        for board in missing:
            due[board].append(section.hands.get(board))
    return {
        section.name: frozenset(
            board
            for board, record in section.hands.items()
            if all(other is not None and other.deal != record.deal for other in due[board])
        )
        for section in with_hands
    }


def with_deals(
    results: Results, ruled: Resolved, leads: CheckedLeads, shown: ShownBoards
) -> Results:
    """The results with the cards of the boards to show; none that are of another session."""
    hands = {
        section.name: section.hands
        for section in ruled.plan.sections
        if section.hands and not of_another_session(leads[section.name])
    }
    if not hands:
        return results

    def dealt(traveller: Traveller) -> Traveller:
        record = hands.get(traveller.section, {}).get(traveller.board)
        if record is None or traveller.board not in shown[traveller.section]:
            return traveller
        return replace(traveller, deal=record.deal, makeable=record.makeable)

    return replace(results, travellers=tuple(map(dealt, results.travellers)))
