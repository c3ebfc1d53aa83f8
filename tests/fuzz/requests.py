"""What browsers, and whoever else is in the network, send to the pages' server."""

import asyncio
import re
import tempfile
from collections.abc import Iterator, MutableMapping
from contextlib import AbstractContextManager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import unquote, urlencode

from daemon.directing.rulings_text import Sheet
from daemon.problem import Problem, Severity
from daemon.publish.writing import Publisher
from daemon.tournament.conclusion import conclude
from daemon.tournament.entry import FileReceived, PlanRead, RulingsRead
from daemon.tournament.state import State, step
from daemon.web.application import Hubs, application
from daemon.web.entrance import LIFETIME_SECONDS
from daemon.web.hub import Hub
from daemon.web.premises import Premises
from daemon.web.sessions import Session, Sessions, Way
from daemon.web.token import Token
from daemon.web.window import Window
from tests.fuzz.judging import PromiseBrokenError
from tests.fuzz.reader import Reader, Seen
from tests.fuzz.seeds import DATA

_TOKEN = "canary-of-a-table"
_SECRET = b"what lies beside the published files"
_HOST = b"127.0.0.1:8420"
_NOW = datetime(2026, 11, 30, 20, tzinfo=UTC)
_OUT = b"Latest 1  AndroidId 1111111111111111\n1,1,1,2,N,false,false,2H,+1,W,SJ,-140\n"
_METHOD = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_HEADER = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\x00-\x08\x0a-\x1f\x7f]*?)[ \t]*")
# The place is kept for as long as the process: its pages are made once.
_PLACE = tempfile.TemporaryDirectory()


def _signing() -> AbstractContextManager[object]:
    """Sessions that begin in it are signed with the same key, so that a cookie is always good."""
    return patch("daemon.web.sessions.secrets.token_bytes", lambda size: b"k" * size)


with _signing():
    _SESSIONS = Sessions(LIFETIME_SECONDS)
_DIRECTOR = Session(Way.TOKEN, "0" * 32)


class _House:
    """A small evening with its server, which a request may change until the next one."""

    def __init__(self) -> None:
        there, here = DATA / "scenarios" / "pair_table_board_files", Path(_PLACE.name)
        names = ("tournament.toml", "movement.asc")
        texts = tuple((name, (there / name).read_text("utf-8")) for name in names)
        state = step(State(), PlanRead("tournament.toml", texts), None)
        self._before = step(state, FileReceived("OUT_T1.txt", _NOW, _OUT), None)
        for name in ("live", "state"):
            (here / name).mkdir()
        (here / "secret.txt").write_bytes(_SECRET)
        self._rulings = here / "rulings.toml"
        sheet = Sheet(self._rulings, date(2026, 11, 30), here / "t.toml", here / "state")
        self._premises = Premises(
            *("127.0.0.1", 8420, here / "live", None, sheet, None, Window(lambda: _NOW)),
            clock=lambda: _NOW,
            monotonic=lambda: 0.0,
        )
        self._conclusion = conclude(self._before)
        for _ in Publisher(here / "live").publish(self._conclusion.results):
            pass
        self.begin()

    def begin(self) -> None:
        """As it was before any request."""
        self._rulings.unlink(missing_ok=True)
        self._premises.window.show(self._conclusion)
        with _signing():
            self.app = application(
                self._premises,
                Hubs(Hub(), Hub()),
                Token(_TOKEN),
                nudge=self._read_rulings,
                late=lambda: (),
            )

    def _read_rulings(self) -> None:
        fact = RulingsRead("rulings.toml", self._rulings.read_text("utf-8"))
        self._premises.window.show(conclude(step(self._before, fact, None)))


_HOUSE = _House()


