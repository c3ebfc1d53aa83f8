"""The log: structlog with one catalogue of events, JSON for machines or lines for a director."""

import logging
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO

from daemon.disk import NO_ROOM, is_away
from daemon.publish.characters import Characters, characters_of, harmless, spelled, toml_spelled
from daemon.service.events import CATALOGUE
from daemon.service.house import Log
from daemon.service.journal import is_journal, with_priority
from daemon.service.lean_structlog import structlog
from daemon.service.log_file import RotatedFile
from daemon.settings.model import LogFormat
from daemon.tournament.told import Level, Told

_LEVELS: Mapping[Level, int] = {
    Level.INFO: logging.INFO,
    Level.WARNING: logging.WARNING,
    Level.ERROR: logging.ERROR,
}
_MARKS: Mapping[str, str] = {"info": " ", "warning": "!", "error": "!!"}
_FIRST = ("timestamp", "level", "event", "text", "tournament")

_Event = MutableMapping[str, Any]


class LogError(Exception):
    """The log file cannot be opened; the message says what to do."""


class LogAwayError(LogError):
    """It cannot be opened for now: its disk is full, or its drive is not there."""


class StructuredLog:
    """A Log (see the house) of structlog."""

    def __init__(self, logger: structlog.typing.FilteringBoundLogger) -> None:
        self._logger = logger

    def tell(self, told: Told) -> None:
        """Write one event of the catalogue; KeyError for any other."""
        if told.event not in CATALOGUE:
            raise KeyError(f"{told.event} is not in the catalogue of log events")
        fields = {name: value for name, value in told.fields if value is not None}
        self._logger.log(_LEVELS[told.level], told.event, text=told.text, **fields)


@contextmanager
def open_log(
    wanted: LogFormat,
    event: str,
    file: Path | None = None,
    stream: TextIO | None = None,
    least: Level = Level.INFO,
) -> Iterator[Log]:
    """The log while the context lasts; `event` is in every JSON line.

    `stream` gets what is of the level `least` or above it, the file all.
    `auto` writes lines for people on a terminal and JSON elsewhere; a file always gets JSON, and
    systemd's journal the priority of every line. What
    libraries and adapters have to say to Python's own log comes in as `program.trouble`. Raises
    LogError when the file cannot be written.
    """
    out = sys.stdout if stream is None else stream
    people = wanted is LogFormat.CONSOLE or (wanted is LogFormat.AUTO and out.isatty())
    characters = characters_of(out.encoding or "utf-8")
    handlers: list[logging.Handler] = [_Stream(out)]
    handlers[0].setLevel(_LEVELS[least])
    renderer = _for_people(characters) if people else _as_json(characters)
    _render(handlers[0], _for_journal(renderer) if is_journal(out) else renderer)
    if file is not None:
        handlers.append(_open_file(file))
    log = _log_of(handlers, event)
    elsewhere = _Elsewhere(log)
    logging.getLogger().addHandler(elsewhere)
    try:
        yield log
    finally:
        logging.getLogger().removeHandler(elsewhere)
        for handler in handlers:
            handler.close()


@contextmanager
def open_file_log(event: str, file: Path) -> Iterator[Log]:
    """The log in the file alone, for what stderr says already. Raises LogError as `open_log`."""
    handler = _open_file(file)
    try:
        yield _log_of([handler], event)
    finally:
        handler.close()


def _log_of(handlers: Iterable[logging.Handler], event: str) -> StructuredLog:
    sink = logging.Logger("tournamentd", logging.INFO)  # noqa: LOG001 - one of its own, so that no library's settings reach it
    for handler in handlers:
        sink.addHandler(handler)
    return StructuredLog(_logger(sink, event))


def _logger(sink: logging.Logger, event: str) -> structlog.typing.FilteringBoundLogger:
    logger: structlog.typing.FilteringBoundLogger = structlog.wrap_logger(
        sink,
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _in_order,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
    ).bind(tournament=event)
    return logger


def _in_order(_logger: object, _method: str, event: _Event) -> _Event:
    """What happened comes first in a line, what it is about after it."""
    return {name: event[name] for name in _FIRST if name in event} | {
        name: value for name, value in event.items() if name not in _FIRST
    }


