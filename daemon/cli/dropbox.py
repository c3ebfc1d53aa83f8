"""`dropbox login CONFIG`, `dropbox whoami CONFIG`: the way into Dropbox."""

import argparse
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from daemon.cli.building import UNUSABLE
from daemon.cli.dropbox_access import authority, find_access, token_path
from daemon.cli.report import print_problems, printable
from daemon.disk import replace
from daemon.folder.port import CredentialError, FolderError
from daemon.problem import Source
from daemon.settings.model import Settings
from daemon.settings.reading import read_settings

WRONG = 1
"""Exit status when Dropbox cannot be reached, or did not take what was said."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd dropbox`."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    login = actions.add_parser(
        "login", help="let Dropbox's user allow the app, and keep the token that this gives"
    )
    login.add_argument("config", type=Path, help="the configuration (TOML)")
    login.add_argument(
        "--print",
        action="store_true",
        help="print the token on stdout (for a systemd credential) instead of writing the file",
    )
    whoami = actions.add_parser("whoami", help="whose Dropbox it is, and what the app may do there")
    whoami.add_argument("config", type=Path, help="the configuration (TOML)")


def run(arguments: argparse.Namespace) -> int:
    """Log in or look; 78 when configuration or token are no use, 1 when Dropbox is away."""
    settings = _settings(arguments.config)
    if settings is None:
        return UNUSABLE
    try:
        if arguments.action == "login":
            return _login(settings, arguments)
        return _whoami(settings, arguments.config.parent)
    except CredentialError as error:
        _complain(arguments, str(error))
        return UNUSABLE
    except FolderError as error:
        _complain(arguments, str(error))
        return WRONG


def _settings(config: Path) -> Settings | None:
    """The settings alone: movements and names are not needed to log in."""
    try:
        text = config.read_bytes().decode("utf-8-sig")
    except OSError as error:
        print(f"{config} cannot be read ({error.strerror}): name a configuration", file=sys.stderr)
        return None
    except UnicodeDecodeError:
        print(f"{config} is not UTF-8: save it as UTF-8 in your editor", file=sys.stderr)
        return None
    settings, problems = read_settings(Source(str(config), text))
    print_problems(problems)
    return settings


def _login(settings: Settings, arguments: argparse.Namespace) -> int:
    from daemon.folder.dropbox.login import Login  # noqa: PLC0415 - slow to import

    app_key = settings.dropbox.app_key
    if app_key is None:
        raise CredentialError(
            "There is no dropbox.app_key: the README says how to register an app."
        )
    place = token_path(settings.dropbox, arguments.config.parent)
    if place is None and not arguments.print:
        raise CredentialError(
            'Nothing says where to keep the token: write token_file = "dropbox.token" under '
            "[dropbox], or print it with --print."
        )
    login = Login(app_key, authority())
    # What is printed for a credential must be alone on stdout.
    talk = sys.stderr if arguments.print else sys.stdout
    print(
        f"1. Open this page in a browser, on any computer:\n\n   {login.url}\n\n"
        "2. Log in as the owner of the tablets' folder (or somebody it is shared with), and press "
        "Allow.\n3. Paste the code that you are shown here, and press Enter.",
        file=talk,
        flush=True,
    )
    code = _read_code(talk)
    if not code:
        _complain(arguments, "no code came in: nothing was changed")
        return WRONG
    granted = login.finish(code)
    if granted.missing is not None:
        raise granted.missing
    if arguments.print:
        print(granted.token)
    elif place is not None:
        write_token(place, granted.token)
        print(f"Logged in. The token is in {place}; nobody else may read that file.")
        print(f"Next: tournamentd check {arguments.config}")
    return 0


def _read_code(talk: TextIO) -> str:
    print("\nCode: ", end="", file=talk, flush=True)
    with suppress(EOFError):
        return input().strip()
    return ""


def write_token(place: Path, token: str) -> None:
    """Put a token into a file that its owner alone can read, whole or not at all.

    Raises CredentialError.
    """
    temporary = place.with_name(f".{place.name}.part")
    try:
        temporary.unlink(missing_ok=True)
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(f"{token}\n")
            file.flush()
            os.fsync(file.fileno())
        replace(temporary, place)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise CredentialError(
            f"The token cannot be written into {place} ({error.strerror}): name another file as "
            "dropbox.token_file, or let this user write there; then log in again."
        ) from None


def _whoami(settings: Settings, directory: Path) -> int:
    from daemon.folder.dropbox.connection import Connection  # noqa: PLC0415 - slow to import
    from daemon.folder.dropbox.login import account_of  # noqa: PLC0415 - slow to import

    access = find_access(settings.dropbox, directory)
    account = account_of(Connection(lambda: access))
    print(f"{account.name} <{account.email}>")
    print(f"Paths begin in {_beginning(account.home, access.path_root)}.")
    if account.has_team_space:
        print(
            f'This user is in a team: with path_root = "{account.root}" under [dropbox] paths '
            "begin in the team's space."
        )
    return 0


def _beginning(home: str, path_root: str | None) -> str:
    if path_root in {None, home}:
        return f"the user's own folder (namespace {home})"
    return f"namespace {path_root} (dropbox.path_root)"


def _complain(arguments: argparse.Namespace, message: str) -> None:
    text = printable(message.replace("CONFIG", str(arguments.config)))
    print(f"tournamentd dropbox {arguments.action}: {text}", file=sys.stderr)
