"""Makes the federation's reports, beside the one that writes.

What is dropped stays where it is: the inbox belongs to those who drop. A file counts when it has
been quiet for a second, and by its content: the same bytes make nothing new, whatever they are
called and whenever the daemon starts.
"""

import hashlib
import logging
import threading
from collections.abc import Callable, Iterable
from datetime import date

from msgspec.structs import replace

from daemon import __version__
from daemon.folder.port import (
    FileBusyError,
    FileGoneError,
    FileSeen,
    FileTooLargeError,
    FolderError,
    FolderGoneError,
)
from daemon.frbe.dropped import report_of
from daemon.frbe.reason import reason_text
from daemon.frbe.text import MAX_BYTES
from daemon.problem import Problem, Severity
from daemon.service.desk import Desk
from daemon.service.messages import DocumentAnswered, DocumentCame, DocumentFailed
from daemon.service.outside import OutsideDocuments
from daemon.service.players_file import Players, PlayersError, PlayersFile
from daemon.service.pulse import Pulse
from daemon.service.quiet import PAUSE_SECONDS, Quiet
from daemon.tournament.entry import Answer, ReportAnswered

REST_SECONDS = 30.0
"""After trouble that may pass by itself: a tournament is not read again and again meanwhile."""

_MOST_LOOKS = 8
"""Of a single run: a file that grows for longer than their pauses is left to the next."""

_log = logging.getLogger(__name__)

_Posted = DocumentCame | DocumentAnswered | DocumentFailed


