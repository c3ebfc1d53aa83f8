"""A small event, its house in memory, and ears that wait for what is told."""

import queue
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from daemon.bridgesuite.envelope import Secret
from daemon.folder.memory import MemoryFolder
from daemon.folder.port import FileSeen
from daemon.ledger.memory import MemoryLedger
from daemon.ledger.port import LedgerFullError
from daemon.problem import Source
from daemon.publish.writing import PublishError
from daemon.service.daemon import run
from daemon.service.events import CATALOGUE
from daemon.service.house import House, Orders, PlanFound
from daemon.service.messages import Arrived, Inbox, Message, Stop
from daemon.settings.model import Stale
from daemon.tournament.entry import Entry, Fact, PlanRead
from daemon.tournament.planning import make_plan
from daemon.tournament.results import Results
from daemon.tournament.told import Told

PATIENCE_SECONDS = 20

# Three tables, three rounds of a board: NS stay, EW move up, the boards move down.
MITCHELL = "6 3 M\n1 4 A  2 5 B  3 6 C\n"
CONFIGURATION = """\
[event]
name = "Trial"
date = {day}

[folder]
path = "box"
rescan_seconds = {rescan}

[[section]]
name = "A"
movement = "mitchell.asc"
boards_per_round = {boards}
{section}
"""
DAY = date(2026, 12, 1)
EVENING = datetime(2026, 12, 1, 20, 0).astimezone().astimezone(UTC)
_DEALS = {1: "N,false,false", 2: "E,true,false", 3: "S,false,true"}


def line(table: int, board: int, ns: int, ew: int, score: int = -140) -> str:
    """A result of 2H by West: made with an overtrick (-140), or just made (-110)."""
    over = {-140: "+1", -110: "="}[score]
    return f"{table},{board},{ns},{ew},{_DEALS[board]},2♡,{over},W,J♤,{score}\n"


def out(*lines: str, device: str = "1111111111111111") -> bytes:
    """An OUT file of these lines."""
    return f"Latest 1  AndroidId {device}\n{''.join(lines)}".encode()


WHOLE_EVENING = {
    "OUT_T1.txt": out(line(1, 1, 1, 4), line(1, 2, 1, 6), line(1, 3, 1, 5), device="a" * 16),
    "OUT_T2.txt": out(line(2, 2, 2, 5), line(2, 3, 2, 4), line(2, 1, 2, 6), device="b" * 16),
    "OUT_T3.txt": out(line(3, 3, 3, 6), line(3, 1, 3, 5), line(3, 2, 3, 4), device="c" * 16),
}


def arrived(name: str, content: bytes, modified: datetime = EVENING) -> Arrived:
    """The message of a file that came in."""
    return Arrived(FileSeen(name, "1", len(content), modified), content)


def plan_read(
    *, boards: int = 1, day: date = DAY, rescan: float = 3600, section: str = ""
) -> PlanRead:
    """The texts of the event."""
    text = CONFIGURATION.format(boards=boards, day=day, rescan=rescan, section=section)
    return PlanRead("tournament.toml", (("mitchell.asc", MITCHELL), ("tournament.toml", text)))


class Ear:
    """A log that remembers, and that a test can wait for."""

    def __init__(self) -> None:
        self.heard: list[Told] = []
        self._news = threading.Condition()

    def tell(self, told: Told) -> None:
        assert told.event in CATALOGUE
        with self._news:
            self.heard.append(told)
            self._news.notify_all()

    def wait_for(self, event: str, containing: str = "", *, times: int = 1) -> Told:
        """Wait until this was told so many times, and give the last of them."""

        def such() -> list[Told]:
            return [one for one in self.heard if one.event == event and containing in one.text]

        with self._news:
            assert self._news.wait_for(lambda: len(such()) >= times, PATIENCE_SECONDS), self.events
            return such()[times - 1]

    @property
    def events(self) -> list[str]:
        return [told.event for told in self.heard]

    def texts(self, event: str) -> list[str]:
        return [told.text for told in self.heard if told.event == event]

    def forget(self) -> None:
        self.heard.clear()


class Shelf:
    """A publisher that keeps what it was given, or fails as often as it is told to.

    `pages` are written after the standings, one by one.
    """

    def __init__(self) -> None:
        self.published: list[Results] = []
        self.failures: list[str] = []
        self.pages: list[str] = []

    def publish(self, results: Results) -> Iterator[tuple[str, ...]]:
        if self.failures:
            raise PublishError(self.failures.pop(0))
        changed = not self.published or self.published[-1] != results
        self.published.append(results)
        yield ("standings.json",) if changed else ()
        for name in self.pages:
            yield (name,)


