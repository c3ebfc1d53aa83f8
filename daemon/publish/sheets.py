"""Boards and scorecards as pages have them: on a page each, and once more with all the others.

Both pages have the same lines, which are nearly all of them: they are made once.
"""

import re
from dataclasses import dataclass
from typing import Generic, TypeVar

from daemon.publish.edition import Edition
from daemon.publish.environment import Made
from daemon.publish.own_lines import OwnLines
from daemon.publish.pieces import Pieces
from daemon.publish.remembered import Remembered
from daemon.publish.scorecard import Scorecard, scorecard
from daemon.publish.shown_board import ShownBoard, shown_board
from daemon.tournament.results import Row, Traveller

_ANCHOR = re.compile(r'<span id="\d+"></span>')

_Shown = TypeVar("_Shown")


@dataclass(frozen=True, slots=True)
class Sheet(Generic[_Shown]):
    """A board or a scorecard, and its lines as its own page has them."""

    shown: _Shown
    lines: Made

    @property
    def lines_on_paper(self) -> Made:
        """The same lines on the page with all of them.

        That page lies a folder further up, and no link leads to a line of it. (What is looked for
        cannot stand in a text of the page, where a quotation mark is written otherwise.)
        """
        return Made(_ANCHOR.sub("", self.lines.html).replace('href="../', 'href="'))


class Sheets:
    """Makes those of an edition, each the first time that it is asked for."""

    def __init__(self, edition: Edition, own: OwnLines) -> None:
        self._edition = edition
        self._own = own
        self._pieces = Pieces(edition.known, edition.language, edition.addresses)
        self.board = Remembered(self._board)
        """A board of these results -> its sheet."""
        self.card = Remembered(self._card)
        """A row of `Edition.rows` -> the sheet of that contestant."""

    def _board(self, board: Traveller) -> Sheet[ShownBoard]:
        edition = self._edition
        shown = shown_board(board, edition.language, self._pieces)
        return Sheet(shown, edition.piece("traveller_lines.html", board=shown))

    def _card(self, row: Row) -> Sheet[Scorecard]:
        edition = self._edition
        shown = scorecard(
            row,
            self._own.get((row.section, row.contestant), ()),
            edition.language,
            self._pieces,
            hidden=edition.results.hidden,
        )
        lines = edition.piece("scorecard_lines.html", card=shown, in_imps=edition.in_imps)
        return Sheet(shown, lines)
