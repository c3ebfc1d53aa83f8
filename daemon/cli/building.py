"""What most commands begin with: a configuration that is right, and the places that it names."""

import sys
from pathlib import Path

from daemon.cli.loading import Loaded, load
from daemon.cli.report import print_problems
from daemon.folder.collected import COLLECTED, CollectedFolder
from daemon.folder.local import LocalFolder
from daemon.folder.local_documents import LocalDocuments
from daemon.frbe.building import Wishes
from daemon.frbe.text import MAX_BYTES
from daemon.service.desk import Desk
from daemon.settings.model import Settings

UNUSABLE = 78
"""Exit status: the configuration or a credential cannot be used (EX_CONFIG)."""


def load_or_explain(config: Path) -> Loaded | None:
    """Load a configuration and print its problems; None when it cannot be used."""
    loaded = load(config)
    if loaded.plan is None:
        explain(loaded)
        return None
    print_problems(loaded.problems)
    return loaded


def explain(loaded: Loaded) -> None:
    """Print why a configuration cannot be used."""
    print_problems(loaded.problems)
    print(
        f"Nothing was done: mend {loaded.config} first (`tournamentd check {loaded.config}` looks "
        "again).",
        file=sys.stderr,
    )


def open_folder(loaded: Loaded) -> LocalFolder:
    """The folder that a configuration shares with the devices."""
    return folder_at(loaded.path(loaded.settings.folder.path), loaded.settings)


def open_exchange(loaded: Loaded) -> CollectedFolder:
    """That folder, with the files that were collected for it from other places."""
    return CollectedFolder(
        open_folder(loaded),
        collected_directory(loaded),
        lambda place: folder_at(place, loaded.settings),
    )


def collected_directory(loaded: Loaded) -> Path:
    """Where `collect` puts what it takes."""
    return state_directory(loaded) / COLLECTED


def folder_at(path: Path, settings: Settings) -> LocalFolder:
    """A folder anywhere, that is laid out as the configuration says."""
    folder = settings.folder
    return LocalFolder(
        path,
        subfolders=[one.subfolder for one in settings.sections if one.subfolder],
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


def rulings_path(loaded: Loaded) -> Path:
    """Where the director writes rulings."""
    return loaded.path(loaded.settings.rulings_file)


def open_desk(loaded: Loaded) -> Desk | None:
    """Where the federation's reports are made; None when the configuration asks for none."""
    folder, federation = loaded.settings.folder, loaded.settings.federation
    if federation is None:
        return None
    documents = LocalDocuments(
        loaded.path(folder.path), max_file_bytes=MAX_BYTES, max_files=folder.max_files
    )
    return Desk(
        documents,
        inbox=federation.inbox,
        outbox=federation.outbox,
        rejected=federation.rejected,
        wishes=Wishes(
            federation.club, federation.kind, sender=federation.sender, tempo=federation.tempo
        ),
        players=players_path(loaded),
        pace=folder.rescan_seconds,
    )


def players_path(loaded: Loaded) -> Path | None:
    """Where the federation's list of players is; None when the configuration names none."""
    federation = loaded.settings.federation
    if federation is None or federation.players is None:
        return None
    return loaded.path(federation.players)
