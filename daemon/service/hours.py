"""The time, and how often the daemon looks at how the event goes."""

from datetime import UTC, datetime

HEARTBEAT_SECONDS = 60.0


def utc_now() -> datetime:
    """The time that the computer's clock shows (aware, UTC)."""
    return datetime.now(UTC)
