"""The files that the plan is made of: read again when one has changed and all have been quiet."""

import logging
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from daemon.problem import Problem, Severity
from daemon.service.house import PlanFound, ReadPlan
from daemon.service.lasting import postponed, refusals
from daemon.service.messages import PlanArrived, PlanRefused
from daemon.service.pulse import Pulse
from daemon.service.quiet import PAUSE_SECONDS, Quiet, stamp
from daemon.settings.model import Settings
from daemon.tournament.entry import PlanRead

_log = logging.getLogger(__name__)

_Posted = PlanArrived | PlanRefused
_Topic = tuple[str, str, str | None]


class PlanFiles:
    """Posts the plan's texts when they are others, and what is wrong with them, once each.

    `started` and `in_force` are the settings and the texts that the daemon started with. `read`
    reads and checks everything as at a start; it is called on the thread of `run` alone, since a
    file may have to be fetched first. What cannot be used is read again every second until it can
    be: what is missing may lie in a file that is not looked at, such as a secret's.
    """

    def __init__(
        self,
        started: Settings,
        in_force: PlanRead,
        read: ReadPlan,
        post: Callable[[_Posted], None],
        monotonic: Callable[[], float],
        pulse: Pulse | None = None,
    ) -> None:
        self._started = started
        self._pulse = pulse or Pulse()
        self._in_force = in_force
        self._read = read
        self._post = post
        self._quiet = Quiet(monotonic)
        self._over = threading.Event()
        self._files: tuple[Path, ...] = ()
        self._judged: tuple[object, ...] | None = None
        self._refused = False
        self._known: frozenset[_Topic] | None = None

    def run(self) -> None:
        """Look twice a second until asked to leave."""
        while not self._over.wait(PAUSE_SECONDS):
            with self._pulse.at_work():
                self.look()

    def leave(self) -> None:
        """Ask the thread to end."""
        self._over.set()

    def look(self) -> None:
        """Read the files if one changed and all have been quiet for a second."""
        seen = self._stamps()
        if seen == self._judged and not self._refused:
            self._quiet.begin_anew()
            return
        if not self._quiet.lasts(seen):
            return
        self._quiet.begin_anew()
        found = self._found()
        files = found.files
        if found.plan_read is None:
            # A text that cannot be read does not say which others belong to it.
            files = tuple(dict.fromkeys((*found.files, *self._files)))
        if files != self._files:
            self._files = files  # what was read has to be seen quiet as well: the next look
            return
        if self._stamps() != seen:
            return
        self._judged = seen
        self._judge(found)

    def _found(self) -> PlanFound:
        """What the files say; an error that nobody foresaw is one of theirs, not the daemon's."""
        try:
            return self._read()
        except Exception as error:  # noqa: BLE001 - told, logged and tried again: play goes on
            _log.exception("The plan could not be read again")
            message = (
                f"the plan could not be read ({type(error).__name__}: {error}): undo what was "
                f"changed last, and look with `tournamentd check`"
            )
            problem = Problem(Severity.ERROR, "plan-unreadable", message)
            return PlanFound(None, None, (problem,), self._files, None)

    def _judge(self, found: PlanFound) -> None:
        """Post what is new about what was found."""
        problems = tuple(one for one in found.problems if one.severity is not Severity.NOTE)
        if found.settings is not None and found.configuration is not None:
            refused = refusals(self._started, found.settings, found.configuration)
            later = postponed(self._started, found.settings, found.configuration)
            problems = (*problems, *refused, *later)
        usable = found.plan_read is not None and not any(one.is_error for one in problems)
        # What stood there at the start was told then.
        at_start = self._known is None and usable and found.plan_read == self._in_force
        known = self._known or frozenset()
        news = () if at_start else tuple(one for one in problems if _topic(one) not in known)
        self._known = _topics(problems)
        if found.plan_read is None or not usable:
            if news or not self._refused:
                self._post(PlanRefused(news))
            self._refused = True
            return
        if news or self._refused or found.plan_read != self._in_force:
            self._post(PlanArrived(found.plan_read, news))
        self._refused = False
        self._in_force = found.plan_read

    def _stamps(self) -> tuple[object, ...]:
        return tuple(map(stamp, self._files))


def _topic(problem: Problem) -> _Topic:
    """What tells problems apart: not the line, which moves when others come in above it."""
    return problem.code, problem.message, problem.file


def _topics(problems: Iterable[Problem]) -> frozenset[_Topic]:
    return frozenset(map(_topic, problems))
