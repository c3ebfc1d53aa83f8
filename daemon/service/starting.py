"""The start: guards first, then the IN files, then what lies in the folder already."""

from datetime import datetime

from daemon import __version__
from daemon.movement.wording import plural
from daemon.service.guards import refuse_past, refuse_stale, remembered, stale_files
from daemon.service.house import House, Orders, day_begins
from daemon.service.lookout import Lookout
from daemon.service.messages import Arrived, Failed, Inbox, Message, Stop, waiting
from daemon.service.pushing import push
from daemon.service.rulings_file import RulingsFile
from daemon.service.writer import Writer
from daemon.settings.model import Stale
from daemon.tournament.device_files import in_files
from daemon.tournament.entry import Fact, Started
from daemon.tournament.plan import SectionPlan
from daemon.tournament.state import State
from daemon.tournament.told import Told


def start(
    house: House, orders: Orders, lookout: Lookout, rulings: RulingsFile, inbox: Inbox
) -> Writer:
    """Do everything up to the first publishing. Raises as `run` of the daemon does.

    Nothing is pushed and nothing is written down before every guard has let it pass.
    """
    event = house.plan.settings.event
    begins = None if orders.stale is Stale.TAKE else day_begins(event.date)
    state = remembered(house.ledger, event, house.secret)
    if not orders.resume:
        refuse_past(event, state, house.clock().astimezone().date())
    lookout.look_around()
    messages = _without_stale(house, orders, state, waiting(inbox), begins)
    pushed = push(house.folder, in_files(house.plan), state.pushed, house.archive)
    writer = Writer(
        house.ledger,
        state,
        house.secret,
        publisher=house.publisher,
        log=house.log,
        clock=house.clock,
        day_begins=begins,
    )
    facts: list[Fact] = [Started(__version__)]
    if state.plan_read != house.plan_read:
        facts.append(house.plan_read)
    new = (fact for fact in pushed.facts if (fact.name, fact.sha256) not in state.pushed)
    writer.record([*facts, *sorted(new, key=lambda fact: fact.name)])
    house.log.tell(_started(house, writer))
    for told in pushed.told():
        house.log.tell(told)
    writer.take([*_ruled(rulings, state), *messages])
    for message in messages:
        if isinstance(message, (Stop, Failed)):
            inbox.put(message)  # it came while we started: the loop obeys
    return writer


def _ruled(rulings: RulingsFile, state: State) -> list[Message]:
    """What the rulings file says; one that is missing is no news before the first ruling."""
    first = rulings.first()
    return [] if first == rulings.missing and not state.rulings.entries else [first]


def _without_stale(
    house: House,
    orders: Orders,
    state: State,
    messages: list[Message],
    begins: datetime | None,
) -> list[Message]:
    """Refuse or archive what is of an earlier event, before anything is pushed.

    What was set aside in an earlier run keeps nobody from starting again. `begins` is None when
    everything is to be taken.
    """
    if begins is None:
        return messages
    archiving = orders.stale is Stale.ARCHIVE
    judged = [
        one
        for one in messages
        if isinstance(one, Arrived)
        and (one.seen.name not in state.latest or (archiving and one.seen.name in state.stale))
    ]
    stale = stale_files(judged, house.plan, house.secret, begins)
    if not archiving:
        refuse_stale(stale)
    for name, why in stale.items():
        there = house.folder.archive(name, house.archive)
        told = Told("files.archived", f"{why}; moved to {there}", fields=(("file", name),))
        house.log.tell(told)
    return [one for one in messages if not (isinstance(one, Arrived) and one.seen.name in stale)]


def _started(house: House, writer: Writer) -> Told:
    plan = house.plan
    event = plan.settings.event
    sections = "; ".join(map(_section, plan.sections))
    text = f"{event.name}, {event.date}; {sections}; {len(plan.plays)} results are expected"
    fields = (("version", __version__), ("expected", len(plan.plays)))
    if writer.conclusion is None:
        return Told("daemon.started", text, fields=fields)
    known = writer.conclusion.results
    text += f"; the ledger has {known.played} of them"
    if known.problems:
        text += (
            f" and {plural(len(known.problems), 'open problem')}: `tournamentd status` lists them"
        )
    return Told(
        "daemon.started",
        text,
        fields=(*fields, ("played", known.played), ("problems", len(known.problems))),
    )


def _section(section: SectionPlan) -> str:
    movement = section.movement
    who = "players" if movement.individual else "pairs"
    return (
        f"section {section.name}: {len(section.contestants)} {who}, {movement.tables} tables, "
        f"{movement.rounds} rounds"
    )
