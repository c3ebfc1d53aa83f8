"""The log file must be a file of its own: it is written to, and moved away when it has grown."""

from collections.abc import Iterator
from pathlib import Path

from daemon.problem import Problem, Source
from daemon.settings.model import Settings


def log_over_another(settings: Settings, directory: Path, configuration: Source) -> list[Problem]:
    """An error where `logging.file` names a file that is read or written as something else."""
    if settings.log_file is None:
        return []
    log = _path(directory, settings.log_file)
    for key, written in (("this configuration", Path(configuration.name).name), *_others(settings)):
        if _path(directory, written) == log:
            message = (
                f"logging.file is the same file as {key} ({settings.log_file}), and the log would "
                f"be written into it: name another file"
            )
            return [configuration.error("config-place", message, settings.log_span)]
    return []


def _others(settings: Settings) -> Iterator[tuple[str, str]]:
    federation = settings.federation
    named = [
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
