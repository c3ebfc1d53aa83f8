"""The README is a promise: its commands, its evening and its lists are held to what there is."""

import plistlib
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from daemon.bridge.card import Strain
from daemon.bridge.deal import Deal
from daemon.bridge.makeable import Tricks
from daemon.bridge.seat import Seat
from daemon.cli import double_dummy
from daemon.cli.dropbox_access import AUTHORITY, CREDENTIAL, TOKEN
from daemon.cli.main import COMMANDS, main
from daemon.folder.dropbox.access import ASKED
from daemon.problem import Source
from daemon.service.events import CATALOGUE
from daemon.settings.model import Backup, Dropbox, FolderKind
from daemon.settings.reading import read_settings
from tests.fake_dropbox.server import HOSTS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def block(name: str) -> str:
    """The fenced block below `<!-- name -->`."""
    found = re.search(rf"<!-- {name} -->\n```\w+\n(.*?)```", README, re.DOTALL)
    assert found, f"README.md has no block marked <!-- {name} -->"
    return found[1]


def table(name: str, end: str) -> dict[str, str]:
    """The rows of the table between `<!-- name -->` and `end`: first cell -> second."""
    text = README.split(f"<!-- {name} -->")[1].split(end)[0]
    rows = (row.strip("| ").partition(" | ") for row in text.strip().splitlines()[2:])
    return {first: second for first, _, second in rows}


@pytest.mark.parametrize(
    ("name", "lock"), [("demo", "requirements.lock"), ("tests", "requirements-dev.lock")]
)
def test_a_set_up_command_is_one_line_that_installs_exactly_what_is_locked(
    name: str, lock: str
) -> None:
    command = block(name).strip()
    assert "\n" not in command
    assert f"--require-hashes -r {lock}" in command
    assert "--no-deps --no-build-isolation" in command
    assert (ROOT / lock).exists()
    for step in command.split(" && "):
        assert shlex.split(step)[0] in {"python3", *(f".venv/bin/{name}" for name in _TOOLS)}


_TOOLS = ("pip", "tournamentd", "pytest")


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_names_versions_and_hashes_and_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text("utf-8")
    assert "://" not in text
    pinned = re.findall(r"^([a-z0-9-]+)==\S+ \\$", text, re.MULTILINE)
    assert "cryptography" in pinned
    assert text.count("--hash=sha256:") >= len(pinned)


def test_ci_runs_the_readmes_test_command_and_the_checks() -> None:
    ci = (ROOT / ".ci" / "run").read_text("utf-8")
    assert "<!-- tests -->" in ci
    for check in ("ruff check", "ruff format --check", "mypy", "lint-imports"):
        assert f".venv/bin/{check}" in ci


def test_the_evening_goes_as_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for turn in block("evening").removeprefix("$ ").split("\n$ "):
        command, _, told = turn.partition("\n")
        assert main(shlex.split(command)[1:]) == 0
        assert capsys.readouterr().out.rstrip("\n") == told.rstrip("\n")


def test_the_in_file_of_the_evening_is_the_one_that_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    init = block("evening").splitlines()[0].removeprefix("$ tournamentd ")
    assert main(shlex.split(init)) == 0
    assert main(["files", "tuesday/tournament.toml", "--out", "given"]) == 0
    capsys.readouterr()
    shown = README.split("The tablet of table 2 finds `IN_T2.txt`")[1].split("```")[1].strip()
    assert shown in (tmp_path / "given" / "IN_T2.txt").read_text("ascii")


def test_the_keys_for_dropbox_are_read_as_they_stand() -> None:
    rest = '[event]\nname = "Tuesday"\ndate = 2031-12-02\n'
    section = '[[section]]\nname = "A"\nmovement = "movement.asc"\nboards_per_round = 3\n'
    text = f"{rest}{block('dropbox').replace('#path_root', 'path_root')}{section}"
    settings, problems = read_settings(Source("tournament.toml", text))
    assert problems == ()
    assert settings is not None
    assert settings.folder.kind is FolderKind.DROPBOX
    assert settings.dropbox == Dropbox("abcdefghij12345", "dropbox.token", "1234567890")
    assert settings.publish_push == ""


def test_the_second_place_of_the_ledger_is_read_as_it_stands() -> None:
    keys = re.search(r"```toml\n(\[backup\]\n.*?)```", README, re.DOTALL)
    assert keys
    rest = '[event]\nname = "Tuesday"\ndate = 2031-12-02\n[folder]\npath = "box"\n'
    section = '[[section]]\nname = "A"\nmovement = "movement.asc"\nboards_per_round = 3\n'
    settings, problems = read_settings(Source("tournament.toml", f"{rest}{keys[1]}{section}"))
    assert problems == ()
    assert settings is not None
    assert settings.backup == Backup("/media/stick/tournamentd", 10, 12)


