import os
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from daemon.bridgesuite.envelope import Secret, open_envelope
from daemon.bridgesuite.file_name import OutName, parse_out_name
from daemon.bridgesuite.out_file import read_out
from daemon.cli import simulate
from daemon.cli.loading import load
from daemon.cli.main import main
from daemon.cli.playing import Pace, as_written, deliver, encrypting
from daemon.folder.port import FolderGoneError, FolderRefusedError
from daemon.problem import Source
from daemon.simulation.evening import Delivery
from daemon.tournament.plan import Plan

HOWELL = "8 7 H g\n8 1 1   6 3 4   7 2 6   4 5 7\n"
SECTION = '\n[[section]]\nname = "A"\nmovement = "howell.asc"\nboards_per_round = 1\n'
SECRET = Secret.parse("aB9z")
AT_ONCE = "1e9"
FILES = ("OUT_T1.txt", "OUT_T2.txt", "OUT_T3.txt", "OUT_T4.txt")

MakeEvent = Callable[..., Path]


@pytest.fixture
def make(tmp_path: Path) -> MakeEvent:
    """Makes a configuration with its movement and its folder, and says where it is."""

    def event(
        body: str = SECTION, *, encryption: str = "", day: str = "2020-12-01", name: str = "event"
    ) -> Path:
        directory = tmp_path / name
        (directory / "box").mkdir(parents=True)
        (directory / "howell.asc").write_text(HOWELL)
        secret = directory / "secret"
        secret.touch(mode=0o600)
        secret.write_text("aB9z\n")
        head = f'[event]\nname = "Trial"\ndate = {day}\n\n[folder]\npath = "box"\n'
        config = directory / "tournament.toml"
        config.write_text(head + encryption + body)
        return config

    return event


def plan_of(config: Path) -> Plan:
    plan = load(config).plan
    assert plan is not None
    return plan


def texts(box: Path) -> dict[str, str]:
    """What lies in the folder, decrypted; names are as they are."""
    found = {}
    for path in sorted(box.rglob("*.txt")):
        source, problem = open_envelope(path.read_bytes(), SECRET, path.name)
        assert problem is None
        assert source is not None
        found[path.relative_to(box).as_posix()] = source.text
    return found


def delivery(minute: float, text: str = "Latest 1  AndroidId 1234567890abcdef\n") -> Delivery:
    return Delivery(minute, "A", "OUT_T1.txt", text, 1)


class Clock:
    """A clock that only goes on while somebody sleeps; who sleeps too long may be woken."""

    def __init__(self, wake_at: float = float("inf")) -> None:
        self.now = 100.0
        self.longest = 0.0
        self._wake_at = wake_at

    def sleep(self, seconds: float) -> None:
        assert seconds > 0
        self.longest = max(self.longest, seconds)
        self.now += seconds

    def monotonic(self) -> float:
        return self.now

    def is_set(self) -> bool:
        return self.now >= self._wake_at

    def pace(self, speed: float) -> Pace:
        return Pace(speed, self.sleep, self.monotonic)


def test_deliveries_are_written_at_their_minute_divided_by_the_speed(tmp_path: Path) -> None:
    clock = Clock()
    times: list[float] = []
    evening = [delivery(0.0), delivery(7.5), delivery(15.0)]
    written = deliver(
        evening, tmp_path, {}, clock.pace(60), clock, told=lambda _: times.append(clock.now)
    )
    assert written == 3
    assert times == pytest.approx([100.0, 107.5, 115.0])


def test_waiting_looks_up_five_times_a_second(tmp_path: Path) -> None:
    clock = Clock()
    deliver([delivery(7.5)], tmp_path, {}, clock.pace(1), clock)
    assert clock.longest <= 0.2


def test_delivering_ends_early_when_it_is_stopped(tmp_path: Path) -> None:
    clock = Clock(wake_at=103.0)
    written = deliver([delivery(1.0), delivery(7.5)], tmp_path, {}, clock.pace(60), clock)
    assert written == 1
    assert clock.now < 104


