"""`files CONFIG --out DIR`: only the IN files."""

import argparse
import sys
from pathlib import Path

from daemon.cli.building import UNUSABLE, folder_at, load_or_explain
from daemon.folder.port import FolderError, PutOutcome
from daemon.movement.wording import plural
from daemon.tournament.device_files import in_files


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd files`."""
    parser.add_argument("config", type=Path, help="the configuration (TOML)")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="the folder to write them to"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the IN files that differ from what is there; 1 when that fails."""
    loaded = load_or_explain(arguments.config)
    if loaded is None or loaded.plan is None:
        return UNUSABLE
    files = in_files(loaded.plan)
    folder = folder_at(arguments.out, loaded.settings)
    try:
        arguments.out.mkdir(parents=True, exist_ok=True)
        outcomes = [folder.put(path, content) for path, content in files.items()]
    except FolderError as error:
        print(f"tournamentd files: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(
            f"tournamentd files: {arguments.out} cannot be made ({error.strerror}): "
            "name another folder",
            file=sys.stderr,
        )
        return 1
    written = outcomes.count(PutOutcome.WRITTEN)
    print(f"{plural(len(files), 'IN file')} in {arguments.out}, {written} of them written now")
    return 0
