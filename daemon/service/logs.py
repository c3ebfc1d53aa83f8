"""The log: structlog with one catalogue of events, JSON for machines or lines for a director."""

import logging
import logging.handlers
import sys
from collections.abc import Mapping, MutableMapping
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol, TextIO

import structlog

from daemon.service.events import CATALOGUE
from daemon.settings.model import LogFormat
from daemon.tournament.story import Level, Told, Value

_FILE_BYTES = 10_000_000
_FILES_KEPT = 5


class Log(Protocol):
    """Where the loop tells what happens."""

    def tell(self, told: Told) -> None:
        """Write one event of the catalogue; KeyError for any other."""
        ...


class StructuredLog:
    """The log on stdout, and in a rotated file when one is named."""

    def __init__(self, logger: structlog.typing.FilteringBoundLogger) -> None:
        self._logger = logger

    def tell(self, told: Told) -> None:
        """Write one event of the catalogue; KeyError for any other."""
        if told.event not in CATALOGUE:
            raise KeyError(f"{told.event} is not in the catalogue of log events")
        fields: dict[str, Value] = {name: value for name, value in told.fields if value is not None}
        match told.level:
            case Level.INFO:
                self._logger.info(told.event, text=told.text, **fields)
            case Level.WARNING:
                self._logger.warning(told.event, text=told.text, **fields)
            case Level.ERROR:
                self._logger.error(told.event, text=told.text, **fields)


def open_log(
    wanted: LogFormat, event: str, file: Path | None = None, stream: TextIO | None = None
) -> StructuredLog:
    """Open the log; `event` is bound to every JSON line.

    `auto` writes lines for people on a terminal and JSON elsewhere; a file always gets JSON.
    """
    out = sys.stdout if stream is None else stream
    people = wanted is LogFormat.CONSOLE or (wanted is LogFormat.AUTO and out.isatty())
    handlers: list[logging.Handler] = [_handler(logging.StreamHandler(out), people=people)]
    if file is not None:
        rotated = logging.handlers.RotatingFileHandler(
            file, maxBytes=_FILE_BYTES, backupCount=_FILES_KEPT, encoding="utf-8"
        )
        handlers.append(_handler(rotated, people=False))
    sink = logging.Logger("tournamentd", logging.INFO)  # noqa: LOG001 - one of its own, so that no library's settings reach it
    for handler in handlers:
        sink.addHandler(handler)
    logger: structlog.typing.FilteringBoundLogger = structlog.wrap_logger(
        sink,
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _in_order,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
    ).bind(tournament=event)
    return StructuredLog(logger)


def _handler(handler: logging.Handler, *, people: bool) -> logging.Handler:
    renderer = _for_people if people else structlog.processors.JSONRenderer(ensure_ascii=False)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer]
        )
    )
    return handler


_FIRST = ("timestamp", "level", "event", "text", "tournament")


def _in_order(
    _logger: object, _method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """What happened comes first in a line, what it is about after it."""
    return {name: event[name] for name in _FIRST if name in event} | {
        name: value for name, value in event.items() if name not in _FIRST
    }


_MARKS: Mapping[str, str] = {"info": " ", "warning": "!", "error": "!!"}


def _for_people(_logger: object, _method: str, event: MutableMapping[str, Any]) -> str:
    """`20:14:31  !  result.corrected  board 7 ...`, and the entry to paste below it."""
    # JSON has UTC; a director looks at the clock on the wall.
    time = f"{datetime.fromisoformat(event['timestamp']).astimezone():%H:%M:%S}"
    mark = _MARKS.get(str(event.get("level")), "?")
    place = event.get("file")
    where = f"{place}:{event['line']}: " if place and "line" in event else ""
    where = where or (f"{place}: " if place else "")
    line = f"{time} {mark:2} {event['event']:<20} {where}{event.get('text', '')}"
    ruling = event.get("ruling")
    if ruling:
        shown = "\n".join(f"      {part}" for part in str(ruling).splitlines())
        line += f"\n    to settle it, write into the rulings file:\n{shown}"
    return line