def test_a_file_is_there_as_before_or_whole_and_its_draft_bears_a_name_that_is_not_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drafts: list[tuple[str, str]] = []
    replace = Path.replace

    def spied(self: Path, target: Path) -> Path:
        drafts.append((self.name, self.read_text("utf-8")))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", spied)
    clock = Clock()
    deliver([delivery(1.0, "one\n"), delivery(2.0, "two\n")], tmp_path, {}, clock.pace(60), clock)
    assert drafts == [(".~OUT_T1.txt", "one\n"), (".~OUT_T1.txt", "two\n")]
    assert [path.name for path in tmp_path.iterdir()] == ["OUT_T1.txt"]
    assert (tmp_path / "OUT_T1.txt").read_bytes() == b"two\n"


def test_when_a_file_cannot_be_put_in_place_the_old_one_stays_and_no_draft_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "OUT_T1.txt").write_text("old")

    def full(_self: Path, _target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    clock = Clock()
    with pytest.raises(FolderRefusedError, match="Make room on that disk"):
        deliver([delivery(0.0)], tmp_path, {}, clock.pace(60), clock)
    assert [path.name for path in tmp_path.iterdir()] == ["OUT_T1.txt"]
    assert (tmp_path / "OUT_T1.txt").read_text() == "old"


def test_a_folder_that_has_gone_is_reported(tmp_path: Path) -> None:
    clock = Clock()
    with pytest.raises(FolderGoneError, match="cannot be reached"):
        deliver([delivery(0.0)], tmp_path / "gone", {}, clock.pace(60), clock)


@pytest.mark.parametrize("subfolder", ["open", "monday/open"])
def test_a_subfolder_is_made(tmp_path: Path, subfolder: str) -> None:
    clock = Clock()
    one = Delivery(0.0, "A", f"{subfolder}/OUT_T1.txt", "text\n", 1)
    deliver([one], tmp_path, {}, clock.pace(60), clock)
    assert (tmp_path / subfolder / "OUT_T1.txt").read_text() == "text\n"


def test_a_folder_that_has_gone_is_not_made_anew(tmp_path: Path) -> None:
    clock = Clock()
    one = Delivery(0.0, "A", "open/OUT_T1.txt", "text\n", 1)
    with pytest.raises(FolderGoneError, match="cannot be reached"):
        deliver([one], tmp_path / "gone", {}, clock.pace(60), clock)
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_never_dated_before_its_minute_of_the_evening(tmp_path: Path) -> None:
    clock = Clock()
    tomorrow = datetime(2090, 1, 1).astimezone().timestamp()
    evening = [delivery(2.0)]
    deliver(evening, tmp_path, {}, clock.pace(60), clock, not_before=tomorrow)
    assert (tmp_path / "OUT_T1.txt").stat().st_mtime == tomorrow + 120
    deliver(evening, tmp_path, {}, clock.pace(60), clock, not_before=1000.0)
    assert (tmp_path / "OUT_T1.txt").stat().st_mtime > 1_600_000_000


def test_one_device_in_three_encrypts_when_there_is_a_secret(make: MakeEvent) -> None:
    plan = plan_of(make())
    assert encrypting(plan, SECRET) == {"OUT_T1.txt": SECRET, "OUT_T4.txt": SECRET}


def test_all_devices_encrypt_when_that_is_required(make: MakeEvent) -> None:
    required = '\n[encryption]\nsecret_file = "secret"\nrequire_encrypted = true\n'
    assert encrypting(plan_of(make(encryption=required)), SECRET) == dict.fromkeys(FILES, SECRET)


def test_no_device_encrypts_without_a_secret(make: MakeEvent) -> None:
    assert encrypting(plan_of(make()), None) == {}


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("OUT_T1.txt", "OUT_T1_E.txt"),
        (
            "OUT_T1 (ANNA's conflicted copy 2026-12-01).txt",
            "OUT_T1_E (ANNA's conflicted copy 2026-12-01).txt",
        ),
        ("OUT_T2.txt", "OUT_T2.txt"),
        ("OUT_T10.txt", "OUT_T10.txt"),
        ("A/OUT_T1.txt", "A/OUT_T1.txt"),
        ("A/OUT_7.txt", "A/OUT_7_E.txt"),
    ],
)
def test_files_of_devices_that_encrypt_are_sealed_and_named_so(path: str, name: str) -> None:
    text = "Latest 1  AndroidId 1234567890abcdef\n1,1,1,2,N,false,false,1NT,=,N,2♤,90\n"
    one = Delivery(0.0, "A", path, text, 1)
    given, content = as_written(one, {"OUT_T1.txt": SECRET, "A/OUT_7.txt": SECRET})
    assert given == name
    assert (content == text.encode()) is (name == path)
    source, problem = open_envelope(content, SECRET, given)
    assert problem is None
    assert source is not None
    assert source.text == text
    out = parse_out_name(name.rpartition("/")[2])
    assert isinstance(out, OutName)
    assert out.encrypted is (name != path)


