"""What a configuration says that cannot change while the daemon runs."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from daemon.problem import Problem, Source, Span
from daemon.settings.model import Settings
from daemon.toml import read_toml
from daemon.toml.value import Table

_OPENED_WITH: Mapping[str, Callable[[Settings], object]] = {
    "folder.kind": lambda one: one.folder.kind,
    "folder.path": lambda one: one.folder.path,
    "folder.stale": lambda one: one.folder.stale,
    "folder.watch": lambda one: one.folder.watch,
    "folder.rescan_seconds": lambda one: one.folder.rescan_seconds,
    "folder.max_file_kb": lambda one: one.folder.max_file_kb,
    "folder.max_files": lambda one: one.folder.max_files,
    "dropbox.app_key": lambda one: one.dropbox.app_key,
    "dropbox.token_file": lambda one: one.dropbox.token_file,
    "dropbox.path_root": lambda one: one.dropbox.path_root,
    "encryption.secret_file": lambda one: one.encryption.secret_file,
    "rulings.file": lambda one: one.rulings_file,
    "publish.directory": lambda one: one.publish_directory,
    "publish.push": lambda one: one.publish_push,
    "logging.format": lambda one: one.log_format,
    "logging.file": lambda one: one.log_file,
    "frbe": lambda one: one.federation,
    "backup": lambda one: one.backup,
}
"""What was opened at the start and stays as it was until the next."""

_THE_EVENT: Mapping[str, Callable[[Settings], object]] = {
    "event.name": lambda one: one.event.name,
    "event.date": lambda one: one.event.date,
    "event.state": lambda one: one.event.state,
}
"""What makes it another event, with a ledger of its own."""


def refusals(started: Settings, now: Settings, text: Source) -> tuple[Problem, ...]:
    """Why a changed configuration cannot be taken while this event runs; code `plan-event`.

    `text` is what `now` was read from. Nothing of such a change is applied.
    """
    event = tuple(
        text.error(
            "plan-event",
            f"{key} cannot change while the event runs, so nothing of this change is taken: set it "
            f"back, or, for another evening, stop the daemon and use `tournamentd next CONFIG`",
            place,
        )
        for key, place in _changed(_THE_EVENT, started, now, text)
    )
    return (*event, *_other_folders(started, now, text))


def postponed(started: Settings, now: Settings, text: Source) -> tuple[Problem, ...]:
    """Warnings about what takes effect at the next start only; code `plan-later`."""
    return tuple(
        text.warning(
            "plan-later",
            f"{key} was changed, and that takes effect at the next start (stop the daemon and "
            f"start it again when it suits: nothing is lost); everything else holds now",
            place,
        )
        for key, place in _changed(_OPENED_WITH, started, now, text)
    )


def _other_folders(started: Settings, now: Settings, text: Source) -> Iterator[Problem]:
    """The tablets' folder was opened with the subfolders of the sections."""
    before = {one.subfolder for one in started.sections}
    for section in now.sections:
        if section.subfolder not in before:
            where = f'the subfolder "{section.subfolder}"' if section.subfolder else "no subfolder"
            yield text.error(
                "plan-subfolder",
                f"section {section.name} has {where} now, and the daemon has not opened that, so "
                f"nothing of this change is taken: stop the daemon and start it again, or set the "
                f"subfolder back; a section that has begun keeps its files with subfolder = "
                f'"{_folder_of(section.name, started)}"',
                section.span,
            )


def _folder_of(name: str, started: Settings) -> str:
    """Where the files of a section are, or of the only one."""
    same = [one.subfolder for one in started.sections if one.name == name]
    return same[0] if same else started.sections[0].subfolder


def _changed(
    keys: Mapping[str, Callable[[Settings], object]],
    started: Settings,
    now: Settings,
    text: Source,
) -> Iterable[tuple[str, Span | None]]:
    different = [key for key, value in keys.items() if value(started) != value(now)]
    if not different:
        return []
    document, _ = read_toml(text)
    return [(key, _place(document.table, key) if document else None) for key in different]


def _place(root: Table, key: str) -> Span:
    """Where a key's value, or a table, stands; the beginning of the text when it was taken out."""
    table, _, own = key.partition(".")
    if not own:
        return root.value_span(table) if table in root else Span(1)
    value = root.value(table)
    if value is None or not isinstance(value.content, Table):
        return Span(1)
    return value.content.value_span(own)
