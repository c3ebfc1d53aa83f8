"""What Dropbox has said lies in the folder, kept in step by a cursor."""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC
from threading import Lock
from typing import Any

from dropbox.exceptions import ApiError
from dropbox.files import DeletedMetadata, FileMetadata
from msgspec import Struct

from daemon.folder.dropbox.connection import Connection
from daemon.folder.dropbox.layout import Layout
from daemon.folder.dropbox.paging import Paging
from daemon.folder.dropbox.troubles import tags_of
from daemon.folder.port import FileSeen, FolderGoneError, FolderRefusedError, OfflineError

_PAGE = 2000
_LISTINGS = 3
"""How often to begin a listing whose cursor is lost while it is read."""

Names = frozenset[str] | None
"""Files that may have changed; None: look at everything."""


class Listed(Struct, frozen=True):
    """A file as Dropbox knows it; `path` is the one in Dropbox in lower case."""

    seen: FileSeen
    path: str
    content_hash: str

    @property
    def rev(self) -> str:
        """The version, as Dropbox names it."""
        return self.seen.version


def seen_as(name: str, metadata: Any) -> FileSeen:  # noqa: ANN401 - the SDK has no types
    """What the port shows of a file's metadata."""
    modified = metadata.client_modified.replace(tzinfo=UTC)
    return FileSeen(name, metadata.rev, metadata.size, modified)


class Mirror:
    """The files of the exchange. A cursor is taken over only once its changes are."""

    def __init__(self, connection: Connection, layout: Layout) -> None:
        self._connection = connection
        self._layout = layout
        self._files: Mapping[str, Listed] = {}
        self._cursor: str | None = None
        self._was_there = False
        self._refreshing = Lock()
        self._changing = Lock()

    @property
    def cursor(self) -> str | None:
        """How far the changes are known; None when the folder must be listed anew."""
        return self._cursor

    @property
    def is_there(self) -> bool:
        """Whether the folder was found the last time."""
        return self._cursor is not None

    def files(self) -> tuple[Listed, ...]:
        """All files of the exchange, by name."""
        return tuple(sorted(self._files.values(), key=lambda one: one.seen.name))

    def at(self, path: str) -> Listed | None:
        """The file at a path in Dropbox, whatever the case of its letters."""
        return self._files.get(path.lower())

    def refresh(self) -> Names:
        """Ask what has changed and take it over.

        Raises OfflineError; FolderGoneError when the folder was there and is no more;
        FolderRefusedError, CredentialError.
        """
        with self._refreshing:
            if self._cursor is None:
                self._list()
                return None
            return self._continue(self._cursor)

    def start_over(self) -> None:
        """List the folder anew the next time."""
        self._cursor = None

    def note(self, metadata: Any) -> None:  # noqa: ANN401 - the SDK has no types
        """Take over what Dropbox said of a file that we wrote."""
        with self._changing:
            files = dict(self._files)
            self._apply(files, [metadata])
            self._files = files

    def drop(self, listed: Listed) -> None:
        """Take over that we moved a file away."""
        with self._changing:
            if self._files.get(listed.path) == listed:
                others = self._files.items()
                self._files = {path: one for path, one in others if path != listed.path}

    def forget(self, listed: Listed) -> None:
        """A version that cannot be had any more: the next listing says what there is instead."""
        self.drop(listed)
        self.start_over()

    def _list(self) -> None:
        paging = self._paging()
        for _ in range(_LISTINGS):
            files: dict[str, Listed] = {}
            page = self._call(_first_page(self._layout.root, deep=self._layout.has_subfolders))
            while page is not None:
                self._apply(files, page.entries)
                if not page.has_more:
                    with self._changing:
                        self._files = files
                    self._was_there = True
                    self._cursor = page.cursor
                    return
                paging.turn(len(files))
                page = self._call(_next_page(page.cursor))
        raise OfflineError(
            f"The list of {self._layout.shown} changes too fast to be read. Nothing is lost: it is "
            "tried again."
        )

    def _continue(self, cursor: str) -> Names:
        changed: set[str] = set()
        paging = self._paging()
        while True:
            page = self._call(_next_page(cursor))
            if page is None:
                self._cursor = None
                self._list()
                return None
            with self._changing:
                files = dict(self._files)
                changed |= self._apply(files, page.entries)
                self._files = files
            # A cursor is good for what is applied, and no sooner.
            self._cursor = cursor = page.cursor
            if self._vanished(page.entries):
                self._cursor = None
                self._list()  # it may have been made again meanwhile
                return None
            if not page.has_more:
                return frozenset(changed)
            paging.turn(len(files))

    def _paging(self) -> Paging:
        return Paging(self._layout.shown, self._connection.patience.monotonic)

    def _call(self, action: Callable[[Any], Any]) -> Any:  # noqa: ANN401 - the SDK has no types
        """A page; None when the cursor is not good any more."""
        try:
            return self._connection.call(action)
        except _NotThereError:
            self._cursor = None
        if not self._was_there:
            with self._changing:
                self._files = {}
            raise _not_there_yet(self._layout)
        raise FolderGoneError(
            f"{self._layout.shown} is not there any more: was it renamed, moved or deleted, or is "
            "it no longer shared with this user? Nothing is lost: work goes on when it is back."
        )

    def _apply(self, files: dict[str, Listed], entries: Iterable[Any]) -> set[str]:
        """Bring the files to what these entries say, the last word counting; names it touched."""
        touched: set[str] = set()
        for entry in entries:
            path = entry.path_lower
            if path is None:  # of something that lies nowhere in this user's Dropbox
                continue
            before = files.pop(path, None)
            if before is not None:
                touched.add(before.seen.name)
            if isinstance(entry, DeletedMetadata):
                inside = [one for one in files if one.startswith(f"{path}/")]
                touched |= {files.pop(one).seen.name for one in inside}
            elif isinstance(entry, FileMetadata) and entry.is_downloadable:
                name = self._layout.name_of(path, entry.name)
                if name is not None:
                    files[path] = Listed(seen_as(name, entry), path, entry.content_hash)
                    touched.add(name)
        return touched

    def _vanished(self, entries: Iterable[Any]) -> bool:
        """Whether these say that the folder itself was deleted."""
        return any(
            isinstance(entry, DeletedMetadata) and self._layout.is_ours(entry.path_lower)
            for entry in entries
        )


class NotThereYetError(FolderGoneError):
    """The folder was never seen: it is made when something is put into it."""


class _NotThereError(Exception):
    """Dropbox has no such folder."""


def _not_there_yet(layout: Layout) -> NotThereYetError:
    return NotThereYetError(f"{layout.shown} is not there yet: is folder.path right?")


def _first_page(path: str, *, deep: bool) -> Callable[[Any], Any]:
    def ask(client: Any) -> Any:  # noqa: ANN401 - the SDK has no types
        try:
            return client.files_list_folder(path, recursive=deep, limit=_PAGE)
        except ApiError as error:
            tags = tags_of(error)
            if "not_found" in tags:
                raise _NotThereError from None
            raise FolderRefusedError(
                f"Dropbox cannot list {path or '/'} ({'/'.join(tags)}). Is folder.path right, and "
                "a folder?"
            ) from None

    return ask


def _next_page(cursor: str) -> Callable[[Any], Any]:
    def ask(client: Any) -> Any:  # noqa: ANN401 - the SDK has no types
        try:
            return client.files_list_folder_continue(cursor)
        except ApiError as error:
            if "reset" in tags_of(error):
                return None
            if "not_found" in tags_of(error):
                raise _NotThereError from None
            raise

    return ask
