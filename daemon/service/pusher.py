"""Keeps the devices' IN files in step with the plan, beside the one that writes."""

import threading
from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from daemon.folder.port import CredentialError, Folder, FolderError, FolderGoneError
from daemon.service.messages import InFilesPushed, InFilesRefused
from daemon.service.pulse import Pulse
from daemon.service.pushing import Pushed, facts_of, push

RETRY_SECONDS = 5.0


class Pusher:
    """Puts IN files into the folder whenever they are to be others, and posts what it did.

    A folder that is away is tried again until it is back: whoever looks at it tells that. Other
    trouble is posted once. `archive` names the subfolder that takes what is needed no more.
    """

    def __init__(
        self,
        folder: Folder,
        archive: Callable[[], str],
        post: Callable[[InFilesPushed | InFilesRefused], None],
        pulse: Pulse | None = None,
    ) -> None:
        self._folder = folder
        self._archive = archive
        self._post = post
        self._pulse = pulse or Pulse()
        self._over = False
        self._wake = threading.Event()
        self._wanted: Mapping[str, bytes] = {}
        self._done: Mapping[str, bytes] = {}
        self._ours: frozenset[tuple[str, str]] = frozenset()
        self._strange: frozenset[str] = frozenset()
        self._complaint: str | None = None

    def first(self, files: Mapping[str, bytes], ours: frozenset[tuple[str, str]]) -> Pushed:
        """Push at the start, on the calling thread; nothing is posted.

        `ours` are path and SHA-256 of what was written before. Raises FolderGoneError,
        FolderRefusedError.
        """
        self._wanted = files
        return self._push(files, ours)

    def want(self, files: Mapping[str, bytes]) -> None:
        """Say what is to lie in the folder; never waits."""
        if files != self._wanted:
            self._wanted = files
            self._wake.set()

    def see(self, listed: Iterable[str]) -> None:
        """Take note of what lies in the folder: a file that was pushed and is gone is pushed again.

        Somebody deleted it, or another folder (another stick) is in the place of the first.
        """
        there = {name.casefold() for name in listed}
        if any(name.casefold() not in there for name in self._done):
            self._done = {}
            self._wake.set()

    def run(self) -> None:
        """Push what is wanted until asked to leave."""
        while not self._over:
            self._wake.wait(None if self.in_step else RETRY_SECONDS)
            self._wake.clear()
            if not self._over:
                with self._pulse.at_work():
                    self.work()

    def leave(self) -> None:
        """Ask the thread to end."""
        self._over = True
        self._wake.set()

    @property
    def in_step(self) -> bool:
        """Whether what was wanted last was pushed."""
        return self._done == self._wanted

    def work(self) -> None:
        """Push what is wanted, if that is possible now."""
        wanted = self._wanted
        if wanted == self._done:
            return
        try:
            pushed = self._push(wanted, self._ours)
        except FolderGoneError:
            return
        except CredentialError:
            raise
        except FolderError as error:
            if self._complaint != str(error):
                self._complaint = str(error)
                self._post(InFilesRefused(str(error)))
            return
        self._complaint = None
        self._post(InFilesPushed(pushed))

    def _push(self, files: Mapping[str, bytes], ours: frozenset[tuple[str, str]]) -> Pushed:
        # When it breaks off in the middle, what it wrote so far is ours all the same.
        self._ours = ours | {(fact.name, fact.sha256) for fact in facts_of(files)}
        archive = self._archive()
        with self._pulse.outside():
            pushed = push(self._folder, files, ours, archive)
        self._done = files
        # What lay there before was told before.
        news = tuple(name for name in pushed.strange if name not in self._strange)
        self._strange = frozenset(pushed.strange)
        return replace(pushed, strange=news)
