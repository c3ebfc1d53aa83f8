"""The start: guards first, then the IN files, then what lies in the folder already."""

from datetime import datetime

from daemon import __version__
from daemon.movement.wording import plural
from daemon.publish.show import not_played
from daemon.service.crew import Crew
from daemon.service.guards import (
    evening_of,
    refuse_past,
    refuse_past_files,
    refuse_rehearsal,
    refuse_stale,
    remembered,
    stale_files,
)
from daemon.service.house import House, Orders, day_begins
from daemon.service.messages import Arrived, Failed, Inbox, Message, RulingsArrived, Stop, waiting
from daemon.service.reaching import Reaching, Stopping
from daemon.service.rulings_file import RulingsFile
from daemon.service.writer import Writer
from daemon.settings.model import Stale
from daemon.tournament.conclusion import ruled_plan
from daemon.tournament.device_files import in_files
from daemon.tournament.entry import EarlierLines, Fact, RulingsRead, Started
from daemon.tournament.plan import SectionPlan
from daemon.tournament.replays import lines_of_file
from daemon.tournament.resolving import Resolved
from daemon.tournament.results import Results
from daemon.tournament.retelling import versions
from daemon.tournament.state import State, step
from daemon.tournament.told import Level, Told

_NO_FOLDER = (
    "the tablets' folder is not there yet and is made now: if the tablets have one already, "
    "folder.path is wrong"
)


def start(
    house: House, orders: Orders, crew: Crew, inbox: Inbox, stopping: Stopping | None = None
) -> Writer:
    """Do everything up to the standings; other files follow. Raises as `run` of the daemon does.

    Nothing is pushed and nothing is written down before every guard has let it pass. A network
    that is away is waited for, unless the daemon is to run once. Raises StoppedEarlyError when an
    end is asked for meanwhile.
    """
    reaching = Reaching(house.log, inbox, stopping or Stopping(), patient=not orders.once)
    event = house.plan.settings.event
    begins = None if orders.stale is Stale.TAKE else day_begins(event.date)
    before = remembered(house.ledger, event, house.secret, None if orders.resume else begins)
    state = before.state
    now = house.clock().astimezone()
    today = evening_of(now)
    if not orders.resume:
        refuse_past(event, before, now)
        if begins is not None:
            refuse_rehearsal(event, before, house.secret, begins)
    reaching.reach(crew.lookout.look_around)
    if not house.folder.is_there:
        house.log.tell(Told("problem.found", _NO_FOLDER, Level.WARNING))
    came = waiting(inbox)
    if not orders.resume and not state.received:
        arrived = (one for one in came if isinstance(one, Arrived))
        refuse_past_files(event, arrived, today, day_begins(today))
    messages, state = _without_stale(house, orders, state, came, begins)
    ruled = _ruled(crew.rulings, state)
    expected = _expected(house, state, ruled)
    files = in_files(expected.plan)
    pushed = reaching.reach(lambda: crew.pusher.first(files, state.pushed))
    writer = Writer(
        house,
        state,
        pusher=crew.pusher,
        day_begins=begins,
        is_called=lambda: not inbox.empty(),
    )
    facts: list[Fact] = [Started(__version__)]
    if state.plan_read != house.plan_read:
        facts.append(house.plan_read)
    new = (fact for fact in pushed.facts if (fact.name, fact.sha256) not in state.pushed)
    writer.record([*facts, *sorted(new, key=lambda fact: fact.name)])
    house.log.tell(_started(house, writer, closed=expected.rulings.closed))
    for told in pushed.told():
        house.log.tell(told)
    writer.accept([*ruled, *messages])
    if crew.reporter is not None:
        crew.reporter.remember(writer.state.answered)
    for message in messages:
        if isinstance(message, (Stop, Failed)):
            inbox.put(message)  # it came while we started: the loop obeys
    return writer


def _expected(house: House, state: State, ruled: list[Message]) -> Resolved:
    """The plan and the rulings as the files have them now, before they are recorded.

    The rulings say who is absent, and whether the evening is closed.
    """
    if state.plan_read != house.plan_read:
        ledger = house.ledger
        state = step(state, house.plan_read, house.secret, lambda: versions(ledger.entries()))
    for message in ruled:
        if isinstance(message, RulingsArrived):
            state = step(state, RulingsRead(message.name, message.text), house.secret)
    return ruled_plan(state)


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
) -> tuple[list[Message], State]:
    """Refuse or archive what is of an earlier event, before anything is pushed.

    Returns the other messages, and the state with what is to be remembered of those that were
    archived. What was set aside in an earlier run keeps nobody from starting again. `begins` is
    None when everything is to be taken.
    """
    if begins is None:
        return messages, state
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
    state = _remember(house, state, [one for one in judged if one.seen.name in stale])
    for name, why in stale.items():
        there = house.folder.archive(name, house.archive)
        told = Told("files.archived", f"{why}; moved to {there}", fields=(("file", name),))
        house.log.tell(told)
    others = [one for one in messages if not (isinstance(one, Arrived) and one.seen.name in stale)]
    return others, state


def _remember(house: House, state: State, files: list[Arrived]) -> State:
    """Write down the lines of files that are about to be archived.

    A tablet that slept may send them again, and then they must be known.
    """
    lines = (
        lines_of_file(one.seen.name, one.content, house.plan, house.secret).lines for one in files
    )
    fact = EarlierLines(frozenset[str]().union(*lines))
    if not fact.lines:
        return state
    house.ledger.append([fact], house.clock())
    return step(state, fact, house.secret)


def _started(house: House, writer: Writer, *, closed: bool) -> Told:
    plan = house.plan
    event = plan.settings.event
    sections = "; ".join(map(_section, plan.sections))
    text = f"{event.name}, {event.date}; {sections}; {len(plan.plays)} results are expected"
    fields: tuple[tuple[str, int | str], ...] = (
        ("version", __version__),
        ("expected", len(plan.plays)),
    )
    if writer.conclusion is not None:
        known = writer.conclusion.results
        text += f"; the ledger has {_counted(known)}"
        if known.problems:
            open_ = plural(len(known.problems), "open problem")
            text += f"; {open_}: `tournamentd status` lists them"
        fields = (*fields, ("played", known.played), ("problems", len(known.problems)))
    if closed:
        text += f"; the evening is closed (closed = true in {house.rulings.name})"
    return Told("daemon.started", text, fields=fields)


def _counted(results: Results) -> str:
    """`9 of them`, or `6 of them, 3 were not played`."""
    unplayed = not_played(results)
    came = f"{results.played - unplayed} of them"
    if not unplayed:
        return came
    return f"{came}, {unplayed} {'was' if unplayed == 1 else 'were'} not played"


def _section(section: SectionPlan) -> str:
    movement = section.movement
    who = "players" if movement.individual else "pairs"
    return (
        f"section {section.name}: {len(section.contestants)} {who}, {movement.tables} tables, "
        f"{movement.rounds} rounds"
    )
