"""Boards and scorecards as pages have them: on a page each, and once more with all the others.

Both pages have the same lines, which are nearly all of them: they are made once.
"""

import re
from typing import Generic, TypeVar

from msgspec import Struct

from daemon.publish.edition import Edition
from daemon.publish.environment import Made
from daemon.publish.own_lines import OwnLines
from daemon.publish.patterns import Columns, board_pattern, card_pattern
from daemon.publish.pieces import Pieces
from daemon.publish.remembered import Remembered
from daemon.publish.scorecard import Scorecard, card_lines, scorecard
from daemon.publish.shown_board import ShownBoard, board_lines, shown_board
from daemon.tournament.results import Row, Traveller

_IN_IMPS = ("cross-imps", "butler")
_ANCHOR = re.compile(r'<span id="\d+"></span>')

_Shown = TypeVar("_Shown")


class Sheet(Struct, Generic[_Shown], frozen=True):
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
        language = self._edition.language
        lines = board_lines(board, language, self._pieces)
        return Sheet(shown_board(board, language), board_pattern(language).filled(lines))

    def _card(self, row: Row) -> Sheet[Scorecard]:
        language, results = self._edition.language, self._edition.results
        own = self._own.get((row.section, row.contestant), ())
        shown = scorecard(row, own, language, hidden=results.hidden)
        columns = Columns(shown.has_partners, results.method in _IN_IMPS, shown.has_percent)
        lines = card_lines(row, own, language, self._pieces)
        return Sheet(shown, card_pattern(language, columns).filled(lines))
