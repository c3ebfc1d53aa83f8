"""By which names the server may be called.

A page elsewhere can let its own name lead to this computer (DNS rebinding), and would then be of
the same origin as ours. It cannot call itself by an address, or by a name that only this network
knows.
"""

import socket
from collections.abc import Iterable
from ipaddress import ip_address

_HERE = frozenset({"localhost", "127.0.0.1", "::1"})
_EVERYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 - compared with, not listened on
_LOCAL_ENDINGS = (".local", ".lan", ".internal", ".home.arpa")
"""What no registry gives out (RFC 6762, RFC 8375, ICANN's .internal, and what routers use)."""


class Hosts:
    """Knows the names of a server that listens on a host: an address, or a name of its own."""

    def __init__(self, listens_on: str, own_names: Iterable[str] | None = None) -> None:
        names = (socket.gethostname(),) if own_names is None else tuple(own_names)
        self._everywhere = listens_on in _EVERYWHERE
        self._names = _HERE | {listens_on.casefold()} | {name.casefold() for name in names}

    def knows(self, header: str) -> bool:
        """Whether a request with this `Host` is meant for us; a port does not matter."""
        host = host_of(header)
        if host is None:
            return False
        if host in self._names:
            return True
        if not self._everywhere:
            return False
        return _is_address(host) or "." not in host or host.endswith(_LOCAL_ENDINGS)


def host_of(header: str) -> str | None:
    """The host of a `Host` header without its port; None when it is none."""
    text = header.strip().casefold()
    if text.startswith("["):
        host, closing, port = text[1:].partition("]")
        if not closing or (port and not port.startswith(":")):
            return None
        port = port[1:]
    else:
        host, _, port = text.partition(":")
    if port and not (port.isascii() and port.isdecimal()):
        return None
    plain = host.removesuffix(".")
    fits = all(char.isascii() and (char.isalnum() or char in "-_.:") for char in plain)
    return plain if plain and fits else None


def is_here(host: str | None) -> bool:
    """Whether a host or an address is this computer, as it calls itself."""
    if host is None:
        return False
    if host.casefold() in _HERE:
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
