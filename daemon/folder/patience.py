"""Trying again for a while when another program holds a file of the folder."""

from collections.abc import Callable
from pathlib import Path

from daemon.disk import Patience, held_against_replacing
from daemon.folder.port import FolderRefusedError


def persist(patience: Patience, action: Callable[[], object], file: Path) -> None:
    """Do it; again while a program holds the file.

    Raises FolderRefusedError when it is held to the end, and every other OSError at once.
    """
    try:
        patience.persist(action)
    except OSError as error:
        if not held_against_replacing(error):
            raise
        raise FolderRefusedError(
            f"{file} is held open by another program. Close the program that shows it (an editor, "
            "a viewer), then try again."
        ) from error
