"""What can go wrong on the way to Dropbox, and a queue of it for each route."""

import random
import threading
from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

ANY = "*"
"""Stands for every route."""


class Kind(Enum):
    """What the server does instead of answering as it should."""

    DROP = "closes the connection without a word"
    LOST_ANSWER = "does what was asked, then closes the connection"
    STALL = "says nothing, until the test is over or the client gives up"
    HTML = "answers with the page of a captive portal"
    BROKEN_JSON = "answers with half of a JSON text"
    STATUS = "answers with the status in `number`"
    RATE_LIMIT = "answers 429 and `number` seconds to wait"
    RATE_LIMIT_PAGE = "the same as text, with the seconds in a header"
    EXPIRED = "says that the access token is too old"
    REVOKED = "says that the access token is not valid"
    INVALID_GRANT = "says that the refresh token is not valid"
    MISSING_SCOPE = "says that the right `text` is missing"
    RESET = "says that the cursor is not good any more"
    NO_REV = "forgets the version that was asked for, and then cannot find it"
    CORRUPT = "changes a byte of what is downloaded"
    TOO_MANY_WRITES = "says that others write at the same time"
    REFUSED = "answers 409 with the tags in `text`"
    BACKOFF = "answers a longpoll, and asks for `number` seconds before the next"


@dataclass(frozen=True)
class Fault:
    """One thing that goes wrong."""

    kind: Kind
    number: int = 0
    text: str = ""


@dataclass
class Chance:
    """Faults that come by chance, drawn by the route and how often it was called."""

    seed: int
    rate: float
    faults: Sequence[tuple[str, Fault]]
    calls: Counter[str] = field(default_factory=Counter)

    def draw(self, route: str) -> Fault | None:
        self.calls[route] += 1
        dice = random.Random(f"{self.seed} {route} {self.calls[route]}")
        fitting = [fault for where, fault in self.faults if where in {ANY, route}]
        if not fitting or dice.random() >= self.rate:
            return None
        return dice.choice(fitting)


class Faults:
    """The queues: a fault that was taken is gone."""

    def __init__(self) -> None:
        self._queues: dict[str, deque[Fault]] = defaultdict(deque)
        self._lock = threading.Lock()
        self.chance: Chance | None = None
        self.taken: Counter[Kind] = Counter()

    def add(self, route: str, *faults: Fault) -> None:
        """The next calls of this route go wrong in this order."""
        with self._lock:
            self._queues[route].extend(faults)

    def take(self, route: str) -> Fault | None:
        with self._lock:
            fault = None
            for name in (route, ANY):
                if fault is None and self._queues[name]:
                    fault = self._queues[name].popleft()
            if fault is None and self.chance is not None:
                fault = self.chance.draw(route)
            if fault is not None:
                self.taken[fault.kind] += 1
            return fault

    def clear(self) -> None:
        with self._lock:
            self._queues.clear()
            self.chance = None
            self.taken.clear()
