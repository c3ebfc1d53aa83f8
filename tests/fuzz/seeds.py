"""The real files that the fuzzing begins with."""

from pathlib import Path

_TESTS = Path(__file__).parent.parent
DATA = _TESTS / "data"
EVENING = _TESTS.parent / "config"


_MOST_BYTES = 2_000


def files(pattern: str, root: Path = DATA) -> tuple[bytes, ...]:
    """The files of a kind, in the order of their names, each once; of long ones the beginning."""
    found = sorted(root.glob(pattern))
    contents = [file.read_bytes()[:_MOST_BYTES] for file in found if file.is_file()]
    return tuple(dict.fromkeys(contents))
