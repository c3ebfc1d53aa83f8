"""Reading `[backup]`: where the ledger is copied to during play.

Without the table nothing is copied.
"""

from decimal import Decimal

from daemon.settings.kinds import path
from daemon.settings.model import Backup
from daemon.toml import Reading, number, whole

_MINUTES = number(1, 24 * 60)
_USUAL = Backup("")
_USUAL_MINUTES = Decimal(10)
_MOST_KEPT = 1000


def read_backup(root: Reading) -> Backup | None:
    """Read the table; None without it, or when the folder is missing."""
    table = root.child("backup")
    needed = table.need if "backup" in root.table else table.get
    directory = needed("directory", path)
    every = table.get("every_minutes", _MINUTES, _USUAL_MINUTES)
    keep = table.get("keep", whole(1, _MOST_KEPT), _USUAL.keep)
    if directory is None:
        return None
    return Backup(directory, float(every), keep, table.table.value_span("directory"))