class Book(MemoryLedger):
    """A ledger in memory on a disk with room for so many commits (None: for all)."""

    def __init__(self, event: str, book: list[Entry] | None = None) -> None:
        self.entries_so_far: list[Entry] = [] if book is None else book
        super().__init__(event, book=self.entries_so_far)
        self.room: int | None = None
        self.commits: list[tuple[Fact, ...]] = []

    def append(self, facts: Sequence[Fact], at: datetime) -> tuple[Entry, ...]:
        if self.room == 0:
            raise LedgerFullError("the disk is full.")
        self.room = None if self.room is None else self.room - 1
        self.commits.append(tuple(facts))
        return super().append(facts, at)

    @property
    def facts(self) -> list[Fact]:
        return [entry.fact for entry in self.entries_so_far]


@dataclass
class Place:
    """A house whose parts a test can reach."""

    house: House
    folder: MemoryFolder
    ledger: Book
    shelf: Shelf
    log: Ear
    rulings: Path
    orders: Orders = field(default_factory=lambda: Orders(Stale.REFUSE))

    def once(self, **orders: object) -> None:
        """Run once, in this thread."""
        run(self.house, replace(self.orders, once=True, **orders))

    def again(self, **changes: object) -> "Place":
        """The same event after a new start: the folder and the ledger stayed."""
        log, shelf = Ear(), Shelf()
        house = replace(self.house, log=log, publisher=shelf, **changes)
        ledger = Book(self.house.plan.settings.event.identity, self.ledger.entries_so_far)
        house = replace(house, ledger=ledger)
        return Place(house, self.folder, ledger, shelf, log, self.rulings, self.orders)


MakePlace = Callable[..., Place]


@pytest.fixture
def make_place(tmp_path: Path) -> MakePlace:
    """Makes a house in memory: `plan`, `secret` and `today` as wanted."""

    def make(
        plan: PlanRead | None = None,
        *,
        secret: Secret | None = None,
        now: datetime = EVENING,
        folder: MemoryFolder | None = None,
    ) -> Place:
        read = plan or plan_read()
        texts = dict(read.texts)
        made, problems = make_plan(Source(read.configuration, texts[read.configuration]), texts)
        assert made is not None, problems
        folder = folder or MemoryFolder(now=lambda: EVENING)
        ledger = Book(made.settings.event.identity)
        shelf, log = Shelf(), Ear()
        rulings = tmp_path / "rulings.toml"
        found = PlanFound(read, made.settings, (), (), None)
        house = House(
            made,
            read,
            secret,
            folder,
            ledger,
            shelf,
            rulings,
            log,
            lambda: now,
            lambda: 0.0,
            lambda: found,
        )
        return Place(house, folder, ledger, shelf, log, rulings)

    return make


@pytest.fixture
def place(make_place: MakePlace) -> Place:
    return make_place()


class Running:
    """A daemon in a thread."""

    def __init__(self, place: Place, orders: Orders, inbox: Inbox) -> None:
        self.inbox = inbox
        self.place = place
        self.error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(orders,), daemon=True)
        self._thread.start()

    def _run(self, orders: Orders) -> None:
        try:
            run(self.place.house, orders, self.inbox)
        except BaseException as error:  # noqa: BLE001 - the test looks at it
            self.error = error

    def put(self, message: Message) -> None:
        self.inbox.put(message)

    def ended(self) -> None:
        """Wait until it ends by itself."""
        self._thread.join(PATIENCE_SECONDS)
        assert not self._thread.is_alive()

    def stop(self) -> None:
        self.put(Stop("the test is over"))
        self.ended()


@pytest.fixture
def start() -> Iterator[Callable[..., Running]]:
    """Starts the daemon of a place in a thread; it is stopped at the end."""
    daemons: list[Running] = []

    def begin(place: Place, orders: Orders | None = None, inbox: Inbox | None = None) -> Running:
        daemon = Running(place, orders or place.orders, inbox or queue.SimpleQueue())
        daemons.append(daemon)
        place.log.wait_for("standings.published")
        return daemon

    yield begin
    for daemon in daemons:
        daemon.stop()


@pytest.fixture
def yesterday() -> datetime:
    return EVENING - timedelta(days=1)


# Test modules cannot import this one: its functions reach them as fixtures.


@pytest.fixture(name="line")
def line_fixture() -> Callable[..., str]:
    return line


@pytest.fixture(name="out")
def out_fixture() -> Callable[..., bytes]:
    return out


@pytest.fixture(name="arrived")
def arrived_fixture() -> Callable[..., Arrived]:
    return arrived


@pytest.fixture(name="plan_read")
def plan_read_fixture() -> Callable[..., PlanRead]:
    return plan_read


@pytest.fixture
def whole_evening() -> dict[str, bytes]:
    """All nine results, in three files."""
    return dict(WHOLE_EVENING)


@pytest.fixture
def not_for_ever() -> Iterator[None]:
    """A test that would hang fails instead."""

    def give_up(*_: object) -> None:
        raise TimeoutError("it hangs")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE_SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
