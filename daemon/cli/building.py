"""Builds what a command stands on from a configuration that was found right."""

import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from daemon.cli.loading import Loaded, load
from daemon.cli.report import print_problems
from daemon.folder.local import LocalFolder
from daemon.ledger.port import Ledger
from daemon.publish.writing import Publisher
from daemon.service.logs import Log, open_log
from daemon.service.starting import House
from daemon.settings.model import Settings
from daemon.tournament.entry import PlanRead
from daemon.tournament.plan import Plan

UNUSABLE = 78
"""Exit status: the configuration or a credential cannot be used (EX_CONFIG)."""


def load_or_explain(config: Path) -> Loaded | None:
    """Load a configuration and print its problems; None when it cannot be used."""
    loaded = load(config)
    print_problems(loaded.problems)
    if loaded.plan is None:
        print(
            f"Nothing was started: mend {config} first (`tournamentd check {config}` looks again).",
            file=sys.stderr,
        )
        return None
    return loaded


def open_folder(loaded: Loaded) -> LocalFolder:
    """The local folder of a configuration."""
    folder = loaded.settings.folder
    return LocalFolder(
        loaded.path(folder.path),
        subfolders=[one.subfolder for one in loaded.settings.sections if one.subfolder],
        watch=folder.watch,
        max_file_bytes=folder.max_file_kb * 1024,
        max_files=folder.max_files,
    )


def state_directory(loaded: Loaded) -> Path:
    """Where the ledger and its lock are."""
    return loaded.path(loaded.settings.event.state)


def publish_directory(loaded: Loaded) -> Path:
    """Where the results go."""
    return loaded.path(loaded.settings.publish_directory)


def event_log(loaded: Loaded) -> Log:
    """The log as the configuration wants it."""
    settings = loaded.settings
    file = None if settings.log_file is None else loaded.path(settings.log_file)
    return open_log(settings.log_format, settings.event.name, file)


def build_house(loaded: Loaded, ledger: Ledger, log: Log) -> House:
    """Everything that a running daemon stands on."""
    plan, plan_read = _planned(loaded)
    return House(
        plan,
        plan_read,
        loaded.secret,
        open_folder(loaded),
        ledger,
        Publisher(publish_directory(loaded)),
        rulings_path(loaded, plan.settings),
        log,
        utc_now,
        time.monotonic,
    )


def rulings_path(loaded: Loaded, settings: Settings) -> Path:
    """Where the director writes rulings."""
    return loaded.path(settings.rulings_file)


def utc_now() -> datetime:
    """The time now (aware, UTC)."""
    return datetime.now(UTC)


def _planned(loaded: Loaded) -> tuple[Plan, PlanRead]:
    if loaded.plan is None or loaded.plan_read is None:
        raise ValueError("a configuration with errors has no plan")
    return loaded.plan, loaded.plan_read
