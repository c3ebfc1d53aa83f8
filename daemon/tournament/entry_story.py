"""What the director ruled that is about more than one play, or about none."""

from collections.abc import Iterator

from daemon.tournament.entry_words import beyond_a_play
from daemon.tournament.ruling import Rulings
from daemon.tournament.told import Told, Value


def entry_story(before: Rulings, after: Rulings) -> Iterator[Told]:
    """The entries that are new, and those that were taken out."""
    for entry in after.applied:
        words = None if entry in before.applied else beyond_a_play(entry)
        if words is not None:
            because = f", because: {entry.reason}" if entry.reason else ""
            fields: tuple[tuple[str, Value], ...] = (("line", entry.span.line),)
            yield Told("ruling.applied", f"{words}{because}", fields=fields)
    for entry in before.applied:
        words = None if entry in after.applied else beyond_a_play(entry)
        if words is not None:
            yield Told("ruling.withdrawn", f"this was taken out: {words}")
    if after.closed and not before.closed:
        yield Told("event.closed", "the evening is over: nobody waits for what is missing")
    if before.closed and not after.closed:
        yield Told("event.reopened", "the evening goes on: what is missing is waited for")
