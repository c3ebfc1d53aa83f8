"""A terminal on which lines go by, and the results stand still below them."""

import io
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TextIO, cast

from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live
from rich.text import Text

from daemon.publish.characters import characters_of, harmless, spelled
from daemon.publish.screen import Window, screen
from daemon.tournament.results import Results

_A_SECOND = 1.0
"""How often it is drawn anew: the round clock counts down."""


def _half(lines: int) -> int:
    return lines // 2


def nearly_all(lines: int) -> int:
    """For a screen on which nothing goes by."""
    return lines - 1


class LiveTerminal:
    """What `show` or `say` was given last stands below whatever is written to `stream`.

    Both may be used from any thread. `clock` tells the time (aware); `lines` is how many of so many
    lines of the window are for the results.
    """

    def __init__(
        self,
        console: Console,
        clock: Callable[[], datetime],
        lines: Callable[[int], int],
    ) -> None:
        self._console = console
        self._clock = clock
        self._lines = lines
        self._results: Results | str | None = None
        self.stream = cast("TextIO", _Above(console))  # it has all that a log writes with

    def show(self, results: Results) -> None:
        """Let these be seen from the next second on."""
        self._results = results

    def say(self, words: str) -> None:
        """Let this be read in place of results, from the next second on."""
        self._results = words

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """What stands below, as large as the window is now."""
        results, characters = self._results, characters_of(console.encoding)
        if isinstance(results, str):
            yield Text(spelled(harmless(results), characters))
        elif results is not None:
            lines = self._lines(console.size.height)
            window = Window(options.max_width, lines, characters)
            yield screen(results, self._clock(), datetime.astimezone, window)


class _Above(io.TextIOBase):
    """A stream whose lines go by above what stands still, as they are: never cut, no markup."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._begun = ""
        self._one = threading.Lock()

    @property
    def encoding(self) -> str:  # type: ignore[override] # a property there, too
        """That of the terminal."""
        return self._console.encoding

    def isatty(self) -> bool:
        """It is a terminal."""
        return True

    def writable(self) -> bool:
        """It is written to."""
        return True

    def write(self, text: str) -> int:
        """Take text; a line is shown when it is whole."""
        with self._one:
            *whole, self._begun = (self._begun + text).split("\n")
            for line in whole:
                self._console.print(Text(line), soft_wrap=True, highlight=False)
        return len(text)


@contextmanager
def live_terminal(
    clock: Callable[[], datetime],
    lines: Callable[[int], int] = _half,
    stream: TextIO | None = None,
) -> Iterator[LiveTerminal | None]:
    """A live terminal while the context lasts; None where the output is no terminal that can.

    `stream` is the output unless it is given. However it ends, the last state stays on the screen
    and the cursor is back.
    """
    console = Console(file=sys.stdout if stream is None else stream)
    if not console.is_terminal or console.is_dumb_terminal:
        yield None
        return
    terminal = LiveTerminal(console, clock, lines)
    with Live(
        terminal,
        console=console,
        refresh_per_second=1 / _A_SECOND,
        redirect_stdout=False,
        redirect_stderr=True,
        vertical_overflow="crop",
    ):
        yield terminal