def _scope(data: bytes, peer: str) -> tuple[MutableMapping[str, Any], bytes] | None:
    """A request as uvicorn hands it on; None for what it refuses itself."""
    head, _, body = data.replace(b"\r\n", b"\n").partition(b"\n\n")
    first, *lines = head.split(b"\n")
    method, _, target = first.partition(b" ")
    headers = [_HEADER.fullmatch(line) for line in lines]
    if not _METHOD.fullmatch(method) or not re.fullmatch(rb"/[\x21-\x7e]*", target):
        return None
    raw, _, query = target.partition(b"?")
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method.decode(),
        "scheme": "http",
        "path": unquote(raw.decode("ascii")),
        "raw_path": raw,
        "query_string": query,
        "root_path": "",
        "headers": [(one[1].lower(), one[2]) for one in headers if one is not None],
        "client": (peer, 50000),
        "server": ("127.0.0.1", 8420),
        "state": {},
    }, body


async def _send(data: bytes, peer: str) -> tuple[int, bytes] | None:
    asked = _scope(data, peer)
    if asked is None:
        return None
    scope, body = asked
    sent = [{"type": "http.request", "body": body, "more_body": False}]
    status, content = 0, b""

    async def receive() -> MutableMapping[str, Any]:
        # Who is gone ends a stream of events, too.
        return sent.pop() if sent else {"type": "http.disconnect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        nonlocal status, content
        if message["type"] == "http.response.start":
            status = message["status"]
        content += message.get("body", b"")

    await _HOUSE.app(scope, receive, send)
    return status, content


def _request(data: bytes) -> Seen:
    """The same request from this computer and from another one."""
    answers = []
    for peer in ("127.0.0.1", "192.168.1.66"):
        _HOUSE.begin()
        answer = asyncio.run(_send(data, peer))
        if answer is None:
            return Seen()
        status, content = answer
        if not 200 <= status < 500:
            raise PromiseBrokenError(f"the answer has status {status}")
        if _SECRET in content or _TOKEN.encode() in content:
            raise PromiseBrokenError("what is not published was sent")
        if b"<script>alert" in content and b"<html" in content:
            raise PromiseBrokenError("markup of the request's is in the page")
        answers.append(status)
    told = tuple(
        Problem(Severity.ERROR, f"status-{status}", "refused") for status in answers if status > 399
    )
    return Seen(told, None, answers)


def _asked(first: bytes, *headers: bytes, body: bytes = b"") -> bytes:
    lines = (first, b"Host: " + _HOST, *headers)
    return b"\n".join(lines) + b"\n\n" + body


_COOKIE = f"Cookie: director_8420={_SESSIONS.cookie(_DIRECTOR, 0.0)}".encode()
_FORM = (
    b"Origin: http://" + _HOST,
    b"Sec-Fetch-Site: same-origin",
    b"Content-Type: application/x-www-form-urlencoded",
    _COOKIE,
)
_PLAYED = {"kind": "result", "section": "A", "board": "1", "ns": "1"}


def _form(what: str, **fields: str) -> bytes:
    sent = urlencode({"key": _SESSIONS.form_key(_DIRECTOR), **fields}).encode()
    return _asked(f"POST /director/{what}".encode(), *_FORM, body=sent)


def _requests() -> Iterator[bytes]:
    yield _asked(b"GET /")
    yield _asked(b"GET /boards/1.html", b'If-None-Match: W/"1-2", *', b"Accept-Encoding: gzip")
    for path in (b"../secret.txt", b"%2e%2e/secret.txt", b"boards/..%2f..%2fsecret.txt"):
        yield _asked(b"GET /" + path)
    yield _asked(b"GET /events", b"Last-Event-ID: 17")
    yield _asked(b"GET /healthz")
    yield _asked(b"HEAD /standings.json?x=%00")
    yield _asked(b"GET /director", _COOKIE)
    yield _asked(b"GET /director/static/director.js")
    yield _asked(b"POST /director/enter", *_FORM, body=b"token=" + _TOKEN.encode())
    yield _form("rule", **{"try": "1", **_PLAYED, "score": "-140", "reason": "<script>alert(1)"})
    yield _form("rule", **_PLAYED, contract="4S", declarer="N", result="+1")
    yield _form("rule", entry='[[not_played]]\nboard = 5\nsection = "A"\nns = 5\n')
    yield _form("undo", number="1", mark="a1b2")
    for what in ("close", "open", "seen", "leave"):
        yield _form(what)


REQUESTS = (Reader("page-request", tuple(_requests()), _request, secrets=(_TOKEN,)),)
