"""What most commands begin with: a configuration that is right, and the places that it names."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from daemon.cli.dropbox_access import find_access
from daemon.cli.loading import Loaded, load
from daemon.cli.report import print_problems
from daemon.folder.collected import COLLECTED, CollectedFolder
from daemon.folder.dropbox.layout import Layout
from daemon.folder.local import LocalFolder
from daemon.folder.port import Folder
from daemon.folder.results import LocalResults
from daemon.settings.model import FolderKind, Settings

if TYPE_CHECKING:
    from daemon.cli.playing import Bring
    from daemon.directing.rulings_text import Sheet
    from daemon.folder.dropbox.connection import Connection
    from daemon.folder.dropbox.folder import DropboxFolder
    from daemon.service.courier import Carry
    from daemon.service.desk import Desk

UNUSABLE = 78
"""Exit status: the configuration or a credential cannot be used (EX_CONFIG)."""

_BESIDE_THE_FILES = "live"
"""The folder beside the devices' files that takes the results when no other is named."""


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


def open_folder(loaded: Loaded) -> Folder:
    """The folder that a configuration shares with the devices; nobody is called yet."""
    if loaded.settings.folder.kind is FolderKind.DROPBOX:
        return open_dropbox(loaded)
    return folder_at(loaded.path(loaded.settings.folder.path), loaded.settings)


def open_dropbox(loaded: Loaded) -> "DropboxFolder":
    """The folder in Dropbox."""
    # Only who needs it pays for importing the package: it takes about a second.
    from daemon.folder.dropbox.folder import DropboxFolder  # noqa: PLC0415

    settings = loaded.settings
    folder = settings.folder
    return DropboxFolder(
        folder.path,
        _connection(loaded),
        subfolders=_subfolders(settings),
        max_file_bytes=folder.max_file_kb * 1024,
        max_files=folder.max_files,
    )


def open_results(loaded: Loaded) -> "Carry | None":
    """What brings the results to where `publish.push` says; None when it says nothing."""
    push, folder = loaded.settings.publish_push, loaded.settings.folder
    if push is None:
        return None
    where = push or f"{folder.path.rstrip('/')}/{_BESIDE_THE_FILES}"
    if folder.kind is FolderKind.LOCAL:
        return LocalResults(loaded.path(where)).carry
    from daemon.folder.dropbox.results import DropboxResults  # noqa: PLC0415 - slow to import

    return DropboxResults(where, _connection(loaded)).carry


def open_tablets(loaded: Loaded) -> "Path | Bring":
    """Where simulated tablets write: a folder of this computer, or what writes into Dropbox."""
    folder = loaded.settings.folder
    if folder.kind is FolderKind.LOCAL:
        return loaded.path(folder.path)
    from daemon.folder.dropbox.tablets import write_as_tablets  # noqa: PLC0415 - slow to import

    return write_as_tablets(folder.path, _connection(loaded))


def _connection(loaded: Loaded) -> "Connection":
    from daemon.folder.dropbox.connection import Connection  # noqa: PLC0415 - slow to import

    return Connection(lambda: find_access(loaded.settings.dropbox, loaded.directory))


def folder_place(loaded: Loaded) -> str:
    """The folder as people know it: a path, or `Dropbox:/Club/Bridge`."""
    folder = loaded.settings.folder
    if folder.kind is FolderKind.DROPBOX:
        return Layout(folder.path, ()).shown
    return str(loaded.path(folder.path))


def folder_lock(loaded: Loaded) -> Path:
    """What stands for the folder when two daemons must not serve it."""
    folder = loaded.settings.folder
    if folder.kind is FolderKind.DROPBOX:
        return Path("/", folder_place(loaded).casefold())
    return loaded.path(folder.path)


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
        subfolders=_subfolders(settings),
        watch=folder.watch,
        max_file_bytes=folder.max_file_kb * 1024,
        max_files=folder.max_files,
    )


def _subfolders(settings: Settings) -> list[str]:
    return [one.subfolder for one in settings.sections if one.subfolder]


def state_directory(loaded: Loaded) -> Path:
    """Where the ledger and its lock are."""
    return loaded.path(loaded.settings.event.state)


def publish_directory(loaded: Loaded) -> Path:
    """Where the results go."""
    return loaded.path(loaded.settings.publish_directory)


def rulings_path(loaded: Loaded) -> Path:
    """Where the director writes rulings."""
    return loaded.path(loaded.settings.rulings_file)


def rulings_sheet(loaded: Loaded, config: Path) -> "Sheet":
    """The same with what its readers want to know; `config` as the director named it."""
    from daemon.directing.rulings_text import Sheet  # noqa: PLC0415 - slow to import

    return Sheet(rulings_path(loaded), loaded.settings.event.date, config, state_directory(loaded))


def open_desk(loaded: Loaded) -> "Desk | None":
    """Where the federation's reports are made; None when the configuration asks for none."""
    folder, federation = loaded.settings.folder, loaded.settings.federation
    if federation is None:
        return None
    # Only who reports to the federation waits for what that takes.
    from daemon.folder.local_documents import LocalDocuments  # noqa: PLC0415
    from daemon.frbe.building import Wishes  # noqa: PLC0415
    from daemon.frbe.text import MAX_BYTES  # noqa: PLC0415
    from daemon.service.desk import Desk  # noqa: PLC0415

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
