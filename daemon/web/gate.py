"""What every request passes first, and what every answer carries."""

import logging
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from daemon.web.answers import trouble_page
from daemon.web.hosts import Hosts, host_of, is_here

_SAFE_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    # Not `no-referrer`: a browser would then hide the origin of our own forms.
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Permissions-Policy": (
        "camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()"
    ),
}
_OPENER_POLICY = ("Cross-Origin-Opener-Policy", "same-origin")
"""For pages that a browser calls trustworthy; of all others it complains that they have it."""

_LONGEST_TARGET = 2000
_MOST_HEADER_BYTES = 16 * 1024

_log = logging.getLogger(__name__)


class Gate:
    """Refuses what is not meant for us or not plainly said, and tells what goes wrong within."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request (ASGI)."""
        if scope["type"] != "http":
            return
        answered = False

        async def carry(message: Message) -> None:
            nonlocal answered
            answered = message["type"] == "http.response.body" and not message.get("more_body")
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _SAFE_HEADERS.items():
                    headers.setdefault(name, value)
                if is_here(host_of(Headers(scope=scope).get("host", ""))):
                    headers.setdefault(*_OPENER_POLICY)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            refused.headers["Connection"] = "close"  # what stands behind it may be anything
            await refused(scope, receive, carry)
            return
        try:
            await self._app(scope, receive, carry)
        except Exception:
            # The application has answered with a page, unless the answer had begun.
            _log.exception("A request failed (%s %s)", scope["method"], scope["path"][:100])
            if not answered:
                raise

    def _refused(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._hosts.knows(hosts[0]):
            return trouble_page(
                421,
                "This computer does not serve pages under that name: use its address, as the "
                "tournament's log shows it.",
            )
        if _says_its_length_twice(headers.getlist("transfer-encoding"), headers):
            return trouble_page(400, "The request says its length in two ways.")
        if len(scope["raw_path"]) + len(scope["query_string"]) > _LONGEST_TARGET:
            return trouble_page(414, "The address is too long.")
        if sum(len(name) + len(value) for name, value in headers.raw) > _MOST_HEADER_BYTES:
            return trouble_page(431, "The request says too much about itself.")
        return None


def _says_its_length_twice(encodings: Iterable[str], headers: Headers) -> bool:
    """A proxy in front might believe the other one, and take our answers for another's."""
    return any(encodings) and "content-length" in headers
