"""Kinds of text in a configuration: names that people read, paths, names of folders."""

import re

from daemon.settings.characters import invisible
from daemon.toml import Kind, such, text

_LONGEST_NAME = 60
_LONGEST_TEXT = 200
_LONGEST_PATH = 1000
_NOT_IN_FILE_NAMES = frozenset('<>:"/\\|?*')
# Windows drops the blanks before an ending: `nul .txt` is the device, too.
_WINDOWS_DEVICE = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\..*)?", re.IGNORECASE
)
_DRIVE = re.compile(r"[A-Za-z]:")


def _about_line(line: str, longest: int) -> str | None:
    if not line.strip():
        return "is empty: write something between the quotes, or take the line out"
    if line != line.strip():
        return "begins or ends with a blank: take it out"
    if len(line) > longest:
        return f"has {len(line)} characters: write at most {longest}"
    return None


def _about_name(name: str, longest: int = _LONGEST_NAME) -> str | None:
    if code := invisible(name):
        return f"has an invisible character ({code}): write it anew, in one line"
    return _about_line(name, longest)


def _about_long_line(text: str) -> str | None:
    return _about_name(text, _LONGEST_TEXT)


def _about_path(path: str) -> str | None:
    if code := invisible(path):
        return (
            f"has an invisible character ({code}); inside double quotes \\t, \\n and the like are "
            "codes: write / in paths, or put the path in single quotes"
        )
    return _about_line(path, _LONGEST_PATH)


def _about_folder_name(name: str) -> str | None:
    if complaint := _about_name(name):
        return complaint
    if signs := [char for char in name if char in _NOT_IN_FILE_NAMES]:
        return (
            f"has a {signs[0]}, which names of files and folders cannot have on every computer: "
            "take it out"
        )
    if name.startswith((".", "~")):
        return f"begins with {name[0]}, and sync clients pass over such folders: take it out"
    if name.endswith("."):
        return "ends with a point, which Windows drops: take it out"
    if _WINDOWS_DEVICE.fullmatch(name):
        return "is a name that Windows keeps for itself: choose another"
    return None


def _about_subfolder(path: str) -> str | None:
    if not path:
        return None
    if "\\" in path:
        return "has a \\: write / between folders"
    if path.startswith("/") or _DRIVE.match(path):
        return "does not begin in folder.path: write only what comes after that"
    parts = path.split("/")
    if ".." in parts:
        return "leads out of folder.path: take the .. out"
    if "" in parts or "." in parts:
        return "has a / or . too many: write the names of folders with one / between them"
    of_parts = (complaint for part in parts if (complaint := _about_folder_name(part)))
    return next(of_parts, _about_line(path, _LONGEST_TEXT))


name: Kind[str] = such(text, _about_name)
"""A name that people read, in one line."""

line: Kind[str] = such(text, _about_long_line)
"""A text in one line that may be longer than a name."""

path: Kind[str] = such(text, _about_path)
"""A path, as it was written."""

folder_name: Kind[str] = such(text, _about_folder_name)
"""A name that can also name a folder, on every system and for every sync client."""

subfolder: Kind[str] = such(text, _about_subfolder)
"""A path within the folder, with `/` between its parts; empty for the folder itself."""
