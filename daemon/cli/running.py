"""`run CONFIG`: the daemon."""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from daemon.cli.archiving import archive_directory
from daemon.cli.building import (
    UNUSABLE,
    explain,
    folder_lock,
    open_desk,
    open_exchange,
    open_results,
    publish_directory,
    rulings_path,
    rulings_sheet,
    state_directory,
)
from daemon.cli.ending import FORESEEN, complain, explain_end, note_errors
from daemon.cli.loading import Loaded, load
from daemon.cli.report import print_problems
from daemon.cli.spare import ledger_is_there, newest_copy, was_lost, way_back, what_is_lacking
from daemon.cli.unfinished import find_unfinished
from daemon.ledger.copies import Copied, copy_ledger
from daemon.ledger.port import Ledger
from daemon.ledger.salvage import SetAside, open_or_salvage
from daemon.ledger.sqlite import SqliteLedger
from daemon.publish.site import FOR_THE_DIRECTOR
from daemon.publish.writing import Listener, Publisher, published_files
from daemon.service.copier import Copying
from daemon.service.courier import Mail
from daemon.service.daemon import run as run_daemon
from daemon.service.hours import utc_now
from daemon.service.house import House, Log, Orders, PlanFound
from daemon.service.logs import open_log
from daemon.service.messages import Inbox
from daemon.service.notify import manager_of
from daemon.service.serving import serving
from daemon.service.set_aside import told_lost, told_set_aside
from daemon.settings.model import LogFormat, Settings, Stale
from daemon.tournament.told import Level, Told

