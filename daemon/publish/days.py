"""Days in words, in the languages of what players read.

English is written out here, which the log and the commands need too: Babel and its table of names
cost them a twentieth of a second, and the names that Python knows depend on the machine's language.
"""

from datetime import date

from daemon.settings.model import LanguageCode

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def english_day(when: date) -> str:
    """`Tuesday 1 December 2026`."""
    return f"{_WEEKDAYS[when.weekday()]} {when.day} {_MONTHS[when.month - 1]} {when.year}"


def day_in(code: LanguageCode, when: date) -> str:
    """`martedì 1 dicembre 2026`, `dinsdag 1 december 2026`, `mardi 1 décembre 2026`."""
    if code is LanguageCode.ENGLISH:
        return english_day(when)
    from babel.dates import format_date  # noqa: PLC0415 - only for those who read another language

    return format_date(when, "EEEE d MMMM y", locale=code.value)
