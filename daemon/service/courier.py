"""Carries what was published to a folder that others see as well, beside the one that writes."""

import threading
from collections.abc import Callable, Mapping

from msgspec import Struct, field

from daemon.folder.port import CredentialError, FolderError, OfflineError
from daemon.service.messages import ResultsCarried, ResultsNotCarried
from daemon.service.pulse import Pulse

PAUSE_SECONDS = 5.0
"""The least time between two rounds: results come in bursts."""

Published = Callable[[], Mapping[str, bytes]]
"""Reads the published files: name -> content."""

Carry = Callable[[Mapping[str, bytes]], None]
"""Brings files to where others see them; those that are there already are not touched.

Raises FolderError.
"""


class Mail(Struct, frozen=True):
    """What is to be carried, and how; `news` is set when something was published."""

    published: Published
    carry: Carry
    news: threading.Event = field(default_factory=threading.Event)


class Courier:
    """Goes when there is news, at its pace; what could not be carried is carried the next time.

    A network that is away is told by those who watch the folder. Other trouble is posted once, and
    its end.
    """

    def __init__(
        self,
        mail: Mail,
        post: Callable[[ResultsCarried | ResultsNotCarried], None],
        pause: float = PAUSE_SECONDS,
        pulse: Pulse | None = None,
    ) -> None:
        self._mail = mail
        self._post = post
        self._pause = pause
        self._pulse = pulse or Pulse()
        self._over = threading.Event()
        self._complaint: str | None = None
        mail.news.set()  # what was published in an earlier run may have stayed behind

    def run(self) -> None:
        """Carry until asked to leave, and once more then. Raises CredentialError."""
        while not self._over.is_set():
            self._mail.news.wait()
            with self._pulse.at_work():
                self.work()
            self._over.wait(self._pause)
        self.work()

    def leave(self) -> None:
        """Ask the thread to end."""
        self._over.set()
        self._mail.news.set()

    def work(self) -> None:
        """Carry what is published now, if there is news. Raises CredentialError."""
        if not self._mail.news.is_set():
            return
        self._mail.news.clear()
        try:
            published = self._mail.published()
            with self._pulse.outside():
                self._mail.carry(published)
        except CredentialError:
            raise
        except FolderError as error:
            self._mail.news.set()
            if not isinstance(error, OfflineError) and self._complaint != str(error):
                self._complaint = str(error)
                self._post(ResultsNotCarried(str(error)))
        else:
            if self._complaint is not None:
                self._complaint = None
                self._post(ResultsCarried())
