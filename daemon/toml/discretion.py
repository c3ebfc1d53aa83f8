"""Problems that do not show what may be a secret.

A secret does not belong in a TOML file, and yet somebody will write one there; problems are
printed, logged and mailed to whoever helps.
"""

import re

from msgspec.structs import replace

from daemon.problem import Problem

_SECRETIVE = re.compile(
    r"secret|passw|passphrase|token|encrypt|app_key|\[\s*dropbox", re.IGNORECASE
)


def may_hold_secret(*texts: str) -> bool:
    """Whether the words of a line, or of what it belongs to, speak of secrets."""
    return any(_SECRETIVE.search(text) for text in texts)


def discreet(problem: Problem, name: str = "") -> Problem:
    """The problem without its line of text, if that or the name it is about speaks of secrets."""
    if may_hold_secret(problem.excerpt or "", name):
        return replace(problem, excerpt=None)
    return problem
