"""`[web]`: where the pages are served.

Without the table nothing listens.
"""

import re

from daemon.settings.kinds import path
from daemon.settings.model import Web
from daemon.toml import Fault, Kind, Reading, Value, text
from daemon.toml.kinds import VALUE, unfit

_ADDRESS = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+):(?P<port>[0-9]{1,5})")
_EXPECTED = 'an address and a port, such as "127.0.0.1:8420"'
_HIGHEST_PORT = 65535


def _read_address(name: str, value: Value, faults: list[Fault]) -> tuple[str, int] | None:
    written = text.read(name, value, faults)
    if written is None:
        return None
    found = _ADDRESS.fullmatch(written)
    if found is None:
        faults.append(unfit(name, _EXPECTED, value))
        return None
    port = int(found["port"])
    if not 1 <= port <= _HIGHEST_PORT:
        message = f"{name} has the port {port}: ports go from 1 to {_HIGHEST_PORT}"
        faults.append(Fault(VALUE, message, value.span))
        return None
    return found["host"].strip("[]"), port


_LISTEN = Kind(_EXPECTED, _read_address)


def read_web(root: Reading) -> Web | None:
    """Read the table; None without it, or when the address is missing or wrong."""
    table = root.child("web")
    needed = table.need if "web" in root.table else table.get
    listen = needed("listen", _LISTEN)
    token_file = table.get("token_file", path)
    if listen is None:
        return None
    host, port = listen
    span = None if token_file is None else table.table.value_span("token_file")
    return Web(host, port, token_file, span)
