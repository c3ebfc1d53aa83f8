"""The one thread that writes: facts into the ledger, the state after them, the results, the log."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime

from daemon.bridgesuite.envelope import Secret
from daemon.ledger.port import Ledger, LedgerError, LedgerFullError
from daemon.movement.wording import plural
from daemon.publish.writing import PublishError
from daemon.service.house import Clock, Log, Publishes
from daemon.service.messages import (
    Arrived,
    FolderBack,
    FolderLost,
    Message,
    RulingsArrived,
    RulingsLost,
    Unreadable,
)
from daemon.tournament.conclusion import Conclusion, conclude
from daemon.tournament.entry import Fact, FileReceived, RulingsRead, Stopped
from daemon.tournament.results import Results
from daemon.tournament.staleness import why_stale
from daemon.tournament.state import State, step
from daemon.tournament.story import story
from daemon.tournament.told import Level, Told

_News = FileReceived | RulingsRead


class Writer:
    """Takes messages, records what is new, and tells and publishes what follows from it.

    `state` is what the ledger holds already: what follows from that was told when it came.
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
        self.conclusion: Conclusion | None = None if state.plan is None else conclude(state)
        self._unrecorded: list[_News] = []
        self._ledger_trouble: str | None = None
        self._unpublished = True
        self._publish_trouble: str | None = None
        self._rulings_lost = False

    @property
    def complete(self) -> bool:
        """Whether every scheduled board is scored, adjusted or not played, and published."""
        return (
            self.conclusion is not None
            and self.conclusion.results.complete
            and self.unfinished is None
        )

    @property
    def unfinished(self) -> str | None:
        """What could not be written, and what to do about it; None when all is written."""
        return self._ledger_trouble or self._publish_trouble

    def record(self, facts: Sequence[Fact]) -> None:
        """Write facts down and take them into the state.

        Raises LedgerFullError, LedgerDamagedError.
        """
        self._ledger.append(facts, self._clock())
        for fact in facts:
            self.state = step(self.state, fact, self._secret)

    def take(self, messages: Sequence[Message]) -> None:
        """Take what came in: one commit for all of it, then one publishing.

        What cannot be recorded now (a full disk) is kept and tried again with the next messages,
        so nothing that was read is lost while the daemon runs, and it is read again after it.
        """
        for told in self._news(messages):
            self._log.tell(told)
        self._unrecorded.extend(self._new_facts(messages))
        if self._unrecorded:
            self._record_waiting()
        results = self._concluded().results
        if self._unpublished:
            self._publish(results)

    def heartbeat(self) -> None:
        """Tell how far the event is, after trying again what failed."""
        self.take(())
        results = self._concluded().results
        errors = sum(one.problem.is_error for one in results.problems)
        self._log.tell(
            Told(
                "heartbeat",
                f"{results.played} of {results.expected} results, {errors} errors open",
                fields=(*_progress(results), ("errors", errors)),
            )
        )

    def stop(self, reason: str) -> None:
        """Try a last time what failed; tell and note the end, which a full disk does not keep off.

        Raises LedgerDamagedError.
        """
        self.take(())
        self._log.tell(Told("daemon.stopping", reason))
        with suppress(LedgerFullError):
            self.record((Stopped(reason),))

    def break_off(self, error: BaseException, details: str) -> None:
        """Tell and note that an error ends the daemon; `details` are for who mends the program."""
        reason = f"{type(error).__name__}: {error}".removesuffix(": ")
        fields = (("details", details),)
        self._log.tell(Told("daemon.failed", reason, Level.ERROR, fields))
        with suppress(LedgerError):
            self.record((Stopped(reason),))

    def _record_waiting(self) -> None:
        """Record what waits, if that is possible now. Trouble is told once, and its end."""
        try:
            self.record(self._unrecorded)
        except LedgerFullError as error:
            if self._ledger_trouble is None:
                self._log.tell(Told("ledger.full", str(error), Level.ERROR))
            self._ledger_trouble = str(error)
            return
        if self._ledger_trouble is not None:
            self._ledger_trouble = None
            text = "the ledger can be written again; what waited is recorded"
            self._log.tell(Told("ledger.restored", text))
        for fact in self._unrecorded:
            if isinstance(fact, FileReceived):
                self._log.tell(_came_in(fact))
        self._unrecorded = []

    def _concluded(self) -> Conclusion:
        """What the state comes to; when it has changed, also tell what happened since."""
        before = self.conclusion
        if before is not None and before.state is self.state:
            return before
        after = conclude(self.state)
        for told in story(before, after):
            self._log.tell(told)
        self.conclusion = after
        self._unpublished = True
        return after

    def _publish(self, results: Results) -> None:
        try:
            changed = self._publisher.publish(results)
        except PublishError as error:
            if self._publish_trouble != str(error):
                self._log.tell(Told("publish.failed", str(error), Level.ERROR))
            self._publish_trouble = str(error)
            return
        self._unpublished = False
        if changed or self._publish_trouble is not None:
            files = ", ".join(changed) or "every file is up to date again"
            self._log.tell(
                Told(
                    "standings.published",
                    f"{results.played} of {results.expected} results: {files}",
                    fields=_progress(results),
                )
            )
        self._publish_trouble = None

    def _news(self, messages: Sequence[Message]) -> Iterator[Told]:
        """What is told whether or not anything can be recorded."""
        for message in messages:
            match message:
                case Unreadable():
                    fields = (("file", message.name),)
                    yield Told("out.unreadable", message.message, Level.ERROR, fields)
                case FolderLost():
                    text = f"{message.message} Play goes on: all is read as soon as it is back."
                    yield Told("sync.lost", text, Level.ERROR)
                case FolderBack():
                    yield Told("sync.restored", "the folder is back; it was read whole")
                case RulingsLost():
                    self._rulings_lost = True
                    yield Told(
                        "problem.found",
                        f"{message.message}; the rulings that were read last stay in force",
                        Level.ERROR,
                        (("code", "rulings-unreadable"),),
                    )
                case RulingsArrived() if self._rulings_lost:
                    self._rulings_lost = False
                    yield Told(
                        "problem.settled",
                        f"{message.name} can be read again",
                        fields=(("code", "rulings-unreadable"),),
                    )
                case _:
                    pass

    def _new_facts(self, messages: Sequence[Message]) -> Iterator[_News]:
        """What the ledger does not hold yet of what came in."""
        latest = dict(self.state.latest)
        rulings = self.state.rulings.text
        for fact in self._unrecorded:
            if isinstance(fact, FileReceived):
                latest[fact.name] = fact.content
            else:
                rulings = fact.text
        for message in messages:
            match message:
                case Arrived():
                    received = self._received(message)
                    known = latest.get(received.name) == received.content
                    let_in_now = received.name in self.state.stale and received.stale is None
                    if not known or let_in_now:
                        latest[received.name] = received.content
                        yield received
                case RulingsArrived() if message.text != rulings:
                    rulings = message.text
                    yield RulingsRead(message.name, message.text)
                case _:
                    pass

    def _received(self, message: Arrived) -> FileReceived:
        """The fact; a file that was never let in is judged whether it is of an earlier event."""
        name, modified, content = message.seen.name, message.seen.modified, message.content
        stale = None
        let_in = name in self.state.latest and name not in self.state.stale
        if self._day_begins is not None and self.state.plan is not None and not let_in:
            plan = self.state.plan
            stale = why_stale(name, content, modified, plan, self._secret, self._day_begins)
        return FileReceived(name, modified, content, stale)


def _progress(results: Results) -> tuple[tuple[str, int], ...]:
    return (("played", results.played), ("expected", results.expected))


def _came_in(fact: FileReceived) -> Told:
    return Told(
        "out.received",
        f"{plural(len(fact.content), 'byte')} came in",
        fields=(("file", fact.name), ("bytes", len(fact.content))),
    )
