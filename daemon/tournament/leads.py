"""Opening leads against the hand records: who led a card must have held it (Law 41)."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from daemon.bridge.card import Card
from daemon.bridge.contract import Played
from daemon.bridge.hand_records import HandRecords
from daemon.bridge.seat import Seat
from daemon.problem import Problem, Severity, Span
from daemon.tournament.claim import Claim
from daemon.tournament.plan import SectionPlan
from daemon.tournament.play import Play, PlayKey
from daemon.tournament.resolving import Resolved
from daemon.tournament.results import OpenProblem
from daemon.tournament.settling import acknowledge
from daemon.tournament.verdict import Verdict

LEAD_NOT_HELD = "lead-not-held"
OTHER_SESSION = "hands-other-session"

# With cards of another session three of four leads do not fit; with the right ones, few do not.
_ENOUGH_LEADS = 8


class CheckedLead(Struct, frozen=True):
    """A lead that could be compared: who led it by what was entered, and who held that card."""

    play: Play
    claim: Claim
    played: Played
    lead: Card
    holder: Seat

    @property
    def leader(self) -> Seat:
        """Who led, by the declarer that was entered."""
        return self.played.declarer.next

    @property
    def fits(self) -> bool:
        """Whether the leader held it."""
        return self.leader is self.holder


CheckedLeads = Mapping[str, Sequence[CheckedLead]]
"""Section -> all its leads that can be compared with its hand records."""


def check_leads(ruled: Resolved, verdicts: Mapping[PlayKey, Verdict]) -> CheckedLeads:
    """Compare every lead of a result that counts, and on which the director has not ruled.

    On fouled boards nobody knows which of the tables had the cards of the hand records.
    """
    sections = [section for section in ruled.plan.sections if section.hands]
    if not sections:
        return {}
    fouled = {(section, board) for section, board, _ in ruled.rulings.deals}
    return {
        section.name: [
            lead
            for play in section.plays
            if (section.name, play.board) not in fouled
            if (lead := _checked(verdicts[play.key], section.hands)) is not None
        ]
        for section in sections
    }


def of_another_session(leads: Sequence[CheckedLead]) -> bool:
    """Whether so many leads do not fit that the hand records must be of other boards."""
    odd = [lead for lead in leads if not lead.fits]
    return len(leads) >= _ENOUGH_LEADS and len(odd) * 2 > len(leads)


def lead_problems(
    ruled: Resolved, leads: CheckedLeads, shown: Mapping[str, frozenset[int]]
) -> Iterator[OpenProblem]:
    """The leads that do not fit; said once where nothing fits.

    `shown` are the boards of each section whose cards everybody may see: of the others nothing is
    told that would help who has still to play them.
    """
    for name, checked in leads.items():
        section = ruled.plan.section(name)
        if of_another_session(checked):
            yield OpenProblem(_another_session(section), name)
            continue
        for lead in checked:
            if not lead.fits:
                yield _not_held(lead, section, shown[name])


def _checked(verdict: Verdict, hands: HandRecords) -> CheckedLead | None:
    chosen, record = verdict.chosen, hands.get(verdict.play.board)
    if chosen is None or record is None or verdict.is_ruled:
        return None
    played, lead = chosen.record.outcome, chosen.record.lead
    if lead is None or not isinstance(played, Played):
        return None
    return CheckedLead(verdict.play, chosen, played, lead, record.deal.holder(lead))


def _another_session(section: SectionPlan) -> Problem:
    # Without their number: a message that changes with every result would be told every time.
    return Problem(
        Severity.WARNING,
        OTHER_SESSION,
        f"most leads in section {section.name} are of cards that the leader does not hold; these "
        f"hand records are probably of another session, so none is shown and no lead is checked: "
        f"`tournamentd import` takes the right ones",
        section.settings.hands,
    )


def _not_held(lead: CheckedLead, section: SectionPlan, shown: frozenset[int]) -> OpenProblem:
    play, record = lead.play, lead.claim.record
    asked = "ask the table whether declarer, lead and board are right"
    if play.board in shown:
        asked = f"{'; '.join(_explanations(lead, section, shown))}; ask the table"
    message = (
        f"{play}: {lead.lead} was led against {lead.played.contract} by {lead.played.declarer}, "
        f"and {_name(lead.leader)} does not hold it; {asked}"
    )
    span = Span(record.line, 1, len(record.text))
    problem = Problem(Severity.WARNING, LEAD_NOT_HELD, message, lead.claim.path, span, record.text)
    ruling = acknowledge(LEAD_NOT_HELD, play)
    return OpenProblem(problem, play.section, play.board, play.ns, play.ew, ruling)


def _explanations(lead: CheckedLead, section: SectionPlan, shown: frozenset[int]) -> Iterator[str]:
    """Who holds it, and what would make the lead right."""
    before = lead.holder.next.partner
    yield f"{_name(lead.holder)} does, who would lead if {_name(before)} were declarer"
    for board in (lead.play.board - 1, lead.play.board + 1):
        there = any(
            one.board == board and one.round == lead.play.round and one.table == lead.play.table
            for one in section.plays
        )
        if there and board in shown and section.hands[board].deal.holder(lead.lead) is lead.leader:
            yield f"on board {board} {_name(lead.leader)} holds it"


def _name(seat: Seat) -> str:
    return seat.name.capitalize()
