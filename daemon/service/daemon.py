"""The daemon from its start to its end: guards, pushing, then one loop that writes."""

import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from daemon.folder.port import CredentialError, FolderError
from daemon.ledger.port import LedgerError
from daemon.service.crew import Crew, Hand, crew_of
from daemon.service.hours import HEARTBEAT_SECONDS
from daemon.service.house import House, Orders
from daemon.service.messages import Beat, Failed, Inbox, Message, Stop, waiting
from daemon.service.notify import READY, STOPPING, watched_over
from daemon.service.pulse import WORK_SECONDS
from daemon.service.reaching import StoppedEarlyError, Stopping
from daemon.service.standing import Standing
from daemon.service.starting import start
from daemon.service.writer import Writer
from daemon.tournament.told import Told

_BATCH = 500
_SETTLE_SECONDS = 0.02
"""In a burst, what comes within this time of each other is taken with one commit, up to so many
messages."""

_SWITCH_SECONDS = 0.0005
"""So long at most a thread works while another one could: a file that came in waits for no page
that is being made, and the ledger's disk for no conclusion."""

_WAKE_SECONDS = 1.0
"""A wait without an end cannot be interrupted by Ctrl-C on Windows."""

_LEAVE_SECONDS = 1.0
"""A thread may wait for a file that a sync client downloads, or for an answer of Dropbox: the
daemon ends without it then, within two seconds in all."""

_SAME_SECONDS = 1.0
"""Signals that come so close to each other are one wish: shells and wrappers each send theirs."""

_ENDING_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""Ctrl-C, a service manager, a terminal that is closed; Windows and others know some of them."""


class BrokenOffError(Exception):
    """The daemon ended, and not as it was asked to; the message says why and what to do."""


def run(house: House, orders: Orders, inbox: Inbox | None = None) -> None:
    """Run until the orders are fulfilled or a stop is asked for.

    Whoever has the inbox may put a Stop or a Failed into it. Raises RefusedError, and the errors
    of the folder's and the ledger's ports, when it does not start; BrokenOffError when it ends
    and something could not be written, CredentialError when the folder lets nobody in any more.
    """
    messages: Inbox = queue.SimpleQueue() if inbox is None else inbox
    crew = crew_of(house, messages.put)
    house.manager.tell_status("starting: reaches the folder and reads what lies there")
    with _stopped_by_signals(messages, house.monotonic) as stopping:
        try:
            writer = start(house, orders, crew, messages, stopping)
        except StoppedEarlyError as early:
            house.log.tell(Told("daemon.stopping", str(early)))
            return
        standing = Standing(house.manager.tell_status)
        try:
            standing.after((), writer.conclusion, writer.unfinished)
            house.manager.tell(READY)
            reason = "it was asked to run once"
            if orders.once:
                writer.finish()
                _report_once(writer, crew, messages)
                _carry_once(writer, crew, messages)
                _copy_once(writer, crew, messages)
            else:
                reason = _serve(house, orders, writer, crew, messages, standing)
            house.manager.tell(STOPPING)
            writer.stop(reason)
        except KeyboardInterrupt:
            house.log.tell(Told("daemon.stopping", "it was told again to end, and does so at once"))
            raise
        except BaseException as error:
            writer.break_off(error, traceback.format_exc())
            if isinstance(error, CredentialError):
                raise
            if isinstance(error, (LedgerError, FolderError)):
                raise BrokenOffError(str(error)) from error
            raise
    if writer.unfinished is not None:
        raise BrokenOffError(
            f"{writer.unfinished} Nothing is lost: start it again when that is mended."
        )


def _report_once(writer: Writer, crew: Crew, inbox: Inbox) -> None:
    """Make the federation's reports that wait; the evening's results are published before."""
    if crew.reporter is not None:
        crew.reporter.look_once()
        writer.take(waiting(inbox))


def _carry_once(writer: Writer, crew: Crew, inbox: Inbox) -> None:
    """Carry what was published to where others see it."""
    if crew.courier is not None:
        crew.courier.work()
        writer.take(waiting(inbox))


def _copy_once(writer: Writer, crew: Crew, inbox: Inbox) -> None:
    """Copy the ledger to its second place."""
    if crew.copier is not None:
        crew.copier.work()
        writer.take(waiting(inbox))


def _serve(
    house: House, orders: Orders, writer: Writer, crew: Crew, inbox: Inbox, standing: Standing
) -> str:
    """Take what comes until it is time to end; returns the reason."""
    from daemon.service.jobs import timers  # noqa: PLC0415 - slow to import, and it is ready now

    rescan = house.plan.settings.folder.rescan_seconds
    lookout = crew.lookout
    promise = crew.pulses.promise

    def beat() -> None:
        promise("timers", 2 * HEARTBEAT_SECONDS + WORK_SECONDS)
        inbox.put(Beat())

    with (
        _switching(),
        watched_over(house.manager, crew.pulses.late),
        _working(crew, inbox),
        house.folder.watch(lookout.look_at, promise),
        timers(rescan, lambda: lookout.look_at(None), beat) as look_at_clock,
    ):
        lookout.look_at(None)  # what came between the first look and the watching
        return _loop(orders, writer, crew, inbox, standing, look_at_clock)


def _loop(
    orders: Orders,
    writer: Writer,
    crew: Crew,
    inbox: Inbox,
    standing: Standing,
    look_at_clock: Callable[[], None],
) -> str:
    pulse = crew.pulses.of("writer")
    while True:
        if orders.until_complete and writer.complete:
            return "every result is in"
        with pulse.at_work():
            look_at_clock()
            writer.look_at_clock()
        messages = _gather(inbox, patience=0.0 if writer.publishing else _WAKE_SECONDS)
        if not messages and not writer.publishing:
            continue
        with pulse.at_work():
            writer.take(messages)
            if any(isinstance(message, Beat) for message in messages):
                writer.heartbeat()
            standing.after(messages, writer.conclusion, writer.unfinished)
        for message in messages:
            if isinstance(message, Stop):
                return message.reason
            if isinstance(message, Failed):
                raise message.error


def _gather(inbox: Inbox, patience: float) -> list[Message]:
    """One message, or a burst of them; nothing when it was quiet for so many seconds.

    A message that comes alone waits for nobody. Where others stand behind it already, many devices
    deliver at once: then all that comes in the next moment is taken with it.
    """
    messages: list[Message] = []
    try:
        messages.append(inbox.get(timeout=patience))
        while len(messages) < _BATCH:
            is_burst = len(messages) > 1 or not inbox.empty()
            messages.append(inbox.get(timeout=_SETTLE_SECONDS if is_burst else 0.0))
    except queue.Empty:
        pass
    return messages


@contextmanager
def _switching() -> Iterator[None]:
    """Let threads take turns more often than Python does by itself while the context lasts."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(_SWITCH_SECONDS)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)


