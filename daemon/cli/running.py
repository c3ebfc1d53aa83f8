"""`run CONFIG`: the daemon."""

import argparse
import sys
from pathlib import Path

from daemon.cli.building import (
    UNUSABLE,
    build_house,
    event_log,
    load_or_explain,
    state_directory,
)
from daemon.cli.loading import Loaded
from daemon.folder.port import FolderError
from daemon.ledger.port import LedgerError
from daemon.ledger.sqlite import open_ledger
from daemon.service.daemon import run as run_daemon
from daemon.service.starting import Orders, RefusedError
from daemon.settings.model import Stale


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
    """Run the daemon; 0 when it ended as asked, 78 when it could not start."""
    loaded = load_or_explain(arguments.config)
    if loaded is None:
        return UNUSABLE
    orders = Orders(
        stale=arguments.stale or loaded.settings.folder.stale,
        once=arguments.once,
        until_complete=arguments.until_complete,
        resume=arguments.resume,
    )
    try:
        run_loaded(loaded, orders)
    except (RefusedError, LedgerError, FolderError) as error:
        print(f"tournamentd does not start: {error}", file=sys.stderr)
        return UNUSABLE
    return 0


def run_loaded(loaded: Loaded, orders: Orders) -> None:
    """Run the daemon on a configuration that was found right; raises what keeps it from it."""
    ledger = open_ledger(state_directory(loaded), loaded.settings.event.identity)
    try:
        run_daemon(build_house(loaded, ledger, event_log(loaded)), orders)
    finally:
        ledger.close()
