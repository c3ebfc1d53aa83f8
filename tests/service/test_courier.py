"""Carrying the results to where others see them."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest

from daemon.folder.port import CredentialError, FolderGoneError, FolderRefusedError, OfflineError
from daemon.service.courier import Courier, Mail
from daemon.service.messages import Message, ResultsCarried, ResultsNotCarried
from daemon.service.news import News

PATIENCE_SECONDS = 20


class Road:
    """What is published, and where it is carried to; `troubles` come first."""

    def __init__(self, *troubles: Exception) -> None:
        self.troubles = list(troubles)
        self.arrived: list[Mapping[str, bytes]] = []
        self.posted: list[Message] = []
        self.mail = Mail(lambda: {"index.html": b"page"}, self.carry)
        self._news = threading.Condition()

    def carry(self, files: Mapping[str, bytes]) -> None:
        if self.troubles:
            raise self.troubles.pop(0)
        with self._news:
            self.arrived.append(files)
            self._news.notify_all()

    def wait_for(self, times: int) -> None:
        with self._news:
            assert self._news.wait_for(lambda: len(self.arrived) >= times, PATIENCE_SECONDS)

    def courier(self, pause: float = 0.0) -> Courier:
        return Courier(self.mail, self.posted.append, pause)


@contextmanager
def working(courier: Courier) -> Iterator[None]:
    thread = threading.Thread(target=courier.run)
    thread.start()
    yield
    courier.leave()
    thread.join(PATIENCE_SECONDS)
    assert not thread.is_alive()


def told(messages: list[Message]) -> list[tuple[str, str]]:
    news = News()
    return [(one.event, one.text) for message in messages for one in news.of(message)]


def test_what_is_there_at_the_start_and_all_news_are_carried() -> None:
    road = Road()
    with working(road.courier()):
        road.wait_for(1)
        road.mail.news.set()
        road.wait_for(2)
    assert road.arrived[0] == {"index.html": b"page"}
    assert road.posted == []


def test_news_of_one_burst_are_carried_together_and_the_last_before_the_end() -> None:
    road = Road()
    with working(road.courier(pause=3600)):
        road.wait_for(1)
        for _ in range(5):
            road.mail.news.set()
    assert len(road.arrived) == 2


def test_without_news_nobody_goes() -> None:
    road = Road()
    courier = road.courier()
    courier.work()  # what an earlier run has left behind
    courier.work()
    assert len(road.arrived) == 1
    road.mail.news.set()
    courier.work()
    courier.work()
    assert len(road.arrived) == 2


def test_trouble_is_told_once_and_its_end() -> None:
    road = Road(*[FolderRefusedError("No room.")] * 3, FolderGoneError("Gone."))
    courier = road.courier()
    for _ in range(6):
        courier.work()
    assert road.posted == [
        ResultsNotCarried("No room."),
        ResultsNotCarried("Gone."),
        ResultsCarried(),
    ]
    assert len(road.arrived) == 1
    assert told(road.posted) == [
        ("publish.failed", "publish.push: No room. It is tried again in a moment."),
        ("publish.failed", "publish.push: Gone. It is tried again in a moment."),
        ("standings.published", "publish.push: the files are carried again"),
    ]


def test_a_network_that_is_away_is_told_by_others() -> None:
    road = Road(OfflineError("Offline."))
    courier = road.courier()
    courier.work()
    courier.work()
    assert road.posted == []
    assert len(road.arrived) == 1


def test_access_that_was_taken_back_ends_it() -> None:
    road = Road(CredentialError("Log in again."))
    with pytest.raises(CredentialError):
        road.courier().work()
