"""`dropbox login`, `dropbox whoami`, and the commands on an evening whose folder is in Dropbox."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import daemon
from daemon.cli.main import main
from daemon.publish.roster import ROSTER_FILE
from daemon.service import reaching
from tests.fake_dropbox.faults import Fault, Kind
from tests.fake_dropbox.oauth import APP_KEY
from tests.fake_dropbox.routes import TEAM
from tests.fake_dropbox.server import FakeDropbox

if TYPE_CHECKING:
    from tests.cli.conftest import Event

Capture = pytest.CaptureFixture[str]
ROOT = "/Club/Bridge"


@dataclass(frozen=True)
class Online:
    """An evening whose folder is in Dropbox, and that Dropbox."""

    event: Event
    fake: FakeDropbox

    @property
    def token(self) -> Path:
        return self.event.directory / "dropbox.token"

    def dropbox(self, *words: str) -> int:
        return main(["dropbox", words[0], str(self.event.config), *words[1:]])

    def log_in(self) -> None:
        """Have a token without the way through a browser."""
        self.token.touch(mode=0o600)
        self.token.write_text(f"{self.fake.door.login()}\n")

    def names(self) -> list[str]:
        return sorted(self.fake.box.files())


@pytest.fixture
def online(
    event: Event,
    fake_dropbox: FakeDropbox,
    hurry: None,  # noqa: ARG001 - it is asked for its effect
    monkeypatch: pytest.MonkeyPatch,
) -> Online:
    event.change('path = "box"', f'kind = "dropbox"\npath = "{ROOT}"')
    text = event.config.read_text()
    keys = f'[dropbox]\napp_key = "{APP_KEY}"\ntoken_file = "dropbox.token"\n\n'
    event.config.write_text(text.replace("[[section]]", f"{keys}[[section]]"))
    monkeypatch.setattr(reaching, "_RETRY_SECONDS", 0.01)
    monkeypatch.setenv("TOURNAMENTD_DROPBOX_CA", str(fake_dropbox.certificate))
    monkeypatch.delenv("TOURNAMENTD_DROPBOX_TOKEN", raising=False)
    # Some machines name other authorities for every program.
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", os.devnull)
    return Online(event, fake_dropbox)


Paste = Callable[[Callable[[str], str]], None]


@pytest.fixture
def paste(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Paste:
    """Answer the question for a code with what is made of the address that was shown."""

    def answer(code_of: Callable[[str], str]) -> None:
        class Hands(io.StringIO):
            def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override] # as text
                shown = capsys.readouterr()
                (url,) = [
                    word for word in f"{shown.out} {shown.err}".split() if word.startswith("https:")
                ]
                return f"  {code_of(url)}\n"

        monkeypatch.setattr(sys, "stdin", Hands())

    return answer


# Logging in


def test_a_login_writes_a_token_that_only_its_owner_reads(
    online: Online, paste: Paste, capsys: Capture
) -> None:
    paste(online.fake.door.allow)
    assert online.dropbox("login") == 0
    assert capsys.readouterr().out == (
        f"Logged in. The token is in {online.token}; nobody else may read that file.\n"
        f"Next: tournamentd check {online.event.config}\n"
    )
    assert online.token.stat().st_mode & 0o777 == 0o600
    assert online.token.read_text().strip() in online.fake.door.given
    assert online.event.command("check") == 0


def test_a_login_replaces_a_token_that_others_could_read(online: Online, paste: Paste) -> None:
    online.token.write_text("old\n")
    online.token.chmod(0o644)
    paste(online.fake.door.allow)
    assert online.dropbox("login") == 0
    assert online.token.stat().st_mode & 0o777 == 0o600
    assert online.token.read_text() != "old\n"


def test_a_token_for_a_credential_is_alone_on_the_output(
    online: Online, paste: Paste, capsys: Capture
) -> None:
    online.event.change('token_file = "dropbox.token"\n', "")
    paste(online.fake.door.allow)
    assert online.dropbox("login", "--print") == 0
    (token,) = capsys.readouterr().out.splitlines()
    assert token in online.fake.door.given
    assert not online.token.exists()


def test_a_login_asks_for_what_a_folder_needs_and_for_no_secret_of_the_app(
    online: Online, paste: Paste
) -> None:
    urls: list[str] = []

    def allow(url: str) -> str:
        urls.append(url)
        return online.fake.door.allow(url)

    paste(allow)
    assert online.dropbox("login") == 0
    assert "token_access_type=offline" in urls[0]
    assert "code_challenge_method=S256" in urls[0]
    assert (
        "scope=account_info.read+files.metadata.read+files.content.read+files.content.write"
        in urls[0]
    )


def test_rights_that_the_app_lacks_are_named_and_nothing_is_kept(
    online: Online, paste: Paste, capsys: Capture
) -> None:
    online.fake.door.app_scopes = ("account_info.read", "files.metadata.read")
    paste(online.fake.door.allow)
    assert online.dropbox("login") == 78
    assert capsys.readouterr().err == (
        "tournamentd dropbox login: The app has not the right files.content.read, "
        "files.content.write. Tick it on the app's page (dropbox.com/developers/apps, "
        "Permissions), press Submit, and log in again: `tournamentd dropbox login "
        f"{online.event.config}` gives it a new one.\n"
    )
    assert not online.token.exists()


def test_a_code_that_is_wrong_is_refused_with_what_to_do(
    online: Online, paste: Paste, capsys: Capture
) -> None:
    paste(lambda _: "no such code")
    assert online.dropbox("login") == 78
    assert "Dropbox does not take this code. A code is good once" in capsys.readouterr().err
    assert not online.token.exists()


def test_no_code_changes_nothing(online: Online, paste: Paste, capsys: Capture) -> None:
    paste(lambda _: "")
    assert online.dropbox("login") == 1
    assert "no code came in: nothing was changed" in capsys.readouterr().err


def test_a_login_without_a_place_for_the_token_says_so(online: Online, capsys: Capture) -> None:
    online.event.change('token_file = "dropbox.token"\n', "")
    assert online.dropbox("login") == 78
    assert "Nothing says where to keep the token" in capsys.readouterr().err


def test_a_login_without_a_network_says_so(online: Online, paste: Paste, capsys: Capture) -> None:
    def pull_the_cable(url: str) -> str:
        code = online.fake.door.allow(url)
        online.fake.go_offline()
        return code

    paste(pull_the_cable)
    assert online.dropbox("login") == 1
    assert "Dropbox cannot be reached" in capsys.readouterr().err
    assert not online.token.exists()


def test_a_token_that_cannot_be_written_is_told(
    online: Online, paste: Paste, capsys: Capture
) -> None:
    online.event.change('"dropbox.token"', '"nowhere/dropbox.token"')
    paste(online.fake.door.allow)
    assert online.dropbox("login") == 78
    error = capsys.readouterr().err
    assert "cannot be written into" in error
    assert not any(secret in error for secret in online.fake.door.given)


def test_a_configuration_that_is_wrong_or_missing_is_told(online: Online, capsys: Capture) -> None:
    assert main(["dropbox", "login", str(online.event.directory / "none.toml")]) == 78
    assert "none.toml cannot be read (No such file or directory)" in capsys.readouterr().err
    online.event.change("app_key", "app_kye")
    assert online.dropbox("login") == 78
    assert 'did you mean "app_key"?' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("fault", "status", "message"),
    [
        (Fault(Kind.STATUS, 503), 1, "Dropbox cannot be reached"),
        (Fault(Kind.HTML), 1, "something answered in Dropbox's place"),
        (Fault(Kind.INVALID_GRANT), 78, "Dropbox does not take this code"),
    ],
    ids=lambda value: value.kind.name if isinstance(value, Fault) else "",
)
def test_a_login_that_is_disturbed_keeps_nothing(
    online: Online, paste: Paste, capsys: Capture, fault: Fault, status: int, message: str
) -> None:
    online.fake.faults.add("oauth2/token", fault)
    paste(online.fake.door.allow)
    assert online.dropbox("login") == status
    assert message in capsys.readouterr().err
    assert not online.token.exists()


def test_a_token_that_does_not_last_is_no_use(
    online: Online, paste: Paste, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = online.fake.door.token

    def short(form: dict[str, str]) -> dict[str, object]:
        return {name: value for name, value in real(form).items() if name != "refresh_token"}

    monkeypatch.setattr(online.fake.door, "token", short)
    paste(online.fake.door.allow)
    assert online.dropbox("login") == 78
    assert "Dropbox gave no token that lasts" in capsys.readouterr().err


def test_a_login_without_an_app_says_how_to_get_one(online: Online, capsys: Capture) -> None:
    online.event.change(f'app_key = "{APP_KEY}"\n', "")
    online.event.change('kind = "dropbox"\n', "")
    assert online.dropbox("login") == 78
    assert "the README says how to register an app" in capsys.readouterr().err
    assert online.dropbox("whoami") == 78
    assert "the README says how to register an app" in capsys.readouterr().err


def test_a_configuration_that_is_no_text_is_told(online: Online, capsys: Capture) -> None:
    online.event.config.write_bytes(b"\xff\xfe[event]")
    assert online.dropbox("login") == 78
    assert "is not UTF-8: save it as UTF-8 in your editor" in capsys.readouterr().err


# Whose it is


def test_whoami_names_the_account_and_the_teams_space(online: Online, capsys: Capture) -> None:
    online.log_in()
    assert online.dropbox("whoami") == 0
    assert capsys.readouterr().out == (
        "Anna Bianchi <club@bridge.example>\n"
        "Paths begin in the user's own folder (namespace 1001).\n"
        'This user is in a team: with path_root = "2002" under [dropbox] paths begin in the '
        "team's space.\n"
    )


def test_whoami_without_a_token_says_where_one_may_be(online: Online, capsys: Capture) -> None:
    assert online.dropbox("whoami") == 78
    assert capsys.readouterr().err == (
        f"tournamentd dropbox whoami: {online.token} is not there, so there is no token: "
        f"`tournamentd dropbox login {online.event.config}` gets one.\n"
    )
    online.event.change('token_file = "dropbox.token"\n', "")
    assert online.dropbox("whoami") == 78
    assert "set $TOURNAMENTD_DROPBOX_TOKEN, or the systemd credential" in capsys.readouterr().err


def test_the_token_may_stand_in_the_environment(
    online: Online, monkeypatch: pytest.MonkeyPatch
) -> None:
    online.event.change('token_file = "dropbox.token"\n', "")
    monkeypatch.setenv("TOURNAMENTD_DROPBOX_TOKEN", online.fake.door.login())
    assert online.dropbox("whoami") == 0


def test_the_token_may_be_a_systemd_credential(
    online: Online, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    online.event.change('token_file = "dropbox.token"\n', "")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    (tmp_path / "dropbox").write_text(f"{online.fake.door.login()}\n")
    assert online.dropbox("whoami") == 0


def test_a_token_that_cannot_be_read_is_told(online: Online, capsys: Capture) -> None:
    online.token.mkdir()
    assert online.dropbox("whoami") == 78
    assert "let the user who runs tournamentd read it" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"two words", b"\xff\xfe"])
def test_a_file_that_holds_no_token_is_told_and_not_shown(
    online: Online, content: bytes, capsys: Capture
) -> None:
    online.token.touch(mode=0o600)
    online.token.write_bytes(content)
    assert online.dropbox("whoami") == 78
    error = capsys.readouterr().err
    assert "login" in error
    assert "two words" not in error


def test_a_token_that_was_taken_back_is_told(online: Online, capsys: Capture) -> None:
    online.log_in()
    online.fake.door.revoke()
    assert online.dropbox("whoami") == 78
    assert "Dropbox does not accept the token any more" in capsys.readouterr().err


def test_an_app_that_dropbox_does_not_know_is_told(online: Online, capsys: Capture) -> None:
    online.log_in()
    online.event.change(APP_KEY, "anotherappkey12")
    assert online.dropbox("whoami") == 78
    assert "Dropbox does not know the app: is dropbox.app_key right" in capsys.readouterr().err


# The evening


def test_check_says_what_is_there(online: Online, capsys: Capture) -> None:
    online.log_in()
    assert online.event.command("check") == 0
    assert f"The folder Dropbox:{ROOT} is not there yet: `tournamentd run` makes it" in (
        capsys.readouterr().out
    )
    online.fake.box.write(f"{ROOT}/IN_T1.txt", b"x")
    online.fake.box.write(f"{ROOT}/OUT_T2.txt", b"")
    assert online.event.command("check") == 0
    assert f"The folder Dropbox:{ROOT} is there: 1 IN file, 1 OUT file" in capsys.readouterr().out


def test_check_names_what_keeps_it_out(online: Online, capsys: Capture) -> None:
    assert online.event.command("check") == 1
    assert f"Dropbox:{ROOT}: error: {online.token} is not there" in capsys.readouterr().err
    online.log_in()
    online.token.chmod(0o644)
    online.fake.go_offline()
    assert online.event.command("check") == 1
    error = capsys.readouterr().err
    assert "other users of this computer can read the token for Dropbox: chmod 600" in error
    assert "Dropbox cannot be reached" in error


def test_an_evening_is_run_in_dropbox(online: Online) -> None:
    online.log_in()
    assert online.event.command("run", "--once") == 0
    assert online.names() == [f"{ROOT}/IN_T{table}.txt" for table in (1, 2, 3)]
    online.event.play()
    for path in online.event.box.iterdir():
        online.fake.box.write(f"{ROOT}/{path.name}", path.read_bytes())
    assert online.event.command("run", "--once") == 0
    assert online.event.published("standings.json")["progress"] == {"played": 9, "expected": 9}


def test_a_start_costs_three_uploads_once_and_none_again(online: Online) -> None:
    online.log_in()
    uploads = [f"files/upload_session/{step}" for step in ("start", "append", "finish")]
    assert online.event.command("run", "--once") == 0
    first = [
        online.fake.count(f"{route}_batch{end}")
        for route, end in zip(uploads, ("", "", "_v2"), strict=True)
    ]
    assert first == [1, 1, 1]
    online.fake.forget_calls()
    assert online.event.command("run", "--once") == 0
    assert not [route for route in online.fake.calls if "upload" in route or "download" in route]


def test_the_folder_may_lie_in_a_teams_space(online: Online) -> None:
    online.log_in()
    online.event.change("token_file", f'path_root = "{TEAM}"\ntoken_file')
    assert online.event.command("run", "--once") == 0
    assert online.names() == []
    assert len(online.fake.boxes[TEAM].files()) == 3


def test_a_namespace_that_is_closed_to_the_user_ends_it(online: Online, capsys: Capture) -> None:
    online.log_in()
    online.event.change("token_file", 'path_root = "999"\ntoken_file')
    assert online.event.command("run", "--once") == 78
    assert "Dropbox does not let this user into dropbox.path_root" in capsys.readouterr().err


def test_a_daemon_that_runs_once_does_not_wait_for_the_network(
    online: Online, capsys: Capture
) -> None:
    online.log_in()
    online.fake.go_offline()
    assert online.event.command("run", "--once") == 1
    assert "tournamentd ended: Dropbox cannot be reached" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("refusal", "message"),
    [
        (("path", "no_write_permission"), "must let this user edit it"),
        (("path", "insufficient_space"), "the Dropbox is full. Make room"),
    ],
)
def test_files_that_cannot_be_put_keep_it_from_starting(
    online: Online, refusal: tuple[str, ...], message: str, capsys: Capture
) -> None:
    online.log_in()
    online.fake.routes.write_refusals.append(refusal)
    assert online.event.command("run", "--once") == 1
    assert message in capsys.readouterr().err


def test_two_daemons_are_not_let_into_one_folder_in_dropbox(
    online: Online, capsys: Capture
) -> None:
    from daemon.cli.building import folder_lock  # noqa: PLC0415
    from daemon.cli.loading import load  # noqa: PLC0415
    from daemon.service.serving import serving  # noqa: PLC0415

    online.log_in()
    online.event.change(ROOT, "club/BRIDGE/")
    with serving(folder_lock(load(online.event.config)), [""]):
        online.event.change("club/BRIDGE/", ROOT)
        assert online.event.command("run", "--once") == 78
    assert "serves the folder /dropbox:/club/bridge already" in capsys.readouterr().err


def test_next_puts_the_files_in_dropbox_away(online: Online, capsys: Capture) -> None:
    online.log_in()
    assert online.event.command("run", "--once") == 0
    capsys.readouterr()
    assert online.event.command("next", "--date", "2031-12-02") == 0
    into = f"Dropbox:{ROOT}/archive {online.event.today}"
    assert f"Moved into {into}: 3 IN files" in capsys.readouterr().out
    assert online.names() == [
        f"{ROOT}/archive {online.event.today}/IN_T{table}.txt" for table in (1, 2, 3)
    ]


def test_tablets_are_simulated_in_dropbox(online: Online, capsys: Capture) -> None:
    online.log_in()
    assert online.event.command("run", "--once") == 0
    assert online.event.command("simulate", "--seed", "1", "--speed", "1e9") == 0
    assert online.event.command("run", "--once") == 0
    assert online.event.published("standings.json")["progress"] == {"played": 9, "expected": 9}
    capsys.readouterr()
    assert online.event.command("simulate") == 1
    assert f"Dropbox:{ROOT}: error: tablets have written here already" in capsys.readouterr().err


# While it runs


LONGPOLL = "files/list_folder/longpoll"


@contextmanager
def meanwhile(work: Callable[[], object]) -> Iterator[None]:
    """Do something in another thread while the daemon has this one."""
    failed: list[BaseException] = []

    def carefully() -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - the test raises it
            failed.append(error)
            ask_for_an_end(signal.SIGTERM)

    thread = threading.Thread(target=carefully)
    thread.start()
    yield
    thread.join()
    assert not failed


def ask_for_an_end(number: signal.Signals) -> None:
    """Send a signal to the daemon, and to nobody else when it is not there any more."""
    if signal.getsignal(number) not in {signal.SIG_DFL, signal.default_int_handler}:
        signal.raise_signal(number)


def wait_until(reached: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not reached():
        assert time.monotonic() < deadline
        time.sleep(0.002)


def lines(capsys: Capture) -> list[tuple[str, str]]:
    """Events and texts of the log."""
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return [(line["event"], line["text"]) for line in told]


@pytest.mark.usefixtures("not_for_ever")
def test_a_daemon_that_starts_without_a_network_waits_for_it_and_tells_that_once(
    online: Online, capsys: Capture
) -> None:
    online.log_in()
    online.fake.go_offline()

    def mend() -> None:
        wait_until(lambda: online.fake.refused >= 12)
        online.fake.come_back()
        wait_until(lambda: online.fake.count(LONGPOLL) > 0)
        ask_for_an_end(signal.SIGTERM)

    with meanwhile(mend):
        assert online.event.command("run") == 0
    told = lines(capsys)
    assert [event for event, _ in told] == [
        *("sync.lost", "sync.restored", "problem.found", "daemon.started", "files.pushed"),
        *("standings.published", "daemon.stopping"),
    ]
    assert told[0][1].startswith("Dropbox cannot be reached: ")
    assert told[0][1].endswith("Play goes on: all is read as soon as it is back.")
    assert told[2][1].startswith("the tablets' folder is not there yet and is made now: ")


@pytest.mark.usefixtures("not_for_ever")
@pytest.mark.parametrize("how", ["offline", "stalled"])
def test_a_daemon_that_waits_for_the_network_ends_when_it_is_asked_to(
    online: Online, capsys: Capture, how: str
) -> None:
    online.log_in()
    if how == "offline":
        online.fake.go_offline()
    else:
        online.fake.faults.add("files/list_folder", Fault(Kind.STALL))
    asked: list[float] = []

    def stop() -> None:
        wait_until(lambda: online.fake.refused > 0 or online.fake.count("files/list_folder") > 0)
        asked.append(time.monotonic())
        ask_for_an_end(signal.SIGTERM)

    with meanwhile(stop):
        assert online.event.command("run") == 0
    assert time.monotonic() - asked[0] < 2
    assert lines(capsys)[-1] == ("daemon.stopping", "SIGTERM was received")


@pytest.mark.usefixtures("not_for_ever")
def test_a_daemon_ends_within_two_seconds_in_a_longpoll(online: Online) -> None:
    online.log_in()
    asked: list[float] = []

    def stop() -> None:
        wait_until(lambda: online.fake.count(LONGPOLL) > 0)
        asked.append(time.monotonic())
        ask_for_an_end(signal.SIGINT)

    with meanwhile(stop):
        assert online.event.command("run") == 0
    assert time.monotonic() - asked[0] < 2


@pytest.mark.usefixtures("not_for_ever")
def test_a_network_that_is_lost_during_play_is_told_once_and_what_came_meanwhile_is_read(
    online: Online, capsys: Capture
) -> None:
    online.log_in()
    online.event.play()
    online.event.change('path = "/Club', 'rescan_seconds = 0.1\npath = "/Club')
    contents = {path.name: path.read_bytes() for path in online.event.box.iterdir()}

    def lose_it() -> None:
        wait_until(lambda: online.fake.count(LONGPOLL) > 0)
        online.fake.go_offline()
        wait_until(lambda: online.fake.refused >= 12)
        for name, content in contents.items():
            online.fake.box.write(f"{ROOT}/{name}", content)
        online.fake.come_back()

    with meanwhile(lose_it):
        assert online.event.command("run", "--until-complete") == 0
    events = [event for event, _ in lines(capsys)]
    assert events.count("sync.lost") == 1
    assert events.count("sync.restored") == 1
    assert events.count("result.entered") == 9


@pytest.mark.usefixtures("not_for_ever")
def test_access_that_is_taken_back_during_play_ends_it_with_78(
    online: Online, capsys: Capture
) -> None:
    online.log_in()
    online.event.change('path = "/Club', 'rescan_seconds = 0.1\npath = "/Club')

    def take_back() -> None:
        wait_until(lambda: online.fake.count(LONGPOLL) > 0)
        online.fake.door.revoke()
        online.fake.box.write(f"{ROOT}/OUT_T1.txt", b"x")

    with meanwhile(take_back):
        assert online.event.command("run") == 78
    captured = capsys.readouterr()
    assert captured.err == (
        "tournamentd cannot go on: Dropbox does not accept the token any more: access was taken "
        "back, or the token is another app's. Log in again: `tournamentd dropbox login CONFIG` "
        "gives it a new one.\n"
    )
    assert json.loads(captured.out.splitlines()[-1])["event"] == "daemon.failed"
    assert not [secret for secret in online.fake.door.given if secret in captured.out]


def test_the_slow_package_is_imported_by_those_only_who_need_it(event: Event) -> None:
    code = """
