"""Files as they are served: those of one directory that are published, and no other."""

import hashlib
import os
import stat
import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path, PurePosixPath

from msgspec import Struct

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".csv": "text/csv; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".pbn": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webmanifest": "application/manifest+json",
    ".xml": "application/xml",
    ".zip": "application/zip",
}

_LARGEST = 32 * 2**20
_REMEMBERED_BYTES = 8 * 2**20
_DEEPEST = 4
_NOT_THROUGH_LINKS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_BINARY = getattr(os, "O_BINARY", 0)


class Served(Struct, frozen=True):
    """A file as it is sent."""

    content: bytes
    media_type: str
    etag: str


_Seen = tuple[int, int, int]


class Files:
    """The files below a directory; what was served last is remembered, to be sent again.

    `is_published` says whether a name (`boards/A-7.html`) is one of a published file. Links are
    not followed: a name leads to a plain file in plain folders, or nowhere.
    """

    def __init__(self, directory: Path, is_published: Callable[[str], bool]) -> None:
        self._directory = directory
        self._is_published = is_published
        self._turn = threading.Lock()
        self._known: OrderedDict[str, tuple[_Seen, Served]] = OrderedDict()

    def find(self, path: str) -> Served | None:
        """The file of a request's path (`/`, `/standings.json`); None when there is none."""
        name = path.removeprefix("/") or "index.html"
        media_type = _TYPES.get(PurePosixPath(name).suffix)
        if media_type is None or not is_plain(name) or not self._is_published(name):
            return None
        try:
            return self._read(name, media_type)
        except OSError:
            return None

    def _read(self, name: str, media_type: str) -> Served | None:
        path = self._directory
        *folders, own = name.split("/")
        for folder in folders:
            path /= folder
            if not stat.S_ISDIR(path.lstat().st_mode):
                return None
        path /= own
        before = path.lstat()
        if not stat.S_ISREG(before.st_mode) or before.st_size > _LARGEST:
            return None
        seen = (before.st_ino, before.st_mtime_ns, before.st_size)
        with self._turn:
            known = self._known.get(name)
            if known is not None and known[0] == seen:
                self._known.move_to_end(name)
                return known[1]
        content = _content(path)
        if content is None:
            return None
        etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
        served = Served(content, media_type, etag)
        if len(content) == seen[2]:
            self._remember(name, seen, served)
        return served

    def _remember(self, name: str, seen: _Seen, served: Served) -> None:
        with self._turn:
            self._known[name] = (seen, served)
            self._known.move_to_end(name)
            held = sum(len(one.content) for _, one in self._known.values())
            while held > _REMEMBERED_BYTES and self._known:
                _, (_, gone) = self._known.popitem(last=False)
                held -= len(gone.content)


def is_plain(name: str) -> bool:
    """Whether every part of a name is plain: no hidden file, no way up, nothing of a drive."""
    parts = name.split("/")
    return len(parts) <= _DEEPEST and all(
        part
        and not part.startswith((".", "~"))
        and not part.endswith((".", " "))
        and not any(char in '\\:*?"<>|' or not char.isprintable() for char in part)
        for part in parts
    )


def _content(path: Path) -> bytes | None:
    """What stands in a file; None when something else took its place since it was looked at."""
    descriptor = os.open(path, os.O_RDONLY | _NOT_THROUGH_LINKS | _BINARY)
    with open(descriptor, "rb") as file:  # noqa: PTH123 - a descriptor, which no path can open
        now = os.fstat(file.fileno())
        if not stat.S_ISREG(now.st_mode) or now.st_size > _LARGEST:
            return None
        return file.read(_LARGEST)
