"""The notations of a day in the federation's files and in TRF."""

import re
from datetime import date

NOT_SET = date(1999, 12, 30)
"""`991230`, which programs write for the date of a round that nobody entered."""

_PIVOT = 80
_YEAR_FIRST = re.compile(r"(\d{4})([/.-])(\d{1,2})\2(\d{1,2})", re.ASCII)
_YEAR_LAST = re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4})", re.ASCII)
_EIGHT = re.compile(r"(\d{4})(\d\d)(\d\d)", re.ASCII)
_SIX = re.compile(r"(\d\d)[/.-]?(\d\d)[/.-]?(\d\d)", re.ASCII)


def day(year: int | str, month: int | str, day_of_month: int | str) -> date | None:
    """A day, or None when the calendar has none such."""
    try:
        return date(int(year), int(month), int(day_of_month))
    except ValueError:
        return None


def read_yyyymmdd(text: str) -> date | None:
    """`20000612`."""
    found = _EIGHT.fullmatch(text)
    return day(found[1], found[2], found[3]) if found else None


def read_yymmdd(text: str) -> date | None:
    """`000612` or `00/06/12`: the years 80 to 99 are those of 19xx."""
    found = _SIX.fullmatch(text)
    if found is None:
        return None
    year = int(found[1])
    return day(year + (1900 if year >= _PIVOT else 2000), found[2], found[3])


def read_free(text: str) -> date | None:
    """A day with four digits for its year, which stands first or last; blanks do not matter."""
    text = "".join(text.split())
    if found := _YEAR_FIRST.fullmatch(text):
        return day(found[1], found[3], found[4])
    if found := _YEAR_LAST.fullmatch(text):
        return day(found[4], found[3], found[1])
    return read_yyyymmdd(text)


def write_yymmdd(value: date | None) -> str:
    """`000612`; `991230` where no date is set."""
    return (value or NOT_SET).strftime("%y%m%d")


def fits_yymmdd(value: date) -> bool:
    """Whether two digits for its year name it."""
    return 1900 + _PIVOT <= value.year < 2000 + _PIVOT


def write_yyyymmdd(value: date) -> str:
    """`20000612`."""
    return f"{value.year:04}{value.month:02}{value.day:02}"


def write_ddmmyyyy(value: date) -> str:
    """`12-06-2000`."""
    return f"{value.day:02}-{value.month:02}-{value.year:04}"
