"""A folder of this computer that takes the published results as well."""

from collections.abc import Mapping
from pathlib import Path

from daemon.disk import Patience
from daemon.folder.files import write_whole
from daemon.folder.refusals import translated


class LocalResults:
    """Takes files into a folder, which is made when there is none; the one it lies in is not.

    That may be a drive that is not connected just now.
    """

    def __init__(self, directory: Path, patience: Patience | None = None) -> None:
        self._directory = directory
        self._patience = patience or Patience()

    def carry(self, files: Mapping[str, bytes]) -> None:
        """Write those that differ, each so that nobody sees half of it; names may have folders.

        Raises FolderGoneError, FolderRefusedError.
        """
        with translated(self._directory):
            self._directory.mkdir(exist_ok=True)
            for name, content in files.items():
                path = self._directory / name
                path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(path.parent, path.name, content, self._patience)