def _open_file(file: Path) -> logging.Handler:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handler = _File(file)
    except OSError as error:
        raise _log_error(error, file) from error
    _render(handler, _as_json(Characters.UNICODE))
    return handler


def _log_error(error: OSError, file: Path) -> LogError:
    """What passes by itself, or when a stick is plugged in, is told from what is wrong for good."""
    why = f"the log {file} cannot be written ({error.strerror})"
    if error.errno in NO_ROOM:
        return LogAwayError(f"{why}: make room on that disk.")
    # Where a stick is not plugged in, the system lets nobody make its folder.
    missing = isinstance(error, (FileNotFoundError, PermissionError)) and not _is_there(file.parent)
    if missing or is_away(error):
        return LogAwayError(
            f"{why}: is its drive connected? Else name another file as logging.file."
        )
    return LogError(
        f"{why}: name another file as logging.file, or let the user who runs tournamentd write "
        "there"
    )


def _is_there(folder: Path) -> bool:
    with suppress(OSError):
        return folder.is_dir()
    return False


class _Unbroken(logging.Handler):
    """A log that cannot be written (a full disk, a closed terminal) stops nothing: said once."""

    _said = False

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: ARG002, N802 - logging's name
        """Say so instead of showing the program's insides for every line."""
        if not self._said:
            self._said = True
            with suppress(OSError, ValueError):
                print(f"tournamentd: the log cannot be written: {sys.exception()}", file=sys.stderr)  # noqa: T201 - the log itself is what fails


class _Stream(_Unbroken, logging.StreamHandler[TextIO]):
    pass


class _File(_Unbroken, RotatedFile):
    pass


class _Elsewhere(_Unbroken):
    """Takes what was said to Python's own log, from warnings on."""

    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """Tell it as an event of ours."""
        try:
            self._log.tell(_trouble(record))
        except Exception:  # noqa: BLE001 - a careless library must not fail by what it logs
            self.handleError(record)


def _trouble(record: logging.LogRecord) -> Told:
    level = Level.ERROR if record.levelno >= logging.ERROR else Level.WARNING
    text, details = record.getMessage(), None
    error = record.exc_info[1] if record.exc_info else None
    if error is not None:
        text = f"{text}: {type(error).__name__}: {error}"
        details = "".join(traceback.format_exception(error))
    return Told("program.trouble", text, level, (("logger", record.name), ("details", details)))


_Renderer = Callable[[object, str, _Event], str]


def _render(handler: logging.Handler, renderer: _Renderer) -> None:
    processors: list[structlog.typing.Processor] = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        renderer,
    ]
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processors=processors))


def _as_json(characters: Characters) -> _Renderer:
    render = structlog.processors.JSONRenderer(ensure_ascii=characters is Characters.ASCII)

    def line(logger: object, method: str, event: _Event) -> str:
        text = render(logger, method, event)
        return text if isinstance(text, str) else text.decode("utf-8")

    return line


def _for_journal(render: _Renderer) -> _Renderer:
    """The same, each line with the priority that systemd's journal shows and searches by."""

    def lines(logger: object, method: str, event: _Event) -> str:
        return with_priority(render(logger, method, event), Level(event["level"]))

    return lines


def _for_people(characters: Characters) -> _Renderer:
    """`20:14:31 !  result.corrected     board 7 ...`, and the entry to paste below it."""

    def lines(_logger: object, _method: str, event: _Event) -> str:
        # JSON has UTC; a director looks at the clock on the wall.
        time = f"{datetime.fromisoformat(event['timestamp']).astimezone():%H:%M:%S}"
        mark = _MARKS[str(event["level"])]
        text = spelled(harmless(f"{_place(event)}{event['text']}"), characters)
        line = f"{time} {mark:2} {event['event']:<20} " + text.replace("\n", "\n    ")
        if "ruling" in event:
            ruling = toml_spelled(harmless(event["ruling"]), characters).rstrip("\n")
            shown = ruling.replace("\n", "\n      ")
            line += f"\n    to settle it, write into the rulings file:\n      {shown}"
        return line

    return lines


def _place(event: _Event) -> str:
    if "file" not in event:
        return ""
    place = [event[part] for part in ("file", "line", "column") if part in event]
    return f"{':'.join(map(str, place))}: "
