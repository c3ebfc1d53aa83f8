"""A server that really runs, and visitors who mean no good."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from daemon.tournament.told import Told
from daemon.web import patient
from daemon.web.listening import ListenError, address_of, listen
from daemon.web.serving import Serving

if TYPE_CHECKING:
    from tests.web.conftest import House

SECONDS = 20
HEAD = b"Host: 127.0.0.1\r\n\r\n"
TOO_SOON = 60.0


class Server:
    """A server in a thread; `port` is where."""

    def __init__(self, house: House) -> None:
        self.socket = listen("127.0.0.1", 0)
        self.port = int(self.socket.getsockname()[1])
        house.premises = replace(house.premises, port=self.port)
        self.serving = Serving(house.premises, None, house.reads_rulings, lambda: house.late)
        self.thread = threading.Thread(target=self.serving.run, args=(self.socket,), daemon=True)
        self.thread.start()

    def connect(self) -> socket.socket:
        opened = socket.create_connection(("127.0.0.1", self.port), SECONDS)
        opened.settimeout(SECONDS)
        return opened

    def ask(self, request: bytes) -> bytes:
        """Everything that is answered until the server closes."""
        with self.connect() as opened:
            opened.sendall(request)
            return all_of(opened)

    def stop(self) -> float:
        """Stop it; the seconds that it took."""
        begun = time.monotonic()
        self.serving.leave()
        self.thread.join(SECONDS)
        assert not self.thread.is_alive()
        return time.monotonic() - begun


def all_of(opened: socket.socket) -> bytes:
    answer = b""
    while part := opened.recv(65536):
        answer += part
    return answer


def until(opened: socket.socket, wanted: bytes) -> bytes:
    """What comes until this has come."""
    answer = b""
    while wanted not in answer:
        part = opened.recv(65536)
        assert part, answer
        answer += part
    return answer


def is_closed(opened: socket.socket) -> bool:
    """Whether the server closes it, with whatever is left unread."""
    try:
        return opened.recv(100) == b""
    except ConnectionResetError:
        return True


@pytest.fixture
def server(house: House) -> Iterator[Server]:
    house.publishes()
    made = Server(house)
    yield made
    made.stop()


@contextmanager
def listening_to(
    server: Server, path: str = "/events", more: bytes = b""
) -> Iterator[socket.socket]:
    with server.connect() as opened:
        opened.sendall(b"GET " + path.encode() + b" HTTP/1.1\r\n" + more + HEAD)
        assert b"200 OK" in until(opened, b"\n\n")
        yield opened


def test_what_is_published_is_heard_at_once(house: House, server: Server) -> None:
    with listening_to(server) as opened:
        house.premises.window.published(["standings.json", "boards/A-7.html"])
        event = until(opened, b"\n\n").decode().rpartition("event: ")[2]
    name, data = event.split("\n")[:2]
    assert name == "published"
    assert json.loads(data.removeprefix("data: ")) == ["standings.json", "boards/A-7.html"]


def test_what_players_do_not_see_is_no_event_of_theirs(
    house: House, server: Server, told: Callable[..., Told]
) -> None:
    with listening_to(server) as opened:
        house.premises.window.note(told("heartbeat", "secret"))
        house.premises.window.published(["index.html"])
        heard = until(opened, b"published")
    assert b"secret" not in heard
    assert b"changed" not in heard


def test_events_for_the_director_are_for_the_director(server: Server) -> None:
    answer = server.ask(b"GET /director/events HTTP/1.1\r\nConnection: close\r\n" + HEAD)
    assert answer.startswith(b"HTTP/1.1 403 ")


def test_it_ends_at_once_though_somebody_listens_and_somebody_dawdles(
    house: House, server: Server
) -> None:
    with listening_to(server) as listener, server.connect() as dawdler:
        dawdler.sendall(b"GET / HTTP/1.1\r\n")
        assert server.stop() < 1.0
        assert house.premises.window._listeners == ()
        all_of(listener)


def test_it_may_be_asked_to_end_before_it_begins(house: House) -> None:
    serving = Serving(house.premises, None, lambda: None, tuple)
    serving.leave()
    serving.run(listen("127.0.0.1", 0))


def test_no_header_says_what_serves(server: Server) -> None:
    answer = server.ask(b"GET / HTTP/1.1\r\nConnection: close\r\n" + HEAD)
    assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"\r\nserver:" not in answer.lower()


REFUSED = [
    (b"GET /../secret HTTP/1.1\r\nConnection: close\r\n" + HEAD, b"404"),
    (b"GET /%2e%2e/secret HTTP/1.1\r\nConnection: close\r\n" + HEAD, b"404"),
    (b"GET http://evil/ HTTP/1.1\r\nConnection: close\r\n" + HEAD, b"404"),
    (b"GET / HTTP/1.1\r\n\r\n", b"400"),
    (b"GET / HTTP/1.1\r\nHost: a\r\nHost: 127.0.0.1\r\n\r\n", b"400"),
    (b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", b"421"),
    (b"GET / HTTP/1.0\r\n\r\n", b"421"),
    (b"GET / HTTP/1.1\r\nX: " + b"a" * 40_000 + b"\r\n" + HEAD, b"431"),
    (b"GET / HTTP/1.1\r\nBad Header: x\r\n" + HEAD, b"400"),
    (b"GET / HTTP/1.1\r\nX: a\r\n b\r\nConnection: close\r\n" + HEAD, b"200"),
    (b"GET / HTTP/1.1\r\nX: a\0b\r\n" + HEAD, b"400"),
    (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", b"400"),
    (
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n"
        b"Connection: close\r\n" + HEAD + b"0\r\n\r\n",
        b"400",
    ),
    (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked, chunked\r\n" + HEAD, b"400"),
    (b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n" + HEAD, b"400"),
    (b"POST / HTTP/1.1\r\nContent-Length: -1\r\n" + HEAD, b"400"),
]


def test_what_is_not_plainly_said_is_refused(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patient, "REQUEST_SECONDS", 0.3)
    for request, status in REFUSED:
        answer = server.ask(request)
        assert (answer[9:12], answer.count(b"HTTP/1.1 ")) == (status, 1), request[:60]


def test_a_second_request_behind_a_refused_one_is_not_answered(server: Server) -> None:
    hidden = b"GET /standings.json HTTP/1.1\r\n" + HEAD
    answer = server.ask(
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n"
        + HEAD
        + b"0\r\n\r\n"
        + hidden
    )
    assert answer.count(b"HTTP/1.1 ") == 1


def test_nothing_of_a_request_gets_into_the_headers_of_its_answer(server: Server) -> None:
    answer = server.ask(b"GET /a%0d%0aSet-Cookie:%20x=1 HTTP/1.1\r\nConnection: close\r\n" + HEAD)
    assert answer.startswith(b"HTTP/1.1 404 ")
    assert b"Set-Cookie" not in answer.partition(b"\r\n\r\n")[0]


@pytest.mark.parametrize("begun", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "])
def test_who_says_nothing_for_long_is_let_go(
    server: Server, monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    monkeypatch.setattr(patient, "REQUEST_SECONDS", 0.2)
    with server.connect() as opened:
        opened.sendall(begun)
        opened.settimeout(0.05)
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            try:
                if is_closed(opened):
                    return
                opened.sendall(b"x")  # a letter now and then does not help
            except TimeoutError:
                continue
            except OSError:
                return
    pytest.fail("it waits for ever")


def test_between_two_requests_it_waits_no_longer_either(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patient, "REQUEST_SECONDS", 0.2)
    with server.connect() as opened:
        opened.sendall(b"GET /healthz HTTP/1.1\r\n" + HEAD)
        until(opened, b'"late":[]}')
        opened.sendall(b"GET /heal")
        assert is_closed(opened)


def test_who_listens_is_not_let_go(
    house: House, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patient, "REQUEST_SECONDS", 0.1)
    with listening_to(server) as opened:
        opened.settimeout(0.4)
        with pytest.raises(TimeoutError):
            opened.recv(100)
        opened.settimeout(SECONDS)
        house.premises.window.published(["index.html"])
        assert b"published" in until(opened, b"published")


def test_there_is_an_end_to_connections(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patient, "MOST_CONNECTIONS", 20)
    opened = [server.connect() for _ in range(20)]
    for one in opened:
        one.sendall(b"GET /healthz HTTP/1.1\r\n" + HEAD)
        until(one, b'"late":[]}')
    with server.connect() as another:
        assert is_closed(another)
    for one in opened:
        one.close()


def test_hundreds_who_come_and_go_do_no_harm(server: Server) -> None:
    for _ in range(300):
        server.connect().close()
    answer = server.ask(b"GET /healthz HTTP/1.1\r\nConnection: close\r\n" + HEAD)
    assert answer.startswith(b"HTTP/1.1 200 ")


# Where it listens


def test_a_port_that_is_taken_is_told(server: Server) -> None:
    with pytest.raises(ListenError) as caught:
        listen("127.0.0.1", server.port)
    assert str(caught.value) == (
        f"web.listen: another program has port {server.port} of 127.0.0.1 (another tournamentd?): "
        f"stop it, or name another port"
    )


@pytest.mark.parametrize("host", ["192.0.2.1", "no.such.name.invalid"])
def test_an_address_that_is_not_ours_is_told(host: str) -> None:
    with pytest.raises(ListenError, match=r"127\.0\.0\.1 for this computer only, or 0\.0\.0\.0"):
        listen(host, 0)


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8420/"),
        ("0.0.0.0", "http://127.0.0.1:8420/"),  # noqa: S104 - nothing listens
        ("::", "http://[::1]:8420/"),
        ("fe80::1", "http://[fe80::1]:8420/"),
        ("club-pc", "http://club-pc:8420/"),
    ],
)
def test_the_address_can_be_typed_into_a_browser(host: str, address: str) -> None:
    assert address_of(host, 8420) == address
