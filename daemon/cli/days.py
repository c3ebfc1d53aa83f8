"""The day it is here, and days that are named behind a command."""

import argparse
from datetime import UTC, date, datetime


def local_now() -> datetime:
    """The moment it is, by the clock on the wall here."""
    return datetime.now(UTC).astimezone()


def local_today() -> date:
    """The day it is here."""
    return local_now().date()


def read_day(written: str) -> date:
    """Take a day as argparse asks for it: year, month and day."""
    try:
        return date.fromisoformat(written)
    except ValueError:
        message = f"{written} is no day: write year, month and day, as in 2026-12-01"
        raise argparse.ArgumentTypeError(message) from None
