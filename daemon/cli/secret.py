"""Where the devices' secret comes from: a file, the environment, or a systemd credential."""

import os
import stat
from pathlib import Path

from daemon.bridgesuite.envelope import Secret
from daemon.problem import Problem, Severity
from daemon.settings.model import Encryption

ENVIRONMENT = "TOURNAMENTD_SECRET"
_CREDENTIALS = "CREDENTIALS_DIRECTORY"
_MUST_HOLD = "it must hold the four characters that the devices have as their secret key"


class SecretError(Exception):
    """The secret cannot be used; the message never contains it."""


def find_secret(
    encryption: Encryption, directory: Path
) -> tuple[Secret | None, tuple[Problem, ...]]:
    """The secret (None when none is configured) and warnings. Raises SecretError."""
    found = _find(encryption, directory)
    if found is None:
        if encryption.require_encrypted:
            raise SecretError(
                "require_encrypted is on and there is no secret: name a file as "
                f"encryption.secret_file, or set ${ENVIRONMENT}"
            )
        return None, ()
    text, where, warnings = found
    secret = parse_secret(text, where)
    if secret.is_weak:
        weak = Problem(
            Severity.WARNING,
            "secret-weak",
            "the secret is digits only, which is guessed within a moment; letters of both cases "
            "and digits are better",
            where,
        )
        warnings = (*warnings, weak)
    return secret, warnings


def parse_secret(text: str, where: str) -> Secret:
    """A secret as it stands in a file or variable; one final newline is dropped."""
    try:
        return Secret.parse(text.removesuffix("\n").removesuffix("\r"))
    except ValueError as error:
        raise SecretError(f"{where}: {error}") from None


def read_secret_file(path: Path) -> str:
    """The text of a secret file. Raises SecretError; the file's content is never in it."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SecretError(f"{path} cannot be read ({error.strerror}): {_MUST_HOLD}") from None
    try:
        return data.decode("ascii")
    except UnicodeDecodeError:
        raise SecretError(
            f"{path} holds something else than ASCII: {_MUST_HOLD}, letters without accents, "
            "digits or signs"
        ) from None


def _find(encryption: Encryption, directory: Path) -> tuple[str, str, tuple[Problem, ...]] | None:
    if encryption.secret_file is not None:
        path = directory / Path(encryption.secret_file).expanduser()
        return read_secret_file(path), str(path), open_to_others(path, "secret-open", "the secret")
    if ENVIRONMENT in os.environ:
        return os.environ[ENVIRONMENT], f"${ENVIRONMENT}", ()
    if _CREDENTIALS in os.environ:
        path = Path(os.environ[_CREDENTIALS]) / "secret"
        if path.exists():
            return read_secret_file(path), "the credential secret", ()
    return None


def open_to_others(path: Path, code: str, what: str) -> tuple[Problem, ...]:
    """A warning when other users can read a file; systems without such rights say nothing."""
    if os.name != "posix" or not path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        return ()
    message = f"other users of this computer can read {what}: chmod 600 {path}"
    return (Problem(Severity.WARNING, code, message, str(path)),)
