"""Priorities for systemd's journal: how it is told them by who writes to a stream."""

import os
from collections.abc import Mapping
from typing import TextIO

from daemon.tournament.told import Level

_STREAM = "JOURNAL_STREAM"
_PRIORITIES: Mapping[Level, int] = {Level.ERROR: 3, Level.WARNING: 4, Level.INFO: 6}
"""As syslog numbers them: error, warning, informational."""


def is_journal(stream: TextIO, environment: Mapping[str, str] | None = None) -> bool:
    """Whether a stream leads into the journal, and not into a pipe or a file in its stead.

    The manager names device and inode of what it connected; a program that was started by one
    that runs under it has another stdout, and the same environment.
    """
    named = (os.environ if environment is None else environment).get(_STREAM)
    if not named:
        return False
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):  # closed, or no file of the system at all
        return False
    return named == f"{status.st_dev}:{status.st_ino}"


def with_priority(text: str, level: Level) -> str:
    """A text whose every line begins with its priority, as the journal takes lines one by one."""
    mark = f"<{_PRIORITIES[level]}>"
    return "\n".join(f"{mark}{line}" for line in text.split("\n"))


def for_stream(stream: TextIO, text: str, level: Level) -> str:
    """The text, with its priority where the stream is the journal."""
    return with_priority(text, level) if is_journal(stream) else text
