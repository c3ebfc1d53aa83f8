"""Names of files that are made of what people wrote."""

import re

_UNFIT = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')
_LONGEST = 100


def fit_for_file(text: str) -> str:
    """A text as every system takes it for a part of the name of a file; maybe nothing of it."""
    plain = _UNFIT.sub("-", " ".join(text.split()))
    return plain[:_LONGEST].strip(" .")
