"""structlog without what it imports and we never ask it for: every start would wait for that.

That is rich, for tracebacks on terminals, and asyncio, for the loggers of asynchronous programs.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType


class _WhenUsed(ModuleType):
    """Stands in for a module, which is imported when something of it is asked for."""

    def __getattr__(self, name: str) -> object:
        if sys.modules.get(self.__name__) is self:  # asked already while it stands in
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


@contextmanager
def _instead(name: str, module: ModuleType | None) -> Iterator[None]:
    """Let whoever imports a module that nobody imported yet find this while the context lasts.

    None lets it seem not to be installed.
    """
    if name in sys.modules:
        yield
        return
    sys.modules[name] = module  # type: ignore[assignment] # None is how Python is told
    try:
        yield
    finally:
        if sys.modules.get(name) is module:
            sys.modules.pop(name, None)


with _instead("rich", None), _instead("asyncio", _WhenUsed("asyncio")):
    import structlog

__all__ = ["structlog"]
