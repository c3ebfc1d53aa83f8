"""The server: TLS on loopback, and what the real SDK expects of Dropbox on the wire."""

import html
import http.client
import json
import socket
import ssl
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any, NoReturn, Self
from urllib.parse import parse_qsl, urlsplit

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.fake_dropbox.box import Box, Json, RefusedError, boxes
from tests.fake_dropbox.faults import Fault, Faults, Kind
from tests.fake_dropbox.oauth import Door, GrantError
from tests.fake_dropbox.routes import HOME, SCOPE_OF, TEAM, Call, Routes, nested

# A thousand files are named in one header, which is longer than the library lets through.
http.client._MAXLINE = 1024 * 1024  # type: ignore[attr-defined]

HOSTS = (
    *("DROPBOX_API_HOST", "DROPBOX_API_CONTENT_HOST"),
    *("DROPBOX_API_NOTIFY_HOST", "DROPBOX_WEB_HOST"),
)
TOKEN_ROUTE = "oauth2/token"
_PORTAL = b"<!DOCTYPE html><html><body>Welcome to the club's Wi-Fi! Please accept.</body></html>"
_JOIN_SECONDS = 20


class _DroppedError(Exception):
    """Close the connection without an answer."""


class FakeDropbox:
    """The server, what lies in it, and what goes wrong. It listens while the context lasts.

    `directory` takes the certificate (`certificate`, to be trusted by clients).
    """

    def __init__(self, directory: Path, listener: socket.socket | None = None) -> None:
        self.certificate, key = _self_signed(directory)
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(self.certificate, key)
        listener = listener or socket.create_server(("127.0.0.1", 0))
        self.port: int = listener.getsockname()[1]
        self._server = _Server(self, listener, self._context)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._lock = threading.Lock()
        self._released = threading.Event()
        self._begin()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.disconnect()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def box(self) -> Box:
        """The home of the account."""
        return self.boxes[HOME]

    @property
    def hosts(self) -> dict[str, str]:
        """What the environment must say before the SDK is imported."""
        return dict.fromkeys(HOSTS, f"127.0.0.1:{self.port}")

    def count(self, route: str) -> int:
        """How often a route was called."""
        with self._lock:
            return self._calls[route]

    @property
    def calls(self) -> Counter[str]:
        """How often each route was called."""
        with self._lock:
            return Counter(self._calls)

    def forget_calls(self) -> None:
        with self._lock:
            self._calls.clear()

    def go_offline(self) -> None:
        """As when the cable is pulled: every connection breaks, and no new one comes about."""
        self.offline = True
        self.disconnect()

    def come_back(self) -> None:
        self.offline = False

    def disconnect(self) -> None:
        """Break every connection, and wait until nobody serves any more."""
        self._released.set()
        for box in self.boxes.values():
            box.wake()
        self._server.disconnect()
        self._released.clear()

    def reset(self) -> None:
        """As new, with nobody connected."""
        self.disconnect()
        self._begin()

    def _begin(self) -> None:
        self.boxes = boxes(HOME, TEAM)
        self.door = Door()
        self.faults = Faults()
        self.routes = Routes()
        self.offline = False
        self.refused = 0
        self.longest_header = 1024 * 1024
        self._calls: Counter[str] = Counter()

    def counted(self, route: str) -> Fault | None:
        with self._lock:
            self._calls[route] += 1
        return self.faults.take(route)

    def stall(self) -> NoReturn:
        self._released.wait(_JOIN_SECONDS)
        raise _DroppedError

    def is_over(self) -> bool:
        return self._released.is_set()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, fake: FakeDropbox, listener: socket.socket, context: ssl.SSLContext) -> None:
        super().__init__(("127.0.0.1", 0), _Handler, bind_and_activate=False)
        self.socket.close()
        self.socket = listener
        self.server_address = listener.getsockname()
        self.fake = fake
        self._context = context
        self._connected: dict[socket.socket, threading.Thread] = {}
        self._guard = threading.Lock()

    def process_request_thread(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - as the library has it
        with self._guard:
            self._connected[request] = threading.current_thread()
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._guard:
                self._connected.pop(request, None)

    def finish_request(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - as the library has it
        if self.fake.offline:
            self.fake.refused += 1
            return
        own = request.dup()
        with suppress(OSError), own, self._context.wrap_socket(own, server_side=True) as secure:
            super().finish_request(secure, client_address)

    def handle_error(self, _request: object, _client_address: object) -> None:
        """Clients that went away are what is tried here."""

    def disconnect(self) -> None:
        while True:
            with self._guard:
                connected = dict(self._connected)
            if not connected:
                return
            for connection, thread in connected.items():
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
                thread.join(_JOIN_SECONDS)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    server: _Server

    def handle(self) -> None:
        with suppress(_DroppedError, OSError, ValueError):
            super().handle()

    def do_GET(self) -> None:
        """The page on which a user allows the app, shortened: it shows the code at once."""
        try:
            code = self.server.fake.door.allow(self.path)
        except (GrantError, KeyError) as error:
            self._send(400, f"<p>{html.escape(str(error))}</p>".encode(), "text/html")
            return
        page = f"<p>Enter this code in tournamentd:</p><pre>{code}</pre>\n"
        self._send(200, page.encode(), "text/html")

    def do_POST(self) -> None:
        fake = self.server.fake
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        route = urlsplit(self.path).path.removeprefix("/2/").removeprefix("/")
        fault = fake.counted(route)
        if len(self.headers.get("Dropbox-API-Arg") or "") > fake.longest_header:
            self._send(431, b"Request header fields too large", "text/plain")
            return
        if fault is not None and self._goes_wrong(fault):
            return
        if route == TOKEN_ROUTE:
            self._give_token(body)
        elif route in SCOPE_OF:
            self._serve(route, body, fault)
        else:
            self._send(404, b"no such route", "text/plain")

    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""

    def _goes_wrong(self, fault: Fault) -> bool:
        """Whether the fault is all that the client gets."""
        if fault.kind is Kind.DROP:
            raise _DroppedError
        if fault.kind is Kind.STALL:
            self.server.fake.stall()
        answer = _WRONG.get(fault.kind)
        if answer is None:
            return False
        answer(self, fault)
        return True

    def _give_token(self, body: bytes) -> None:
        try:
            given = self.server.fake.door.token(dict(parse_qsl(body.decode())))
        except GrantError as error:
            name, _, description = str(error).partition(": ")
            self._json(400, {"error": name, "error_description": description or name})
        else:
            self._json(200, given)

    def _serve(self, route: str, body: bytes, fault: Fault | None) -> None:
        fake = self.server.fake
        scope = SCOPE_OF[route]
        if scope is not None and not self._may(scope):
            return
        box = self._box()
        if box is None:
            return
        written = self.headers.get("Dropbox-API-Arg")
        arg = json.loads(written if written is not None else body or b"null") or {}
        if fault is not None and fault.kind is Kind.NO_REV:
            box.forget_rev(arg["path"].removeprefix("rev:"))
        call = Call(arg, body, box, fake.is_over)
        if fault is not None and fault.kind is Kind.TOO_MANY_WRITES:
            call.write_fault = RefusedError("path", "too_many_write_operations")
        try:
            answer = fake.routes.answer(route, call)
        except RefusedError as refused:
            self._refuse(*refused.tags)
            return
        if fault is not None and fault.kind is Kind.LOST_ANSWER:
            raise _DroppedError
        if fault is not None and fault.kind is Kind.BACKOFF:
            answer.result["backoff"] = fault.number
        if answer.content is None:
            self._json(200, answer.result)
            return
        content = answer.content
        if fault is not None and fault.kind is Kind.CORRUPT:
            content = bytes([*content[:-1], content[-1] ^ 1]) if content else b"?"
        told = {"Dropbox-API-Result": json.dumps(answer.result)}
        self._send(200, content, "application/octet-stream", told)

    def _may(self, scope: str) -> bool:
        held = self.server.fake.door.scopes(self.headers.get("Authorization"))
        if isinstance(held, str):
            self._unauthorized({".tag": held})
        elif scope not in held:
            self._unauthorized({".tag": "missing_scope", "required_scope": scope})
        else:
            return True
        return False

    def _box(self) -> Box | None:
        written = self.headers.get("Dropbox-API-Path-Root")
        asked: Json = {".tag": "home"} if written is None else json.loads(written)
        name = HOME if asked[".tag"] == "home" else asked[asked[".tag"]]
        box = self.server.fake.boxes.get(name)
        if box is None:
            self._json(422, {"error_summary": "no_permission/", "error": {".tag": "no_permission"}})
        return box

    def _unauthorized(self, error: Json) -> None:
        self._json(401, {"error_summary": f"{error['.tag']}/", "error": error})

    def _refuse(self, *tags: str) -> None:
        self._json(409, {"error_summary": "/".join(tags), "error": nested(tags)})

    def _json(self, status: int, content: Mapping[str, Any]) -> None:
        self._send(status, json.dumps(content).encode(), "application/json")

    def _send(
        self, status: int, body: bytes, kind: str, headers: Mapping[str, str] | None = None
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()


def _rate_limit(handler: _Handler, fault: Fault) -> None:
    error = {"reason": {".tag": "too_many_requests"}, "retry_after": fault.number}
    handler._json(429, {"error_summary": "too_many_requests/", "error": error})


_JSON = "application/json"
_PAGE = "text/html"
_WRONG: Mapping[Kind, Callable[[_Handler, Fault], None]] = {
    Kind.HTML: lambda to, _: to._send(200, _PORTAL, _PAGE),
    Kind.BROKEN_JSON: lambda to, _: to._send(200, b'{"entries": [{".tag": "fi', _JSON),
    Kind.STATUS: lambda to, fault: to._send(fault.number, _PORTAL, _PAGE),
    Kind.RATE_LIMIT: _rate_limit,
    Kind.RATE_LIMIT_PAGE: lambda to, fault: to._send(
        429, b"slower", "text/plain", {"Retry-After": str(fault.number)}
    ),
    Kind.EXPIRED: lambda to, _: to._unauthorized({".tag": "expired_access_token"}),
    Kind.REVOKED: lambda to, _: to._unauthorized({".tag": "invalid_access_token"}),
    Kind.INVALID_GRANT: lambda to, _: to._json(400, {"error": "invalid_grant"}),
    Kind.MISSING_SCOPE: lambda to, fault: to._unauthorized(
        {".tag": "missing_scope", "required_scope": fault.text}
    ),
    Kind.RESET: lambda to, _: to._refuse("reset"),
    Kind.REFUSED: lambda to, fault: to._refuse(*fault.text.split("/")),
}


def _self_signed(directory: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 and its key, as PEM files."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "A Dropbox for the tests")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=30))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(IPv4Address("127.0.0.1"))]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    there, secret = directory / "certificate.pem", directory / "key.pem"
    there.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    secret.touch(mode=0o600)
    secret.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return there, secret
