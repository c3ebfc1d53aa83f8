"""What lies in a Dropbox: files with revs, folders, and a journal that cursors read."""

import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from itertools import count
from typing import Any

_BLOCK = 4 * 1024 * 1024
_SECONDS = "%Y-%m-%dT%H:%M:%SZ"

Json = dict[str, Any]


class RefusedError(Exception):
    """The API's answer 409: the tags of its error, from the outside in (`path`, `not_found`)."""

    def __init__(self, *tags: str) -> None:
        super().__init__("/".join(tags))
        self.tags = tags


def content_hash(content: bytes) -> str:
    """SHA-256 over the SHA-256 of every four MiB."""
    blocks = (content[start : start + _BLOCK] for start in range(0, len(content), _BLOCK))
    return sha256(b"".join(sha256(block).digest() for block in blocks)).hexdigest()


@dataclass(frozen=True)
class File:
    """One version of a file; `path` as it is shown."""

    path: str
    content: bytes
    rev: str
    modified: datetime

    def metadata(self) -> Json:
        moment = self.modified.astimezone(UTC).strftime(_SECONDS)
        return {
            ".tag": "file",
            "name": self.path.rpartition("/")[2],
            "path_lower": self.path.lower(),
            "path_display": self.path,
            "id": f"id:{sha256(self.path.lower().encode()).hexdigest()[:22]}",
            "client_modified": moment,
            "server_modified": moment,
            "rev": self.rev,
            "size": len(self.content),
            "is_downloadable": True,
            "content_hash": content_hash(self.content),
        }


@dataclass
class Cursor:
    """How far somebody has read: in the journal, after what is left of the first listing."""

    folder: str
    recursive: bool
    limit: int
    position: int
    left: list[Json]

    def concerns(self, entry: Json) -> bool:
        """Whether its reader is told: what lies in the folder, or the folder lies in."""
        path: str = entry["path_lower"]
        if path == self.folder or _within(self.folder, path):
            return True
        return _listed(path, self.folder, recursive=self.recursive)


