"""A published file before it is made: its name, what it depends on, and how to make it."""

import re
from collections.abc import Callable

from msgspec import Struct

from daemon.publish.replacing import Replace, replace_file

# Section names become part of file names: nothing that means something to a file system, no
# hidden file, nothing that steers.
_PART = re.compile(r"(?![.~])[^\x00-\x1f\x7f/\\:*?\"<>|]+(?<![. ])")


def is_name(name: str) -> bool:
    """Whether it can only be a file inside the folder: parts that are plain, with `/`."""
    return all(map(_PART.fullmatch, name.split("/")))


class Page(Struct, frozen=True):
    """A file to publish.

    `name` is its path inside the folder (`boards/A-7.html`). `key` determines the content: where
    it equals the one before, the page is as it was and is not made. Parts of results serve best:
    those that did not change are the same objects, which compare in no time. `make` gives the text,
    and `replace` brings it to its place: for good, unless there is a reason not to.

    ValueError for a name that might lead out of the folder.
    """

    name: str
    key: object
    make: Callable[[], str]
    replace: Replace = replace_file

    def __post_init__(self) -> None:
        """See the class."""
        if not is_name(self.name):
            raise ValueError(f"{self.name!r} is no name for a published file")
