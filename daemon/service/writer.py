"""The one thread that writes: facts into the ledger, the state after them, the results, the log."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Protocol

from daemon.ledger.port import LedgerError, LedgerFullError
from daemon.movement.wording import plural
from daemon.service.house import House
from daemon.service.messages import (
    Arrived,
    DocumentAnswered,
    FolderBack,
    FolderLost,
    InFilesPushed,
    Message,
    PlanArrived,
    RulingsArrived,
)
from daemon.service.news import News
from daemon.service.publishing import Publishing, progress
from daemon.service.recording import Recorded, new_facts
from daemon.service.round_caller import RoundCaller
from daemon.service.vigil import Vigil
from daemon.tournament.conclusion import Conclusion, conclude
from daemon.tournament.device_files import in_files
from daemon.tournament.entry import Fact, FileReceived, PlanRead, RulingsRead, Stopped
from daemon.tournament.retelling import versions
from daemon.tournament.sources import split_collected
from daemon.tournament.staleness import why_stale
from daemon.tournament.state import State, step_at
from daemon.tournament.story import story
from daemon.tournament.told import Level, Told
from daemon.tournament.version import Received, let_in

_PIECES_AT_A_STRETCH = 50
"""After so many files the loop may look at its clocks, also when nothing came in."""


class Pushes(Protocol):
    """Who keeps the devices' IN files in step."""

    def want(self, files: Mapping[str, bytes]) -> None:
        """Take note of what is to lie in the folder (path -> content); never waits."""
        ...


