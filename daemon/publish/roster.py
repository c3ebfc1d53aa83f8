"""Which pages in a folder are ours, also after a restart: a list that lies beside them.

Pages for boards and pairs come and go with the plan. One that no page is made for any more must
vanish, lest somebody takes it for a result; what others put into the folder must not.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

from daemon.publish.document import is_name
from daemon.publish.replacing import replace_file

ROSTER_FILE = ".pages"


def read_roster(directory: Path) -> frozenset[str]:
    """The names of the pages that we wrote there; none where no list can be read.

    What is no name of a page is left out: the list may have been changed by anybody.
    """
    try:
        text = (directory / ROSTER_FILE).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return frozenset()
    return frozenset(filter(is_name, text.splitlines()))


def write_roster(directory: Path, names: Iterable[str], *, sleep: Callable[[float], None]) -> None:
    """Put these names in its place. Raises OSError."""
    content = "".join(f"{name}\n" for name in sorted(names)).encode("utf-8")
    replace_file(directory / ROSTER_FILE, content, sleep=sleep)
