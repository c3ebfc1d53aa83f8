"""The tablets' folder, and with it the files of results that were collected from other places.

They lie in numbered folders, one for each place they came from, laid out as the tablets' folder
is: `1/OUT_T3.txt`, `2/A/OUT_T5.txt`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from msgspec.structs import replace

from daemon.folder.files import write_dated
from daemon.folder.many import read_equals
from daemon.folder.names import split_name
from daemon.folder.port import (
    FileGoneError,
    FileSeen,
    Folder,
    FolderGoneError,
    LookAt,
    Promise,
    PutOutcome,
    unheard,
)
from daemon.folder.refusals import translated
from daemon.tournament.sources import collected_path, split_collected

COLLECTED = "collected"
"""The folder, beside the ledger, that holds the numbered ones."""

_NUMBER = re.compile(r"[1-9][0-9]{0,8}")

OpenFolder = Callable[[Path], Folder]


class CollectedFolder:
    """A Folder (see the port): `main`, and the collected files below `directory`.

    `open_folder` opens a folder that is laid out as `main` is. A collected file is called
    `collected 1/` and what it would be called in the folder. It is read like any other; IN files
    are put into `main` only. New ones are found by a scan: nothing watches for them.
    """

    def __init__(self, main: Folder, directory: Path, open_folder: OpenFolder) -> None:
        self._main = main
        self._directory = directory
        self._open_folder = open_folder

    @property
    def is_there(self) -> bool:
        """See the port."""
        return self._main.is_there

    def scan(self) -> tuple[FileSeen, ...]:
        """See the port. When `main` is away the error holds the collected files."""
        collected = tuple(self._collected())
        try:
            return (*self._main.scan(), *collected)
        except FolderGoneError as error:
            raise type(error)(str(error), collected) from error

    def read(self, name: str) -> tuple[FileSeen, bytes]:
        """See the port."""
        number, path = split_collected(name)
        if number is None:
            return self._main.read(name)
        split_name(path)
        with _one_file(name):
            found, content = self._collection(number).read(path)
        return _named(found, number), content

    def put(self, name: str, content: bytes) -> PutOutcome:
        """See the port."""
        return self._main.put(name, content)

    def put_all(self, files: Mapping[str, bytes]) -> frozenset[str]:
        """See the port."""
        return self._main.put_all(files)

    def holds(self, name: str, content: bytes) -> bool:
        """See the port."""
        if split_collected(name)[0] is None:
            return self._main.holds(name, content)
        return read_equals(self, name, content)

    def archive(self, name: str, into: str) -> str:
        """See the port. A collected file stays among those of its collection."""
        number, path = split_collected(name)
        if number is None:
            return self._main.archive(name, into)
        with _one_file(name):
            return collected_path(number, self._collection(number).archive(path, into))

    def watch(self, look_at: LookAt, promise: Promise = unheard) -> AbstractContextManager[None]:
        """See the port."""
        return self._main.watch(look_at, promise)

    def _collected(self) -> Iterator[FileSeen]:
        for number in numbers(self._directory):
            with suppress(FolderGoneError):  # taken away since it was listed
                for found in self._collection(number).scan():
                    yield _named(found, number)

    def _collection(self, number: int) -> Folder:
        return self._open_folder(self._directory / str(number))


@contextmanager
def _one_file(name: str) -> Iterator[None]:
    """Within it, a collection that is not there is a file that is not there."""
    try:
        yield
    except FolderGoneError as error:
        raise FileGoneError(f"{name} is not there (any more).") from error


def _named(found: FileSeen, number: int) -> FileSeen:
    return replace(found, name=collected_path(number, found.name))


def numbers(directory: Path) -> tuple[int, ...]:
    """The numbers of the collections below a directory, in order; none when it is not there."""
    try:
        names = [path.name for path in directory.iterdir()]
    except OSError:
        return ()
    return tuple(sorted(int(name) for name in names if _NUMBER.fullmatch(name)))


def new_collection(directory: Path) -> int:
    """Make the folder of a new collection, readable by its owner only, and say its number.

    Raises FolderGoneError, FolderRefusedError.
    """
    with translated(directory):
        for place in (directory.parent, directory):
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
        number = max(numbers(directory), default=0) + 1
        while True:
            try:
                (directory / str(number)).mkdir(mode=0o700)
            except FileExistsError:
                number += 1  # somebody else is collecting
            else:
                return number


def add_to_collection(
    directory: Path, number: int, path: str, content: bytes, modified: datetime
) -> None:
    """Write a file into a collection so that nobody sees half of it, with its time of change.

    The collection is the caller's, who adds every path once. Raises FolderGoneError,
    FolderRefusedError.
    """
    folders, own = split_name(path)
    place = directory / str(number)
    with translated(place, path):
        there = place.joinpath(*folders)
        there.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_dated(there, own, content, modified)
