"""Whether what went wrong passes, or somebody has to change something."""

from daemon.cli.building import UNUSABLE
from daemon.folder.port import CredentialError, FolderError
from daemon.ledger.port import LedgerFullError

BROKEN_OFF = 1
"""Exit status of what could not write or reach something: starting it again helps."""


def status_of(error: Exception) -> int:
    """1 for what passes: a full disk, a folder that is away. 78 for what somebody has to change."""
    match error:
        case CredentialError():
            return UNUSABLE
        case FolderError() | LedgerFullError() | OSError():
            return BROKEN_OFF
        case _:
            return UNUSABLE
