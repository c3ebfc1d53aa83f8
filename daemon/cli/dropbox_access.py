"""Where the token for Dropbox comes from: a file, the environment, or a systemd credential."""

import os
from pathlib import Path

from daemon.cli.secret import open_to_others
from daemon.folder.dropbox.access import Access
from daemon.folder.port import CredentialError
from daemon.problem import Problem
from daemon.settings.model import Dropbox

TOKEN = "TOURNAMENTD_DROPBOX_TOKEN"  # noqa: S105 - the name of a variable
AUTHORITY = "TOURNAMENTD_DROPBOX_CA"
"""Names a file of certificates to trust instead of the usual ones: that of a test's Dropbox."""

CREDENTIAL = "dropbox"
_CREDENTIALS = "CREDENTIALS_DIRECTORY"
_LOGIN = "`tournamentd dropbox login CONFIG` gets one"


def find_access(dropbox: Dropbox, directory: Path) -> Access:
    """What Dropbox wants to see. Raises CredentialError, which never contains a token."""
    if dropbox.app_key is None:
        raise CredentialError(
            "There is no dropbox.app_key: the README says how to register an app."
        )
    token = _find_token(dropbox, directory).strip()
    if not token or any(char.isspace() or not char.isprintable() for char in token):
        raise CredentialError(f"What stands in the place of Dropbox's token is none: {_LOGIN}.")
    return Access(dropbox.app_key, token, dropbox.path_root, authority())


def authority() -> Path | None:
    """The certificates to trust, when others than the usual ones are named."""
    named = os.environ.get(AUTHORITY)
    return Path(named) if named else None


def token_path(dropbox: Dropbox, directory: Path) -> Path | None:
    """The file for the token, when one is named."""
    if dropbox.token_file is None:
        return None
    return directory / Path(dropbox.token_file).expanduser()


def token_problems(dropbox: Dropbox, directory: Path) -> tuple[Problem, ...]:
    """A warning when others can read the token."""
    path = token_path(dropbox, directory)
    if path is None or not path.exists():
        return ()
    return open_to_others(path, "dropbox-token-open", "the token for Dropbox")


def _find_token(dropbox: Dropbox, directory: Path) -> str:
    path = token_path(dropbox, directory)
    if path is not None:
        return _read(path, str(path))
    if TOKEN in os.environ:
        return os.environ[TOKEN]
    if _CREDENTIALS in os.environ:
        credential = Path(os.environ[_CREDENTIALS]) / CREDENTIAL
        if credential.exists():
            return _read(credential, f"the credential {CREDENTIAL}")
    raise CredentialError(
        f"There is no token for Dropbox: name a file as dropbox.token_file, then {_LOGIN} (or set "
        f"${TOKEN}, or the systemd credential {CREDENTIAL})."
    )


def _read(path: Path, name: str) -> str:
    try:
        return path.read_bytes().decode("ascii")
    except FileNotFoundError:
        raise CredentialError(f"{name} is not there, so there is no token: {_LOGIN}.") from None
    except OSError as error:
        raise CredentialError(
            f"{name} cannot be read ({error.strerror}): let the user who runs tournamentd read it."
        ) from None
    except UnicodeDecodeError:
        raise CredentialError(f"{name} holds no token for Dropbox: {_LOGIN}.") from None
