"""What stands in many lines of an edition: who sat there, and what was played.

A result is shown on its board and on two scorecards, and all of these once more for paper; who
played it stands wherever they played. Each is made once.
"""

from collections.abc import Callable

from daemon.publish.addresses import IN_A_FOLDER, Addresses, link
from daemon.publish.characters import harmless
from daemon.publish.environment import Made, environment
from daemon.publish.language import Language
from daemon.publish.marks import people_mark
from daemon.publish.people import People
from daemon.publish.remembered import Remembered
from daemon.publish.seated import seated
from daemon.publish.shown_line import ShownPlay, shown_play
from daemon.tournament.results import TravellerLine


class Pieces:
    """Makes them for pages that lie in a folder, as those of boards and contestants do."""

    def __init__(self, known: People, language: Language, addresses: Addresses) -> None:
        self._known = known
        self._language = language
        self._addresses = addresses
        parts = environment(language).get_template("parts.html").module
        self._cells: Callable[[ShownPlay], str] = vars(parts)["play_cells"]
        self._ways: dict[tuple[str, int], str] = {}
        self._who: dict[tuple[str, tuple[int, ...]], Made] = {}
        self.play = Remembered(self._play)
        """The cells of a line that tell what was played."""

    def way(self, section: str, board: int) -> str:
        """The link to the page of a board."""
        way = self._ways.get((section, board))
        if way is None:
            page = self._addresses.board(section, board)
            way = self._ways[section, board] = link(page, IN_A_FOLDER)
        return way

    def who(self, section: str, numbers: tuple[int, ...]) -> Made:
        """A pair, or the two players of a side, with the way to their scorecards."""
        mark = self._who.get((section, numbers))
        if mark is None:
            those = seated(section, numbers, self._known, self._addresses)
            mark = self._who[section, numbers] = Made(harmless(people_mark(those)))
        return mark

    def _play(self, line: TravellerLine) -> Made:
        return Made(self._cells(shown_play(line, self._language)))
