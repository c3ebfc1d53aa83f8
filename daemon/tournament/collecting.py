"""Files that were collected from a stick or card: as if they had come through the folder."""

from collections.abc import Mapping

from daemon.tournament.history import FileHistory
from daemon.tournament.reading import Reading
from daemon.tournament.sources import split_collected


def history_path(name: str, reading: Reading, histories: Mapping[str, FileHistory]) -> str | None:
    """Whose version a file is; None for a collected one that says nothing new.

    A card holds the same tablet's file as the folder does, earlier or later. What goes on from
    what is known is a later version; the beginning of it says nothing; anything else (another
    tablet, or lines that differ) is a source of its own.
    """
    number, path = split_collected(name)
    known = histories.get(path)
    if number is None or known is None or reading.content is None:
        return path if number is None or known is None else name
    if reading.content.device != known.device:
        return name
    lines = tuple(line.text for line in reading.content.lines)
    if lines == known.lines[: len(lines)]:
        return None
    return path if lines[: len(known.lines)] == known.lines else name
