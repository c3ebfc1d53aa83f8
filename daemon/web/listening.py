"""The socket that the server listens on, and why it cannot."""

import errno
import os
import socket


class ListenError(Exception):
    """Nothing can listen there; the message says what to do."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises ListenError."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError as error:
        raise ListenError(
            f'web.listen: "{host}" is no address of this computer ({error.strerror}): write '
            f"127.0.0.1 for this computer only, or 0.0.0.0 for the whole network"
        ) from error
    opened = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            # Elsewhere it would let two programs have one port.
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        opened.bind(address)
        opened.listen(128)
    except OSError as error:
        opened.close()
        raise ListenError(_why(error, host, port)) from error
    return opened


def address_of(host: str, port: int) -> str:
    """What to type into a browser on this computer: `http://127.0.0.1:8420/`."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)  # noqa: S104 - shown otherwise
    if ":" in shown and not shown.startswith("["):
        shown = f"[{shown}]"
    return f"http://{shown}:{port}/"


def _why(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            why = (
                f"another program has port {port} of {host} (another tournamentd?): stop it, or "
                f"name another port"
            )
        case errno.EACCES:
            why = f"this user may not listen on port {port}: name one above 1023"
        case errno.EADDRNOTAVAIL:
            why = (
                f"this computer has no address {host}: write 127.0.0.1 for this computer only, or "
                f"0.0.0.0 for the whole network"
            )
        case _:
            why = f"nothing can listen on port {port} of {host} ({error.strerror})"
    return f"web.listen: {why}"
