"""Reading `[dropbox]`, and what `folder.kind = "dropbox"` asks of other keys."""

import re

from daemon.settings.kinds import path
from daemon.settings.model import Dropbox, FolderKind
from daemon.toml import Reading, such, text

_APP_KEY = re.compile(r"[a-z0-9]{5,40}")
_NAMESPACE = re.compile(r"[0-9]{1,20}")
_THIS_COMPUTER = re.compile(r"[A-Za-z]:|[~.]|.*\\")


def _about_app_key(key: str) -> str | None:
    if not _APP_KEY.fullmatch(key):
        return (
            "is no app key: copy the one that stands as App key on the app's page "
            "(dropbox.com/developers/apps), small letters and digits; never the App secret"
        )
    return None


def _about_path_root(root: str) -> str | None:
    if not _NAMESPACE.fullmatch(root):
        return "is no namespace: write the number that `tournamentd dropbox whoami CONFIG` shows"
    return None


def read_dropbox(table: Reading) -> Dropbox:
    """The table `[dropbox]`, whether or not it is needed."""
    return Dropbox(
        app_key=table.get("app_key", such(text, _about_app_key)),
        token_file=table.get("token_file", path),
        path_root=table.get("path_root", such(text, _about_path_root)),
        token_file_span=(
            table.table.value_span("token_file") if "token_file" in table.table else None
        ),
    )


def check_kind(folder: Reading, dropbox: Reading) -> None:
    """Tell what is missing or odd when the folder is one in Dropbox."""
    kind = folder.table.value("kind")
    if kind is None or kind.content != FolderKind.DROPBOX:
        return
    if "app_key" not in dropbox.table:
        message = (
            'folder.kind = "dropbox" needs an app of yours: add app_key = "..." under [dropbox]; '
            "the README says how to register one"
        )
        folder.tell("missing", message, kind.span)
    where = folder.table.value("path")
    if where is None or not isinstance(where.content, str):
        return
    if _THIS_COMPUTER.match(where.content):
        message = (
            'folder.path is a path in Dropbox when folder.kind is "dropbox": write it from the '
            'top of the Dropbox, as in "/Club/Bridge"'
        )
        folder.tell("value", message, where.span)
