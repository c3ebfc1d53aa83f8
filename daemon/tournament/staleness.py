"""Whether an OUT file that is seen for the first time belongs to an earlier event."""

from datetime import datetime

from daemon.bridgesuite.envelope import Secret
from daemon.tournament.plan import Plan
from daemon.tournament.reading import read_version


def why_stale(
    path: str,
    content: bytes,
    modified: datetime,
    plan: Plan,
    secret: Secret | None,
    day_begins: datetime,
) -> str | None:
    """Say why a file is of an earlier event; None when it is not.

    It is when it was last modified before the local day of the event (`day_begins`, aware), or
    when it has readable records and no (table, board) of them is in the plan. Files that are
    empty, unreadable or hold nothing but a header never are.
    """
    reading = read_version(path, content, plan, secret)
    if reading is None or reading.content is None or not reading.content.lines:
        return None
    if modified < day_begins:
        written = modified.astimezone(day_begins.tzinfo)
        return (
            f"it was last written on {written:%Y-%m-%d %H:%M}, before the day of the event "
            f"({day_begins:%Y-%m-%d}), so it is not read"
        )
    section = plan.section(reading.section)
    # Who was taken for absent and plays after all is no stranger.
    known = {(play.table, play.board) for play in (*section.plays, *section.left_out)}
    places = [record.place for record in reading.content.records]
    if places and not any((place.table, place.board) in known for place in places):
        return (
            "none of its results is for a table and board of this movement, so it is not read: "
            "it is another event's"
        )
    return None
