"""What the next evening has to know of the files that the tablets wrote in those before it."""

from msgspec import Struct

from daemon.cli.building import open_exchange
from daemon.cli.loading import Loaded
from daemon.cli.old_event import OldEvent
from daemon.folder.names import is_in_name
from daemon.folder.port import FolderError, FolderGoneError
from daemon.tournament.plan import Plan
from daemon.tournament.reading import read_version
from daemon.tournament.replays import lines_of_file
from daemon.tournament.state import State


class Earlier(Struct, frozen=True):
    """The fingerprints of all lines, and the files of which they cannot be taken (paths)."""

    lines: frozenset[str]
    unread: tuple[str, ...]


def earlier(loaded: Loaded, plan: Plan, old: OldEvent | None) -> Earlier:
    """Take them from the ledger, and from every file in the folder or collected for it.

    So nothing is forgotten when the ledger is damaged, or has not seen a file yet. `old` is what
    the ledger holds, None when there is none. Raises FolderGoneError, FolderRefusedError.
    """
    lines, known = (frozenset[str](), State()) if old is None else (old.lines, old.state)
    unread = []
    folder = open_exchange(loaded)
    for seen in folder.scan():
        name = seen.name
        if is_in_name(name.rpartition("/")[2]):
            continue
        try:
            content = folder.read(name)[1]
        except FolderGoneError:
            raise
        except FolderError:
            if name not in known.histories:
                unread.append(name)
            continue
        reading = read_version(name, content, plan, loaded.secret)
        if reading is not None and reading.content is None:
            unread.append(name)
        lines |= lines_of_file(name, content, plan, loaded.secret).lines
    return Earlier(lines, tuple(unread))
