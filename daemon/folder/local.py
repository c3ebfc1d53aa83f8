"""A folder on this computer that a sync client, a network drive or a stick keeps in step."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from threading import Lock

from daemon.disk import Patience
from daemon.folder.files import (
    move_beside_others,
    read_one_version,
    remove_drafts,
    write_whole,
)
from daemon.folder.many import put_each, read_equals
from daemon.folder.names import folder_parts, is_exchange_name, is_in_name, split_name
from daemon.folder.places import file_seen, find, identity, make
from daemon.folder.port import (
    FileSeen,
    FolderRefusedError,
    LookAt,
    Promise,
    PutOutcome,
    unheard,
)
from daemon.folder.refusals import gone, translated
from daemon.folder.settling import Settling
from daemon.settings.model import Watch


class LocalFolder:
    """A Folder (see the port) below `path`, which is never made here: it is there or it is gone.

    `subfolders` are those of the sections; without one, their files lie in the folder itself.
    Folders and files are found whatever the case of their letters, and are shown as the
    configuration spells the former and the disk the latter. `recheck_seconds` is how often the
    watching looks whether it still watches the right folder, and the pace of polling.
    """

    def __init__(
        self,
        path: Path,
        *,
        subfolders: Sequence[str] = (),
        watch: Watch = Watch.EVENTS,
        max_file_bytes: int,
        max_files: int,
        patience: Patience | None = None,
        recheck_seconds: float = 1.0,
    ) -> None:
        self._root = path.absolute()
        self._places = tuple(dict.fromkeys([(), *map(folder_parts, subfolders)]))
        self._watch = watch
        self._max_file_bytes = max_file_bytes
        self._max_files = max_files
        self._patience = patience or Patience()
        self._recheck_seconds = recheck_seconds
        self._settling = Settling()
        self._tidied: set[Path] = set()
        self._writing = Lock()

    @property
    def is_there(self) -> bool:
        """See the port: it is never made here."""
        return True

    def scan(self) -> tuple[FileSeen, ...]:
        """See the port. More files than allowed are refused: it is hardly the right folder."""
        with translated(self._root):
            before = identity(self._root)
            found = sorted(self._listed(), key=lambda file: file.name)
            if identity(self._root) != before:
                raise gone(self._root, "it was swapped for another while it was read")
        if len(found) > self._max_files:
            raise FolderRefusedError(
                f"{self._root} holds {len(found)} IN and OUT files and {self._max_files} are "
                "allowed. Is folder.path right? If so, move old files away or raise "
                "folder.max_files."
            )
        self._settling.forget_others(file.name for file in found)
        return tuple(map(self._settling.version, found))

    def read(self, name: str) -> tuple[FileSeen, bytes]:
        """See the port. A name that leads outside the folder is a ValueError."""
        folders, own = split_name(name)
        with translated(self._root, name):
            path = find(self._root, folders) / own
            found, content = read_one_version(path, name, self._max_file_bytes)
        return self._settling.version(found), content

    def put(self, name: str, content: bytes) -> PutOutcome:
        """See the port. Tries again for a few seconds while a program holds the old file."""
        folders, own = split_name(name)
        if not is_in_name(own) or folders not in self._places:
            raise ValueError(f"{name!r} is not an IN file of a section")
        with self._writing, translated(self._root, name):
            identity(self._root)
            try:
                place = make(self._root, folders)
                self._tidy(place)
                written = write_whole(place, own, content, self._patience)
            except FileNotFoundError as error:
                raise gone(self._root, "a part of it vanished while it was written") from error
        return PutOutcome.WRITTEN if written else PutOutcome.UNCHANGED

    def put_all(self, files: Mapping[str, bytes]) -> frozenset[str]:
        """See the port: one after the other."""
        return put_each(self, files)

    def holds(self, name: str, content: bytes) -> bool:
        """See the port."""
        return read_equals(self, name, content)

    def archive(self, name: str, into: str) -> str:
        """See the port. A file of a section keeps its subfolder: `INTO/A/OUT_2.txt`."""
        folders, own = split_name(name)
        kept = (*folder_parts(into), *folders)
        if kept in self._places:
            raise ValueError(
                f"{into!r} is no place for an archive: files of the exchange lie there"
            )
        with self._writing, translated(self._root, name):
            source = find(self._root, folders) / own
            there = move_beside_others(source, make(self._root, kept), self._patience)
        return "/".join((*kept, there))

    def watch(self, look_at: LookAt, promise: Promise = unheard) -> AbstractContextManager[None]:
        """See the port. A folder that vanishes is watched again when it is back."""
        from daemon.folder.watching import watching  # noqa: PLC0415 - who only reads needs none

        return watching(self._watched, look_at, self._watch, self._recheck_seconds, promise)

    def _tidy(self, place: Path) -> None:
        """Once, remove what a power cut left half written, also of files that nobody needs now."""
        if place not in self._tidied:
            self._tidied.add(place)
            remove_drafts(place, is_in_name)

    def _listed(self) -> Iterator[FileSeen]:
        for folders in self._places:
            with suppress(FileNotFoundError):  # a subfolder that was not made yet, or is no more
                for path in find(self._root, folders).iterdir():
                    if is_exchange_name(path.name):
                        yield from file_seen(path, "/".join((*folders, path.name)))

    def _watched(self) -> dict[str, Path]:
        """The directories to watch now, each under what stands before the names of its files."""
        there = {}
        for folders in self._places:
            with suppress(OSError):
                identity(self._root)  # while the folder is away there is nothing to watch
                there["".join(f"{part}/" for part in folders)] = find(self._root, folders)
        return there