if TYPE_CHECKING:
    from daemon.cli.live import LiveTerminal
    from daemon.web.premises import Premises


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd run`."""
    parser.add_argument("config", type=Path, help="the configuration (TOML)")
    parser.add_argument(
        "--once", action="store_true", help="push, read what is there, score, publish, end"
    )
    parser.add_argument(
        "--until-complete", action="store_true", help="end when every scheduled board has a result"
    )
    parser.add_argument(
        "--stale",
        type=Stale,
        choices=tuple(Stale),
        help="what to do with OUT files of an earlier event (else folder.stale decides)",
    )
    parser.add_argument(
        "--resume", action="store_true", help="go on with an event whose date is past"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the daemon; 0 when it ended as asked, 78 when it refuses to start.

    1 when it broke off, or could not start for what passes: a full disk, a folder that is away.
    """
    loaded = load(arguments.config)
    if loaded.plan is None:
        explain(loaded)
        note_errors(loaded)
        return UNUSABLE
    print_problems(loaded.problems)
    orders = Orders(
        stale=arguments.stale or loaded.settings.folder.stale,
        once=arguments.once,
        until_complete=arguments.until_complete,
        resume=arguments.resume,
    )
    begun = find_unfinished(archive_directory(loaded))
    if begun is not None:
        message = (
            f"tournamentd does not start: `tournamentd next` was broken off while it put an "
            f"evening into {begun.directory}: say `tournamentd next {arguments.config}` again, it "
            f"completes what it began"
        )
        return complain(loaded, message, UNUSABLE)
    settings = loaded.settings
    alone = serving(folder_lock(loaded), [section.subfolder for section in settings.sections])
    return run_loaded(loaded, orders, alone=alone)


def run_loaded(
    loaded: Loaded,
    orders: Orders,
    inbox: Inbox | None = None,
    alone: AbstractContextManager[None] | None = None,
    least: Level = Level.INFO,
) -> int:
    """Run the daemon on a configuration that was found right; returns the exit status.

    Of its log, what is of the level `least` or above it is printed.
    Whoever has the inbox may stop it (see the daemon). `alone` sees to it that nobody else serves
    the folder; None for a folder that nobody else can know. What keeps it from starting or breaks
    it off is printed, and written into the log file.
    """
    settings = loaded.settings
    log_file = None if settings.log_file is None else loaded.path(settings.log_file)
    state, now = state_directory(loaded), datetime.now().astimezone()
    try:
        was_there = ledger_is_there(loaded)
        ledger, set_aside = open_or_salvage(state, settings.event.identity, now)
        try:
            with (
                _terminal(settings, orders) as live,
                open_log(
                    settings.log_format,
                    settings.event.name,
                    log_file,
                    None if live is None else live.stream,
                    least,
                ) as log,
            ):
                for told in _about_ledger(loaded, ledger, set_aside, was_there=was_there):
                    log.tell(told)
                with alone or nullcontext():
                    house = _house(loaded, ledger, log)
                    if live is not None:
                        house = replace(house, onlooker=live.show)
                    run_daemon(house, orders, inbox)
        finally:
            ledger.close()
    except FORESEEN as error:
        return explain_end(loaded, error)
    return 0


def _about_ledger(
    loaded: Loaded, ledger: SqliteLedger, set_aside: SetAside | None, *, was_there: bool
) -> Iterator[Told]:
    """What is wrong with the ledger that was found, and how to have back what a copy holds."""
    if set_aside is not None:
        lacking = None if set_aside.lost == 0 else what_is_lacking(loaded, ledger)
        yield told_set_aside(set_aside, lacking)
    elif not was_there:
        copy = newest_copy(loaded)
        if was_lost(loaded, copy):
            back = None if copy is None else way_back(loaded, copy)
            yield told_lost(state_directory(loaded), back)


@contextmanager
def _terminal(settings: Settings, orders: Orders) -> Iterator["LiveTerminal | None"]:
    """The screen below the log; None where nobody looks at one, or lines alone are wanted."""
    if orders.once or settings.log_format is not LogFormat.AUTO or not sys.stdout.isatty():
        yield None
        return
    from daemon.cli.live import live_terminal  # noqa: PLC0415 - slow to import

    with live_terminal(utc_now) as live:
        yield live


def _house(loaded: Loaded, ledger: Ledger, log: Log) -> House:
    if loaded.plan is None or loaded.plan_read is None:
        raise ValueError("a configuration with errors has no plan")
    mail, premises = _mail(loaded), _premises(loaded)
    listeners: list[Listener] = [] if mail is None else [lambda _: mail.news.set()]
    if premises is not None:
        listeners.append(premises.window.published)
        from daemon.service.noting import Noting  # noqa: PLC0415 - only where pages are served

        log = Noting(log, premises.window)
    return House(
        loaded.plan,
        loaded.plan_read,
        loaded.secret,
        open_exchange(loaded),
        ledger,
        Publisher(publish_directory(loaded), listeners=listeners),
        rulings_path(loaded),
        log,
        clock=utc_now,
        monotonic=time.monotonic,
        read_plan=lambda: _plan_found(load(loaded.config)),
        mail=mail,
        desk=open_desk(loaded),
        manager=manager_of(os.environ),
        premises=premises,
        copying=_copying(loaded),
    )


def _premises(loaded: Loaded) -> "Premises | None":
    """Where the pages are served; None when the configuration says nothing of it."""
    web = loaded.settings.web
    if web is None:
        return None
    # Only who serves pages waits for what that takes.
    from daemon.web.premises import Premises  # noqa: PLC0415
    from daemon.web.window import Window  # noqa: PLC0415

    return Premises(
        web.host,
        web.port,
        publish_directory(loaded),
        None if web.token_file is None else loaded.path(web.token_file),
        rulings_sheet(loaded, loaded.config),
        loaded.secret,
        Window(utc_now),
        clock=utc_now,
        monotonic=time.monotonic,
    )


def _copying(loaded: Loaded) -> Copying | None:
    """How the ledger gets to its second place, when the configuration names one."""
    backup = loaded.settings.backup
    if backup is None:
        return None
    state, into = state_directory(loaded), loaded.path(backup.directory)
    title, keep = loaded.settings.event.name, backup.keep

    def copy(unless: int | None) -> Copied | None:
        return copy_ledger(state, into, title, utc_now(), keep, unless)

    return Copying(copy, 60 * backup.every_minutes)


def _mail(loaded: Loaded) -> Mail | None:
    """The results' way to where `publish.push` says and everybody sees them, when it says so."""
    carry = open_results(loaded)
    if carry is None:
        return None
    directory = publish_directory(loaded)

    def published() -> dict[str, bytes]:
        contents = {}
        for name in published_files(directory):
            if name in FOR_THE_DIRECTOR:
                continue
            with suppress(OSError):  # replaced or removed at this moment
                contents[name] = (directory / name).read_bytes()
        return contents

    return Mail(published, carry)


def _plan_found(loaded: Loaded) -> PlanFound:
    """What the daemon has to know of a configuration that was read again."""
    settings = None if loaded.plan is None else loaded.settings
    return PlanFound(
        loaded.plan_read, settings, loaded.problems, loaded.files, loaded.configuration
    )
