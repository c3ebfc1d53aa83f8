"""An evening twice the size of a club's, in a Dropbox that everything goes wrong with."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from io import StringIO
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest

from daemon.cli.loading import load
from daemon.cli.main import main
from daemon.cli.playing import as_written, encrypting
from daemon.folder.dropbox import connection, watching
from daemon.publish.site import FILES, FOR_THE_DIRECTOR
from daemon.service import reaching
from daemon.simulation.evening import evening as play_evening
from tests.fake_dropbox.faults import Chance, Fault, Kind
from tests.fake_dropbox.oauth import APP_KEY
from tests.fake_dropbox.server import FakeDropbox

SEED = 20261201
TABLES, BOARDS = 30, 30
RESULTS = TABLES * BOARDS
SECRET = "Qj7~"
ROOT = "/Club/Bridge"
PATIENCE_SECONDS = 240
MOST_SECONDS_BETWEEN_DELIVERIES = 1.5

CONTINUE = "files/list_folder/continue"
LONGPOLL = "files/list_folder/longpoll"
DOWNLOAD = "files/download"
FINISH = "files/upload_session/finish_batch_v2"
OURS = (
    *("oauth2/token", "files/list_folder", CONTINUE, LONGPOLL, DOWNLOAD, FINISH),
    *("files/upload_session/start_batch", "files/upload_session/append_batch"),
)
EVERYWHERE = (
    *(Fault(Kind.DROP), Fault(Kind.LOST_ANSWER), Fault(Kind.HTML), Fault(Kind.BROKEN_JSON)),
    *(Fault(Kind.STATUS, 500), Fault(Kind.STATUS, 503), Fault(Kind.STALL)),
    *(Fault(Kind.RATE_LIMIT), Fault(Kind.RATE_LIMIT_PAGE)),
)
WITH_A_TOKEN = (Fault(Kind.EXPIRED), Fault(Kind.REVOKED))
FAULTS = (
    *((route, fault) for route in OURS for fault in EVERYWHERE),
    *((route, fault) for route in OURS[1:] if route != LONGPOLL for fault in WITH_A_TOKEN),
    *((route, Fault(Kind.RESET)) for route in (CONTINUE, LONGPOLL)),
    (LONGPOLL, Fault(Kind.BACKOFF)),
    *((DOWNLOAD, Fault(kind)) for kind in (Kind.NO_REV, Kind.CORRUPT)),
    (FINISH, Fault(Kind.TOO_MANY_WRITES)),
)


@dataclass(frozen=True)
class Party:
    """The evening's folder and its Dropbox."""

    directory: Path
    fake: FakeDropbox

    @property
    def config(self) -> Path:
        return self.directory / "tournament.toml"

    def published(self, name: str) -> Any:  # noqa: ANN401 - JSON
        return json.loads((self.directory / "live" / name).read_text("utf-8"))

    def wait_until_watched(self) -> None:
        """Until the daemon stands at Dropbox's door."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not self.fake.count(LONGPOLL):
            assert time.monotonic() < deadline
            time.sleep(0.01)

    def wait_until_read(self) -> None:
        """Until the daemon has fetched something, or cannot."""
        before = self.fake.count(DOWNLOAD)
        deadline = time.monotonic() + MOST_SECONDS_BETWEEN_DELIVERIES
        while self.fake.count(DOWNLOAD) < before + TABLES // 2 and time.monotonic() < deadline:
            time.sleep(0.01)

    def files(self) -> dict[str, bytes]:
        """What lies in the tablets' folder."""
        inside = len(ROOT) + 1
        return {path[inside:]: file.content for path, file in self.fake.box.files().items()}


