"""Which day the next evening is on."""

from datetime import date, timedelta

_WEEK = timedelta(days=7)


def next_day(asked: date | None, configured: date, played: date | None, today: date) -> date:
    """The day that was asked for, else the one that the director has set, else a week later.

    `configured` is the date in the configuration, `played` that of the ledger (None: there is
    none). A date that is later than the one that was played, and not past, was set for the next
    evening. Else it is the first such weekday behind the configured date that is not past.
    """
    if asked is not None:
        return asked
    if played is not None and configured > played and configured >= today:
        return configured
    day = configured + _WEEK
    while day < today:
        day += _WEEK
    return day
