"""The daemon from its start to its end: guards, pushing, then one loop that writes."""

import queue
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from daemon.service.jobs import timers
from daemon.service.lookout import Lookout
from daemon.service.messages import Beat, Failed, Message, Stop
from daemon.service.rulings_file import RulingsFile
from daemon.service.starting import House, Orders, drain, start
from daemon.service.writer import Writer

_BATCH = 500
"""Messages that are taken with one commit when many devices deliver at once."""

_WAKE_SECONDS = 1.0
"""A wait without an end cannot be interrupted by Ctrl-C on Windows."""


def run(house: House, orders: Orders) -> None:
    """Run until the orders are fulfilled or a stop is asked for.

    Raises RefusedError when it must not start (nothing has been pushed then), and the errors of
    the folder's and the ledger's ports while it starts.
    """
    inbox: queue.SimpleQueue[Message] = queue.SimpleQueue()
    lookout = Lookout(house.folder, inbox.put, RulingsFile(house.rulings, house.monotonic))
    with _stopped_by_signals(inbox):
        writer = start(house, orders, lookout, inbox)
        reason = "it was asked to run once"
        if not orders.once:
            reason = _serve(house, orders, writer, lookout, inbox)
        writer.stop(reason)


def _serve(
    house: House,
    orders: Orders,
    writer: Writer,
    lookout: Lookout,
    inbox: queue.SimpleQueue[Message],
) -> str:
    """Take what comes until it is time to end; returns the reason."""
    looking = threading.Thread(target=_look, args=(lookout, inbox), name="lookout", daemon=True)
    looking.start()
    rescan = house.plan.settings.folder.rescan_seconds
    try:
        with (
            house.folder.watch(lookout.look_at),
            timers(rescan, lambda: lookout.look_at(None), lambda: inbox.put(Beat())),
        ):
            lookout.look_at(None)  # what came between the first look and the watching
            return _loop(orders, writer, inbox)
    finally:
        lookout.leave()
        # It may wait for a file that a sync client downloads: the process ends without it then.
        looking.join(timeout=2)


def _loop(orders: Orders, writer: Writer, inbox: queue.SimpleQueue[Message]) -> str:
    while True:
        if orders.until_complete and writer.complete:
            return "every result is in"
        try:
            first = inbox.get(timeout=_WAKE_SECONDS)
        except queue.Empty:
            continue
        messages = [first, *drain(inbox, _BATCH - 1)]
        writer.take(messages)
        if any(isinstance(message, Beat) for message in messages):
            writer.heartbeat()
        for message in messages:
            if isinstance(message, Stop):
                return message.reason
            if isinstance(message, Failed):
                raise message.error


def _look(lookout: Lookout, inbox: queue.SimpleQueue[Message]) -> None:
    """Look until asked to leave; a daemon that looks no more must not seem to run."""
    try:
        lookout.run()
    except BaseException as error:  # noqa: BLE001 - handed to the loop, which raises it
        inbox.put(Failed(error))


@contextmanager
def _stopped_by_signals(inbox: queue.SimpleQueue[Message]) -> Iterator[None]:
    """Turn SIGTERM and Ctrl-C into a message while the context lasts (main thread only)."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, _frame: FrameType | None) -> None:
        inbox.put(Stop(f"{signal.Signals(number).name} was received"))

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
