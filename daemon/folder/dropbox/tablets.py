"""Plays the tablets: writes into the folder in Dropbox as they do, over what they wrote before."""

from collections.abc import Callable
from datetime import UTC, datetime

from dropbox.files import WriteMode

from daemon.folder.dropbox.connection import Connection
from daemon.folder.dropbox.layout import Layout
from daemon.folder.names import split_name


def write_as_tablets(path: str, connection: Connection) -> Callable[[str, bytes, float], None]:
    """What writes a file (its name within the folder, its content) into the folder at `path`.

    It is dated now, and not before a moment (POSIX seconds). Raises as a connection.
    """
    layout = Layout(path, ())

    def write(name: str, content: bytes, not_before: float) -> None:
        split_name(name)
        modified = max(datetime.now(UTC), datetime.fromtimestamp(not_before, UTC))
        # Dropbox knows whole seconds, of a time that is written without its zone.
        written = modified.replace(microsecond=0, tzinfo=None)
        connection.call(
            lambda client: client.files_upload(
                content,
                layout.path_of(name),
                mode=WriteMode.overwrite,
                client_modified=written,
                mute=True,
            )
        )

    return write
