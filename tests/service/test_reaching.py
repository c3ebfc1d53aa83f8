"""Reaching the folder at the start, when the network is away or slow."""

import queue
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from daemon.folder.port import FolderGoneError, OfflineError
from daemon.service import reaching as reaching_module
from daemon.service.messages import Beat, Inbox, Stop, waiting
from daemon.service.reaching import Reaching, StoppedEarlyError, Stopping
from daemon.tournament.told import Told

if TYPE_CHECKING:
    from tests.service.conftest import Place

LOST = (
    "sync.lost",
    "There is no network. Play goes on: all is read as soon as it is back.",
)
BACK = ("sync.restored", "the folder is back; it was read whole")


class Ear:
    def __init__(self) -> None:
        self.heard: list[tuple[str, str]] = []

    def tell(self, told: Told) -> None:
        self.heard.append((told.event, told.text))


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reaching_module, "_RETRY_SECONDS", 0.001)
    monkeypatch.setattr(reaching_module, "_LOOK_UP_SECONDS", 0.001)


def failing(times: int, error: Exception) -> Callable[[], str]:
    left = [error] * times

    def act() -> str:
        if left:
            raise left.pop()
        return "done"

    return act


def test_a_network_that_is_away_is_waited_for_and_told_once() -> None:
    ear = Ear()
    reaching = Reaching(ear, Inbox(), Stopping(), patient=True)
    assert reaching.reach(failing(5, OfflineError("There is no network."))) == "done"
    assert reaching.reach(failing(0, OfflineError(""))) == "done"
    assert ear.heard == [LOST, BACK]


def test_who_is_not_patient_does_not_wait() -> None:
    ear = Ear()
    reaching = Reaching(ear, Inbox(), Stopping(), patient=False)
    with pytest.raises(OfflineError):
        reaching.reach(failing(1, OfflineError("There is no network.")))
    assert ear.heard == []


def test_another_error_is_not_waited_for() -> None:
    reaching = Reaching(Ear(), Inbox(), Stopping(), patient=True)
    with pytest.raises(FolderGoneError):
        reaching.reach(failing(1, FolderGoneError("The stick is out.")))


def test_a_stop_in_the_inbox_ends_the_waiting_and_other_messages_stay() -> None:
    inbox: Inbox = queue.SimpleQueue()
    for message in (Beat(), Stop("enough"), Beat()):
        inbox.put(message)
    reaching = Reaching(Ear(), inbox, Stopping(), patient=True)
    with pytest.raises(StoppedEarlyError, match="enough"):
        reaching.reach(failing(1000, OfflineError("There is no network.")))
    assert waiting(inbox) == [Beat(), Stop("enough"), Beat()]


def test_a_signal_is_obeyed_while_an_answer_does_not_come() -> None:
    stopping, held = Stopping(), threading.Event()
    reaching = Reaching(Ear(), Inbox(), stopping, patient=True)
    threading.Timer(0.01, lambda: stopping.ask("SIGTERM was received")).start()
    begun = time.monotonic()
    with pytest.raises(StoppedEarlyError, match="SIGTERM was received"):
        reaching.reach(held.wait)
    held.set()
    assert time.monotonic() - begun < 2


def test_a_folder_that_is_not_there_yet_is_told_when_it_starts(
    place: "Place", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(place.folder), "is_there", False)
    place.once()
    (told,) = place.log.texts("problem.found")
    assert told == (
        "the tablets' folder is not there yet and is made now: if the tablets have one already, "
        "folder.path is wrong"
    )