def test_launchd_is_told_to_run_an_event_and_to_begin_again_after_an_error() -> None:
    told = plistlib.loads(block("launchd").encode())
    assert told["ProgramArguments"] == [
        "/Users/club/tournamentd/bin/tournamentd",
        "run",
        "/Users/club/bridge/tuesday/tournament.toml",
    ]
    assert told["KeepAlive"] == {"SuccessfulExit": False}
    assert f"LaunchAgents/{told['Label']}.plist" in README


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("install for a user", "systemd/user/tournamentd@.service"),
        ("install for the system", "systemd/tournamentd@.service"),
    ],
)
def test_a_service_is_installed_where_its_unit_looks_for_it(name: str, unit: str) -> None:
    """The steps themselves were followed on a new Debian; this holds the two together."""
    steps = block(name)
    assert f"cp {unit} " in steps
    text = (ROOT / unit).read_text("utf-8")
    command, event = re.findall(r"^ExecStart=(\S+) run (\S+)$", text, re.MULTILINE)[0]
    home, state = ("~", "/var/lib") if "%h" in command else ("", "/var/lib")
    venv = command.replace("%h", home).removesuffix("/bin/tournamentd")
    assert f"python3 -m venv {venv}\n" in steps
    place = event.replace("%h", home).replace("%S", state).replace("%i", "tuesday")
    assert f"tournamentd init {place.removesuffix('/tournament.toml')}" in steps


def test_the_rights_that_dropbox_is_asked_for_are_told() -> None:
    told = README.split("## Dropbox without a client")[1].split("\n## ")[0]
    assert [scope for scope in ASKED if f"`{scope}`" not in told] == []
    assert f"${TOKEN}" in told
    assert f"credential named `{CREDENTIAL}`" in told


def test_a_dropbox_can_be_served_and_says_how_to_reach_it() -> None:
    command = shlex.split(block("fake dropbox"))
    assert command[0] == ".venv/bin/python"
    # Where a script starts the tests in the background, Ctrl-C is ignored, and by children too.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        started = subprocess.Popen(
            [sys.executable, "-u", *command[1:]], stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
    finally:
        signal.signal(signal.SIGINT, before)
    with started as serving:
        assert serving.stdout is not None
        shown: list[str] = []
        for line in serving.stdout:
            shown.append(line)
            if "Ctrl-C ends it" in line:
                break
        serving.send_signal(signal.SIGINT)
    assert serving.returncode == 0
    variables = dict(re.findall(r"export (\w+)=(\S+)", "".join(shown)))
    assert set(variables) == {*HOSTS, AUTHORITY}
    assert len({variables[name] for name in HOSTS}) == 1


def test_the_list_of_log_events_is_the_catalogue() -> None:
    listed = {name.strip("`"): meaning for name, meaning in table("events", "<!-- /events").items()}
    assert listed == dict(CATALOGUE)


def test_the_log_events_of_what_breaks_are_in_the_catalogue() -> None:
    text = README.split("<!-- breaks -->")[1].split("<!-- /breaks -->")[0]
    rows = text.strip().splitlines()[2:]
    assert len(rows) > 10
    named = {name for row in rows for name in re.findall(r"`([a-z]+\.[a-z]+)`", row.split("|")[2])}
    assert len(named) > 8
    assert named <= set(CATALOGUE)


def test_every_code_that_is_listed_is_one_that_the_code_reports() -> None:
    codes = [code for cell in table("codes", "\n## ") for code in re.findall(r"`([a-z-]+)`", cell)]
    sources = "".join(
        path.read_text("utf-8")
        for room in ("bridgesuite", "tournament")
        for path in (ROOT / "daemon" / room).glob("*.py")
    )
    assert len(codes) > 20
    assert [code for code in codes if f'"{code}"' not in sources] == []


def test_every_command_is_told_of_and_there() -> None:
    told = set(re.findall(r"tournamentd ([a-z]+)", README)) | set(
        re.findall(r"^\| `([a-z]+)[ `]", README.split("## Commands")[1], re.MULTILINE)
    )
    assert told >= set(COMMANDS)
    assert set(re.findall(r"tournamentd ([a-z]+)", README)) <= set(COMMANDS)


def test_hand_records_are_taken_as_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def solve(deals: Sequence[Deal]) -> Iterator[Tricks]:
        return ({(seat, strain): 7 for seat in Seat for strain in Strain} for _ in deals)

    monkeypatch.setattr(double_dummy, "solve", solve)
    monkeypatch.chdir(tmp_path)
    init = block("evening").splitlines()[0].removeprefix("$ tournamentd ")
    assert main(shlex.split(init)) == 0
    cards = [f"{suit}{rank}" for suit in "SHDC" for rank in "AKQJT98765432"]
    boards = []
    for board in range(1, 25):
        turned = cards[board:] + cards[:board]
        hands = (
            ".".join(
                "".join(card[1] for card in turned[place * 13 : place * 13 + 13] if card[0] == suit)
                for suit in "SHDC"
            )
            for place in range(4)
        )
        boards.append(f'[Board "{board}"]\n[Deal "N:{" ".join(hands)}"]\n')
    Path("club.pbn").write_text("".join(boards))
    capsys.readouterr()
    command, _, told = block("import").removeprefix("$ ").partition("\n")
    assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr() == (told, "")
