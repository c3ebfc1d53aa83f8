"""The routes of the API that a tournament needs, each by its name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from tests.fake_dropbox.box import Box, File, Json, RefusedError, content_hash

HOME = "1001"
TEAM = "2002"

SCOPE_OF: Mapping[str, str | None] = {
    "files/list_folder": "files.metadata.read",
    "files/list_folder/continue": "files.metadata.read",
    "files/list_folder/longpoll": None,
    "files/get_metadata": "files.metadata.read",
    "files/download": "files.content.read",
    "files/upload": "files.content.write",
    "files/upload_session/start_batch": "files.content.write",
    "files/upload_session/append_batch": "files.content.write",
    "files/upload_session/finish_batch_v2": "files.content.write",
    "files/move_v2": "files.content.write",
    "files/delete_v2": "files.content.write",
    "files/create_folder_v2": "files.content.write",
    "users/get_current_account": "account_info.read",
}


@dataclass
class Call:
    """What was asked: the argument, the bytes, and in which namespace."""

    arg: Json
    body: bytes
    box: Box
    over: Callable[[], bool]
    write_fault: RefusedError | None = None


@dataclass
class Answer:
    """The result, and the content of a download."""

    result: Json
    content: bytes | None = None


@dataclass
class Sessions:
    """Uploads that were begun."""

    parts: dict[str, bytearray] = field(default_factory=dict)
    closed: set[str] = field(default_factory=set)


class Routes:
    """Answers calls. Raises RefusedError for the API's 409."""

    def __init__(self) -> None:
        self._sessions = Sessions()
        self.longpoll_seconds: float | None = None
        self.write_refusals: list[tuple[str, ...]] = []

    def answer(self, route: str, call: Call) -> Answer:
        return _ROUTES[route](self, call)

    def _list(self, call: Call) -> Answer:
        arg = call.arg
        recursive = bool(arg.get("recursive"))
        found = call.box.list(arg["path"], recursive=recursive, limit=arg.get("limit"))
        return Answer(found)

    def _continue(self, call: Call) -> Answer:
        return Answer(call.box.more(call.arg["cursor"]))

    def _longpoll(self, call: Call) -> Answer:
        seconds = call.arg.get("timeout", 30)
        if self.longpoll_seconds is not None:
            seconds = self.longpoll_seconds
        changes = call.box.wait(call.arg["cursor"], seconds, call.over)
        return Answer({"changes": changes})

    def _metadata(self, call: Call) -> Answer:
        return Answer(call.box.metadata(call.arg["path"]))

    def _download(self, call: Call) -> Answer:
        file = call.box.file(call.arg["path"])
        metadata = {name: value for name, value in file.metadata().items() if name != ".tag"}
        return Answer(metadata, file.content)

    def _upload(self, call: Call) -> Answer:
        arg = call.arg
        file = call.box.write(arg["path"], call.body, _moment(arg), arg.get("mode", "add"))
        return Answer(file.metadata())

    def _start(self, call: Call) -> Answer:
        begun = len(self._sessions.parts)
        names = [f"session-{begun + number}" for number in range(call.arg["num_sessions"])]
        self._sessions.parts.update((name, bytearray()) for name in names)
        return Answer({"session_ids": names})

    def _append(self, call: Call) -> Answer:
        entries, body = call.arg["entries"], call.body
        if len(entries) > 500:
            raise RefusedError("payload_too_large")
        if sum(entry["length"] for entry in entries) != len(body):
            raise RefusedError("length_mismatch")
        if call.arg.get("content_hash") not in {None, content_hash(body)}:
            raise RefusedError("content_hash_mismatch")
        results: list[Json] = []
        for entry in entries:
            part, body = body[: entry["length"]], body[entry["length"] :]
            name = entry["cursor"]["session_id"]
            session = self._sessions.parts.get(name)
            if session is None:
                results.append({".tag": "failure", "failure": {".tag": "not_found"}})
                continue
            session += part
            if entry.get("close"):
                self._sessions.closed.add(name)
            results.append({".tag": "success"})
        return Answer({"entries": results})

    def _finish(self, call: Call) -> Answer:
        return Answer({"entries": [self._commit(entry, call) for entry in call.arg["entries"]]})

    def _commit(self, entry: Json, call: Call) -> Json:
        name, commit = entry["cursor"]["session_id"], entry["commit"]
        try:
            file = self._committed(name, commit, call)
        except RefusedError as refused:
            return {".tag": "failure", "failure": nested(refused.tags)}
        return {**file.metadata(), ".tag": "success"}

    def _committed(self, name: str, commit: Json, call: Call) -> File:
        if call.write_fault is not None:
            fault, call.write_fault = call.write_fault, None
            raise fault
        if self.write_refusals:
            raise RefusedError(*self.write_refusals.pop(0))
        if name not in self._sessions.parts or name not in self._sessions.closed:
            raise RefusedError("lookup_failed", "not_closed")
        content = bytes(self._sessions.parts[name])
        return call.box.write(commit["path"], content, _moment(commit), commit.get("mode", "add"))

    def _move(self, call: Call) -> Answer:
        return Answer({"metadata": call.box.move(call.arg["from_path"], call.arg["to_path"])})

    def _delete(self, call: Call) -> Answer:
        found = call.box.metadata(call.arg["path"])
        call.box.delete(call.arg["path"])
        return Answer({"metadata": found})

    def _make_folder(self, call: Call) -> Answer:
        made = call.box.make_folder(call.arg["path"])
        return Answer({"metadata": {name: made[name] for name in made if name != ".tag"}})

    def _account(self, _call: Call) -> Answer:
        return Answer(
            {
                "account_id": f"dbid:{'f' * 35}",
                "name": {
                    "given_name": "Anna",
                    "surname": "Bianchi",
                    "familiar_name": "Anna",
                    "display_name": "Anna Bianchi",
                    "abbreviated_name": "AB",
                },
                "email": "club@bridge.example",
                "email_verified": True,
                "disabled": False,
                "locale": "en",
                "referral_link": "https://example.invalid/",
                "is_paired": False,
                "account_type": {".tag": "basic"},
                "root_info": {
                    ".tag": "team",
                    "root_namespace_id": TEAM,
                    "home_namespace_id": HOME,
                    "home_path": "/Anna Bianchi",
                },
            }
        )


_ROUTES: Mapping[str, Callable[[Routes, Call], Answer]] = {
    "files/list_folder": Routes._list,
    "files/list_folder/continue": Routes._continue,
    "files/list_folder/longpoll": Routes._longpoll,
    "files/get_metadata": Routes._metadata,
    "files/download": Routes._download,
    "files/upload": Routes._upload,
    "files/upload_session/start_batch": Routes._start,
    "files/upload_session/append_batch": Routes._append,
    "files/upload_session/finish_batch_v2": Routes._finish,
    "files/move_v2": Routes._move,
    "files/delete_v2": Routes._delete,
    "files/create_folder_v2": Routes._make_folder,
    "users/get_current_account": Routes._account,
}


def nested(tags: tuple[str, ...]) -> Json:
    """An error of the API: each tag holds the next."""
    tag, *rest = tags
    return {".tag": tag, tag: nested(tuple(rest))} if rest else {".tag": tag}


def _moment(arg: Json) -> datetime | None:
    text = arg.get("client_modified")
    return (
        None if text is None else datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    )
