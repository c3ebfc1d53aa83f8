"""Documents in a folder on this computer that a sync client or a network drive keeps in step."""

from collections.abc import Iterator
from pathlib import Path

from daemon.disk import Patience
from daemon.folder.files import read_one_version, write_new
from daemon.folder.names import folder_parts, is_document_name, split_path
from daemon.folder.places import file_seen, find, identity, make
from daemon.folder.port import FileSeen, FolderRefusedError, NameTakenError
from daemon.folder.refusals import translated


class LocalDocuments:
    """Documents (see the port) below `path`, which is never made here."""

    def __init__(
        self, path: Path, *, max_file_bytes: int, max_files: int, patience: Patience | None = None
    ) -> None:
        self._root = path.absolute()
        self._max_file_bytes = max_file_bytes
        self._max_files = max_files
        self._patience = patience or Patience()

    def make(self, place: str) -> None:
        """See the port."""
        with translated(self._root, place):
            identity(self._root)
            make(self._root, folder_parts(place))

    def scan(self, place: str) -> tuple[FileSeen, ...]:
        """See the port. More files than allowed are refused."""
        with translated(self._root, place):
            found = sorted(self._listed(place), key=lambda file: file.name)
        if len(found) > self._max_files:
            raise FolderRefusedError(
                f"{self._root / place} holds {len(found)} files and {self._max_files} are "
                "allowed: move old ones away or raise folder.max_files."
            )
        return tuple(found)

    def names(self, place: str) -> tuple[str, ...]:
        """See the port."""
        with translated(self._root, place):
            return tuple(sorted(path.name for path in self._find(place).iterdir()))

    def read(self, name: str) -> tuple[FileSeen, bytes]:
        """See the port."""
        folders, own = split_path(name)
        with translated(self._root, name):
            return read_one_version(find(self._root, folders) / own, name, self._max_file_bytes)

    def add(self, name: str, content: bytes) -> None:
        """See the port."""
        folders, own = split_path(name)
        with translated(self._root, name):
            try:
                write_new(find(self._root, folders), own, content, self._patience)
            except FileExistsError as error:
                raise NameTakenError(f"{self._root / name} is there already.") from error

    def _find(self, place: str) -> Path:
        identity(self._root)
        return find(self._root, folder_parts(place))

    def _listed(self, place: str) -> Iterator[FileSeen]:
        for path in self._find(place).iterdir():
            if is_document_name(path.name):
                yield from file_seen(path, f"{place}/{path.name}")
