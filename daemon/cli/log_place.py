"""The log file must be a file of its own: it is written to, and moved away when it has grown."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from daemon.ledger.ledger_file import LEDGER_FILE
from daemon.problem import Problem, Source
from daemon.settings.model import Settings

_BEGINS = b'{"timestamp": "'
"""Every line of a log file does."""


def log_over_another(settings: Settings, directory: Path, configuration: Source) -> list[Problem]:
    """An error where `logging.file` names a file that is read or written as something else."""
    if settings.log_file is None:
        return []
    try:
        return _over_another(settings, directory, configuration, settings.log_file)
    except RuntimeError as error:  # nobody's home is known, or links lead in a circle
        message = f"where logging.file lies cannot be told ({error}): write the whole path"
        return [configuration.error("config-place", message, settings.log_span)]


def may_be_log(file: Path) -> bool:
    """Whether there is a log in that file, or nothing there yet.

    For whoever writes into the file of a configuration that is wrong: it may name anything.
    """
    with suppress(OSError):
        return not file.exists() or (file.is_file() and _begins_as_log(file))
    return False


def _begins_as_log(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(_BEGINS)) == _BEGINS


def _over_another(
    settings: Settings, directory: Path, configuration: Source, log_file: str
) -> list[Problem]:
    log = _path(directory, log_file)
    for key, written in (("this configuration", Path(configuration.name).name), *_others(settings)):
        if _are_same(_path(directory, written), log):
            message = (
                f"logging.file is the same file as {key} ({log_file}), and the log would "
                f"be written into it: name another file"
            )
            return [configuration.error("config-place", message, settings.log_span)]
    return []


def _others(settings: Settings) -> Iterator[tuple[str, str]]:
    federation = settings.federation
    named = [
        ("the ledger", f"{settings.event.state}/{LEDGER_FILE}"),
        ("rulings.file", settings.rulings_file),
        ("encryption.secret_file", settings.encryption.secret_file),
        ("dropbox.token_file", settings.dropbox.token_file),
        ("web.token_file", None if settings.web is None else settings.web.token_file),
        ("scoring.vp_file", settings.scoring.vp_file),
        ("federation.players", None if federation is None else federation.players),
        *(("ranking.carry_over", one) for one in settings.ranking.carry_over),
    ]
    for section in settings.sections:
        named += [
            ("section.movement", section.movement),
            ("section.names", section.names),
            ("section.hands", section.hands),
        ]
    return ((key, written) for key, written in named if written is not None)


def _path(directory: Path, written: str) -> Path:
    return (directory / Path(written).expanduser()).resolve()


def _are_same(one: Path, other: Path) -> bool:
    """Whether both lead to one file, on some disks also where capitals differ."""
    with suppress(OSError):
        return one == other or one.samefile(other)
    return False
