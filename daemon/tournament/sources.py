"""Where a file of results came from: the tablets' folder, or another place it was collected from.

The name of a collected file begins with `collected 1/`; behind that stands the path that it would
have in the tablets' folder.
"""

import re

_COLLECTED = re.compile(r"collected ([1-9][0-9]{0,8})/(.+)", re.DOTALL)


def collected_path(number: int, path: str) -> str:
    """The name of a collected file: 2 and `A/OUT_T3.txt` give `collected 2/A/OUT_T3.txt`."""
    return f"collected {number}/{path}"


def split_collected(name: str) -> tuple[int | None, str]:
    """The number of the collection (None: it lies in the tablets' folder), and the path there."""
    match = _COLLECTED.fullmatch(name)
    return (None, name) if match is None else (int(match[1]), match[2])


def path_in_folder(name: str) -> str:
    """The path that a file has, or would have, in the tablets' folder."""
    return split_collected(name)[1]
