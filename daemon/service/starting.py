"""The start: guards first, then the IN files, then what lies in the folder already."""

import queue
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from hashlib import sha256
from pathlib import Path

from daemon import __version__
from daemon.bridgesuite.envelope import Secret
from daemon.folder.port import Folder
from daemon.ledger.port import Ledger
from daemon.service.logs import Log
from daemon.service.lookout import Lookout
from daemon.service.messages import Arrived, Message, Stop
from daemon.service.pushing import Pushed, push
from daemon.service.writer import Clock, Publishes, Writer
from daemon.settings.model import Stale
from daemon.tournament.device_files import in_files
from daemon.tournament.entry import Fact, FilePushed, PlanRead, Started
from daemon.tournament.plan import Plan
from daemon.tournament.staleness import why_stale
from daemon.tournament.state import State, step
from daemon.tournament.story import Level, Told


class RefusedError(Exception):
    """The daemon does not start; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Orders:
    """How to run: once or on, until everything is in or until stopped."""

    stale: Stale
    once: bool = False
    until_complete: bool = False
    resume: bool = False


@dataclass(frozen=True, slots=True)
class House:
    """Everything that a running daemon stands on."""

    plan: Plan
    plan_read: PlanRead
    secret: Secret | None
    folder: Folder
    ledger: Ledger
    publisher: Publishes
    rulings: Path
    log: Log
    clock: Clock
    monotonic: Callable[[], float]


def start(
    house: House, orders: Orders, lookout: Lookout, inbox: queue.SimpleQueue[Message]
) -> Writer:
    """Do everything up to the first publishing. Raises as `run` of the daemon does."""
    event = house.plan.settings.event
    day_begins = datetime.combine(event.date, time()).astimezone()
    state = _remembered(house, orders, day_begins)
    first_rulings = lookout.rulings.read_now()
    lookout.sweep()
    messages = [*([first_rulings] if first_rulings else []), *drain(inbox)]
    judged = day_begins if orders.stale is not Stale.TAKE else None
    messages = _stale_at_start(house, orders, state, messages, judged)
    writer = Writer(
        house.ledger,
        state,
        house.secret,
        publisher=house.publisher,
        log=house.log,
        clock=house.clock,
        day_begins=judged,
    )
    facts: list[Fact] = [Started(__version__)]
    if state.plan_read != house.plan_read:
        facts.append(house.plan_read)
    writer.record(facts)
    _tell_start(house)
    _push(house, writer)
    writer.take(messages)
    if writer.conclusion is None:
        writer.tell_and_publish()
    for message in messages:
        if isinstance(message, Stop):
            inbox.put(message)  # asked for while we started: the loop obeys
    return writer


def _remembered(house: House, orders: Orders, day_begins: datetime) -> State:
    """The state that the ledger holds, unless it is another event's or its day is over."""
    mine = house.plan.settings.event.identity
    state = State()
    for entry in house.ledger.entries():
        if entry.event != mine:
            raise RefusedError(
                f'the ledger in {house.plan.settings.event.state} is of "{entry.event}", the '
                f'configuration is of "{mine}": set event.name and event.date back, or name '
                f"another folder as event.state (the old ledger is kept as it is)"
            )
        state = step(state, entry.fact, house.secret)
    today = house.clock().astimezone(day_begins.tzinfo).date()
    if day_begins.date() < today and state.received and not orders.resume:
        raise RefusedError(
            f"event.date is {day_begins:%Y-%m-%d}, which is past, and {len(state.received)} "
            f"files came in for it: for a new evening set event.date and another event.state; "
            f"to go on with that one use --resume"
        )
    return state


def _stale_at_start(
    house: House,
    orders: Orders,
    state: State,
    messages: Sequence[Message],
    day_begins: datetime | None,
) -> list[Message]:
    """Refuse or archive what is of an earlier event, before anything is pushed."""
    if day_begins is None:
        return list(messages)
    stale: dict[str, str] = {}
    for message in messages:
        if isinstance(message, Arrived) and message.seen.name not in state.latest:
            why = why_stale(
                message.seen.name,
                message.content,
                message.seen.modified,
                house.plan,
                house.secret,
                day_begins,
            )
            if why is not None:
                stale[message.seen.name] = why
    if not stale:
        return list(messages)
    if orders.stale is Stale.REFUSE:
        listed = "\n".join(f"  {name}: {why}" for name, why in sorted(stale.items()))
        raise RefusedError(
            f"files of an earlier event lie in the folder:\n{listed}\n"
            f"nothing was pushed; start with --stale archive to move them into a dated folder, "
            f"or with --stale take if they belong to this event"
        )
    for name, why in sorted(stale.items()):
        there = house.folder.archive(name, _archive_name(house))
        house.log.tell(
            Told("files.archived", f"{name}: {why}; moved to {there}", fields=(("file", name),))
        )
    return [
        message
        for message in messages
        if not (isinstance(message, Arrived) and message.seen.name in stale)
    ]


def _archive_name(house: House) -> str:
    return f"archive {house.clock().astimezone():%Y-%m-%d}"


def _tell_start(house: House) -> None:
    plan = house.plan
    sections = ", ".join(
        f"section {one.name}: {len(one.contestants)} contestants, {one.movement.tables} tables, "
        f"{one.movement.rounds} rounds"
        for one in plan.sections
    )
    house.log.tell(
        Told(
            "daemon.started",
            f"{plan.settings.event.name}, {plan.settings.event.date}; {sections}; "
            f"{len(plan.plays)} results are expected",
            fields=(("version", __version__), ("expected", len(plan.plays))),
        )
    )


def _push(house: House, writer: Writer) -> None:
    files = in_files(house.plan)
    pushed = push(house.folder, files, writer.state.pushed, _archive_name(house))
    ours = {(path, sha256(content).hexdigest()) for path, content in files.items()}
    writer.record([FilePushed(*one) for one in sorted(ours - writer.state.pushed)])
    _tell_pushed(house.log, pushed, len(files))


def _tell_pushed(log: Log, pushed: Pushed, total: int) -> None:
    for name, there in pushed.archived:
        text = f"{name} was not of this plan; it was moved to {there}"
        log.tell(Told("files.archived", text, Level.WARNING, (("file", name),)))
    for name in pushed.strange:
        text = f"{name} is not of this plan and was left alone: delete it if no tablet needs it"
        log.tell(Told("files.strange", text, Level.WARNING, (("file", name),)))
    log.tell(
        Told(
            "files.pushed",
            f"{total} IN files lie in the folder, {len(pushed.written)} of them written now",
            fields=(("files", total), ("written", len(pushed.written))),
        )
    )


def drain(inbox: queue.SimpleQueue[Message], most: int | None = None) -> list[Message]:
    """What waits in a queue, at the most so many."""
    messages: list[Message] = []
    while most is None or len(messages) < most:
        try:
            messages.append(inbox.get_nowait())
        except queue.Empty:
            break
    return messages
