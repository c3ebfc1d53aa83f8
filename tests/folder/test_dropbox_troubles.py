"""What can go wrong between here and Dropbox, and what the port says of it."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from dropbox.auth import AuthError as AuthErrorUnion
from dropbox.exceptions import AuthError, BadInputError
from dropbox.files import DeletedMetadata, FileMetadata
from msgspec.structs import replace

from daemon.folder.dropbox.connection import Patience
from daemon.folder.dropbox.troubles import trouble_of
from daemon.folder.port import (
    CredentialError,
    FileBusyError,
    FileGoneError,
    FileTooLargeError,
    FolderError,
    FolderGoneError,
    FolderRefusedError,
    OfflineError,
)
from tests.fake_dropbox.faults import ANY, Fault, Kind
from tests.fake_dropbox.oauth import SCOPES

if TYPE_CHECKING:
    from daemon.folder.dropbox.folder import DropboxFolder
    from tests.folder.conftest import DropboxExchange

LIST = "files/list_folder"
CONTINUE = "files/list_folder/continue"
DOWNLOAD = "files/download"
FINISH = "files/upload_session/finish_batch_v2"
TOKEN = "oauth2/token"

PASSING = [
    Fault(Kind.DROP),
    Fault(Kind.LOST_ANSWER),
    Fault(Kind.HTML),
    Fault(Kind.BROKEN_JSON),
    Fault(Kind.STATUS, 500),
    Fault(Kind.STATUS, 503),
    Fault(Kind.EXPIRED),
    Fault(Kind.REVOKED),
]
ROUTES = [
    TOKEN,
    LIST,
    DOWNLOAD,
    "files/upload_session/start_batch",
    "files/upload_session/append_batch",
    FINISH,
    "files/move_v2",
]


class Hourglass:
    """A clock that only goes on while somebody waits."""

    def __init__(self) -> None:
        self.waited: list[float] = []

    def monotonic(self) -> float:
        return sum(self.waited)

    def wait(self, _over: threading.Event, seconds: float) -> bool:
        self.waited.append(seconds)
        return False

    def patience(self, **changes: float) -> Patience:
        own = Patience(connect=2, answer=2, monotonic=self.monotonic, wait=self.wait)
        return replace(own, dice=lambda: 0.5, **changes)


# What passes by itself


@pytest.mark.parametrize("fault", PASSING, ids=lambda fault: f"{fault.kind.name}-{fault.number}")
@pytest.mark.parametrize("route", ROUTES)
def test_what_passes_by_itself_is_not_noticed(
    dropbox_exchange: DropboxExchange, route: str, fault: Fault
) -> None:
    dropbox_exchange.write("OUT_1.txt", b"one")
    dropbox_exchange.fake.faults.add(route, fault)
    folder = dropbox_exchange.folder
    assert [seen.name for seen in folder.scan()] == ["OUT_1.txt"]
    assert folder.read("OUT_1.txt")[1] == b"one"
    assert folder.put_all({"IN_1.txt": b"1", "A/IN_2.txt": b"2"}) == {"IN_1.txt", "A/IN_2.txt"}
    assert folder.archive("OUT_1.txt", "old") == "old/OUT_1.txt"
    assert dropbox_exchange.names() == ("A/IN_2.txt", "IN_1.txt", "old/OUT_1.txt")
    assert sum(dropbox_exchange.fake.faults.taken.values()) == 1


@pytest.mark.parametrize("tries_in_vain", [1, 2])
def test_an_answer_that_does_not_come_is_asked_for_again(
    dropbox_exchange: DropboxExchange, tries_in_vain: int
) -> None:
    dropbox_exchange.write("OUT_1.txt", b"one")
    folder = dropbox_exchange.again(Patience(connect=2, answer=0.1, tries=3, pace=0.001, rest=0))
    dropbox_exchange.fake.faults.add(LIST, *[Fault(Kind.STALL)] * tries_in_vain)
    assert [seen.name for seen in folder.scan()] == ["OUT_1.txt"]


def test_tries_come_later_and_later(dropbox_exchange: DropboxExchange) -> None:
    glass = Hourglass()
    folder = dropbox_exchange.again(glass.patience())
    dropbox_exchange.fake.faults.add(LIST, *[Fault(Kind.STATUS, 503)] * 4)
    with pytest.raises(OfflineError) as raised:
        folder.scan()
    assert str(raised.value) == (
        "Dropbox cannot be reached: Dropbox has trouble of its own (status 503). Nothing is lost: "
        "work goes on when it is back."
    )
    assert glass.waited == [1, 2, 4]
    assert dropbox_exchange.fake.count(LIST) == 4


def test_a_hundred_files_do_not_wait_for_a_dead_network_one_after_the_other(
    dropbox_exchange: DropboxExchange,
) -> None:
    for number in range(100):
        dropbox_exchange.write(f"OUT_{number}.txt", b"x")
    glass = Hourglass()
    folder = dropbox_exchange.again(glass.patience())
    names = [seen.name for seen in folder.scan()]
    dropbox_exchange.fake.faults.add(DOWNLOAD, *[Fault(Kind.STATUS, 503)] * 4)
    for name in names:
        with pytest.raises(OfflineError, match=r"trouble of its own \(status 503\)"):
            folder.read(name)
    assert dropbox_exchange.fake.count(DOWNLOAD) == 4
    glass.waited.append(1)
    assert folder.read(names[0])[1] == b"x"


@pytest.mark.parametrize("kind", [Kind.RATE_LIMIT, Kind.RATE_LIMIT_PAGE])
def test_a_pause_that_dropbox_asks_for_is_kept(
    dropbox_exchange: DropboxExchange, kind: Kind
) -> None:
    glass = Hourglass()
    folder = dropbox_exchange.again(glass.patience())
    dropbox_exchange.fake.faults.add(LIST, Fault(kind, 7), Fault(kind, 20))
    assert folder.scan() == ()
    assert [seconds for seconds in glass.waited if seconds] == [7, 20]


def test_a_pause_that_is_too_long_counts_as_away_and_nobody_calls_meanwhile(
    dropbox_exchange: DropboxExchange,
) -> None:
    glass = Hourglass()
    folder = dropbox_exchange.again(glass.patience())
    dropbox_exchange.fake.faults.add(LIST, Fault(Kind.RATE_LIMIT, 300))
    for _ in range(3):
        with pytest.raises(OfflineError, match="Dropbox asks to wait 300 seconds"):
            folder.scan()
    assert dropbox_exchange.fake.count(LIST) == 1
    glass.waited.append(300)
    assert folder.scan() == ()


def test_nobody_waits_for_ever_because_of_what_answers_in_dropboxs_place(
    dropbox_exchange: DropboxExchange,
) -> None:
    glass = Hourglass()
    folder = dropbox_exchange.again(glass.patience())
    dropbox_exchange.fake.faults.add(LIST, Fault(Kind.RATE_LIMIT_PAGE, 10**400))
    with pytest.raises(OfflineError, match="Dropbox asks to wait 900 seconds"):
        folder.scan()
    glass.waited.append(900)
    assert folder.scan() == ()


def test_what_lies_nowhere_in_dropbox_is_passed_over(dropbox_exchange: DropboxExchange) -> None:
    """Of what is not mounted Dropbox gives no path."""
    dropbox_exchange.write("OUT_1.txt", b"one")
    folder = dropbox_exchange.folder
    (seen,) = folder.scan()
    for kind in (FileMetadata, DeletedMetadata):
        folder._mirror.note(kind(name="OUT_2.txt"))
    assert folder.scan() == (seen,)


# What does not


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (Fault(Kind.DROP), "there is no connection to it"),
        (
            Fault(Kind.HTML),
            "place (AssertionError); does the Wi-Fi want somebody",
        ),
        (Fault(Kind.BROKEN_JSON), "something answered in Dropbox's place"),
        (Fault(Kind.STATUS, 500), "Dropbox has trouble of its own (status 500)"),
        (Fault(Kind.STATUS, 400), "something answered in Dropbox's place (status 400)"),
        (Fault(Kind.STATUS, 407), "something answered in Dropbox's place"),
        (Fault(Kind.STALL), "no answer came in time"),
        (Fault(Kind.EXPIRED), "it does not accept a token that it has just given"),
        (Fault(Kind.REVOKED), "it does not accept a token that it has just given"),
    ],
    ids=lambda value: value.kind.name if isinstance(value, Fault) else "",
)
def test_a_way_that_is_blocked_is_the_network_being_away(
    dropbox_exchange: DropboxExchange, fault: Fault, why: str
) -> None:
    folder = dropbox_exchange.again(Patience(connect=2, answer=0.1, tries=2, pace=0.001, rest=0))
    dropbox_exchange.fake.faults.add(LIST, *[fault] * 4)
    with pytest.raises(OfflineError) as raised:
        folder.scan()
    assert why in str(raised.value)
    assert "Nothing is lost" in str(raised.value)
    dropbox_exchange.fake.faults.clear()
    assert folder.scan() == ()


@pytest.mark.parametrize("fault", [Fault(Kind.HTML), Fault(Kind.BROKEN_JSON), Fault(Kind.DROP)])
def test_a_captive_portal_on_the_way_to_the_token_is_no_refusal(
    dropbox_exchange: DropboxExchange, fault: Fault
) -> None:
    dropbox_exchange.fake.faults.add(TOKEN, *[fault] * 3)
    with pytest.raises(OfflineError):
        dropbox_exchange.folder.scan()
    assert dropbox_exchange.folder.scan() == ()


def test_a_computer_whose_clock_is_wrong_is_told_of_it(
    dropbox_exchange: DropboxExchange, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ssl  # noqa: PLC0415 - only this test looks behind the curtain

    class Late(ssl.SSLCertVerificationError):
        verify_message = "certificate is not yet valid"

    real = ssl.SSLContext.wrap_socket

    def refuse(*arguments: Any, **named: Any) -> object:  # noqa: ANN401 - as it is called
        if named.get("server_side"):
            return real(*arguments, **named)
        raise Late(1, "certificate verify failed: certificate is not yet valid")

    monkeypatch.setattr(ssl.SSLContext, "wrap_socket", refuse)
    with pytest.raises(OfflineError) as raised:
        dropbox_exchange.folder.scan()
    assert str(raised.value) == (
        "Dropbox cannot be reached: its certificate is not valid at the time that this computer "
        "shows; is the clock right? Nothing is lost: work goes on when it is back."
    )


def test_somebody_with_another_certificate_is_not_dropbox(
    dropbox_exchange: DropboxExchange, monkeypatch: pytest.MonkeyPatch
) -> None:
    from daemon.folder.dropbox.access import Access  # noqa: PLC0415
    from daemon.folder.dropbox.connection import Connection  # noqa: PLC0415
    from daemon.folder.dropbox.folder import DropboxFolder  # noqa: PLC0415

    for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"):
        monkeypatch.delenv(name, raising=False)
    connection = Connection(lambda: Access("app", "token"), dropbox_exchange.patience)
    folder = DropboxFolder("/", connection, max_file_bytes=1, max_files=1)
    with pytest.raises(OfflineError, match="what answers is not Dropbox"):
        folder.scan()


def test_a_clock_that_goes_back_a_day_does_not_keep_a_token_alive(
    dropbox_exchange: DropboxExchange,
) -> None:
    dropbox_exchange.folder.scan()
    dropbox_exchange.fake.door.expire()  # the SDK believes that there is time left
    assert dropbox_exchange.folder.scan() == ()
    assert dropbox_exchange.fake.count(TOKEN) == 2


# What only a person can mend


def test_access_that_was_taken_back_is_final(dropbox_exchange: DropboxExchange) -> None:
    dropbox_exchange.folder.scan()
    dropbox_exchange.fake.door.revoke()
    with pytest.raises(CredentialError) as raised:
        dropbox_exchange.folder.scan()
    assert str(raised.value) == (
        "Dropbox does not accept the token any more: access was taken back, or the token is "
        "another app's. Log in again: `tournamentd dropbox login CONFIG` gives it a new one."
    )


@pytest.mark.parametrize("missing", SCOPES[1:])
def test_a_right_that_is_missing_is_named(dropbox_exchange: DropboxExchange, missing: str) -> None:
    dropbox_exchange.write("OUT_1.txt", b"one")
    rights = tuple(scope for scope in SCOPES if scope != missing)
    dropbox_exchange.fake.door.app_scopes = rights
    folder = dropbox_exchange.again()
    with pytest.raises(CredentialError, match=f"The app has not the right {missing}"):
        _do_everything(folder)


def _do_everything(folder: DropboxFolder) -> None:
    folder.scan()
    folder.read("OUT_1.txt")
    folder.put("IN_1.txt", b"x")


# Files


def test_a_version_that_is_gone_is_passed_over_and_the_next_one_read(
    dropbox_exchange: DropboxExchange,
) -> None:
    dropbox_exchange.write("OUT_1.txt", b"one")
    folder = dropbox_exchange.folder
    folder.scan()
    dropbox_exchange.write("OUT_1.txt", b"two")
    dropbox_exchange.fake.faults.add(DOWNLOAD, Fault(Kind.NO_REV))
    with pytest.raises(FileGoneError):
        folder.read("OUT_1.txt")
    assert folder.read("OUT_1.txt")[1] == b"two"


def test_a_download_that_is_damaged_is_fetched_again(dropbox_exchange: DropboxExchange) -> None:
    dropbox_exchange.write("OUT_1.txt", b"one")
    dropbox_exchange.fake.faults.add(DOWNLOAD, Fault(Kind.CORRUPT), Fault(Kind.CORRUPT))
    assert dropbox_exchange.folder.read("OUT_1.txt")[1] == b"one"
    dropbox_exchange.fake.faults.add(DOWNLOAD, *[Fault(Kind.CORRUPT)] * 3)
    with pytest.raises(FileBusyError, match="arrived damaged"):
        dropbox_exchange.folder.read("OUT_1.txt")


def test_a_file_that_somebody_writes_meanwhile_is_not_overwritten(
    dropbox_exchange: DropboxExchange, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = dropbox_exchange.folder
    folder.put("IN_1.txt", b"ours")
    with folder.watch(lambda _: None):
        monkeypatch.setattr(folder._mirror, "refresh", frozenset)  # it hears nothing
        dropbox_exchange.write("IN_1.txt", b"theirs")
        with pytest.raises(FileBusyError, match="somebody else has changed it"):
            folder.put_all({"IN_1.txt": b"ours, new", "IN_2.txt": b"x"})
    assert dropbox_exchange.fake.box.file("/Club/Bridge/IN_1.txt").content == b"theirs"


def test_files_that_dropbox_does_not_take_at_once_are_tried_again(
    dropbox_exchange: DropboxExchange, caplog: pytest.LogCaptureFixture
) -> None:
    fake = dropbox_exchange.fake
    fake.routes.write_refusals.append(("path", "too_many_write_operations"))
    files = {f"IN_{number}.txt": b"x%d" % number for number in range(1, 6)}
    assert dropbox_exchange.folder.put_all(files) == set(files)
    assert fake.count(FINISH) == 2
    assert caplog.messages == ["Dropbox did not take 1 file at once: tried again"]
    fake.routes.write_refusals.extend([("path", "too_many_write_operations")] * 3)
    with pytest.raises(FolderRefusedError, match="others write to this Dropbox at the same time"):
        dropbox_exchange.folder.put("IN_9.txt", b"x")


@pytest.mark.parametrize(
    ("refusal", "message"),
    [
        (("path", "insufficient_space"), "the Dropbox is full. Make room there"),
        (("path", "team_folder_insufficient_space"), "the Dropbox is full"),
        (("path", "no_write_permission"), "must let this user edit it, and not only view it"),
        (("path", "disallowed_name"), r"does not take .*IN_1.txt \(path/disallowed_name\)"),
    ],
)
def test_a_file_that_dropbox_does_not_take_is_told_with_what_to_do(
    dropbox_exchange: DropboxExchange, refusal: tuple[str, ...], message: str
) -> None:
    dropbox_exchange.fake.routes.write_refusals.append(refusal)
    with pytest.raises(FolderRefusedError, match=message):
        dropbox_exchange.folder.put("IN_1.txt", b"x")


def test_a_move_whose_answer_was_lost_was_made(dropbox_exchange: DropboxExchange) -> None:
    dropbox_exchange.write("OUT_1.txt", b"one")
    dropbox_exchange.fake.faults.add("files/move_v2", Fault(Kind.LOST_ANSWER))
    assert dropbox_exchange.folder.archive("OUT_1.txt", "old") == "old/OUT_1.txt"
    assert dropbox_exchange.names() == ("old/OUT_1.txt",)


def test_a_file_that_is_moved_away_by_somebody_else_is_gone(
    dropbox_exchange: DropboxExchange,
) -> None:
    dropbox_exchange.write("OUT_1.txt", b"one")
    dropbox_exchange.folder.scan()
    dropbox_exchange.rename("OUT_1.txt", "notes.txt")
    with pytest.raises(FileGoneError):
        dropbox_exchange.folder.archive("OUT_1.txt", "old")
    assert dropbox_exchange.folder.scan() == ()


# The folder


def test_a_cursor_that_is_not_good_any_more_is_followed_by_a_new_listing(
    dropbox_exchange: DropboxExchange,
) -> None:
    dropbox_exchange.write("OUT_1.txt", b"one")
    folder = dropbox_exchange.folder
    folder.scan()
    dropbox_exchange.fake.box.forget_cursors()
    dropbox_exchange.delete("OUT_1.txt")
    dropbox_exchange.write("OUT_2.txt", b"two")
    assert [seen.name for seen in folder.scan()] == ["OUT_2.txt"]
    assert dropbox_exchange.fake.count(LIST) == 2


def test_a_listing_of_many_pages_is_read_whole_even_when_its_cursor_is_lost(
    dropbox_exchange: DropboxExchange,
) -> None:
    for number in range(1, 8):
        dropbox_exchange.write(f"OUT_{number}.txt", b"x")
    box, real = dropbox_exchange.fake.box, dropbox_exchange.fake.box.list
    box.list = lambda folder, *, recursive, limit: real(folder, recursive=recursive, limit=2)  # type: ignore[method-assign] # noqa: ARG005
    dropbox_exchange.fake.faults.add(CONTINUE, Fault(Kind.RESET))
    assert len(dropbox_exchange.folder.scan()) == 7
    dropbox_exchange.folder.close()
    dropbox_exchange.fake.faults.add(CONTINUE, *[Fault(Kind.RESET)] * 3)
    with pytest.raises(OfflineError, match="changes too fast to be read"):
        dropbox_exchange.again().scan()


def test_a_folder_that_is_not_there_yet_is_empty_and_made_by_what_is_put(
    dropbox_exchange: DropboxExchange,
) -> None:
    dropbox_exchange.fake.box.delete("/Club")
    folder = dropbox_exchange.folder
    assert folder.scan() == ()
    assert not folder.is_there
    folder.put("A/IN_1.txt", b"x")
    assert [seen.name for seen in folder.scan()] == ["A/IN_1.txt"]
    assert folder.is_there


@pytest.mark.parametrize("gone", ["/Club/Bridge", "/Club"])
def test_a_folder_that_was_there_and_is_renamed_is_gone_and_never_made_anew(
    dropbox_exchange: DropboxExchange, gone: str
) -> None:
    dropbox_exchange.write("OUT_1.txt", b"one")
    folder = dropbox_exchange.folder
    before = folder.scan()
    dropbox_exchange.fake.box.move(gone, "/Elsewhere")
    for _ in range(2):
        with pytest.raises(FolderGoneError) as raised:
            folder.scan()
        assert str(raised.value) == (
            "Dropbox:/club/bridge is not there any more: was it renamed, moved or deleted, or is "
            "it no longer shared with this user? Nothing is lost: work goes on when it is back."
        )
        assert not isinstance(raised.value, OfflineError)
        with pytest.raises(FolderGoneError):
            folder.put("IN_1.txt", b"x")
    dropbox_exchange.fake.box.move("/Elsewhere", gone)
    assert folder.scan() == before


def test_a_file_where_the_folder_should_be_is_refused(dropbox_exchange: DropboxExchange) -> None:
    dropbox_exchange.fake.box.delete("/Club/Bridge")
    dropbox_exchange.fake.box.write("/Club/Bridge", b"a file")
    with pytest.raises(FolderRefusedError, match=r"Is folder\.path right, and a folder"):
        dropbox_exchange.folder.scan()


def test_all_of_dropbox_can_be_the_folder(dropbox_exchange: DropboxExchange) -> None:
    dropbox_exchange.root = ""
    folder = dropbox_exchange.again()
    dropbox_exchange.write("OUT_1.txt", b"one")
    dropbox_exchange.write("B/OUT_2.txt", b"two")
    folder.put("a/IN_1.txt".replace("a/", "A/"), b"x")
    assert [seen.name for seen in folder.scan()] == ["A/IN_1.txt", "B/OUT_2.txt", "OUT_1.txt"]
    assert folder.shown == "Dropbox:/"


def test_the_time_of_a_file_is_its_writers(dropbox_exchange: DropboxExchange) -> None:
    wrong = datetime(1999, 12, 31, 23, 0, tzinfo=UTC) + timedelta(seconds=59)
    dropbox_exchange.write("OUT_1.txt", b"one", wrong)
    assert dropbox_exchange.folder.read("OUT_1.txt")[0].modified == wrong


# Nothing is told that must not be


@pytest.mark.parametrize("kind", Kind)
def test_no_error_holds_a_token(
    dropbox_exchange: DropboxExchange, kind: Kind, caplog: pytest.LogCaptureFixture
) -> None:
    dropbox_exchange.write("OUT_1.txt", b"one")
    number = 500 if kind is Kind.STATUS else 400
    fault = Fault(kind, number, "a/b")
    folder = dropbox_exchange.again(Patience(connect=2, answer=0.05, tries=2, pace=0.001, rest=0))
    shown = []
    for _ in range(3):
        dropbox_exchange.fake.faults.add(ANY, *[fault] * 3)
        for work in (folder.scan, lambda: folder.read("OUT_1.txt")):
            try:
                work()
            except FolderError as error:
                seen: BaseException | None = error
                while seen is not None:
                    shown.append(f"{seen!r} {seen} {seen.args}")
                    seen = seen.__cause__ or (
                        None if seen.__suppress_context__ else seen.__context__
                    )
        dropbox_exchange.fake.faults.clear()
    text = "\n".join([*shown, repr(folder), repr(dropbox_exchange.connection), *caplog.messages])
    assert not [secret for secret in dropbox_exchange.fake.door.given if secret in text]


def test_a_folder_that_is_gone_for_a_moment_is_listed_anew(
    dropbox_exchange: DropboxExchange,
) -> None:
    folder = dropbox_exchange.folder
    folder.scan()
    dropbox_exchange.write("OUT_1.txt", b"x")
    dropbox_exchange.fake.faults.add(CONTINUE, Fault(Kind.REFUSED, text="path/not_found"))
    with pytest.raises(FolderGoneError, match="is not there any more"):
        folder.scan()
    assert [seen.name for seen in folder.scan()] == ["OUT_1.txt"]


# Words for what the fake Dropbox does not do


def test_a_request_that_dropbox_calls_wrong_is_about_the_app_its_rights_or_the_path() -> None:
    api = "Error in call to API function"
    words = {
        '{"error": "invalid_client_id: Invalid client_id"}': CredentialError,
        '{"error": "invalid_client"}': CredentialError,
        f'{api} "files/list_folder": it does not have the required scope': CredentialError,
        f'{api} "files/list_folder": request body: path: must begin with /': FolderRefusedError,
        "<html>Invalid client request: please log in to the Wi-Fi</html>": OfflineError,
    }
    for message, kind in words.items():
        assert type(trouble_of(BadInputError("1", message)).error) is kind


def test_somebody_who_is_suspended_is_told_whom_to_ask() -> None:
    trouble = trouble_of(AuthError("1", AuthErrorUnion.user_suspended))
    assert isinstance(trouble.error, CredentialError)
    assert "(user_suspended): ask the account's owner or the team's admin" in str(trouble.error)


def test_a_file_that_grew_too_large_since_it_was_listed_is_not_read(
    dropbox_exchange: DropboxExchange,
) -> None:
    dropbox_exchange.write("old/OUT_1.txt", b"x" * 1001)
    with pytest.raises(FileTooLargeError, match="has 1001 bytes and 1000 are allowed"):
        dropbox_exchange.folder.read("old/OUT_1.txt")
    with pytest.raises(FileGoneError):
        dropbox_exchange.folder.read("old/OUT_2.txt")


def test_a_file_that_cannot_be_respelled_is_told(dropbox_exchange: DropboxExchange) -> None:
    dropbox_exchange.write("in_1.txt", b"x")
    folder = dropbox_exchange.folder
    folder.scan()
    refusal = Fault(Kind.REFUSED, text="to/no_write_permission")
    dropbox_exchange.fake.faults.add("files/move_v2", refusal)
    with pytest.raises(FolderRefusedError, match="must let this user edit it"):
        folder.put("IN_1.txt", b"x")


def test_a_move_into_a_place_that_is_closed_is_told(dropbox_exchange: DropboxExchange) -> None:
    dropbox_exchange.write("OUT_1.txt", b"x")
    refusals = [("to/no_write_permission", FolderRefusedError), ("to/conflict/file", None)]
    for text, kind in refusals:
        dropbox_exchange.fake.faults.add("files/move_v2", Fault(Kind.REFUSED, text=text))
        if kind is None:
            assert dropbox_exchange.folder.archive("OUT_1.txt", "old") == "old/OUT_1 (2).txt"
        else:
            with pytest.raises(kind):
                dropbox_exchange.folder.archive("OUT_1.txt", "old")


@pytest.mark.parametrize("route", [LIST, CONTINUE, DOWNLOAD])
def test_a_refusal_that_nobody_knows_is_told_in_dropboxs_words(
    dropbox_exchange: DropboxExchange, route: str
) -> None:
    dropbox_exchange.write("OUT_1.txt", b"x")
    folder = dropbox_exchange.folder
    if route == CONTINUE:
        folder.scan()
    dropbox_exchange.fake.faults.add(route, Fault(Kind.REFUSED, text="path/restricted_content"))
    with pytest.raises(FolderRefusedError, match="path/restricted_content"):
        _list_and_read(folder)


def _list_and_read(folder: DropboxFolder) -> None:
    folder.scan()
    folder.read("OUT_1.txt")
