"""What a folder does with many files where it has no better way than one after the other."""

from collections.abc import Mapping

from daemon.folder.port import (
    FileBusyError,
    FileGoneError,
    FileTooLargeError,
    Folder,
    PutOutcome,
)


def put_each(folder: Folder, files: Mapping[str, bytes]) -> frozenset[str]:
    """Put files (name -> content); names of those that were written. Raises as `put`."""
    return frozenset(
        name for name, content in files.items() if folder.put(name, content) is PutOutcome.WRITTEN
    )


def read_equals(folder: Folder, name: str, content: bytes) -> bool:
    """Whether a file that is read has this content; False when it cannot be read."""
    try:
        return folder.read(name)[1] == content
    except (FileGoneError, FileBusyError, FileTooLargeError):
        return False
