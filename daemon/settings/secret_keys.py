"""Secrets that somebody wrote into a configuration: refused, and never shown."""

from daemon.toml import Reading

_SECRETS = frozenset(
    {
        *("secret", "password", "passwd", "passphrase", "token"),
        *("app_secret", "access_token", "refresh_token"),
    }
)
_SECRETS_OF_ENCRYPTION = _SECRETS | {"key", "code", "pin", "encryption_key"}


def _instead(reading: Reading) -> str:
    if reading.table.name == "dropbox":
        return (
            "`tournamentd dropbox login` writes the token into the file that dropbox.token_file "
            "names, and an app secret is not needed"
        )
    return (
        "write the secret into a file of its own and name that, "
        'encryption.secret_file = "secret.txt"'
    )


def refuse_secrets(root: Reading) -> None:
    """Refuse every unknown key, here and in the tables within, that must be a secret."""
    for reading in root.readings():
        in_encryption = reading.table.name == "encryption"
        secrets = _SECRETS_OF_ENCRYPTION if in_encryption else _SECRETS
        for key in reading.unknown():
            if key.casefold() in secrets:
                name = reading.table.full_name(key)
                message = (
                    f"{name} must not stand in this file, which others read: {_instead(reading)}"
                )
                reading.refuse(key, "secret", message)
