"""Those who work beside the one that writes, each in a thread of its own."""

import math
import time
from collections.abc import Callable, Mapping
from datetime import date
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct, field

from daemon.service.copier import Copier
from daemon.service.courier import Courier
from daemon.service.house import House
from daemon.service.lookout import Lookout
from daemon.service.messages import Message
from daemon.service.plan_files import PlanFiles
from daemon.service.pulse import Pulse, Pulses
from daemon.service.pusher import Pusher
from daemon.service.rulings_file import RulingsFile
from daemon.settings.model import FolderKind

if TYPE_CHECKING:  # not every evening needs them, and a start takes as long as its imports
    from daemon.service.doorkeeper import Doorkeeper
    from daemon.service.reporter import Reporter

_LONGEST_CALL_SECONDS = 600.0
"""Of Dropbox: each request has time limits of its own, and no look at a folder takes so many."""


class Hand(Protocol):
    """Somebody who works in a thread until asked to leave."""

    def run(self) -> None:
        """Work until asked to leave."""
        ...

    def leave(self) -> None:
        """Ask the thread to end."""
        ...


class Crew(Struct, frozen=True):
    """Everybody who reads or writes what may be slow, and posts what came of it."""

    lookout: Lookout
    rulings: RulingsFile
    plan: PlanFiles
    pusher: Pusher
    courier: Courier | None = None
    reporter: "Reporter | None" = None
    copier: Copier | None = None
    doorkeeper: "Doorkeeper | None" = None
    pulses: Pulses = field(default_factory=lambda: Pulses(time.monotonic))

    @property
    def hands(self) -> Mapping[str, Hand]:
        """Each under the name of its thread."""
        hands: dict[str, Hand] = {
            "lookout": self.lookout,
            "rulings": self.rulings,
            "plan": self.plan,
            "pusher": self.pusher,
        }
        if self.courier is not None:
            hands["courier"] = self.courier
        if self.reporter is not None:
            hands["reporter"] = self.reporter
        if self.copier is not None:
            hands["copier"] = self.copier
        if self.doorkeeper is not None:
            hands["doorkeeper"] = self.doorkeeper
        return hands


def crew_of(house: House, post: Callable[[Message], None]) -> Crew:
    """The crew of a house; what they find goes to `post`."""
    settings, monotonic = house.plan.settings, house.monotonic
    pulses = Pulses(monotonic)
    # A disk, or what keeps it in step, waits as long as it likes.
    outward = _LONGEST_CALL_SECONDS if settings.folder.kind is FolderKind.DROPBOX else math.inf
    rulings = RulingsFile(house.rulings, post, monotonic, pulses.of("rulings"))
    pusher = Pusher(house.folder, lambda: house.archive, post, pulses.of("pusher", outward))
    return Crew(
        Lookout(house.folder, post, pulses.of("lookout", outward), pusher.see),
        rulings,
        PlanFiles(
            *(settings, house.plan_read, house.read_plan, post, monotonic), pulses.of("plan")
        ),
        pusher,
        _courier(house, post, pulses.of("courier", outward)),
        _reporter(house, post, pulses.of("reporter")),
        _copier(house, post, pulses.of("copier")),
        _doorkeeper(house, post, rulings, pulses),
        pulses,
    )


def _copier(house: House, post: Callable[[Message], None], pulse: Pulse) -> Copier | None:
    return None if house.copying is None else Copier(house.copying, post, pulse)


def _courier(house: House, post: Callable[[Message], None], pulse: Pulse) -> Courier | None:
    return None if house.mail is None else Courier(house.mail, post, pulse=pulse)


def _doorkeeper(
    house: House, post: Callable[[Message], None], rulings: RulingsFile, pulses: Pulses
) -> "Doorkeeper | None":
    if house.premises is None:
        return None
    from daemon.service.doorkeeper import Doorkeeper  # noqa: PLC0415 - only who serves pages

    return Doorkeeper(house.premises, post, rulings.hurry, pulses.late)


def _reporter(house: House, post: Callable[[Message], None], pulse: Pulse) -> "Reporter | None":
    desk = house.desk
    if desk is None:
        return None
    from daemon.service.reporter import Reporter  # noqa: PLC0415 - only for the federation

    def today() -> date:
        return house.clock().astimezone().date()

    return Reporter(desk, post, today, house.monotonic, pulse)
