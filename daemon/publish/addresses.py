"""Where the pages are, and how one leads to another: every link is relative.

So they work on any web host, below any path, and as files.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote

_UNFIT = re.compile(r"[^A-Za-z0-9]+")

IN_A_FOLDER = "pairs/"
"""Any page of a board or a contestant, for `link`: what leads away from it is the same for all."""


def sections_in_names(sections: Iterable[str]) -> Mapping[str, str]:
    """What stands for each section in the names of files: its own name, as far as it can.

    Two sections never share one, also where capitals are the same as small letters.
    """
    fit: dict[str, str] = {}
    for place, section in enumerate(dict.fromkeys(sections), start=1):
        plain = _UNFIT.sub("-", section).strip("-")
        taken = {name.casefold() for name in fit.values()}
        if not plain or plain.casefold() in taken:
            plain = f"{plain}-{place}".strip("-")
        while plain.casefold() in taken:
            plain = f"{plain}-{place}"
        fit[section] = plain
    return fit


@dataclass(frozen=True)
class Addresses:
    """The names of the pages of boards and contestants, inside the folder of a language."""

    sections: tuple[str, ...]

    @cached_property
    def _fit(self) -> Mapping[str, str]:
        return sections_in_names(self.sections)

    def board(self, section: str, board: int) -> str:
        """The page of a board: `boards/A-7.html`."""
        return f"boards/{self._fit[section]}-{board}.html"

    def contestant(self, section: str, number: int) -> str:
        """The scorecard of a pair or a player: `pairs/A-3.html`."""
        return f"pairs/{self._fit[section]}-{number}.html"


def link(target: str, page: str) -> str:
    """What leads from one page to another; both are names, with `/`, in the same folder."""
    return quote("../" * page.count("/") + target, safe="/#")