import json, pkgutil, sys
import daemon.cli
from daemon.cli.main import COMMANDS, main
for command in COMMANDS:
    __import__(f"daemon.cli.{COMMANDS[command][0]}")
status = main(["run", sys.argv[1], "--once"]), main(["check", sys.argv[1]])
print(json.dumps([status, sorted({"dropbox", "requests", "stone"} & set(sys.modules))]))
"""
    root = Path(daemon.__file__).parent.parent
    done = subprocess.run(
        [sys.executable, "-c", code, str(event.config)],
        check=True,
        capture_output=True,
        cwd=root,
    )
    assert json.loads(done.stdout.splitlines()[-1]) == [[0, 0], []]


# Results that others see


def test_results_are_carried_into_dropbox_when_that_is_asked_for(online: Online) -> None:
    online.log_in()
    text = online.event.config.read_text()
    online.event.config.write_text(f"{text}\n[publish]\npush = true\n")
    for _ in range(2):
        assert online.event.command("run", "--once") == 0
    live = online.event.directory / "live"
    published = {
        path.relative_to(live).as_posix(): path.read_bytes()
        for path in live.rglob("*")
        if path.is_file() and path.name not in {ROSTER_FILE, "problems.json"}
    }
    carried = {
        path.removeprefix(f"{ROOT}/live/"): file.content
        for path, file in online.fake.box.files().items()
        if path.startswith(f"{ROOT}/live/")
    }
    assert carried == published
    # IN files, and results: once more for those that were not written yet when they were carried.
    assert online.fake.count("files/upload_session/start_batch") in {2, 3}
    online.event.change("push = true", 'push = "/Club/Results"')
    assert online.event.command("run", "--once") == 0
    assert "/Club/Results/index.html" in online.names()


def test_results_are_carried_into_the_local_folder_too(event: Event) -> None:
    text = event.config.read_text()
    event.config.write_text(f"{text}\n[publish]\npush = true\n")
    assert event.command("run", "--once") == 0
    here, there = (
        {path.relative_to(live).as_posix() for path in live.rglob("*") if path.is_file()}
        for live in (event.directory / "live", event.box / "live")
    )
    # What is open tells what players are not to see yet.
    assert there == here - {ROSTER_FILE, "problems.json"}
    assert "boards/A-1.html" in there
