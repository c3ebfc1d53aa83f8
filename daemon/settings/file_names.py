"""Names of files that are made of what people wrote."""

import re

_UNFIT = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')
_LONGEST = 100
_MOST_BYTES = 180
"""Of the 255 that a name has on most disks; others are for what stands around it."""


def fit_for_file(text: str) -> str:
    """A text as every system takes it for a part of the name of a file; maybe nothing of it."""
    plain = _UNFIT.sub("-", " ".join(text.split()))
    shortened = plain[:_LONGEST].encode("utf-8")[:_MOST_BYTES].decode("utf-8", "ignore")
    return shortened.strip(" .")
