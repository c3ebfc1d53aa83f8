"""A listing that comes in pages, and what to do when Dropbox goes on saying that there are more."""

from collections.abc import Callable

from daemon.folder.port import FolderRefusedError

MOST_PAGES = 500
"""Of two thousand entries each: more than any Dropbox that a club's tablets share."""

MOST_FILES = 100_000
"""Files of ours; `folder.max_files` allows far fewer, and what is listed takes memory."""

LONGEST_SECONDS = 300.0
"""A thread that reads a listing is taken for dead after twice as long."""


class Paging:
    """Follows one listing from page to page. `shown` is the folder as people know it."""

    def __init__(self, shown: str, monotonic: Callable[[], float]) -> None:
        self._shown = shown
        self._monotonic = monotonic
        self._begun = monotonic()
        self._pages = 0

    def turn(self, files: int) -> None:
        """A page was read and there is another; so many files were found up to here.

        Raises FolderRefusedError when that was enough.
        """
        self._pages += 1
        seconds = self._monotonic() - self._begun
        if self._pages >= MOST_PAGES or files > MOST_FILES or seconds > LONGEST_SECONDS:
            raise FolderRefusedError(
                f"The list of {self._shown} does not end: after {self._pages} pages in "
                f"{seconds:.0f} seconds Dropbox says that there is more. Is that the right folder "
                "(folder.path, or publish.push for results), and one for this alone? If so, "
                "Dropbox is in trouble. Nothing is lost."
            )
