"""`files CONFIG --out DIR`: only the IN files."""

import argparse
import sys
from pathlib import Path

from daemon.cli.building import UNUSABLE, load_or_explain
from daemon.folder.local import LocalFolder
from daemon.folder.port import FolderError, PutOutcome
from daemon.tournament.device_files import in_files


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd files`."""
    parser.add_argument("config", type=Path, help="the configuration (TOML)")
    parser.add_argument("--out", type=Path, required=True, help="the folder to write them to")


def run(arguments: argparse.Namespace) -> int:
    """Write the IN files that differ from what is there; 1 when that fails."""
    loaded = load_or_explain(arguments.config)
    if loaded is None or loaded.plan is None:
        return UNUSABLE
    files = in_files(loaded.plan)
    folder = LocalFolder(
        arguments.out,
        subfolders=[one.subfolder for one in loaded.settings.sections if one.subfolder],
        max_file_bytes=loaded.settings.folder.max_file_kb * 1024,
        max_files=loaded.settings.folder.max_files,
    )
    try:
        arguments.out.mkdir(parents=True, exist_ok=True)
        outcomes = [folder.put(path, content) for path, content in files.items()]
    except (FolderError, OSError) as error:
        print(f"tournamentd: {error}", file=sys.stderr)
        return 1
    written = outcomes.count(PutOutcome.WRITTEN)
    print(f"{len(files)} IN files in {arguments.out}, {written} of them written now")
    return 0
