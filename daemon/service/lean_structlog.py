"""structlog without rich, which it imports for tracebacks on terminals that we never ask it for.

Importing rich takes longer than importing structlog, and every start waits for it.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def _not_installed(package: str) -> Iterator[None]:
    """Let a package that nobody imported yet seem not to be there while the context lasts."""
    if package in sys.modules:
        yield
        return
    sys.modules[package] = None  # type: ignore[assignment] # how Python is told to find nothing
    try:
        yield
    finally:
        del sys.modules[package]


with _not_installed("rich"):
    import structlog

__all__ = ["structlog"]
