"""How `run` says why it did not start or ended, where whoever started it can see it.

On stderr, and in the log file: the Task Scheduler shows nobody the former. A service manager hears
it as the daemon's status, which it shows until the next start.
"""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from daemon.cli.broken import still_says
from daemon.cli.building import UNUSABLE
from daemon.cli.loading import Loaded
from daemon.cli.log_place import may_be_log
from daemon.cli.passing import BROKEN_OFF, status_of
from daemon.folder.port import CredentialError, FolderError, OfflineError
from daemon.ledger.port import LedgerError, LedgerFullError
from daemon.problem import Problem
from daemon.service.daemon import BrokenOffError
from daemon.service.guards import RefusedError
from daemon.service.journal import for_stream
from daemon.service.logs import LogAwayError, LogError, open_file_log
from daemon.service.notify import manager_of
from daemon.tournament.told import Level, Told

FORESEEN = (BrokenOffError, FolderError, LedgerError, LogError, RefusedError)
"""Whatever keeps the daemon from starting, or ends it."""


def explain_end(loaded: Loaded, error: Exception) -> int:
    """Say why it did not start or ended; returns the exit status. `error` is one of FORESEEN."""
    passes = isinstance(error, (BrokenOffError, LogAwayError))
    return complain(loaded, _in_words(error), BROKEN_OFF if passes else status_of(error))


def complain(loaded: Loaded, message: str, status: int) -> int:
    """Say it on stderr, in the log file and to the service manager; returns the exit status."""
    print(for_stream(sys.stderr, message, Level.ERROR), file=sys.stderr)
    manager_of(os.environ).tell_status(message)
    _write_into_log(loaded, [_refused(message, status)])
    return status


def note_errors(loaded: Loaded) -> None:
    """Say why a configuration cannot be used in the log file that it names, if it names one.

    The service manager hears which file is to be mended.
    """
    errors = [_found(one) for one in loaded.problems if one.is_error]
    message = f"tournamentd does not start: mend {loaded.config} first"
    manager_of(os.environ).tell_status(message)
    _write_into_log(loaded, [*errors, _refused(message, UNUSABLE)])


def _in_words(error: Exception) -> str:
    match error:
        case OfflineError() | BrokenOffError():
            return f"tournamentd ended: {error}"
        case CredentialError():
            return f"tournamentd cannot go on: {error}"
        case LedgerFullError() | FolderError() | LogAwayError():
            return (
                f"tournamentd does not start: {error} Start it again then (a service is started "
                "again by itself)."
            )
        case _:
            return f"tournamentd does not start: {error}"


def _refused(message: str, status: int) -> Told:
    return Told("daemon.refused", message, Level.ERROR, (("status", status),))


def _found(problem: Problem) -> Told:
    place = problem.as_json()
    fields = tuple((name, place[name]) for name in ("file", "line", "column", "code"))
    return Told("problem.found", problem.message, Level.ERROR, fields)


def _write_into_log(loaded: Loaded, lines: Iterable[Told]) -> None:
    """It is no second trouble when there is no such file, or it cannot be written either."""
    file = _log_file(loaded)
    if file is None:
        return
    event = loaded.settings.event.name if loaded.plan is not None else loaded.config.name
    with suppress(LogError), open_file_log(event, file) as log:
        for line in lines:
            log.tell(line)


def _log_file(loaded: Loaded) -> Path | None:
    if loaded.plan is not None:
        written = loaded.settings.log_file
        return None if written is None else loaded.path(written)
    still = still_says(loaded.configuration, "logging", "file")
    if not isinstance(still, str) or not still:
        return None
    with suppress(RuntimeError):  # it lies in the home of nobody
        file = loaded.path(still)
        return file if may_be_log(file) else None
    return None
