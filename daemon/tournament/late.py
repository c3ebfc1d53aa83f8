"""Results that were changed when the opponents had gone."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from daemon.tournament.claim import Change
from daemon.tournament.play import PlayKey

LATE_CORRECTION = "late-correction"


def late_changes(changes: Iterable[Change]) -> Mapping[PlayKey, Sequence[Change]]:
    """What became of each play when its opponents had gone, one change for each device of a file.

    A result that was put back to what it had been is none.
    """
    spans: dict[tuple[str, str, PlayKey], tuple[Change, Change]] = {}
    for change in changes:
        about = (change.path, change.device, change.play.key)
        if about in spans or change.late:
            first, _ = spans.get(about, (change, change))
            spans[about] = (first, change)
    late = defaultdict(list)
    for first, last in spans.values():
        if first.old.outcome != last.new.outcome:
            net = Change(last.path, last.device, last.play, first.old, last.new, late=True)
            late[last.play.key].append(net)
    return late
