"""A log that the pages' server sees, too."""

from daemon.service.house import Log
from daemon.tournament.told import Told
from daemon.web.window import Window


class Noting:
    """A Log (see the house) that also puts every event into a window."""

    def __init__(self, log: Log, window: Window) -> None:
        self._log = log
        self._window = window

    def tell(self, told: Told) -> None:
        """Write one event of the catalogue; KeyError for any other."""
        self._log.tell(told)
        self._window.note(told)
