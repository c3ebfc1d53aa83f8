"""The archive beside a configuration: names that are free, and files that are not lost on the way.

Nothing is overwritten, and what is moved is whole in its new place before it leaves the old one.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from daemon.cli.building import publish_directory, rulings_path, state_directory
from daemon.cli.loading import Loaded
from daemon.disk import remove, replace
from daemon.folder.names import numbered
from daemon.publish.writing import published_files
from daemon.settings.file_names import fit_for_file

ARCHIVE = "archive"


def archive_directory(loaded: Loaded) -> Path:
    """Where evenings that are over lie."""
    return loaded.directory / ARCHIVE


def file_name_of(identity: str) -> str:
    """An event's date and name as every system takes it for the name of a file."""
    return fit_for_file(identity)


def new_directory(parent: Path, name: str) -> Path:
    """Make a directory of this name, or with a number behind it where that is taken."""
    parent.mkdir(parents=True, exist_ok=True)
    number = 1
    while True:
        directory = parent / (name if number == 1 else f"{name} ({number})")
        try:
            directory.mkdir()
        except FileExistsError:
            number += 1
        else:
            return directory


def keep(content: bytes, target: Path) -> Path:
    """Write a content under this name, or a numbered one where another content has it.

    Returns where it is; it was there already when it is kept a second time.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    number = 1
    while True:
        path = target if number == 1 else target.with_name(numbered(target.name, number))
        if not os.path.lexists(path):
            write_whole(path, content)
            return path
        if path.is_file() and path.read_bytes() == content:
            return path
        number += 1


def copy(source: Path, target: Path) -> None:
    """Copy a file, whatever is there under its new name; its time of change stays."""
    temporary = target.with_name(f".{target.name}.part")
    shutil.copy2(source, temporary)
    _sync(temporary)
    replace(temporary, target)


def move(source: Path, target: Path) -> None:
    """Move a file, to a numbered name where another content has its own."""
    kept = keep(source.read_bytes(), target)
    shutil.copystat(source, kept)
    remove(source)


def move_all(source: Path, target: Path, among: Iterator[Path] | None = None) -> int:
    """Move the files below a directory into another one, and say how many there were.

    Only those that are `among` these, when that is given. Directories that are empty then go.
    """
    found = sorted(files_below(source) if among is None else among)
    for path in found:
        move(path, target / path.relative_to(source))
    for path in sorted(source.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink() and not any(path.iterdir()):
            path.rmdir()
    return len(found)


def files_below(directory: Path) -> Iterator[Path]:
    """All files below a directory; links are left alone."""
    return (path for path in directory.rglob("*") if path.is_file() and not path.is_symlink())


def published(loaded: Loaded) -> Iterator[Path]:
    """The files in the folder for the results.

    All of them, but where that folder also holds what is no result: then those that we write.
    """
    directory = publish_directory(loaded)
    if not directory.is_dir():
        return iter(())
    here = directory.resolve()
    if any(path == here or here in path.parents for path in _no_results(loaded)):
        return (directory / name for name in published_files(directory))
    return files_below(directory)


def plan_files(loaded: Loaded) -> Iterator[Path]:
    """The configuration, and all files that it names and that the plan is made of."""
    if loaded.plan_read is not None:
        for written, _ in loaded.plan_read.texts:
            yield loaded.path(written)


def named_plan_files(loaded: Loaded) -> dict[str, Path]:
    """The same, each under a name of its own: files of several folders may be called alike."""
    named: dict[str, Path] = {}
    for path in plan_files(loaded):
        number, name = 1, path.name
        while name in named:
            number += 1
            name = numbered(path.name, number)
        named[name] = path
    return named


def _no_results(loaded: Loaded) -> Iterator[Path]:
    settings = loaded.settings
    secret = settings.encryption.secret_file
    for path in (
        *plan_files(loaded),
        rulings_path(loaded),
        state_directory(loaded),
        archive_directory(loaded),
        loaded.path(settings.folder.path),
        *(() if secret is None else (loaded.path(secret),)),
        *(() if settings.backup is None else (loaded.path(settings.backup.directory),)),
        *(() if settings.log_file is None else (loaded.path(settings.log_file),)),
    ):
        yield path.resolve()


def write_whole(path: Path, content: bytes) -> None:
    """Give a file this content, so that it is never there by half."""
    temporary = path.with_name(f".{path.name}.part")
    temporary.write_bytes(content)
    _sync(temporary)
    replace(temporary, path)


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
