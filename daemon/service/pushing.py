"""Puts the IN files into the folder: only what differs, and nobody else's file is lost."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from daemon.bridgesuite.file_name import parse_in_name
from daemon.folder.port import (
    FileBusyError,
    FileGoneError,
    FileTooLargeError,
    Folder,
    PutOutcome,
)


@dataclass(frozen=True, slots=True)
class Pushed:
    """What pushing did, as paths in the folder.

    `archived` pairs the old path with the new one. `strange` are IN files that are neither ours
    nor in the way: they were left alone.
    """

    written: tuple[str, ...]
    unchanged: int
    archived: tuple[tuple[str, str], ...]
    strange: tuple[str, ...]


def push(
    folder: Folder,
    files: Mapping[str, bytes],
    ours: frozenset[tuple[str, str]],
    archive: str,
) -> Pushed:
    """Bring the folder's IN files to `files` (path -> content).

    `ours` are path and SHA-256 of what we wrote before: such a file is replaced, or moved into
    the subfolder `archive` when it is needed no more. A file in the way that somebody else wrote
    is moved there too, never overwritten. Raises FolderGoneError, FolderRefusedError.
    """
    by_fold = {path.casefold(): path for path in files}
    archived: list[tuple[str, str]] = []
    strange: list[str] = []
    for seen in folder.scan():
        if parse_in_name(seen.name.rpartition("/")[2]) is None:
            continue
        wanted = by_fold.get(seen.name.casefold())
        content = _content(folder, seen.name)
        known = (seen.name, sha256(content).hexdigest()) in ours
        if wanted is not None and (known or content == files[wanted]):
            continue
        if wanted is not None or known:
            archived.append((seen.name, folder.archive(seen.name, archive)))
        else:
            strange.append(seen.name)
    written = tuple(
        path for path, content in files.items() if folder.put(path, content) is PutOutcome.WRITTEN
    )
    return Pushed(written, len(files) - len(written), tuple(archived), tuple(strange))


def _content(folder: Folder, name: str) -> bytes:
    """The bytes that lie there; none when they cannot be ours (gone, changing, huge)."""
    try:
        return folder.read(name)[1]
    except (FileGoneError, FileBusyError, FileTooLargeError):
        return b""
