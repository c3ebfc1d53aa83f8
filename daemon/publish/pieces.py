"""What stands in many lines of an edition: who sat there, and what was played.

A result is shown on its board and on two scorecards, and all of these once more for paper; who
played it stands wherever they played. Each is made once.
"""

from daemon.publish.addresses import IN_A_FOLDER, Addresses, link
from daemon.publish.characters import harmless
from daemon.publish.language import Language
from daemon.publish.marks import people_mark
from daemon.publish.patterns import play_cells
from daemon.publish.people import People
from daemon.publish.remembered import Remembered
from daemon.publish.seated import seated
from daemon.publish.shown_line import shown_play
from daemon.tournament.results import TravellerLine


class Pieces:
    """Makes them as markup, for pages that lie in a folder: those of boards and contestants."""

    def __init__(self, known: People, language: Language, addresses: Addresses) -> None:
        self._known = known
        self._language = language
        self._addresses = addresses
        self._ways: dict[tuple[str, int], str] = {}
        self._who: dict[tuple[str, tuple[int, ...]], str] = {}
        self.play = Remembered(self._play)
        """The cells of a line that tell what was played."""

    def way(self, section: str, board: int) -> str:
        """The link to the page of a board."""
        way = self._ways.get((section, board))
        if way is None:
            page = self._addresses.board(section, board)
            way = self._ways[section, board] = link(page, IN_A_FOLDER)
        return way

    def who(self, section: str, numbers: tuple[int, ...]) -> str:
        """A pair, or the two players of a side, with the way to their scorecards."""
        mark = self._who.get((section, numbers))
        if mark is None:
            those = seated(section, numbers, self._known, self._addresses)
            mark = self._who[section, numbers] = harmless(str(people_mark(those)))
        return mark

    def _play(self, line: TravellerLine) -> str:
        return play_cells(shown_play(line, self._language), self._language)
