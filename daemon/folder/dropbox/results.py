"""A folder in Dropbox that takes the published results as well."""

from collections.abc import Mapping
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


class DropboxResults:
    """Takes files into the folder at `path`, which is made with the first of them.

    What lies there is asked for once, and again when somebody else has changed it.
    """

    def __init__(self, path: str, connection: Connection) -> None:
        layout = Layout(path, ())
        self._root, self._shown = layout.root, layout.shown
        self._connection = connection
        self._there: dict[str, tuple[str, str]] | None = None

    def carry(self, files: Mapping[str, bytes]) -> None:
        """Upload those that differ, all together. Raises as a connection, and FileBusyError."""
        if self._there is None:
            self._there = self._connection.call(self._list)
        there = self._there
        uploads = [
            Upload(f"{self._root}/{name}", content, there.get(name, (None, ""))[0])
            for name, content in files.items()
            if there.get(name, (None, ""))[1] != content_hash(content)
        ]
        try:
            upload(self._connection, uploads, self._note)
        except FileBusyError:
            self._there = None
            raise

    def _note(self, metadata: Any) -> None:  # noqa: ANN401 - the SDK has no types
        if self._there is not None:
            self._there[metadata.name] = (metadata.rev, metadata.content_hash)

    def _list(self, client: Any) -> dict[str, tuple[str, str]]:  # noqa: ANN401 - the SDK has no types
        """Rev and content hash of each file that lies there."""
        try:
            page = client.files_list_folder(self._root)
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
            entry.name: (entry.rev, entry.content_hash)
            for entry in entries
            if isinstance(entry, FileMetadata)
        }
