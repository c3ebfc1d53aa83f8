"""Consoles that cannot show every letter, and programs that have none: no command fails by them."""

import codecs
import io
import os
import sys
from typing import TextIO

_HANDLER = "tournamentd.spelled"


def prepare_console() -> None:
    """See to it that whatever is printed can be: `4♠` as `4S` where there are no suits.

    Many consoles of Windows have some two hundred letters. Under its Task Scheduler, or as
    `pythonw`, a program may have no output at all.
    """
    codecs.register_error(_HANDLER, _spelled)
    sys.stdout = _forgiving(sys.stdout)
    sys.stderr = _forgiving(sys.stderr)


def _forgiving(stream: TextIO | None) -> TextIO:
    if stream is None:
        return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - no path, and it stays
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors=_HANDLER)
    return stream


def _spelled(error: UnicodeError) -> tuple[str, int]:
    """What stands for letters that an encoding has not (see `codecs.register_error`)."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    from daemon.publish.characters import Characters, spelled  # noqa: PLC0415 - hardly ever needed

    return spelled(error.object[error.start : error.end], Characters.ASCII), error.end
