"""The tables of boards and scorecards as patterns, which are filled in line by line.

A large field has tens of thousands of lines, so that the template is run through once for each
table that looks otherwise, and not once for each line.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from daemon.publish.environment import Made, environment
from daemon.publish.language import Language
from daemon.publish.shown_line import ShownPlay

Filling = Mapping[str, str]
"""What is put into a line: markup, or a text that needs no escaping."""


class Pattern(Struct, frozen=True):
    """A table but for its caption: its head, and what each of its lines is filled into."""

    head: str
    line: str

    def filled(self, lines: Iterable[Filling]) -> Made:
        """The table with these lines."""
        body = "".join(map(self.line.format_map, lines))
        return Made(f"<thead>\n{self.head}</thead>\n<tbody>\n{body}</tbody>\n")


class Columns(NamedTuple):
    """What a scorecard has besides: partners, points that are IMPs, a percentage."""

    partners: bool
    imps: bool
    percent: bool


@cache
def board_pattern(language: Language) -> Pattern:
    """The table of a board, for `shown_board.board_lines`."""
    return Pattern(str(_macro("board_head", language)()), str(_macro("board_line", language)()))


@cache
def card_pattern(language: Language, columns: Columns) -> Pattern:
    """The table of a scorecard, for `scorecard.card_lines`."""
    head, line = _macro("card_head", language), _macro("card_line", language)
    return Pattern(str(head(columns)), str(line(columns)))


def play_cells(play: ShownPlay, language: Language) -> str:
    """The cells of a line that tell what was played."""
    return str(_macro("play_cells", language)(play))


@cache
def _macro(name: str, language: Language) -> Callable[..., str]:
    macro: Callable[..., str] = vars(environment(language).get_template("lines.html").module)[name]
    return macro
