"""What holds for all tests."""

import os
import socket
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.fake_dropbox.server import HOSTS, FakeDropbox

# A busy machine must not fail a test: how fast something is, the benchmarks say.
settings.register_profile("tournamentd", deadline=None)
settings.load_profile("tournamentd")

# The SDK reads where Dropbox is when it is imported: no test ever reaches the real one.
_LISTENER = socket.create_server(("127.0.0.1", 0))
os.environ.update(dict.fromkeys(HOSTS, f"127.0.0.1:{_LISTENER.getsockname()[1]}"))

from daemon.folder.dropbox import connection, watching  # noqa: E402 - it imports the SDK


def pytest_unconfigure() -> None:
    """Let go of the port, whether or not a test used it."""
    _LISTENER.close()


@pytest.fixture(scope="session")
def running_dropbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FakeDropbox]:
    """A Dropbox that all tests share."""
    with FakeDropbox(tmp_path_factory.mktemp("dropbox"), _LISTENER) as fake:
        yield fake


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever talks to Dropbox waits next to no time before it tries again."""
    patience = connection.Patience(connect=2, answer=2, tries=4, pace=0.001, rest=0)
    monkeypatch.setattr(connection, "USUAL", patience)
    monkeypatch.setattr(watching, "USUAL", watching.Pace(safety=0.2, retry=0.01))


@pytest.fixture
def fake_dropbox(running_dropbox: FakeDropbox) -> Iterator[FakeDropbox]:
    """An empty Dropbox, in which nothing has gone wrong yet."""
    running_dropbox.reset()
    yield running_dropbox
    running_dropbox.reset()
