"""Puts the IN files into the folder: only what differs, and nobody else's file is lost."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256

from msgspec import Struct

from daemon.bridgesuite.file_name import parse_in_name
from daemon.folder.port import (
    FileBusyError,
    FileGoneError,
    FileTooLargeError,
    Folder,
)
from daemon.movement.wording import plural
from daemon.tournament.entry import FilePushed
from daemon.tournament.told import Level, Told

_SHOWN_AT_MOST = 12

_LOOKS = 3
"""How often to look again when somebody changes a file between the look and the writing."""


class Pushed(Struct, frozen=True):
    """What pushing did, as paths in the folder.

    `files` is what lies there now. `replaced` are files that somebody else wrote under a name of
    ours, and `outdated` our own of an earlier plan: each with the path that it was moved to.
    `strange` are IN files that are neither ours nor in the way: they were left alone.
    """

    files: Mapping[str, bytes]
    written: tuple[str, ...]
    replaced: Mapping[str, str]
    outdated: Mapping[str, str]
    strange: tuple[str, ...]

    @property
    def facts(self) -> frozenset[FilePushed]:
        """What the ledger has to know so that these files are known as ours."""
        return facts_of(self.files)

    @property
    def changed(self) -> bool:
        """Whether there is anything to tell that was not so before."""
        return bool(self.written or self.replaced or self.outdated or self.strange)

    def told(self) -> Iterator[Told]:
        """What to tell the director about it."""
        yield from (
            Told(
                "files.archived",
                f"somebody else's IN file was in the way; it was moved to {there}",
                Level.WARNING,
                (("file", name),),
            )
            for name, there in self.replaced.items()
        )
        if self.outdated:
            yield Told(
                "files.archived",
                f"{plural(len(self.outdated), 'IN file')} of an earlier plan moved to "
                f"{next(iter(self.outdated.values())).rpartition('/')[0]}: "
                f"{_listed(tuple(self.outdated))}",
                fields=(("files", len(self.outdated)),),
            )
        if self.strange:
            yield Told(
                "files.strange",
                f"{plural(len(self.strange), 'IN file')} not of this plan, and left alone: "
                f"{_listed(self.strange)}; delete them if no tablet needs them",
                Level.WARNING,
                (("files", len(self.strange)),),
            )
        yield Told(
            "files.pushed",
            f"{plural(len(self.files), 'IN file')} in the folder, {len(self.written)} written now",
            fields=(("files", len(self.files)), ("written", len(self.written))),
        )


def facts_of(files: Mapping[str, bytes]) -> frozenset[FilePushed]:
    """What the ledger has to know of IN files (path -> content) so that they are known as ours."""
    return frozenset(FilePushed(path, _hash(content)) for path, content in files.items())


def push(
    folder: Folder, files: Mapping[str, bytes], ours: frozenset[tuple[str, str]], archive: str
) -> Pushed:
    """Bring the folder's IN files to `files` (path -> content).

    `ours` are path and SHA-256 of what we wrote before: such a file is replaced, or moved into
    the subfolder `archive` when it is needed no more. A file in the way that somebody else wrote
    is moved there too, never overwritten. Raises FolderGoneError, FolderRefusedError, and
    FileBusyError when somebody writes the same files all the time.
    """
    for _ in range(_LOOKS - 1):
        with suppress(FileBusyError):
            return _push(folder, files, ours, archive)
    return _push(folder, files, ours, archive)


def _push(
    folder: Folder, files: Mapping[str, bytes], ours: frozenset[tuple[str, str]], archive: str
) -> Pushed:
    by_fold = {path.casefold(): path for path in files}
    replaced: dict[str, str] = {}
    outdated: dict[str, str] = {}
    strange: list[str] = []
    for seen in folder.scan():
        if parse_in_name(seen.name.rpartition("/")[2]) is None:
            continue
        wanted = by_fold.get(seen.name.casefold())
        if wanted is not None and folder.holds(seen.name, files[wanted]):
            continue
        content = _content(folder, seen.name)
        known = content is not None and (seen.name, _hash(content)) in ours
        if wanted is None and not known:
            strange.append(seen.name)
        elif wanted is None:
            _move(folder, seen.name, archive, outdated)
        elif not known:
            _move(folder, seen.name, archive, replaced)
    done = folder.put_all(files)
    written = tuple(path for path in files if path in done)
    return Pushed(files, written, replaced, outdated, tuple(strange))


def _move(folder: Folder, name: str, archive: str, moved: dict[str, str]) -> None:
    try:
        moved[name] = folder.archive(name, archive)
    except FileGoneError:
        return  # a sync client was faster


def _content(folder: Folder, name: str) -> bytes | None:
    """The bytes that lie there; None when they cannot be ours (gone, changing, huge)."""
    try:
        return folder.read(name)[1]
    except (FileGoneError, FileBusyError, FileTooLargeError):
        return None


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()


def _listed(names: tuple[str, ...]) -> str:
    shown = ", ".join(names[:_SHOWN_AT_MOST])
    more = len(names) - _SHOWN_AT_MOST
    return f"{shown} and {more} more" if more > 0 else shown