@contextmanager
def _working(crew: Crew, inbox: Inbox) -> Iterator[None]:
    """Everybody of the crew works in a thread of its own while the context lasts."""
    threads = [
        threading.Thread(target=_watched, args=(hand, inbox), name=name, daemon=True)
        for name, hand in crew.hands.items()
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for hand in crew.hands.values():
            hand.leave()
        deadline = time.monotonic() + _LEAVE_SECONDS
        for thread in threads:
            thread.join(timeout=max(0.0, deadline - time.monotonic()))


def _watched(hand: Hand, inbox: Inbox) -> None:
    """Let somebody work; a daemon in which one works no more must not seem to."""
    try:
        hand.run()
    except BaseException as error:  # noqa: BLE001 - handed to the loop, which raises it
        inbox.put(Failed(error))


@contextmanager
def _stopped_by_signals(inbox: Inbox, monotonic: Callable[[], float]) -> Iterator[Stopping]:
    """Turn the signals that end a program into a message while the context lasts.

    Who does not read messages yet looks at what it yields.

    One that comes a while later has its usual effect, for whoever cannot wait. Python hears them on
    the main thread only; on any other nothing happens here.
    """
    stopping = Stopping()
    if threading.current_thread() is not threading.main_thread():
        yield stopping
        return

    asked: float | None = None

    def stop(number: int, _frame: FrameType | None) -> None:
        nonlocal asked
        if asked is None:
            asked = monotonic()
            reason = f"{signal.Signals(number).name} was received"
            inbox.put(Stop(reason))
            stopping.ask(reason)
        elif monotonic() - asked > _SAME_SECONDS:
            signal.signal(number, before[number])
            signal.raise_signal(number)

    numbers = [getattr(signal, name) for name in _ENDING_SIGNALS if hasattr(signal, name)]
    before = {number: signal.getsignal(number) or signal.SIG_DFL for number in numbers}
    for number, handler in before.items():
        # Under nohup it is to go on when the terminal is closed.
        if number in {signal.SIGINT, signal.SIGTERM} or handler is not signal.SIG_IGN:
            signal.signal(number, stop)
    try:
        yield stopping
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
