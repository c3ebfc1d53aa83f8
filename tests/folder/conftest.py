import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from os import utime
from pathlib import Path
from queue import Queue
from typing import Protocol

import pytest

from daemon.folder.dropbox.access import Access
from daemon.folder.dropbox.connection import Connection, Patience
from daemon.folder.dropbox.folder import DropboxFolder
from daemon.folder.dropbox.watching import Pace
from daemon.folder.local import LocalFolder
from daemon.folder.memory import MemoryFolder
from daemon.folder.port import Folder
from daemon.settings.model import Watch
from tests.fake_dropbox.oauth import APP_KEY
from tests.fake_dropbox.server import FakeDropbox

PATIENCE_SECONDS = 20
MAX_BYTES = 1000
MAX_FILES = 2000
SUBFOLDERS = ("A", "B")
RECHECK_SECONDS = 0.02


class Exchange(Protocol):
    """A folder, and what devices and people do to it behind the daemon's back."""

    @property
    def folder(self) -> Folder: ...
    def write(self, name: str, content: bytes, modified: datetime | None = None) -> None: ...
    def rename(self, old: str, new: str) -> None: ...
    def delete(self, name: str) -> None: ...
    def vanish(self) -> None: ...
    def come_back(self) -> None: ...
    def names(self) -> tuple[str, ...]: ...


@dataclass
class MemoryExchange:
    folder: MemoryFolder = field(
        default_factory=lambda: MemoryFolder(
            subfolders=SUBFOLDERS, max_file_bytes=MAX_BYTES, max_files=MAX_FILES
        )
    )

    def __post_init__(self) -> None:
        self.write = self.folder.write
        self.rename = self.folder.rename
        self.delete = self.folder.delete
        self.vanish = self.folder.vanish
        self.come_back = self.folder.come_back
        self.names = self.folder.names


@dataclass
class LocalExchange:
    root: Path
    watch: Watch = Watch.EVENTS

    def __post_init__(self) -> None:
        self.root.mkdir()
        self.folder = LocalFolder(
            self.root,
            subfolders=SUBFOLDERS,
            watch=self.watch,
            max_file_bytes=MAX_BYTES,
            max_files=MAX_FILES,
            recheck_seconds=RECHECK_SECONDS,
        )

    def write(self, name: str, content: bytes, modified: datetime | None = None) -> None:
        """As most clients do: a temporary file, renamed."""
        path = self.root / name
        path.parent.mkdir(exist_ok=True)
        temporary = path.parent / f"~{path.name}.part"
        temporary.write_bytes(content)
        if modified is not None:
            utime(temporary, (modified.timestamp(), modified.timestamp()))
        temporary.replace(path)

    def rename(self, old: str, new: str) -> None:
        (self.root / old).replace(self.root / new)

    def delete(self, name: str) -> None:
        (self.root / name).unlink()

    def vanish(self) -> None:
        self.root.rename(self.root.with_name("pulled out"))

    def come_back(self) -> None:
        self.root.with_name("pulled out").rename(self.root)

    def names(self) -> tuple[str, ...]:
        files = (path for path in self.root.rglob("*") if path.is_file())
        return tuple(sorted(path.relative_to(self.root).as_posix() for path in files))


HURRY = Patience(connect=2, answer=2, tries=3, pace=0.001, rest=0)
"""For a server that answers at once."""

QUICK = Pace(safety=0.2, retry=0.005)


def access_to(fake: FakeDropbox) -> Access:
    return Access(APP_KEY, fake.door.login(), authority=fake.certificate)


@dataclass
class DropboxExchange:
    fake: FakeDropbox
    root: str = "/Club/Bridge"
    patience: Patience = HURRY

    def __post_init__(self) -> None:
        self.fake.box.make_folder(self.root)
        self.folder = self.again()

    def again(self, patience: Patience | None = None, pace: Pace = QUICK) -> DropboxFolder:
        """The same folder, opened once more, by somebody who knows nothing of it yet."""
        access = access_to(self.fake)
        self.connection = Connection(lambda: access, patience or self.patience)
        return DropboxFolder(
            self.root.lower(),  # as a director may write it
            self.connection,
            subfolders=SUBFOLDERS,
            max_file_bytes=MAX_BYTES,
            max_files=MAX_FILES,
            pace=pace,
        )

    def write(self, name: str, content: bytes, modified: datetime | None = None) -> None:
        self.fake.box.write(f"{self.root}/{name}", content, modified)

    def rename(self, old: str, new: str) -> None:
        self.fake.box.move(f"{self.root}/{old}", f"{self.root}/{new}")

    def delete(self, name: str) -> None:
        self.fake.box.delete(f"{self.root}/{name}")

    def vanish(self) -> None:
        self.fake.go_offline()

    def come_back(self) -> None:
        self.fake.come_back()

    def names(self) -> tuple[str, ...]:
        inside = len(self.root) + 1
        return tuple(sorted(path[inside:] for path in self.fake.box.files()))


KINDS = ("dropbox", "local", "local-polled", "memory")


class Listener:
    """Keeps the hints it gets, and waits for one: no test sleeps."""

    def __init__(self) -> None:
        self.queue: Queue[str | None] = Queue()

    def __call__(self, name: str | None) -> None:
        self.queue.put(name)

    def wait_for(self, name: str | None) -> list[str | None]:
        """The hints up to and with this one; fails when it does not come."""
        hints = [self.queue.get(timeout=PATIENCE_SECONDS)]
        while hints[-1] != name:
            hints.append(self.queue.get(timeout=PATIENCE_SECONDS))
        return hints


@pytest.fixture(params=KINDS)
def exchange(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Exchange]:
    """One folder of each kind, opened with the subfolders A and B."""
    if request.param == "memory":
        yield MemoryExchange()
    elif request.param == "dropbox":
        yield request.getfixturevalue("dropbox_exchange")
    else:
        watch = Watch.POLL if request.param == "local-polled" else Watch.EVENTS
        yield LocalExchange(tmp_path / "Dropbox", watch)


@pytest.fixture
def dropbox_exchange(fake_dropbox: FakeDropbox) -> Iterator[DropboxExchange]:
    exchange = DropboxExchange(fake_dropbox)
    yield exchange
    exchange.folder.close()


@pytest.fixture
def local(tmp_path: Path) -> LocalExchange:
    return LocalExchange(tmp_path / "Dropbox")


@pytest.fixture
def listener() -> Listener:
    return Listener()


@pytest.fixture
def evening() -> datetime:
    return datetime(2026, 12, 1, 19, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def no_thread_is_left(running_dropbox: FakeDropbox) -> Iterator[None]:  # noqa: ARG001 - its thread stays
    """Every test of this room, whatever it does, leaves no thread behind."""
    before = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) <= before
