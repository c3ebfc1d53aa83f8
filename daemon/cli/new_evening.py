"""The files of a new evening come onto the disk: all of them, and only when they can be played."""

import os
from collections.abc import Mapping
from pathlib import Path

from daemon.cli.evening import CONFIGURATION, MOVEMENT, NAMES
from daemon.cli.no_evening import NoEveningError, UnplayableError
from daemon.cli.report import print_problems
from daemon.movement.asc import decode_asc
from daemon.movement.wording import listing
from daemon.problem import Source
from daemon.tournament.planning import make_plan


def folder_name(written: str | None, directory: Path) -> str:
    """The tablets' folder as the configuration names it: from its own directory, or from the root.

    `written` is what was asked for, if anything was. Raises UnplayableError.
    """
    if written is None:
        return "exchange"
    home = directory.resolve()
    try:
        path = Path(written).expanduser()
    except RuntimeError:
        message = f"nobody's home is known for {written}: write the whole path as --folder"
        raise UnplayableError(message) from None
    folder = path.resolve()
    if folder == home or folder in home.parents:
        message = (
            f"{directory} lies in {written}: all tablets could read and change what lies there; "
            "name a folder of their own as --folder"
        )
        raise UnplayableError(message)
    if path.is_absolute():
        return str(path)
    return folder.relative_to(home).as_posix() if home in folder.parents else str(folder)


def refuse_unplayable(contents: Mapping[str, bytes]) -> None:
    """See that the new files make a plan, as `check` will. Raises UnplayableError."""
    movement, _ = decode_asc(contents[MOVEMENT], MOVEMENT)
    texts = {NAMES: contents[NAMES].decode("utf-8"), MOVEMENT: movement.text if movement else ""}
    plan, problems = make_plan(
        Source(CONFIGURATION, contents[CONFIGURATION].decode("utf-8")), texts
    )
    if plan is None:
        print_problems(problem for problem in problems if problem.is_error)
        message = "nothing was made, because this could not be played: change what you ask for"
        raise UnplayableError(message)


def write_evening(directory: Path, folder: Path, contents: Mapping[str, bytes]) -> None:
    """Write all files, or none when something is in the way: then it raises NoEveningError."""
    paths = {directory / name: content for name, content in contents.items()}
    there = [path.name for path in paths if os.path.lexists(path)]
    if there:
        verb = "exists" if len(there) == 1 else "exist"
        message = (
            f"{listing(there)} {verb} in {directory} already: nothing was written; name another "
            "folder, or move what is there away"
        )
        raise NoEveningError(message)
    written: list[Path] = []
    try:
        directory.mkdir(parents=True, exist_ok=True)
        folder.mkdir(parents=True, exist_ok=True)
        for path, content in paths.items():
            with path.open("xb") as file:
                written.append(path)
                file.write(content)
    except OSError as error:
        for path in written:
            path.unlink()
        where = error.filename or directory
        message = f"{where}: {error.strerror or error}: nothing was written; name another folder"
        raise NoEveningError(message) from None
