"""What comes back from Dropbox, or from whatever answers in its place.

The SDK really makes its calls; only the wire is ours, so that every error it can end with ends here
as one of the folder's.
"""

import json
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import dropbox
import requests
from requests.adapters import BaseAdapter

from daemon.folder.dropbox.access import Access
from daemon.folder.dropbox.connection import Connection, Patience
from daemon.folder.dropbox.folder import DropboxFolder
from daemon.folder.dropbox.results import DropboxResults
from daemon.folder.dropbox.watching import _longpoll
from daemon.folder.port import FolderError
from daemon.problem import Problem, Severity
from tests.fuzz.judging import PromiseBrokenError
from tests.fuzz.reader import Reader, Seen

_TOKEN = "sl.canary-of-a-token"
_MOST_BYTES = 2_000
_NEXT = b"\n=====\n"
"""Between the answers to one call and the next."""


class _Wire(BaseAdapter):
    """Answers call after call with what it was given; then nothing answers any more."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: Iterator[bytes] = iter(())

    def send(
        self,
        request: requests.PreparedRequest,
        stream: bool = False,  # noqa: FBT001, FBT002 - as requests has it
        timeout: object = None,
        verify: object = True,  # noqa: FBT002 - the same
        cert: object = None,
        proxies: object = None,
    ) -> requests.Response:
        del stream, timeout, verify, cert, proxies
        answer = next(self.answers, None)
        if answer is None:
            raise requests.ConnectionError("the wire is cut")
        head, _, body = answer.partition(b"\n\n")
        status, _, headers = head.decode("latin-1").partition("\n")
        response = requests.Response()
        response.request, response.url = request, request.url or ""
        response.status_code = int(status) if status.isascii() and status.isdigit() else 200
        response.status_code %= 1000
        for line in headers.split("\n"):
            name, _, value = line.partition(":")
            response.headers[name.strip()] = value.strip()
        response.raw = _Body(body)
        return response

    def close(self) -> None:
        """Nothing is open."""


class _Body:
    """The bytes of an answer as urllib3 would stream them."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def stream(self, size: int, *, decode_content: bool = True) -> Iterator[bytes]:
        del decode_content
        for start in range(0, len(self._content), size):
            yield self._content[start : start + size]

    def release_conn(self) -> None:
        """It had none."""

    def close(self) -> None:
        """It holds nothing open."""


_WIRE = _Wire()
_SESSION = requests.Session()
_SESSION.mount("https://", _WIRE)
_SESSION.trust_env = False  # no proxy stands before it, and looking for one takes half of the time
# A token of the short kind, so that the first call is the one that is meant.
_CLIENT = dropbox.Dropbox(
    oauth2_access_token=_TOKEN,
    session=_SESSION,
    max_retries_on_error=0,
    max_retries_on_rate_limit=0,
)


@contextmanager
def _unheard() -> Iterator[None]:
    """What libraries and adapters complain of is not printed while the context lasts."""
    loggers = [logging.getLogger(name) for name in ("dropbox", "daemon.folder.dropbox")]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


def _connection() -> Connection:
    patience = Patience(tries=1, pace=0, rest=0, longest_pause=0, wait=lambda *_: False)
    connection = Connection(lambda: Access("key", _TOKEN), patience)
    connection._client = _CLIENT
    return connection


def _opened() -> DropboxFolder:
    return DropboxFolder(
        "/box",
        _connection(),
        subfolders=("A",),
        max_file_bytes=_MOST_BYTES,
        max_files=100,
    )


def _folder(data: bytes) -> Seen:
    folder = _opened()
    return _answered(
        data,
        folder.scan,
        lambda: folder.read("OUT_1.txt"),
        lambda: folder.read("A/OUT_2.txt"),
        folder.scan,
        lambda: folder.put("IN_1.txt", b"1,1,1,2,N,false,false\n"),
        lambda: folder.archive("OUT_1.txt", "old"),
    )


def _uploads(data: bytes) -> Seen:
    """Many files at once, a longpoll, and the results that are published there."""
    folder = _opened()
    texts = {"IN_1.txt": b"1,1,1,2,N,false,false\n", "A/IN_T2.txt": b""}
    results = DropboxResults("/live", _connection())
    return _answered(
        data,
        lambda: folder.put_all(texts),
        lambda: _connection().call_once(_longpoll("c1", 30)),
        lambda: results.carry({"index.html": b"<html>"}),
    )


def _answered(data: bytes, *calls: Callable[[], object]) -> Seen:
    """What came of the calls, each of which gets the next answers."""
    _WIRE.answers = iter(data.split(_NEXT))
    done: list[object] = []
    problems: list[Problem] = []
    with _unheard():
        for call in calls:
            try:
                done.append(call())
            except FolderError as error:
                done.append(str(error))
                problems.append(Problem(Severity.ERROR, "folder", str(error)))
    for one in done:
        if isinstance(one, tuple) and len(one) == 2 and isinstance(one[1], bytes):
            _judge_size(one[1])
    return Seen(tuple(problems), None, repr(done))


def _judge_size(content: bytes) -> None:
    if len(content) > _MOST_BYTES:
        raise PromiseBrokenError("a file that is larger than allowed was taken")


