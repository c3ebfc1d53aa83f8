"""Those who work beside the one that writes, each in a thread of its own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from daemon.service.courier import Courier
from daemon.service.house import House
from daemon.service.lookout import Lookout
from daemon.service.messages import Message
from daemon.service.plan_files import PlanFiles
from daemon.service.pusher import Pusher
from daemon.service.reporter import Reporter
from daemon.service.rulings_file import RulingsFile


class Hand(Protocol):
    """Somebody who works in a thread until asked to leave."""

    def run(self) -> None:
        """Work until asked to leave."""
        ...

    def leave(self) -> None:
        """Ask the thread to end."""
        ...


@dataclass(frozen=True, slots=True)
class Crew:
    """Everybody who reads or writes what may be slow, and posts what came of it."""

    lookout: Lookout
    rulings: RulingsFile
    plan: PlanFiles
    pusher: Pusher
    courier: Courier | None = None
    reporter: Reporter | None = None

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
        return hands


def crew_of(house: House, post: Callable[[Message], None]) -> Crew:
    """The crew of a house; what they find goes to `post`."""
    settings = house.plan.settings
    pusher = Pusher(house.folder, lambda: house.archive, post)
    return Crew(
        Lookout(house.folder, post, pusher.see),
        RulingsFile(house.rulings, post, house.monotonic),
        PlanFiles(settings, house.plan_read, house.read_plan, post, house.monotonic),
        pusher,
        None if house.mail is None else Courier(house.mail, post),
        _reporter(house, post),
    )


def _reporter(house: House, post: Callable[[Message], None]) -> Reporter | None:
    desk = house.desk
    if desk is None:
        return None
    return Reporter(desk, post, lambda: house.clock().astimezone().date(), house.monotonic)