class Writer:
    """Takes messages, records what is new, and tells and publishes what follows from it.

    `state` is what the ledger holds already: what follows from that was told when it came.
    `day_begins` is when the local day of the event does: files that are seen for the first time
    are judged by it. None: they are taken as they come (`folder.stale = "take"`). `is_called` says
    whether a message waits, which comes before files that can wait.
    """

    def __init__(
        self,
        house: House,
        state: State,
        *,
        pusher: Pushes,
        day_begins: datetime | None,
        is_called: Callable[[], bool] = lambda: False,
    ) -> None:
        self._house = house
        self._is_called = is_called
        self._pusher = pusher
        self._day_begins = day_begins
        self.state = state
        self.conclusion: Conclusion | None = None if state.plan is None else conclude(state)
        self._foreseen: Conclusion | None = None
        self._clerk = ThreadPoolExecutor(1, "ledger")
        if self.conclusion is not None:
            house.show(self.conclusion)
        self._news = News()
        self._vigil = Vigil(house.clock, house.monotonic)
        self._caller = RoundCaller(house.clock)
        self._unrecorded: list[Recorded] = []
        self._ledger_trouble: str | None = None
        self._how_far: Told | None = None
        self._publishing = Publishing(house.publisher, house.log)

    @property
    def publishing(self) -> bool:
        """Whether files wait to be written: call `take`, with nothing when nothing came."""
        return self._publishing.waits

    @property
    def complete(self) -> bool:
        """Whether every scheduled board is scored, adjusted or not played, and published."""
        return (
            self.conclusion is not None
            and self.conclusion.results.complete
            and self._publishing.is_done(self.conclusion.results)
            and self.unfinished is None
        )

    @property
    def unfinished(self) -> str | None:
        """What could not be written, and what to do about it; None when all is written."""
        return self._ledger_trouble or self._publishing.trouble

    def record(self, facts: Sequence[Fact]) -> None:
        """Write facts down and take them into the state.

        While the disk takes them, what follows from them is worked out. Nothing of it is kept
        when they could not be written, and nothing is told or published before they are.
        Raises LedgerFullError, LedgerDamagedError.
        """
        now = self._house.clock()
        if any(isinstance(fact, PlanRead) for fact in facts):
            # A new plan reads the ledger: should that fail, nothing was written that is not known.
            state, foreseen = self._foresee(facts, now)
            self._house.ledger.append(facts, now)
        else:
            written = self._clerk.submit(self._house.ledger.append, facts, now)
            try:
                state, foreseen = self._foresee(facts, now)
            finally:
                written.result()
        self.state, self._foreseen = state, foreseen

    def take(self, messages: Sequence[Message]) -> None:
        """Accept what came in, then write other files than the standings.

        Those are written until the next message waits, a good many at most: see `publishing`.
        """
        self.accept(messages)
        for _ in range(_PIECES_AT_A_STRETCH):
            self._publishing.go_on()
            if not self._publishing.waits or self._is_called():
                break

    def accept(self, messages: Sequence[Message]) -> None:
        """Accept what came in: one commit for all of it, then the standings.

        What cannot be recorded now (a full disk) is kept and tried again with the next messages,
        so nothing that was read is lost while the daemon runs, and it is read again after it.
        """
        for message in messages:
            for told in (*self._news.of(message), *self._heard(message)):
                self._house.log.tell(told)
        facts = self._facts(messages)
        self._unrecorded.extend(tuple(new_facts(self.state, self._unrecorded, facts)))
        if self._unrecorded:
            self._record_waiting()
        before, after = self.conclusion, self._concluded()
        self._publishing.begin(after.results)
        if after is not before:
            # People wait for the standings; whoever reads the log finds them told behind it.
            for told in story(before, after):
                self._house.log.tell(told)

    def finish(self) -> None:
        """Write all files that wait, whoever calls."""
        while self._publishing.waits:
            self._publishing.go_on()

    def look_at_clock(self) -> None:
        """Call the rounds that begin; to be asked every second or so."""
        if self.conclusion is not None:
            for told in self._caller.look(self.conclusion):
                self._house.log.tell(told)

    def heartbeat(self) -> None:
        """Tell what is overdue, and how far the event is where that is another than a minute ago.

        Before that, what failed is tried again.
        """
        self.take(())
        conclusion = self._concluded()
        results = conclusion.results
        for told in self._vigil.look(conclusion):
            self._house.log.tell(told)
        errors = sum(one.problem.is_error for one in results.problems)
        how_far = Told(
            "heartbeat",
            f"{results.played} of {results.expected} results, {plural(errors, 'error')} open",
            fields=(*progress(results), ("errors", errors)),
        )
        if how_far != self._how_far:
            self._how_far = how_far
            self._house.log.tell(how_far)

    def stop(self, reason: str) -> None:
        """Try a last time what failed; tell and note the end, which a full disk does not keep off.

        Raises LedgerDamagedError.
        """
        self.take(())
        self.finish()
        self._house.log.tell(Told("daemon.stopping", reason))
        with suppress(LedgerFullError):
            self.record((Stopped(reason),))
        self._clerk.shutdown()

    def break_off(self, error: BaseException, details: str) -> None:
        """Tell and note that an error ends the daemon; `details` are for who mends the program."""
        reason = f"{type(error).__name__}: {error}".removesuffix(": ")
        fields = (("details", details),)
        self._house.log.tell(Told("daemon.failed", reason, Level.ERROR, fields))
        with suppress(LedgerError):
            self.record((Stopped(reason),))
        self._clerk.shutdown()

    def _foresee(self, facts: Sequence[Fact], now: datetime) -> tuple[State, Conclusion | None]:
        """The state after these facts, and what it comes to."""
        state = self.state
        for number, fact in enumerate(facts):
            earlier = partial(self._versions, facts, number, now)
            state = step_at(state, fact, now, self._house.secret, earlier)
        return state, conclude(state, self.conclusion) if state.ruled is not None else None

    def _versions(self, facts: Sequence[Fact], number: int, now: datetime) -> Iterator[Received]:
        """The versions in the ledger, and in the first so many of the facts that go into it now."""
        yield from versions(self._house.ledger.entries())
        yield from let_in((fact, now) for fact in facts[:number])

    def _record_waiting(self) -> None:
        """Record what waits, if that is possible now. Trouble is told once, and its end."""
        try:
            self.record(self._unrecorded)
        except LedgerFullError as error:
            if self._ledger_trouble is None:
                self._house.log.tell(Told("ledger.full", str(error), Level.ERROR))
            self._ledger_trouble = str(error)
            return
        if self._ledger_trouble is not None:
            self._ledger_trouble = None
            text = "the ledger can be written again; what waited is recorded"
            self._house.log.tell(Told("ledger.restored", text))
        for fact in self._unrecorded:
            if isinstance(fact, FileReceived):
                self._house.log.tell(_came_in(fact))
        self._unrecorded = []

    def _concluded(self) -> Conclusion:
        """What the state comes to."""
        before = self.conclusion
        if before is not None and before.state is self.state:
            return before
        after = self._foreseen
        if after is None or after.state is not self.state:
            after = conclude(self.state, before)
        self.conclusion = after
        self._house.show(after)
        if before is None or before.plan is not after.plan:
            self._pusher.want(in_files(after.plan))
        return after

    def _heard(self, message: Message) -> Iterator[Told]:
        """Whether anything comes in, for the one who minds silence."""
        match message:
            case Arrived() if self._is_new(message):
                yield from self._vigil.heard(message.seen.name)
            case FolderLost():
                self._vigil.folder_lost()
            case FolderBack():
                self._vigil.folder_back()
            case _:
                pass

    def _is_new(self, message: Arrived) -> bool:
        """Whether a tablet was heard: what was only read again, or collected, comes from none."""
        name = message.seen.name
        collected = split_collected(name)[0] is not None
        return not collected and message.content != self.state.latest.get(name)

    def _facts(self, messages: Sequence[Message]) -> Iterator[Recorded]:
        """What the messages are, written down."""
        for message in messages:
            match message:
                case Arrived():
                    yield self._received(message)
                case RulingsArrived():
                    yield RulingsRead(message.name, message.text)
                case PlanArrived():
                    yield message.read
                case InFilesPushed():
                    yield from sorted(message.pushed.facts, key=lambda one: one.name)
                case DocumentAnswered():
                    yield message.fact
                case _:
                    pass

    def _received(self, message: Arrived) -> FileReceived:
        """The fact; a file that was never let in is judged whether it is of an earlier event."""
        name, modified, content = message.seen.name, message.seen.modified, message.content
        stale = None
        let_in = name in self.state.latest and name not in self.state.stale
        if self._day_begins is not None and self.state.plan is not None and not let_in:
            plan = self.state.plan
            stale = why_stale(name, content, modified, plan, self._house.secret, self._day_begins)
        return FileReceived(name, modified, content, stale)


def _came_in(fact: FileReceived) -> Told:
    return Told(
        "out.received",
        f"{plural(len(fact.content), 'byte')} came in",
        fields=(("file", fact.name), ("bytes", len(fact.content))),
    )