def test_an_evening_is_played_into_the_folder(
    make: MakeEvent, capsys: pytest.CaptureFixture[str]
) -> None:
    config = make()
    assert main(["simulate", str(config), "--seed", "5", "--speed", AT_ONCE]) == 0
    played = texts(config.parent / "box")
    assert tuple(played) == FILES
    plan = plan_of(config)
    places: set[tuple[int, int]] = set()
    for name, text in played.items():
        content = read_out(Source(name, text))
        assert content.all_problems == ()
        places.update((one.place.table, one.place.board) for one in content.records)
    assert places == {(play.table, play.board) for play in plan.plays}
    out, err = capsys.readouterr()
    assert err == ""
    first, *rounds, last = out.splitlines()
    assert first == "28 results in about 0 seconds; --seed 5 plays the same evening again"
    assert [line.partition(", first")[0].partition(": ")[2] for line in rounds] == [
        f"section A, round {number} of 7" for number in range(1, 8)
    ]
    lines = sum(text.count("\n") - 1 for text in played.values())
    assert last == f"All is played: {lines} lines in 4 files, corrections among them: {lines - 28}"


def test_the_same_seed_plays_the_same_evening_and_it_is_told_when_none_is_given(
    make: MakeEvent, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = make(name="first"), make(name="second")
    assert main(["simulate", str(first), "--speed", AT_ONCE]) == 0
    told = capsys.readouterr().out.splitlines()[0]
    seed = told.partition("--seed ")[2].partition(" ")[0]
    assert main(["simulate", str(second), "--seed", seed, "--speed", AT_ONCE]) == 0
    assert texts(first.parent / "box") == texts(second.parent / "box")


def test_faults_leave_the_same_texts_and_conflicted_copies_beside_them(make: MakeEvent) -> None:
    calm, disturbed = make(name="calm"), make(name="disturbed")
    seed = ["--seed", "5", "--speed", AT_ONCE]
    assert main(["simulate", str(calm), *seed]) == 0
    assert main(["simulate", str(disturbed), "--faults", *seed]) == 0
    right, found = texts(calm.parent / "box"), texts(disturbed.parent / "box")
    assert {name: found[name] for name in FILES} == right
    copies = set(found) - set(FILES)
    assert copies
    assert all(name.endswith("2020-12-01).txt") for name in copies)


def test_two_sections_are_played_into_their_subfolders_and_some_files_encrypted(
    make: MakeEvent,
) -> None:
    sections = "".join(
        f'\n[[section]]\nname = "{name}"\nmovement = "howell.asc"\nboards_per_round = 1\n'
        f'subfolder = "{name}"\ndevices = ["board"]\n'
        for name in "AB"
    )
    config = make(sections, encryption='\n[encryption]\nsecret_file = "secret"\n')
    assert main(["simulate", str(config), "--seed", "5", "--speed", AT_ONCE]) == 0
    found = texts(config.parent / "box")
    assert len(found) == 14
    assert sum(name.startswith("A/OUT_B") for name in found) == 7
    assert sum(name.startswith("B/OUT_B") for name in found) == 7
    assert sum(name.endswith("_E.txt") for name in found) == 5


@pytest.mark.parametrize(
    "there", ["OUT_T2.txt", "OUT_T2_E.txt", "out_t2.TXT", "OUT_T2 (Copia in conflitto).txt"]
)
def test_files_of_the_same_devices_are_not_overwritten(
    make: MakeEvent, capsys: pytest.CaptureFixture[str], there: str
) -> None:
    config = make()
    box = config.parent / "box"
    (box / there).write_text("before")
    assert main(["simulate", str(config), "--speed", AT_ONCE]) == 1
    assert [(path.name, path.read_text()) for path in box.iterdir()] == [(there, "before")]
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (
        f"{box}: error: tablets have written here already: {there}. Nothing was overwritten: move "
        f"these files away first, and the ledger in {config.parent / 'state'} too if it has read "
        f"them [out-in-the-way]\n"
    )


def test_of_many_files_in_the_way_some_are_named(
    make: MakeEvent, capsys: pytest.CaptureFixture[str]
) -> None:
    config = make()
    assert main(["simulate", str(config), "--speed", AT_ONCE]) == 0
    capsys.readouterr()
    assert main(["simulate", str(config), "--speed", AT_ONCE]) == 1
    assert ": OUT_T1.txt, OUT_T2.txt, OUT_T3.txt and 1 more. " in capsys.readouterr().err


def test_files_of_other_devices_are_left_alone_and_do_not_matter(make: MakeEvent) -> None:
    config = make()
    box = config.parent / "box"
    for name in ("OUT_T9.txt", "OUT_2.txt", "IN_T1.txt", "notes.txt"):
        (box / name).write_text("mine")
    assert main(["simulate", str(config), "--speed", AT_ONCE]) == 0
    assert (box / "OUT_T9.txt").read_text() == "mine"
    assert (box / "OUT_T1.txt").exists()


def test_files_of_an_event_that_is_yet_to_come_are_dated_on_its_day(make: MakeEvent) -> None:
    config = make(day="2090-12-01")
    assert main(["simulate", str(config), "--speed", AT_ONCE]) == 0
    for name in FILES:
        modified = (config.parent / "box" / name).stat().st_mtime
        assert f"{datetime.fromtimestamp(modified).astimezone():%Y-%m-%d}" == "2090-12-01"


def test_a_configuration_with_errors_is_status_78(
    make: MakeEvent, capsys: pytest.CaptureFixture[str]
) -> None:
    config = make(SECTION + "absent = [99]\n")
    assert main(["simulate", str(config), "--speed", AT_ONCE]) == 78
    out, err = capsys.readouterr()
    assert out == ""
    assert "[plan-absent]" in err
    assert list((config.parent / "box").iterdir()) == []


def test_a_folder_that_is_not_there_may_come_back_and_is_status_1(
    make: MakeEvent, capsys: pytest.CaptureFixture[str]
) -> None:
    config = make()
    (config.parent / "box").rmdir()
    assert main(["simulate", str(config), "--speed", AT_ONCE]) == 1
    err = capsys.readouterr().err
    assert err.startswith(f"{config.parent / 'box'}: error: The folder ")
    assert err.endswith(" [folder]\n")


def test_a_folder_that_takes_no_file_is_status_1(
    make: MakeEvent, capsys: pytest.CaptureFixture[str]
) -> None:
    config = make(SECTION + 'subfolder = "open"\n')
    (config.parent / "box" / "open").write_text("a file where the subfolder should be")
    assert main(["simulate", str(config), "--speed", AT_ONCE]) == 1
    out, err = capsys.readouterr()
    assert "All is played" not in out
    assert err.endswith(" [folder]\n")


def test_ctrl_c_ends_with_130_and_says_where_the_files_are(
    make: MakeEvent, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_args: object, **_more: object) -> Iterator[None]:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "deliver", interrupted)
    config = make()
    assert main(["simulate", str(config)]) == 130
    out, err = capsys.readouterr()
    assert "All is played" not in out
    assert err == f"Stopped before the end; what was entered stays in {config.parent / 'box'}\n"


def test_a_long_evening_is_announced_in_minutes(
    make: MakeEvent, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate, "deliver", lambda *_args, **_more: 0)
    assert main(["simulate", str(make()), "--speed", "10"]) == 0
    # Seven rounds of one board: 52.5 minutes at a tenth of the time.
    assert capsys.readouterr().out.startswith("28 results in about 5 minutes; --seed ")


@pytest.mark.parametrize("speed", ["0", "-1", "nan", "inf", "fast"])
def test_a_speed_that_is_none_is_wrong_usage(
    make: MakeEvent, capsys: pytest.CaptureFixture[str], speed: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["simulate", str(make()), "--speed", speed])
    assert ended.value.code == 2
    assert f"'{speed}' is no speed: give a number above 0, such as 60" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="only POSIX says who may read a file")
def test_files_can_be_read_by_others_as_those_of_a_sync_client_can(tmp_path: Path) -> None:
    clock = Clock()
    deliver([delivery(0.0)], tmp_path, {}, clock.pace(60), clock)
    usual = tmp_path / "usual"
    usual.touch()
    assert (tmp_path / "OUT_T1.txt").stat().st_mode == usual.stat().st_mode
