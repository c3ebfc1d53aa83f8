"""The one thread that writes: facts into the ledger, the state after them, the results, the log."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Protocol

from daemon.bridgesuite.envelope import Secret
from daemon.ledger.port import Ledger, LedgerFullError
from daemon.publish.writing import PublishError
from daemon.service.logs import Log
from daemon.service.messages import (
    Arrived,
    FolderBack,
    FolderLost,
    Message,
    RulingsArrived,
    Unreadable,
)
from daemon.tournament.conclusion import Conclusion, conclude
from daemon.tournament.entry import Fact, FileReceived, RulingsRead, Stopped
from daemon.tournament.results import Results
from daemon.tournament.staleness import why_stale
from daemon.tournament.state import State, step
from daemon.tournament.story import Level, Told, story

Clock = Callable[[], datetime]


class Publishes(Protocol):
    """Where results go."""

    def publish(self, results: Results) -> tuple[str, ...]:
        """Write what changed; names of the files. Raises PublishError."""
        ...


class Writer:
    """Takes messages, records what is new, and tells and publishes what follows from it.

    `day_begins` is when the local day of the event does: files that are seen for the first time
    are judged by it. None: they are taken as they come (`folder.stale = "take"`).
    """

    def __init__(
        self,
        ledger: Ledger,
        state: State,
        secret: Secret | None,
        *,
        publisher: Publishes,
        log: Log,
        clock: Clock,
        day_begins: datetime | None,
    ) -> None:
        self._ledger = ledger
        self._secret = secret
        self._publisher = publisher
        self._log = log
        self._clock = clock
        self._day_begins = day_begins
        self.state = state
        self.conclusion: Conclusion | None = None
        self._waiting: list[Message] = []
        self._unpublished = False
        self._full = False

    def record(self, facts: Sequence[Fact]) -> None:
        """Write facts down and take them into the state. Raises LedgerFullError."""
        if not facts:
            return
        self._ledger.append(facts, self._clock())
        for fact in facts:
            self.state = step(self.state, fact, self._secret)

    def take(self, messages: Sequence[Message]) -> None:
        """Take what came in: one commit for all of it, then one publishing.

        What cannot be recorded now (a full disk) is kept and tried again with the next messages,
        so nothing that was read is lost while the daemon runs, and it is read again after it.
        """
        pending = [*self._waiting, *messages]
        facts, told = self._facts(pending)
        try:
            self.record(facts)
        except LedgerFullError as error:
            self._waiting = pending
            if not self._full:
                self._log.tell(Told("ledger.full", str(error), Level.ERROR))
            self._full = True
            return
        self._waiting = []
        self._full = False
        for one in told:
            self._log.tell(one)
        if facts or self._unpublished:
            self.tell_and_publish()

    def tell_and_publish(self) -> None:
        """Conclude anew, tell what happened since the last time, and publish."""
        before = self.conclusion
        after = conclude(self.state)
        self.conclusion = after
        for told in story(before, after):
            self._log.tell(told)
        self._publish(after.results)

    @property
    def complete(self) -> bool:
        """Whether every scheduled board is scored, adjusted or not played, and published."""
        return (
            self.conclusion is not None
            and self.conclusion.results.complete
            and not self._unpublished
            and not self._waiting
        )

    def heartbeat(self) -> None:
        """Tell how far the event is, and try again what failed."""
        self.take(())
        if self.conclusion is not None:
            results = self.conclusion.results
            held = sum(one.problem.is_error for one in results.problems)
            self._log.tell(
                Told(
                    "heartbeat",
                    f"{results.played} of {results.expected} results, {held} errors open",
                    fields=(
                        ("played", results.played),
                        ("expected", results.expected),
                        ("errors", held),
                    ),
                )
            )

    def stop(self, reason: str) -> None:
        """Tell and note the end; a full disk does not keep anybody from ending."""
        self._log.tell(Told("daemon.stopping", reason))
        with suppress(LedgerFullError):
            self.record((Stopped(reason),))

    def _publish(self, results: Results) -> None:
        try:
            changed = self._publisher.publish(results)
        except PublishError as error:
            self._unpublished = True
            self._log.tell(Told("publish.failed", str(error), Level.ERROR))
            return
        self._unpublished = False
        if changed:
            self._log.tell(
                Told(
                    "standings.published",
                    f"{results.played} of {results.expected} results: {', '.join(changed)}",
                    fields=(("played", results.played), ("expected", results.expected)),
                )
            )

    def _facts(self, messages: Sequence[Message]) -> tuple[list[Fact], list[Told]]:
        facts: list[Fact] = []
        told: list[Told] = []
        latest = dict(self.state.latest)
        rulings = self.state.rulings.text
        for message in messages:
            match message:
                case Arrived():
                    if latest.get(message.seen.name) == message.content:
                        continue
                    fact = self._received(message)
                    latest[fact.name] = fact.content
                    facts.append(fact)
                    told.append(_came_in(fact))
                case RulingsArrived():
                    if message.text is None:
                        told.append(_rulings_lost(message))
                    elif message.text != rulings:
                        rulings = message.text
                        facts.append(RulingsRead(message.name, message.text))
                case Unreadable():
                    told.append(_unreadable(message))
                case FolderLost():
                    told.append(Told("sync.lost", message.message, Level.ERROR))
                case FolderBack():
                    told.append(Told("sync.restored", "the folder is back; it was read whole"))
                case _:
                    pass
        return facts, told

    def _received(self, message: Arrived) -> FileReceived:
        name = message.seen.name
        first = name not in self.state.latest or name in self.state.stale
        stale = None
        if first and self._day_begins is not None and self.state.plan is not None:
            stale = why_stale(
                name,
                message.content,
                message.seen.modified,
                self.state.plan,
                self._secret,
                self._day_begins,
            )
        return FileReceived(name, message.seen.modified, message.content, stale)


def _came_in(fact: FileReceived) -> Told:
    return Told(
        "out.received",
        f"{fact.name}, {len(fact.content)} bytes",
        fields=(("file", fact.name), ("bytes", len(fact.content))),
    )


def _rulings_lost(message: RulingsArrived) -> Told:
    return Told(
        "problem.found",
        f"{message.message}; the rulings that were read last stay in force",
        Level.ERROR,
        (("code", "rulings-unreadable"),),
    )


def _unreadable(message: Unreadable) -> Told:
    return Told("out.unreadable", message.message, Level.ERROR, (("file", message.name),))
