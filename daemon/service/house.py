"""What a running daemon stands on, and how it is to run."""

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from daemon.bridgesuite.envelope import Secret
from daemon.folder.port import Folder
from daemon.ledger.port import Ledger
from daemon.problem import Problem, Source
from daemon.service.copier import Copying
from daemon.service.courier import Mail
from daemon.service.notify import NOBODY, Manager
from daemon.settings.model import Settings, Stale
from daemon.tournament.conclusion import Conclusion
from daemon.tournament.entry import PlanRead
from daemon.tournament.plan import Plan
from daemon.tournament.results import Results
from daemon.tournament.told import Told

if TYPE_CHECKING:  # not every evening needs them, and a start takes as long as its imports
    from daemon.service.desk import Desk
    from daemon.web.premises import Premises

Clock = Callable[[], datetime]
"""Tells the time now (aware)."""


class Log(Protocol):
    """Where the daemon tells what happens."""

    def tell(self, told: Told) -> None:
        """Write one event of the catalogue; KeyError for any other."""
        ...


class Publishes(Protocol):
    """Where results go."""

    def publish(self, results: Results) -> Iterable[tuple[str, ...]]:
        """Write what changed, piece by piece, the standings first; names of the files.

        Each step of the iteration writes. Raises PublishError, at the end at the latest.
        """
        ...


def day_begins(day: date) -> datetime:
    """When a day begins here, in local time (aware).

    Of days before 1970 Windows does not know what the clock showed, and nobody of the first of
    all: the one in Greenwich will do.
    """
    shown = datetime.combine(day, time())
    try:
        return shown.astimezone()
    except (OSError, OverflowError, ValueError):
        return shown.replace(tzinfo=UTC)


class Orders(Struct, frozen=True):
    """How to run: once or on, until everything is in or until stopped."""

    stale: Stale
    once: bool = False
    until_complete: bool = False
    resume: bool = False


class PlanFound(Struct, frozen=True):
    """What the files that the plan is made of say now.

    `plan_read` and `settings` are None when there is an error among the `problems`; `files` are
    all that were looked for, `configuration` is the text of the first of them where it could be
    read (under a name that can be opened from here).
    """

    plan_read: PlanRead | None
    settings: Settings | None
    problems: tuple[Problem, ...]
    files: tuple[Path, ...]
    configuration: Source | None


ReadPlan = Callable[[], PlanFound]
"""Reads the configuration and all that it names, and checks it as at a start."""


class House(Struct, frozen=True):
    """Everything that a running daemon stands on.

    `rulings` is the file that the director writes. `monotonic` gives seconds and never goes back;
    `clock` tells the time of day. `read_plan` reads the plan's files anew. `desk` is where the
    federation's reports are made; None: nowhere. `mail` is what is published to be carried
    elsewhere, too. `manager` is who started the daemon and wants to know how it goes.
    `copying` is how the ledger is copied to a second place; None: it is not.
    `premises` are where the pages are served; None: nowhere. `onlooker` sees the results whenever
    they have changed.
    """

    plan: Plan
    plan_read: PlanRead
    secret: Secret | None
    folder: Folder
    ledger: Ledger
    publisher: Publishes
    rulings: Path
    log: Log
    clock: Clock
    monotonic: Callable[[], float]
    read_plan: ReadPlan
    desk: "Desk | None" = None
    mail: Mail | None = None
    manager: Manager = NOBODY
    copying: Copying | None = None
    premises: "Premises | None" = None
    onlooker: Callable[[Results], None] | None = None

    def show(self, conclusion: Conclusion) -> None:
        """Let those who look on see what everything comes to now."""
        if self.onlooker is not None:
            self.onlooker(conclusion.results)
        if self.premises is not None:
            self.premises.window.show(conclusion)

    @property
    def archive(self) -> str:
        """The subfolder that takes what is of an earlier plan or event."""
        return f"archive {self.clock().astimezone():%Y-%m-%d}"
