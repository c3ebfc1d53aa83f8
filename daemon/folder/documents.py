"""What the daemon asks of the places where people drop documents and find what came of them.

They are subfolders of the tablets' folder, whatever keeps it in step; its files of the exchange
are another matter (`daemon.folder.port`).
"""

from typing import Protocol

from daemon.folder.port import FileSeen


class Documents(Protocol):
    """Places for documents. All methods may be called from any thread.

    A place is the path of a subfolder, with `/` between its parts; a name is the path of a file in
    one. What could lead outside the folder is a ValueError. Names that differ in the case of their
    letters only are the same. Each method raises FolderGoneError while the folder is away, and
    FolderRefusedError when the system refuses. Nothing is ever written over, moved or deleted.
    """

    def make(self, place: str) -> None:
        """See to it that a place is there. The folder itself is never made."""
        ...

    def scan(self, place: str) -> tuple[FileSeen, ...]:
        """The files of a place that may be a TRF or a spreadsheet (.trf, .txt, .csv), by name.

        Symlinks, and what sync clients and editors leave behind, are passed over.
        """
        ...

    def names(self, place: str) -> tuple[str, ...]:
        """The own names of all that lies in a place, whatever it is: none of them is free."""
        ...

    def read(self, name: str) -> tuple[FileSeen, bytes]:
        """The content of a file and what was seen of it, of one version.

        Raises FileGoneError, FileBusyError, FileTooLargeError.
        """
        ...

    def add(self, name: str, content: bytes) -> None:
        """Write a new file so that nobody sees it half written.

        Raises NameTakenError when there is one of this name.
        """
        ...
