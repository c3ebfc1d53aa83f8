"""Trying again for a while when another program holds a file."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from daemon.folder.port import FolderRefusedError
from daemon.folder.refusals import held_against_replacing


@dataclass(frozen=True, slots=True)
class Patience:
    """For how many seconds to try, and how many to wait in between. The clock is passed in."""

    seconds: float = 4.0
    pause: float = 0.2
    sleep: Callable[[float], None] = time.sleep
    monotonic: Callable[[], float] = time.monotonic

    def persist(self, action: Callable[[], object], file: Path) -> None:
        """Do it; again while a program holds the file.

        Raises FolderRefusedError when it is held to the end, and every other OSError at once.
        """
        deadline = self.monotonic() + self.seconds
        while True:
            try:
                action()
            except OSError as error:
                if not held_against_replacing(error):
                    raise
                if self.monotonic() >= deadline:
                    raise FolderRefusedError(
                        f"{file} is held open by another program. Close the program that shows "
                        "it (an editor, a viewer), then try again."
                    ) from error
            else:
                return
            self.sleep(self.pause)
