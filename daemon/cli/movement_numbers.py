"""Lists of numbers as people write them on a command line: `7,8` or `1-4,9`."""

import argparse
import re

_PART = re.compile(r"([0-9]{1,6})(?:-([0-9]{1,6}))?")
_MOST = 10_000


def numbers(written: str) -> tuple[int, ...]:
    """Read a list of numbers, in the order in which they are written.

    Raises ArgumentTypeError, which argparse turns into its message.
    """
    found: list[int] = []
    for part in written.split(","):
        match = _PART.fullmatch(part.strip())
        if match is None:
            raise argparse.ArgumentTypeError(
                f"{written!r} is no list of numbers: write 7,8 or 1-4,9"
            )
        first, last = int(match[1]), int(match[2] or match[1])
        if first > last:
            raise argparse.ArgumentTypeError(f"{part} runs backwards: write {last}-{first}")
        if len(found) + last - first >= _MOST:
            raise argparse.ArgumentTypeError(f"{part} are more numbers than any movement has")
        found += range(first, last + 1)
    return tuple(found)
