"""What the daemon would meet if it started now: rulings, a ledger, files in the folder."""

import time
from datetime import datetime
from pathlib import Path

from daemon.cli.building import (
    folder_place,
    open_exchange,
    players_path,
    rulings_path,
    state_directory,
)
from daemon.cli.loading import Loaded
from daemon.cli.spare import newest_copy, was_lost, way_back, with_way_back
from daemon.folder.port import FolderError
from daemon.ledger.port import LedgerDamagedError, LedgerError, LedgerMissingError
from daemon.ledger.sqlite import read_ledger
from daemon.problem import Problem, Severity
from daemon.service.guards import (
    RefusedError,
    Remembered,
    evening_of,
    refuse_past,
    refuse_past_files,
    refuse_rehearsal,
    remembered,
    stale_files,
)
from daemon.service.house import day_begins
from daemon.service.lookout import Lookout
from daemon.service.messages import Arrived, Message, RulingsLost
from daemon.service.players_file import PlayersError, read_players
from daemon.service.rulings_file import RulingsFile
from daemon.settings.model import Stale
from daemon.tournament.entry import RulingsRead
from daemon.tournament.plan import Plan
from daemon.tournament.resolving import resolve
from daemon.tournament.rulings import no_rulings, read_rulings


def rulings_problems(loaded: Loaded, plan: Plan) -> tuple[Problem, ...]:
    """What is wrong with the rulings; nothing when there is no file yet."""
    path = rulings_path(loaded)
    file = RulingsFile(path, lambda _: None, time.monotonic)
    found = file.first()
    if found == file.missing:
        return ()
    if isinstance(found, RulingsLost):
        return (Problem(Severity.ERROR, "rulings-unreadable", found.message, str(path)),)
    read = read_rulings(RulingsRead(str(path), found.text), no_rulings())
    return resolve(read, plan).problems


def start_problems(loaded: Loaded, plan: Plan) -> tuple[Problem, ...]:
    """Warnings about what would keep the daemon from starting: a ledger, files of another event.

    An error when the folder cannot be reached.
    """
    event = plan.settings.event
    before, problems = _remembered(loaded, day_begins(event.date))
    now = datetime.now().astimezone()
    today = evening_of(now)
    try:
        refuse_past(event, before, now)
    except RefusedError as error:
        problems.append(_no_start(str(error), loaded.config))
    try:
        if plan.settings.folder.stale is not Stale.TAKE:
            refuse_rehearsal(event, before, loaded.secret, day_begins(event.date))
    except RefusedError as error:
        problems.append(_no_start(str(error), state_directory(loaded)))
    box = folder_place(loaded)
    messages: list[Message] = []
    try:
        Lookout(open_exchange(loaded), messages.append).look_around()
    except FolderError as error:
        return (*problems, Problem(Severity.ERROR, "folder", str(error), box))
    arrived = [one for one in messages if isinstance(one, Arrived)]
    try:
        if not before.state.received:
            refuse_past_files(event, arrived, today, day_begins(today))
    except RefusedError as error:
        problems.append(_no_start(str(error), loaded.config))
    if plan.settings.folder.stale is Stale.REFUSE:
        unknown = [one for one in arrived if one.seen.name not in before.state.latest]
        stale = stale_files(unknown, plan, loaded.secret, day_begins(event.date))
        problems.extend(
            _no_start(f"{why}; --stale archive or --stale take settles it", Path(box, name))
            for name, why in stale.items()
        )
    return tuple(problems)


def players_problems(loaded: Loaded) -> tuple[Problem, ...]:
    """What is wrong with the federation's list: a warning, since play can begin without it."""
    path, federation = players_path(loaded), loaded.settings.federation
    if path is None or federation is None or loaded.configuration is None:
        return ()
    try:
        read_players(path)
    except PlayersError as error:
        message, span = str(error), federation.players_span
        return (loaded.configuration.warning("frbe-players", message, span),)
    return ()


def _remembered(loaded: Loaded, begins: datetime) -> tuple[Remembered, list[Problem]]:
    """What the ledger holds; nothing, and why, when it is damaged or another event's.

    `begins` is when the day of the event does.
    """
    where = state_directory(loaded)
    try:
        ledger = read_ledger(where)
        try:
            return remembered(ledger, loaded.settings.event, loaded.secret, begins), []
        finally:
            ledger.close()
    except LedgerMissingError:
        return Remembered(), _lost(loaded)
    except LedgerDamagedError as error:
        message = with_way_back(loaded, error)
        found = Problem(Severity.WARNING, "ledger-damaged", message, str(where))
    except (RefusedError, LedgerError) as error:
        found = _no_start(str(error), where)
    return Remembered(), [found]


def _lost(loaded: Loaded) -> list[Problem]:
    """There is no ledger: a warning where this event had one."""
    copy, where = newest_copy(loaded), state_directory(loaded)
    if not was_lost(loaded, copy):
        return []
    message = (
        "there is no ledger here any more, though results of this event came in before: "
        "`tournamentd run` begins a new one with the files of results that lie in the folder, the "
        "plan and the rulings"
    )
    if copy is not None:
        message += f"; {way_back(loaded, copy)}"
    return [Problem(Severity.WARNING, "ledger-lost", message, str(where))]


def _no_start(why: str, path: Path) -> Problem:
    first, *more = why.splitlines()
    on_one_line = " ".join([first, "; ".join(line.strip() for line in more)]).strip()
    message = f"`tournamentd run` will not start with this: {on_one_line}"
    return Problem(Severity.WARNING, "start", message, str(path))
