"""What the director ruled that is about more than one play, or about none."""

from collections.abc import Iterator

from daemon.movement.wording import listing
from daemon.tournament.entry_words import beyond_a_play
from daemon.tournament.ruling import Rulings
from daemon.tournament.ruling_entry import ClockEntry
from daemon.tournament.told import Told, Value


def entry_story(before: Rulings, after: Rulings) -> Iterator[Told]:
    """The entries that are new, and those that were taken out."""
    for entry in after.applied:
        words = None if entry in before.applied else beyond_a_play(entry)
        if words is not None:
            because = f", because: {entry.reason}" if entry.reason else ""
            if isinstance(entry, ClockEntry):
                because += _then(entry, after)
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


def _then(entry: ClockEntry, after: Rulings) -> str:
    """When the round begins now, and the last one ends; sections that are alike in one."""
    times: dict[str, list[str]] = {}
    for clock in after.clocks:
        if entry.section in {None, clock.section}:
            last = clock.rounds[-1]
            for one in clock.rounds:
                if one.round == entry.from_round:
                    text = (
                        f"round {one.round} begins at {one.begins.shown:%H:%M} now, and the last "
                        f"one ends at {last.ends.shown:%H:%M}"
                    )
                    times.setdefault(text, []).append(clock.section)
    alike = len(times) == 1 and entry.section is None
    return "".join(
        f"; {text}" if alike else f"; section {listing(sections)}: {text}"
        for text, sections in times.items()
    )