_HASH = "5e2afc6b1eb98b7d2a0ec30ab91e7b32de3a1c1ab8b5f6d7a07d2c4bb8e3a111"


def _file(name: str, **more: object) -> dict[str, object]:
    return {
        ".tag": "file",
        "name": name.rpartition("/")[2],
        "id": "id:a4ayc_80_OEAAAAAAAAAXw",
        "client_modified": "2026-12-01T19:00:00Z",
        "server_modified": "2026-12-01T19:00:01Z",
        "rev": "a1c10ce0dd78",
        "size": 7,
        "path_lower": f"/box/{name}".lower(),
        "path_display": f"/box/{name}",
        "is_downloadable": True,
        "content_hash": _HASH,
        **more,
    }


def _answer(status: int, body: object, **headers: str) -> bytes:
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    kind = "application/json" if not isinstance(body, bytes) else "application/octet-stream"
    head = {"Content-Type": kind, "X-Dropbox-Request-Id": "1", **headers}
    lines = "".join(f"{name}: {value}\n" for name, value in head.items())
    return f"{status}\n{lines}".encode() + b"\n" + sent


def _listing(*entries: Mapping[str, object], more: bool = False) -> bytes:
    return _answer(200, {"entries": entries, "cursor": "c1", "has_more": more})


def _download(name: str, content: bytes, **more: object) -> bytes:
    told = json.dumps(_file(name, size=len(content), **more))
    return _answer(200, content, **{"Dropbox-API-Result": told})


def _refusal(*tags: str) -> bytes:
    error: object = None
    for tag in reversed(tags):
        error = {".tag": tag} if error is None else {".tag": tag, tag: error}
    return _answer(409, {"error_summary": "/".join(tags) + "/..", "error": error})


def _sequences() -> Iterator[bytes]:
    listed = _listing(_file("OUT_1.txt"), _file("A/OUT_2.txt", rev="a1c10ce0dd79"))
    first, second = _download("OUT_1.txt", b"Latest 1  AndroidId aaaa\n"), _listing(more=True)
    gone = {".tag": "deleted", "name": "OUT_1.txt", "path_lower": "/box/out_1.txt"}
    yield _NEXT.join((listed, first, first, _listing(gone), _refusal("path", "conflict", "file")))
    yield _NEXT.join((listed, second, second, listed, first))
    yield _NEXT.join((_listing(_file("OUT_1.txt", size=10**10)), _refusal("reset"), listed))
    yield _NEXT.join((_refusal("path", "not_found"), _refusal("other")))
    yield _NEXT.join((listed, _refusal("path", "restricted_content"), _refusal("path", "x")))
    yield _answer(429, {"error_summary": "too_many_requests/", "error": {"reason": {".tag": "x"}}})
    yield _answer(429, b"slow", **{"Retry-After": "7", "Content-Type": "text/plain"})
    yield _answer(401, {"error_summary": "x", "error": {".tag": "expired_access_token"}})
    scope = {".tag": "missing_scope", "required_scope": "s"}
    yield _answer(401, {"error_summary": "x", "error": scope})
    yield _answer(403, {"error_summary": "x", "error": {".tag": "invalid_account_type"}})
    yield _answer(422, {"error_summary": "x", "error": {".tag": "no_permission"}})
    yield _answer(400, b'Error in call to API function "files/list_folder": path')
    yield (
        _answer(500, b"oops")
        + _NEXT
        + _answer(200, b"<html>Log in!</html>", **{"Content-Type": "text/html"})
    )
    yield _answer(200, {"entries": [{".tag": "folder", "name": "A", "id": "id:1"}], "cursor": "c"})


def _of_uploads() -> Iterator[bytes]:
    begun, filled = _answer(200, {"session_ids": ["s1", "s2"]}), _answer(200, {"entries": []})
    success = [{**_file(name), ".tag": "success"} for name in ("IN_1.txt", "A/IN_T2.txt")]
    ended = _answer(200, {"entries": success})
    changed = _answer(200, {"changes": True, "backoff": 60})
    yield _NEXT.join((_listing(), begun, filled, ended, changed, _listing(_file("index.html"))))
    conflict = {".tag": "path", "path": {".tag": "conflict", "conflict": {".tag": "file"}}}
    failure = {".tag": "failure", "failure": conflict}
    refused = _answer(200, {"entries": [success[0], failure]})
    page = _file("index.html")
    one = _answer(200, {"session_ids": ["s1"]})
    done = _answer(200, {"entries": [{**page, ".tag": "success"}]})
    same = _answer(200, {"changes": False})
    yield _NEXT.join((_listing(), begun, filled, refused, same, _listing(page), one, filled, done))
    yield _NEXT.join((_listing(), begun, filled, ended, _refusal("reset"), _refusal("path", "x")))
    yield _NEXT.join((_refusal("path", "not_found"), begun, _answer(413, b"too long"), changed))


ANSWERS = (
    Reader("dropbox-answers", tuple(_sequences()), _folder, secrets=(_TOKEN,)),
    Reader("dropbox-uploads", tuple(_of_uploads()), _uploads, secrets=(_TOKEN,)),
)
