"""The pages' server opens beside the daemon, and is no reason for anything to end."""

import http.client
import socket
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from daemon.directing.rulings_text import Sheet
from daemon.service import doorkeeper
from daemon.service.doorkeeper import Doorkeeper
from daemon.service.messages import PagesNotServed, PagesServed
from daemon.service.news import News
from daemon.service.noting import Noting
from daemon.tournament.told import Level, Told
from daemon.web import serving
from daemon.web.premises import Premises
from daemon.web.window import Window

if TYPE_CHECKING:
    from tests.service.conftest import Place, Running

SECONDS = 20


@pytest.fixture
def taken() -> Iterator[socket.socket]:
    """A port that another program has."""
    with socket.create_server(("127.0.0.1", 0)) as opened:
        yield opened


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as opened:
        return int(opened.getsockname()[1])


@pytest.fixture
def premises(tmp_path: Path) -> Premises:
    def now() -> datetime:
        return datetime(2026, 12, 1, 19, tzinfo=UTC)

    sheet = Sheet(tmp_path / "rulings.toml", now().date(), tmp_path / "t.toml", tmp_path)
    port, folder = free_port(), tmp_path / "live"
    return Premises(
        *("127.0.0.1", port, folder, None, sheet, None, Window(now), now), time.monotonic
    )


class Posts:
    """What was posted, to be waited for."""

    def __init__(self) -> None:
        self.posted: list[PagesServed | PagesNotServed] = []
        self._news = threading.Condition()

    def put(self, message: PagesServed | PagesNotServed) -> None:
        with self._news:
            self.posted.append(message)
            self._news.notify_all()

    def wait(self, count: int) -> PagesServed | PagesNotServed:
        with self._news:
            assert self._news.wait_for(lambda: len(self.posted) >= count, SECONDS), self.posted
            return self.posted[count - 1]


@pytest.fixture
def work() -> Iterator[Callable[[Premises], Posts]]:
    """Has a doorkeeper work in a thread; it leaves at the end."""
    working: list[tuple[Doorkeeper, threading.Thread]] = []

    def begin(premises: Premises) -> Posts:
        posts = Posts()
        keeper = Doorkeeper(premises, posts.put, lambda: None, tuple)
        thread = threading.Thread(target=keeper.run, daemon=True)
        working.append((keeper, thread))
        thread.start()
        return posts

    yield begin
    for keeper, thread in working:
        keeper.leave()
        thread.join(SECONDS)
        assert not thread.is_alive()


def ask(port: int, path: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


def test_it_opens_and_says_where(premises: Premises, work: Callable[[Premises], Posts]) -> None:
    posts = work(premises)
    assert posts.wait(1) == PagesServed(f"http://127.0.0.1:{premises.port}/")
    assert ask(premises.port, "/nothing") == 404


def test_a_port_that_is_taken_is_told_once_and_tried_until_it_is_free(
    premises: Premises,
    work: Callable[[Premises], Posts],
    taken: socket.socket,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(doorkeeper, "RETRY_SECONDS", 0.01)
    port = taken.getsockname()[1]
    posts = work(replace(premises, port=port))
    first = posts.wait(1)
    assert first == PagesNotServed(
        f"web.listen: another program has port {port} of 127.0.0.1 (another tournamentd?): stop "
        "it, or name another port. The evening goes on, and it is tried again"
    )
    taken.close()
    assert posts.wait(2) == PagesServed(f"http://127.0.0.1:{port}/")


def test_a_token_is_made_and_its_place_told(
    premises: Premises, work: Callable[[Premises], Posts], tmp_path: Path
) -> None:
    file = tmp_path / "token.txt"
    served = work(replace(premises, token_file=file)).wait(1)
    assert served == PagesServed(f"http://127.0.0.1:{premises.port}/", str(file))
    assert file.read_text().strip() not in repr(served)


def test_a_token_that_could_be_guessed_keeps_it_closed(
    premises: Premises, work: Callable[[Premises], Posts], tmp_path: Path
) -> None:
    file = tmp_path / "token.txt"
    file.write_text("1234")
    refused = work(replace(premises, token_file=file)).wait(1)
    assert isinstance(refused, PagesNotServed)
    assert "is shorter than 12 characters" in refused.message
    assert "1234" not in refused.message.replace(str(file), "")


def test_an_error_that_nobody_foresaw_is_told_and_ends_nothing(
    premises: Premises,
    work: Callable[[Premises], Posts],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Broken(serving.Serving):
        def run(self, opened: socket.socket) -> None:
            opened.close()
            raise RuntimeError("broken")

    monkeypatch.setattr(serving, "Serving", Broken)
    monkeypatch.setattr(doorkeeper, "RETRY_SECONDS", 0.01)
    posts = work(premises)
    posts.wait(4)
    message = posts.posted[1]
    assert isinstance(message, PagesNotServed)
    assert message.message.startswith("an error that nobody foresaw (RuntimeError: broken).")
    assert caplog.records[0].message == "The pages' server ended"


# In the daemon


def test_the_daemon_serves_what_it_knows_and_ends_in_time(
    place: "Place", start: Callable[..., "Running"], premises: Premises
) -> None:
    log = Noting(place.log, premises.window)
    place.house = replace(place.house, premises=premises, log=log)
    daemon = start(place)
    place.log.wait_for("web.started")
    assert ask(premises.port, "/healthz") == 200
    assert ask(premises.port, "/director") == 200
    begun = time.monotonic()
    daemon.stop()
    assert time.monotonic() - begun < 2.0
    assert premises.window.look().log[-1].told.event == "daemon.stopping"


def test_a_port_that_is_taken_does_not_keep_the_daemon_from_working(
    place: "Place",
    start: Callable[..., "Running"],
    premises: Premises,
    taken: socket.socket,
    whole_evening: dict[str, bytes],
) -> None:
    busy = replace(premises, port=taken.getsockname()[1])
    place.house = replace(place.house, premises=busy)
    daemon = start(place)
    place.log.wait_for("web.failed")
    for name, content in whole_evening.items():
        place.folder.write(name, content)
    place.log.wait_for("result.entered", times=9)
    daemon.stop()
    assert place.log.events.count("web.failed") == 1


# Words


def test_where_the_pages_are_is_told() -> None:
    served = PagesServed("http://127.0.0.1:8420/", "token.txt", "others can read it")
    text = (
        "the pages are at http://127.0.0.1:8420/, the director's page at "
        "http://127.0.0.1:8420/director; its token was made, and stands in token.txt"
    )
    assert list(News().of(served)) == [
        Told("web.started", text),
        Told("web.token", "web.token_file: others can read it", Level.WARNING),
    ]


def test_why_they_are_not_served_is_told() -> None:
    assert list(News().of(PagesNotServed("the port is taken"))) == [
        Told("web.failed", "the port is taken", Level.ERROR)
    ]