class Box:
    """One namespace. All methods may be called from any thread."""

    def __init__(self, revs: Iterator[int], page: int = 500) -> None:
        self.page = page
        self._revs = revs
        self._files: dict[str, File] = {}
        self._folders: dict[str, str] = {}
        self._journal: list[Json] = []
        self._cursors: dict[str, Cursor] = {}
        self._old: dict[str, File] = {}
        self._changed = threading.Condition(threading.RLock())
        self.space: int | None = None

    # What devices, people and other apps do.

    def write(
        self,
        path: str,
        content: bytes,
        modified: datetime | None = None,
        mode: str | Json = "overwrite",
    ) -> File:
        """As an upload does: `mode` is the API's."""
        with self._changed:
            there = self._files.get(path.lower())
            if path.lower() in self._folders:
                raise RefusedError("path", "conflict", "folder")
            if there is not None and there.content == content and mode != "overwrite":
                return there
            self._refuse_conflict(there, mode)
            if self.space is not None and len(content) > self.space:
                raise RefusedError("path", "insufficient_space")
            # Writing over a file keeps the letters of its name as they were.
            shown = path if there is None else there.path
            self._make_parents(shown)
            moment = (modified or datetime.now(UTC)).replace(microsecond=0)
            return self._store(File(shown, content, self._rev(), moment))

    def delete(self, path: str) -> None:
        """A file, or a folder with all that is in it."""
        with self._changed:
            self._need(path)
            inside = [one for one in (*self._files, *self._folders) if _within(one, path.lower())]
            for one in (*inside, path.lower()):
                self._files.pop(one, None)
                self._folders.pop(one, None)
            self._tell(
                {
                    ".tag": "deleted",
                    "name": path.rpartition("/")[2],
                    "path_lower": path.lower(),
                    "path_display": path,
                }
            )

    def move(self, old: str, new: str) -> Json:
        """Never over another; a change of case alone is refused, as the API says of itself."""
        with self._changed:
            if old.lower() not in self._files and old.lower() not in self._folders:
                raise RefusedError("from_lookup", "not_found")
            if new.lower() in self._files or new.lower() in self._folders:
                raise RefusedError("to", "conflict", "file")
            if old.lower() in self._folders:
                return self._move_folder(old, new)
            file = self._files[old.lower()]
            self.delete(old)
            self._make_parents(new)
            return self._store(File(new, file.content, self._rev(), file.modified)).metadata()

    def make_folder(self, path: str) -> Json:
        with self._changed:
            if path.lower() in self._folders or path.lower() in self._files:
                raise RefusedError("path", "conflict", "folder")
            self._make_parents(f"{path}/x")
            return _folder_metadata(path)

    # What the API shows.

    def files(self) -> Mapping[str, File]:
        """Every file under its path as it is shown."""
        with self._changed:
            return {file.path: file for file in self._files.values()}

    def file(self, path: str) -> File:
        """By path, or `rev:...`."""
        with self._changed:
            found = self._old.get(path[4:]) if path.startswith("rev:") else None
            found = found or self._files.get(path.lower())
            if found is None:
                raise RefusedError("path", "not_found")
            return found

    def metadata(self, path: str) -> Json:
        with self._changed:
            if path.lower() in self._folders:
                return _folder_metadata(self._folders[path.lower()])
            return self.file(path).metadata()

    def forget_rev(self, rev: str) -> None:
        """This version cannot be had any more: the file was written anew, with the same bytes."""
        with self._changed:
            old = self._old.pop(rev, None)
            if old is not None and self._files.get(old.path.lower()) == old:
                self._store(replace(old, rev=self._rev()))

    def list(self, folder: str, *, recursive: bool, limit: int | None) -> Json:
        with self._changed:
            key = folder.lower()
            if key and key not in self._folders:
                tag = "not_folder" if key in self._files else "not_found"
                raise RefusedError("path", tag)
            left = [
                *(
                    _folder_metadata(shown)
                    for path, shown in sorted(self._folders.items())
                    if _listed(path, key, recursive=recursive) or (recursive and path == key)
                ),
                *(
                    file.metadata()
                    for path, file in sorted(self._files.items())
                    if _listed(path, key, recursive=recursive)
                ),
            ]
            cursor = Cursor(key, recursive, limit or self.page, len(self._journal), left)
            return self._page(cursor)

    def more(self, cursor: str) -> Json:
        with self._changed:
            return self._page(self._cursor(cursor))

    def wait(self, cursor: str, seconds: float, over: Callable[[], bool]) -> bool:
        """Whether there is something new, as soon as there is; False when time is up."""
        with self._changed:
            known = self._cursor(cursor)
            self._changed.wait_for(lambda: over() or self._has_news(known), seconds)
            return self._has_news(known)

    def wake(self) -> None:
        """Let those who wait look whether it is over."""
        with self._changed:
            self._changed.notify_all()

    def forget_cursors(self) -> None:
        """From now on they are answered `reset`."""
        with self._changed:
            self._cursors.clear()
            self._changed.notify_all()

    def _page(self, cursor: Cursor) -> Json:
        """The next page; the cursor that was given stays what it is, as the API's do."""
        news = (one for one in self._journal[cursor.position :] if cursor.concerns(one))
        left = [*cursor.left, *news]
        entries, rest = left[: cursor.limit], left[cursor.limit :]
        after = Cursor(cursor.folder, cursor.recursive, cursor.limit, len(self._journal), rest)
        name = f"cursor-{len(self._cursors)}-{self._rev()}"
        self._cursors[name] = after
        return {"entries": entries, "cursor": name, "has_more": bool(rest)}

    def _cursor(self, name: str) -> Cursor:
        if name not in self._cursors:
            raise RefusedError("reset")
        return self._cursors[name]

    def _has_news(self, cursor: Cursor) -> bool:
        return bool(cursor.left) or any(map(cursor.concerns, self._journal[cursor.position :]))

    def _refuse_conflict(self, there: File | None, mode: str | Json) -> None:
        name = mode if isinstance(mode, str) else mode[".tag"]
        if there is None or name == "overwrite":
            return
        if name == "update" and isinstance(mode, dict) and mode["update"] == there.rev:
            return
        raise RefusedError("path", "conflict", "file")

    def _move_folder(self, old: str, new: str) -> Json:
        inside = [file for path, file in self._files.items() if _within(path, old.lower())]
        self.delete(old)
        self._make_parents(f"{new}/x")
        for file in inside:
            path = new + file.path[len(old) :]
            self._make_parents(path)
            self._store(File(path, file.content, file.rev, file.modified))
        return _folder_metadata(new)

    def _need(self, path: str) -> None:
        if path.lower() not in self._files and path.lower() not in self._folders:
            raise RefusedError("path_lookup", "not_found")

    def _make_parents(self, path: str) -> None:
        parts = path.split("/")[1:-1]
        for depth in range(1, len(parts) + 1):
            shown = "/" + "/".join(parts[:depth])
            if shown.lower() not in self._folders:
                self._folders[shown.lower()] = shown
                self._tell(_folder_metadata(shown))

    def _store(self, file: File) -> File:
        self._files[file.path.lower()] = file
        self._old[file.rev] = file
        self._tell(file.metadata())
        return file

    def _tell(self, entry: Json) -> None:
        self._journal.append(entry)
        self._changed.notify_all()

    def _rev(self) -> str:
        return f"{next(self._revs):015x}"


def boxes(*namespaces: str) -> dict[str, Box]:
    """A box for each namespace; no rev is given twice."""
    revs = count(1)
    return {namespace: Box(revs) for namespace in namespaces}


def _within(path: str, folder: str) -> bool:
    return path.startswith(f"{folder}/")


def _listed(path: str, folder: str, *, recursive: bool) -> bool:
    inside = _within(path, folder)
    return inside and (recursive or "/" not in path[len(folder) + 1 :])


def _folder_metadata(path: str) -> Json:
    return {
        ".tag": "folder",
        "name": path.rpartition("/")[2],
        "path_lower": path.lower(),
        "path_display": path,
        "id": f"id:{sha256(path.lower().encode()).hexdigest()[:22]}",
    }