class Reporter:
    """Looks into the inbox, makes reports or reasons, and posts what came of it.

    A folder that is away is no news here: whoever looks after the tablets' files tells that. Other
    trouble is posted once. `today` tells the day here, `monotonic` seconds that never go back.
    """

    def __init__(
        self,
        desk: Desk,
        post: Callable[[_Posted], None],
        today: Callable[[], date],
        monotonic: Callable[[], float],
        pulse: Pulse | None = None,
    ) -> None:
        self._pulse = pulse or Pulse()
        self._desk = replace(desk, documents=OutsideDocuments(desk.documents, self._pulse))
        self._post = post
        self._today = today
        self._monotonic = monotonic
        self._players = None if desk.players is None else PlayersFile(desk.players)
        self._answered: list[ReportAnswered] = []
        self._quiet: dict[str, Quiet] = {}
        self._came: dict[str, str] = {}
        self._done: dict[str, str] = {}
        self._complaints: dict[str, str] = {}
        self._rests_until: float | None = None
        self._waiting = False
        self._over = threading.Event()

    def remember(self, answered: Iterable[ReportAnswered]) -> None:
        """Take note of what was dealt with before this start; called before `run`."""
        self._answered.extend(answered)

    def run(self) -> None:
        """Look until asked to leave."""
        while not self._over.is_set():
            with self._pulse.at_work():
                self.look()
            self._over.wait(PAUSE_SECONDS if self._waiting else self._desk.pace)

    def leave(self) -> None:
        """Ask the thread to end."""
        self._over.set()

    def look_once(self) -> None:
        """Deal with what lies there, on the calling thread; a new file must be quiet first."""
        for _ in range(_MOST_LOOKS):
            self.look()
            if not self._waiting or self._over.wait(PAUSE_SECONDS):
                return

    def look(self) -> None:
        """Deal with what is new and quiet. Nothing that goes wrong here ends the daemon."""
        self._waiting = False
        if self._rests_until is not None and self._monotonic() < self._rests_until:
            return
        self._rests_until = None
        try:
            self._look_around()
        except FolderGoneError:
            return
        except FolderError as error:
            self._complain(self._desk.inbox, str(error))
        except Exception as error:  # noqa: BLE001 - told: a report must not end the evening
            self._unforeseen(self._desk.inbox, error)

    def _look_around(self) -> None:
        desk = self._desk
        for place in (desk.inbox, desk.outbox, desk.rejected):
            desk.documents.make(place)
        listed = desk.documents.scan(desk.inbox)
        self._forget_others({seen.name for seen in listed})
        for seen in listed:
            if self._done.get(seen.name) != seen.version:
                self._look_at(seen)

    def _forget_others(self, names: set[str]) -> None:
        for about in (self._quiet, self._came, self._done, self._complaints):
            for name in about.keys() - names:
                del about[name]

    def _look_at(self, seen: FileSeen) -> None:
        quiet = self._quiet.setdefault(seen.name, Quiet(self._monotonic))
        if not quiet.lasts(seen.version):
            self._waiting = True
            return
        try:
            self._take(seen)
        except (FileGoneError, FileBusyError):
            self._waiting = True
        except FolderGoneError:
            raise
        except (FolderError, PlayersError) as error:
            self._complain(seen.name, str(error))
        except Exception as error:  # noqa: BLE001 - told: the other files are dealt with
            self._done[seen.name] = seen.version
            self._unforeseen(seen.name, error)

    def _take(self, seen: FileSeen) -> None:
        """Deal with a file that was quiet. Raises FolderError, PlayersError: it is tried again."""
        try:
            now, data = self._desk.documents.read(seen.name)
        except FileTooLargeError:
            self._refuse_size(seen)
            return
        if now.version != seen.version:
            self._waiting = True
            return
        sha256 = hashlib.sha256(data).hexdigest()
        answered = [one for one in self._answered if one.sha256 == sha256]
        written = [one for one in answered if one.answer is Answer.WRITTEN]
        if written:
            self._known(seen, written[0], answered)
        else:
            players = None if self._players is None else self._players.now()
            terms = self._terms(players)
            refused = [one for one in answered if one.terms == terms]
            if refused:
                self._known(seen, refused[0], answered)
            else:
                self._came_in(seen)
                self._answer(seen, data, sha256, terms, players)
        self._done[seen.name] = seen.version

    def _known(
        self, seen: FileSeen, first: ReportAnswered, answered: Iterable[ReportAnswered]
    ) -> None:
        """Say that this content was dealt with before, once for every name that it has."""
        if all(one.name != seen.name for one in answered):
            self._came_in(seen)
            self._done_with(replace(first, name=seen.name, answer=Answer.KNOWN))

    def _answer(
        self, seen: FileSeen, data: bytes, sha256: str, terms: str, players: Players | None
    ) -> None:
        """Make a report, or say why there is none."""
        desk, own = self._desk, seen.name.rpartition("/")[2]
        known = None if players is None else players.known
        made = None
        report, problems = report_of(data, own, desk.wishes, known)
        if report is not None:
            taken = {one.made.rpartition("/")[2] for one in self._answered}
            made, checked = desk.file_report(report, known, self._today(), taken)
            problems = (*problems, *checked)
        answer = Answer.WRITTEN
        if made is None:
            answer, made = Answer.REJECTED, desk.file_reason(own, reason_text(own, problems))
        self._done_with(ReportAnswered(seen.name, sha256, answer, made, terms), problems)

    def _refuse_size(self, seen: FileSeen) -> None:
        """A file that is larger than any tournament is not read, so it has no content to know."""
        own = seen.name.rpartition("/")[2]
        message = (
            f"this file has {seen.size} bytes, and no tournament has more than {MAX_BYTES}: is it "
            "the right one?"
        )
        problem = Problem(Severity.ERROR, "too-large", message, own)
        made = self._desk.file_reason(own, reason_text(own, [problem]))
        self._done[seen.name] = seen.version
        self._tell_once(seen.name, f"{message} {made} says so, too")

    def _done_with(self, fact: ReportAnswered, problems: tuple[Problem, ...] = ()) -> None:
        self._answered.append(fact)
        self._post(DocumentAnswered(fact, problems))

    def _came_in(self, seen: FileSeen) -> None:
        """Say so, once for every version."""
        if self._came.get(seen.name) != seen.version:
            self._came[seen.name] = seen.version
            self._post(DocumentCame(seen.name, seen.size))

    def _terms(self, players: Players | None) -> str:
        """What a refusal may depend on besides the file: after a change it is judged again."""
        said = (__version__, repr(self._desk.wishes), None if players is None else players.sha256)
        return hashlib.sha256(repr(said).encode("utf-8")).hexdigest()[:16]

    def _complain(self, name: str, message: str) -> None:
        """Tell trouble that may pass by itself, and rest."""
        self._rests_until = self._monotonic() + REST_SECONDS
        self._tell_once(name, message)

    def _unforeseen(self, name: str, error: Exception) -> None:
        message = (
            f"an error that nobody foresaw ({type(error).__name__}: {error}); the evening goes on: "
            "try `tournamentd report build`, and tell those who mend this program"
        )
        if self._complaints.get(name) != message:
            _log.error("A report for the federation could not be made", exc_info=error)
        self._complain(name, message)

    def _tell_once(self, name: str, message: str) -> None:
        if self._complaints.get(name) != message:
            self._complaints[name] = message
            self._post(DocumentFailed(name, message))
