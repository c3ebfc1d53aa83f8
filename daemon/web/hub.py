"""Server-sent events: what changed, to everybody who looks, however slowly they read.

Each has one set of names that were not sent yet. Who is slow gets many changes as one, so nothing
grows; who went away and comes back gets what changed meanwhile.
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import contextmanager

from daemon.web.hosts import is_here

MOST_LINES = 300
MOST_LINES_OF_ONE = 24
"""Of one address; this computer, and a proxy on it, has no such limit."""


class Line:
    """One who is kept up to date."""

    def __init__(self) -> None:
        self._pending: dict[str, None] = {}
        self._news = asyncio.Event()
        self._over = False

    def put(self, names: Iterable[str]) -> None:
        """Note names that changed."""
        self._pending.update(dict.fromkeys(names))
        if self._pending:
            self._news.set()

    def end(self) -> None:
        """Say that there will be no more."""
        self._over = True
        self._news.set()

    async def news(self) -> AsyncIterator[tuple[str, ...]]:
        """What changed since the last time, again and again, until it is over."""
        while True:
            await self._news.wait()
            if self._over:
                return
            names = tuple(self._pending)
            self._pending = {}
            self._news.clear()
            yield names


class Hub:
    """Everybody who is kept up to date; used on the server's own thread only."""

    def __init__(self) -> None:
        self._lines: dict[Line, str] = {}
        self._start = secrets.token_hex(4)
        self._number = 0
        self._changed: dict[str, int] = {}
        self._over = False

    @property
    def now(self) -> str:
        """The name of this moment, for who wants to know what changed since."""
        return f"{self._start}.{self._number}"

    def tell(self, names: Iterable[str]) -> None:
        """Let everybody know that these have changed."""
        changed = tuple(names)
        self._number += 1
        self._changed.update(dict.fromkeys(changed, self._number))
        for line in self._lines:
            line.put(changed)

    def has_room(self, peer: str) -> bool:
        """Whether one more of this address can be kept up to date."""
        of_one = Counter(self._lines.values())[peer]
        return len(self._lines) < MOST_LINES and (of_one < MOST_LINES_OF_ONE or is_here(peer))

    @contextmanager
    def line(self, peer: str, since: str | None = None) -> Iterator[Line]:
        """Keep somebody up to date while the context lasts, from a moment in the past on."""
        line = Line()
        line.put(self._since(since))
        if self._over:
            line.end()
        self._lines[line] = peer
        try:
            yield line
        finally:
            del self._lines[line]

    def close(self) -> None:
        """Let everybody go."""
        self._over = True
        for line in self._lines:
            line.end()

    def _since(self, moment: str | None) -> list[str]:
        """What changed since a moment; everything when it is not one of this start."""
        if moment is None:
            return []
        start, _, number = moment.partition(".")
        seen = int(number) if start == self._start and number.isdecimal() else -1
        return [name for name, changed in self._changed.items() if changed > seen]
