"""A folder in Dropbox that takes the published results as well."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from dropbox.content_hash import content_hash
from dropbox.exceptions import ApiError
from dropbox.files import FileMetadata

from daemon.folder.dropbox.connection import Connection
from daemon.folder.dropbox.layout import Layout
from daemon.folder.dropbox.paging import Paging
from daemon.folder.dropbox.troubles import tags_of
from daemon.folder.dropbox.uploading import Upload, upload
from daemon.folder.port import FileBusyError

_Lies = tuple[str | None, str]
"""Rev and content hash of a file in Dropbox."""


class DropboxResults:
    """Takes files into the folder at `path`, which is made with the first of them.

    Names may have folders. What lies in each of these is asked for once, and again when somebody
    else has changed it.
    """

    def __init__(self, path: str, connection: Connection) -> None:
        layout = Layout(path, ())
        self._root, self._shown = layout.root, layout.shown
        self._connection = connection
        self._listed: set[str] = set()
        self._there: dict[str, _Lies] = {}

    def carry(self, files: Mapping[str, bytes]) -> None:
        """Upload those that differ, all together. Raises as a connection, and FileBusyError."""
        for folder in sorted({name.rpartition("/")[0] for name in files} - self._listed):
            self._there |= self._connection.call(partial(self._list, folder))
            self._listed.add(folder)
        uploads = []
        for name, content in files.items():
            rev, digest = self._there.get(name.lower(), (None, ""))
            if digest != content_hash(content):
                uploads.append(Upload(f"{self._root}/{name}", content, rev))
        try:
            upload(self._connection, uploads, self._note)
        except FileBusyError:
            self._listed.clear()
            self._there.clear()
            raise

    def _note(self, metadata: Any) -> None:  # noqa: ANN401 - the SDK has no types
        if metadata.path_lower is None:  # it lies nowhere in this user's Dropbox
            return
        self._there[self._inside(metadata.path_lower)] = (metadata.rev, metadata.content_hash)

    def _inside(self, path_lower: str) -> str:
        """The part of a path that lies in our folder, whose letters Dropbox may write otherwise."""
        return "/".join(path_lower.split("/")[self._root.count("/") + 1 :])

    def _list(self, folder: str, client: Any) -> dict[str, _Lies]:  # noqa: ANN401 - the SDK has no types
        """Each file that lies in a folder of results, by its name in ours in small letters."""
        try:
            page = client.files_list_folder(f"{self._root}/{folder}".rstrip("/"))
        except ApiError as error:
            if "not_found" in tags_of(error):
                return {}
            raise
        entries = list(page.entries)
        paging = Paging(self._shown, self._connection.patience.monotonic)
        while page.has_more:
            paging.turn(len(entries))
            page = client.files_list_folder_continue(page.cursor)
            entries += page.entries
        return {
            self._inside(entry.path_lower): (entry.rev, entry.content_hash)
            for entry in entries
            if isinstance(entry, FileMetadata) and entry.path_lower is not None
        }
