"""A folder in Dropbox, without a client on this computer."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any

from dropbox.content_hash import content_hash
from dropbox.exceptions import ApiError
from dropbox.files import FileMetadata

from daemon.folder.dropbox import watching
from daemon.folder.dropbox.connection import Connection
from daemon.folder.dropbox.layout import Layout
from daemon.folder.dropbox.mirror import Listed, Mirror, NotThereYetError, seen_as
from daemon.folder.dropbox.troubles import tags_of, write_trouble
from daemon.folder.dropbox.uploading import Upload, upload
from daemon.folder.dropbox.watching import Pace, Watching
from daemon.folder.hints import careful
from daemon.folder.names import is_in_name, numbered, split_name
from daemon.folder.port import (
    FileBusyError,
    FileGoneError,
    FileSeen,
    FileTooLargeError,
    FolderRefusedError,
    LookAt,
    Promise,
    PutOutcome,
    unheard,
)

_DOWNLOADS = 3
"""How often to fetch a file that arrives damaged."""


class DropboxFolder:
    """A Folder (see the port) at `path` in Dropbox, which is made when something is put into it.

    While it is watched, `scan` answers from what the watching knows and calls nobody; without, it
    asks Dropbox what has changed.
    """

    def __init__(
        self,
        path: str,
        connection: Connection,
        *,
        subfolders: Sequence[str] = (),
        max_file_bytes: int,
        max_files: int,
        pace: Pace | None = None,
    ) -> None:
        self._layout = Layout(path, subfolders)
        self._connection = connection
        self._max_file_bytes = max_file_bytes
        self._max_files = max_files
        self._pace = pace or watching.USUAL
        self._mirror = Mirror(connection, self._layout)
        self._watching: Watching | None = None
        self._ours: dict[str, bytes] = {}

    @property
    def shown(self) -> str:
        """The folder as people know it: `Dropbox:/Club/Bridge`."""
        return self._layout.shown

    @property
    def is_there(self) -> bool:
        """Whether Dropbox had such a folder when it was looked at last."""
        return self._mirror.is_there

    def scan(self) -> tuple[FileSeen, ...]:
        """See the port. A folder that was not made yet is empty."""
        self._reach()
        found = sorted((one.seen for one in self._mirror.files()), key=lambda seen: seen.name)
        if len(found) > self._max_files:
            raise FolderRefusedError(
                f"{self.shown} holds {len(found)} IN and OUT files and {self._max_files} are "
                "allowed. Is folder.path right? If so, move old files away or raise "
                "folder.max_files."
            )
        return tuple(found)

    def read(self, name: str) -> tuple[FileSeen, bytes]:
        """See the port. A version that was replaced meanwhile is busy: the next look finds it."""
        split_name(name)
        if not self._layout.is_place(name):
            return self._fetch(name, self._layout.path_of(name), None)
        listed = self._find(name)
        if self._watching is not None and self._watching.trouble is not None:
            raise self._watching.trouble
        content = self._ours.get(listed.content_hash)
        if content is not None and is_in_name(name.rpartition("/")[2]):
            return listed.seen, content
        if listed.seen.size > self._max_file_bytes:
            raise self._too_large(name, listed.seen.size)
        try:
            return self._fetch(name, f"rev:{listed.rev}", listed.rev)
        except FileGoneError:
            self._mirror.forget(listed)
            raise

    def put(self, name: str, content: bytes) -> PutOutcome:
        """See the port. Raises FileBusyError too, as `put_all`."""
        return PutOutcome.WRITTEN if self.put_all({name: content}) else PutOutcome.UNCHANGED

    def put_all(self, files: Mapping[str, bytes]) -> frozenset[str]:
        """See the port: three calls for up to five hundred files, none when nothing differs."""
        for name in files:
            self._layout.check_put(name)
        self._reach()
        different = {
            name: content for name, content in files.items() if self._differs(name, content)
        }
        renamed = frozenset(name for name in files if self._respell(name))
        self._ours.update((content_hash(content), content) for content in files.values())
        uploads = [
            Upload(self._layout.path_of(name), content, self._rev_at(name))
            for name, content in different.items()
        ]
        upload(self._connection, uploads, self._mirror.note)
        return renamed | frozenset(different)

    def holds(self, name: str, content: bytes) -> bool:
        """See the port: told by the hash that Dropbox keeps."""
        return not self._differs(name, content)

    def archive(self, name: str, into: str) -> str:
        """See the port. A file of a section keeps its subfolder: `INTO/A/OUT_2.txt`."""
        kept, own = self._layout.archived(name, into)
        source = self._find(name)
        number, there = 1, f"{kept}/{own}"
        while not self._move(source, there):
            number += 1
            there = f"{kept}/{numbered(own, number)}"
        self._mirror.drop(source)
        return there

    @contextmanager
    def watch(self, look_at: LookAt, promise: Promise = unheard) -> Iterator[None]:
        """See the port. What is under way when it is over is broken off."""
        watch = Watching(self._connection, self._mirror, careful(look_at), self._pace, promise)
        watch.begin()
        self._watching = watch
        try:
            yield
        finally:
            self._watching = None
            watch.end()

    def close(self) -> None:
        """Let go of every connection."""
        self._connection.close()

    def _reach(self) -> None:
        """Know what is there: from the watching, else by asking."""
        if self._watching is not None:
            if self._watching.trouble is not None:
                raise self._watching.trouble
            return
        try:
            self._mirror.refresh()
        except NotThereYetError:
            return

    def _find(self, name: str) -> Listed:
        listed = self._mirror.at(self._layout.path_of(name))
        if listed is None or listed.seen.name != name:
            self._reach()
            listed = self._mirror.at(self._layout.path_of(name))
        if listed is None or listed.seen.name != name:
            raise FileGoneError(f"{name} is not there (any more).")
        return listed

    def _fetch(self, name: str, source: str, rev: str | None) -> tuple[FileSeen, bytes]:
        """Download a version; FileBusyError when it does not arrive as it was sent."""
        for _ in range(_DOWNLOADS):
            metadata, content = self._connection.call(_download(source, self._max_file_bytes))
            if metadata is None:
                raise FileGoneError(f"{name} is not there (any more).")
            if content is None:
                raise self._too_large(name, metadata.size)
            if content_hash(content) == metadata.content_hash and rev in {None, metadata.rev}:
                return seen_as(name, metadata), content
        raise FileBusyError(f"{name} arrived damaged: it is fetched again in a moment.")

    def _too_large(self, name: str, size: int) -> FileTooLargeError:
        return FileTooLargeError(
            f"{name} has {size} bytes and {self._max_file_bytes} are allowed. If it really is a "
            "file of results, raise folder.max_file_kb; if not, move it away."
        )

    def _differs(self, name: str, content: bytes) -> bool:
        there = self._mirror.at(self._layout.path_of(name))
        return there is None or there.content_hash != content_hash(content)

    def _rev_at(self, name: str) -> str | None:
        there = self._mirror.at(self._layout.path_of(name))
        return None if there is None else there.rev

    def _respell(self, name: str) -> bool:
        """Give a file that is spelt in other letters its right name; whether there was one.

        Dropbox keeps the letters of a file that is written over, and renames nothing whose name
        would differ in case only: so it goes by way of another name.
        """
        path = self._layout.path_of(name)
        there = self._mirror.at(path)
        if there is None or there.seen.name == name:
            return False
        folder, own = path.rsplit("/", 1)
        between = f"{folder}/.~{own}"
        for source, target in ((there.path, between), (between, path)):
            moved = self._connection.call(_move(source, target))
            if isinstance(moved, tuple):
                raise write_trouble(moved, target).error
        self._mirror.note(moved)
        return True

    def _move(self, source: Listed, there: str) -> bool:
        """Move a file; False when something lies there already."""
        path = self._layout.path_of(there)
        moved = self._connection.call(_move(source.path, path))
        if not isinstance(moved, tuple):
            return True
        if "to" in moved and "conflict" in moved:
            return False
        if "not_found" in moved:
            # Moved already, when the answer to an earlier try was lost.
            if self._connection.call(_hash_at(path)) == source.content_hash:
                return True
            self._mirror.forget(source)
        raise write_trouble(moved, source.seen.name).error


def _download(source: str, most: int) -> Callable[[Any], tuple[Any, bytes | None]]:
    """Metadata and content: no metadata when it is not there, no content when it is too large."""

    def ask(client: Any) -> tuple[Any, bytes | None]:  # noqa: ANN401 - the SDK has no types
        try:
            metadata, response = client.files_download(source)
        except ApiError as error:
            if {"not_found", "not_file"} & set(tags_of(error)):
                return None, None
            raise
        with closing(response):
            return metadata, response.content if metadata.size <= most else None

    return ask


def _move(source: str, target: str) -> Callable[[Any], Any]:
    """Metadata of what was moved, or the tags of why it was not."""

    def ask(client: Any) -> Any:  # noqa: ANN401 - the SDK has no types
        try:
            return client.files_move_v2(source, target).metadata
        except ApiError as error:
            tags = tags_of(error)
            if "too_many_write_operations" in tags:
                raise
            return tags

    return ask


def _hash_at(path: str) -> Callable[[Any], str | None]:
    """The content hash of what lies at a path; None when no file does."""

    def ask(client: Any) -> str | None:  # noqa: ANN401 - the SDK has no types
        try:
            found = client.files_get_metadata(path)
        except ApiError:
            return None
        return found.content_hash if isinstance(found, FileMetadata) else None

    return ask
