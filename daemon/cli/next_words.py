"""What `next` says when something is in its way, and what is to be done then."""

import sys
from collections.abc import Iterator
from pathlib import Path

from daemon.cli.earlier import Earlier
from daemon.cli.loading import Loaded
from daemon.cli.old_event import OldEvent
from daemon.cli.report import printable
from daemon.cli.spare import newest_copy, size_of
from daemon.movement.wording import listing


def complain(message: str) -> None:
    """Print a sentence of `next` to stderr."""
    print(f"tournamentd next: {printable(message)}", file=sys.stderr)


def why(error: Exception) -> str:
    """What went wrong on the way; of a disk also what to do, which the system does not say."""
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""  # a write does not know its file
        return f"{where}{error.strerror}: see that it may be written and has room"
    return str(error)


def still_played(config: Path, old: OldEvent | None) -> str:
    """Why an evening stays where it is, and how to put it away all the same."""
    if old is not None and old.damage is not None:
        return (
            f"the evening may not be over, for files of results lie in the tablets' folder; of its "
            f"ledger nobody knows all. {old.damage} If it is over, say `tournamentd next {config} "
            f"--anyway`"
        )
    return (
        f"the evening is not over, for results are missing and it was not closed: say `tournamentd "
        f"close {config}` first, or put it away as it is with --date or --anyway"
    )


def what_is_lost(loaded: Loaded, old: OldEvent | None, known: Earlier) -> Iterator[str]:
    """In sentences: what nobody can know of the old evening any more; nothing when all is known."""
    if old is not None and old.damage is not None:
        yield f"the ledger goes into the archive as it is. {old.damage}"
        copy = newest_copy(loaded)
        if copy is not None:
            yield f"{copy.path} is a copy of it that is whole ({size_of(copy)}): keep it"
        yield (
            "should a tablet send old results again, only those will be known that lie in a file "
            "here or could be read in that ledger: empty the tablets"
        )
    if known.unread:
        yield (
            f"{listing(known.unread)}: not to be read, so these results will not be known should a "
            f"tablet send them again: empty that tablet"
        )
