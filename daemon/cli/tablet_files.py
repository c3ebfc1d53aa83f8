"""The tablets' folder between two evenings: what goes into a dated folder, and what stays."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from hashlib import sha256

from msgspec import Struct

from daemon.folder.names import is_in_name
from daemon.folder.port import FileGoneError, Folder, FolderError, FolderGoneError


class Lying(Struct, frozen=True):
    """What lies in the folder, as paths in it: OUT files, our own IN files, others' IN files."""

    out: tuple[str, ...]
    ours: tuple[str, ...]
    strange: tuple[str, ...]


def look(
    folder: Folder,
    pushed: Collection[tuple[str, str]],
    made: Mapping[str, bytes],
) -> Lying:
    """See what lies there.

    Ours are IN files that were pushed (path and SHA-256), or that are as the plan makes them
    (`made`). Raises FolderGoneError, FolderRefusedError.
    """
    out: list[str] = []
    ours: list[str] = []
    strange: list[str] = []
    for seen in folder.scan():
        name = seen.name
        if not is_in_name(name.rpartition("/")[2]):
            out.append(name)
            continue
        content = _content(folder, name)
        if content is not None and (
            made.get(name) == content or (name, sha256(content).hexdigest()) in pushed
        ):
            ours.append(name)
        else:
            strange.append(name)
    return Lying(tuple(out), tuple(ours), tuple(strange))


def put_away(folder: Folder, names: Collection[str], into: str) -> int:
    """Move these files into a subfolder, never over others; how many were moved.

    One that a sync client has taken away meanwhile is passed over. Raises FolderError.
    """
    moved = 0
    for name in names:
        with suppress(FileGoneError):
            folder.archive(name, into)
            moved += 1
    return moved


def _content(folder: Folder, name: str) -> bytes | None:
    """The bytes that lie there; None when they cannot be read now."""
    try:
        return folder.read(name)[1]
    except FolderGoneError:
        raise
    except FolderError:
        return None