@pytest.fixture
def party(tmp_path: Path, fake_dropbox: FakeDropbox, monkeypatch: pytest.MonkeyPatch) -> Party:
    patience = connection.Patience(connect=2, answer=0.4, tries=3, pace=0.002, rest=0)
    monkeypatch.setattr(connection, "USUAL", patience)
    monkeypatch.setattr(watching, "USUAL", watching.Pace(safety=0.3, retry=0.01))
    monkeypatch.setattr(reaching, "_RETRY_SECONDS", 0.01)
    monkeypatch.setenv("TOURNAMENTD_DROPBOX_CA", str(fake_dropbox.certificate))
    for name in ("TOURNAMENTD_DROPBOX_TOKEN", "TOURNAMENTD_SECRET", "CREDENTIALS_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    directory = tmp_path / "party"
    today = datetime.now().astimezone().date().isoformat()
    words = ["--pairs", str(2 * TABLES), "--boards", str(BOARDS), "--date", today]
    assert main(["init", str(directory), *words]) == 0
    party = Party(directory, fake_dropbox)
    (directory / "secret.txt").touch(mode=0o600)
    (directory / "secret.txt").write_text(SECRET)
    text = party.config.read_text("utf-8")
    for old, new in (
        ('#kind = "local"', 'kind = "dropbox"'),
        ('path = "exchange"', f'path = "{ROOT}"'),
        ('#app_key = "abcdefghij12345"', f'app_key = "{APP_KEY}"'),
        ('#token_file = "dropbox.token"', 'token_file = "dropbox.token"'),
        ("#secret_file =", "secret_file ="),
        ("#require_encrypted = false", "require_encrypted = true"),
        ('#file = "tournamentd.log"', 'file = "tournamentd.log"'),
        ("#push = false", "push = true"),
    ):
        assert old in text
        text = text.replace(old, new)
    party.config.write_text(text, "utf-8")
    return party


def log_in(
    party: Party, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    """Log in as a director does; returns what was shown."""
    shown: list[str] = []

    class Hands(StringIO):
        def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override] # as text
            shown.append(capsys.readouterr().out)
            (url,) = [word for word in shown[0].split() if word.startswith("https:")]
            return f"{party.fake.door.allow(url)}\n"

    monkeypatch.setattr(sys, "stdin", Hands())
    assert main(["dropbox", "login", str(party.config)]) == 0
    return "".join([*shown, capsys.readouterr().out])


def access_token(fake: FakeDropbox) -> str:
    """What the tablets have."""
    form = {"grant_type": "refresh_token", "client_id": APP_KEY, "refresh_token": fake.door.login()}
    return str(fake.door.token(form)["access_token"])


@contextmanager
def tablets(party: Party, token: str, hands: int) -> Iterator[None]:
    """So many people enter the evening's results, each at their own tables, through the SDK."""
    import dropbox  # noqa: PLC0415 - after the environment says where it is

    loaded = load(party.config)
    assert loaded.plan is not None
    sealing = encrypting(loaded.plan, loaded.secret)
    deliveries = tuple(play_evening(loaded.plan, Random(SEED)))
    paths = sorted({one.path for one in deliveries})
    failed: list[BaseException] = []

    def enter(number: int) -> None:
        session = dropbox.create_session(ca_certs=str(party.fake.certificate))
        session.trust_env = False
        mine = {path for place, path in enumerate(paths) if place % hands == number}
        try:
            party.wait_until_watched()
            with dropbox.Dropbox(oauth2_access_token=token, session=session) as client:
                for _, begun in groupby(deliveries, key=lambda one: one.minute // 30):
                    for one in begun:
                        if one.path in mine:
                            _upload(client, *as_written(one, sealing))
                    party.wait_until_read()
        except BaseException as error:  # noqa: BLE001 - the test raises it
            failed.append(error)

    threads = [
        threading.Thread(target=enter, args=(number,), daemon=True) for number in range(hands)
    ]
    for thread in threads:
        thread.start()
    yield
    for thread in threads:
        thread.join(PATIENCE_SECONDS)
    assert not failed


def _upload(client: Any, name: str, content: bytes) -> None:  # noqa: ANN401 - the SDK has no types
    """A tablet tries until it has delivered."""
    import requests  # noqa: PLC0415 - as the SDK
    from dropbox.files import WriteMode  # noqa: PLC0415 - after the environment

    while True:
        try:
            client.files_upload(content, f"{ROOT}/{name}", mode=WriteMode.overwrite)
        except requests.RequestException:
            continue
        return


@contextmanager
def incidents(party: Party, tablets_token: str) -> Iterator[None]:
    """Now and then the cable is pulled, cursors are forgotten and tokens grow old."""
    over = threading.Event()
    happenings: tuple[Callable[[], object], ...] = (
        party.fake.go_offline,
        party.fake.come_back,
        party.fake.box.forget_cursors,
        lambda: party.fake.door.expire_all_but(tablets_token),
    )

    def happen() -> None:
        number = 0
        while not over.wait(0.4):
            happenings[number % len(happenings)]()
            number += 1

    thread = threading.Thread(target=happen)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        party.fake.come_back()


def local_twin(party: Party, directory: Path) -> Party:
    """The same evening in a folder of this computer, where nothing goes wrong."""
    directory.mkdir()
    box = directory / "exchange"
    box.mkdir()
    for name, content in party.files().items():
        if name.startswith("OUT_"):
            (box / name).write_bytes(content)
    for name in ("movement.asc", "names.csv", "secret.txt"):
        (directory / name).write_bytes((party.directory / name).read_bytes())
    text = party.config.read_text("utf-8").replace('kind = "dropbox"', 'kind = "local"')
    text = text.replace(f'path = "{ROOT}"', 'path = "exchange"').replace("push = true", "")
    (directory / "tournament.toml").write_text(text, "utf-8")
    return Party(directory, party.fake)


def test_an_evening_in_dropbox_ends_as_the_undisturbed_one_whatever_goes_wrong(
    party: Party,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    fake = party.fake
    told = log_in(party, monkeypatch, capsys)
    fake.faults.chance = Chance(SEED, 0.15, FAULTS)
    # Chance leaves nothing out: the first of everything is certain.
    for route, fault in {fault.kind: (route, fault) for route, fault in FAULTS}.values():
        fake.faults.add(CONTINUE if (CONTINUE, fault) in FAULTS else route, fault)
    token = access_token(fake)
    with incidents(party, token), tablets(party, token, hands=3):
        assert main(["run", str(party.config), "--until-complete"]) == 0
    captured = capsys.readouterr()
    happened = set(fake.faults.taken)
    fake.faults.clear()
    lines = [json.loads(line) for line in captured.out.splitlines()]

    assert happened == {fault.kind for _, fault in FAULTS}
    standings = party.published("standings.json")
    assert standings["progress"] == {"played": RESULTS, "expected": RESULTS}
    # What came in after the last result was in is read by whoever looks again.
    assert main(["run", str(party.config), "--once"]) == 0
    again = capsys.readouterr()
    twin = local_twin(party, tmp_path / "twin")
    assert main(["run", str(twin.config), "--once"]) == 0
    capsys.readouterr()
    for name in ("standings.json", "standings.csv"):
        ours, theirs = (one.directory / "live" / name for one in (party, twin))
        assert ours.read_bytes() == theirs.read_bytes()
    pages = {
        name.removeprefix("live/"): content
        for name, content in party.files().items()
        if name.startswith("live/")
    }
    live = party.directory / "live"
    assert set(pages) >= {*FILES, "boards/A-1.html", "pairs/A-1.html"} - FOR_THE_DIRECTOR
    assert not set(pages) & FOR_THE_DIRECTOR
    assert pages["standings.json"] == (live / "standings.json").read_bytes()
    assert pages["pairs/A-1.html"] == (live / "pairs" / "A-1.html").read_bytes()
    entered = Counter(
        (line["board"], line["ns"], line["ew"])
        for line in lines
        if line["event"] == "result.entered"
    )
    assert len(entered) == RESULTS
    assert set(entered.values()) == {1}
    assert captured.err == ""

    lost = [line["event"] for line in lines if line["event"] in {"sync.lost", "sync.restored"}]
    assert lost[::2] == ["sync.lost"] * len(lost[::2])
    assert lost[1::2] == ["sync.restored"] * len(lost[1::2])

    texts = [told, captured.out, captured.err, again.out, again.err]
    texts += [
        path.read_bytes().decode("latin-1")
        for path in party.directory.rglob("*")
        if path.is_file() and path.name not in {"dropbox.token", "secret.txt"}
    ]
    texts += [content.decode("latin-1") for content in party.files().values()]
    assert len(fake.door.given) > 3
    for hidden in (*fake.door.given[1:], SECRET):
        assert not [text for text in texts if hidden in text]
