import json
import re
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from daemon.cli import demo
from daemon.cli.loading import load
from daemon.cli.main import main
from daemon.folder.port import FolderRefusedError

Capture = pytest.CaptureFixture[str]
pytestmark = pytest.mark.usefixtures("not_for_ever")
SMALL = ("--tables", "3", "--boards-per-round", "1", "--speed", "1e9", "--seed", "7", "--no-serve")


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the demo plays; nothing of it may stay."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    monkeypatch.setenv("TOURNAMENTD_SECRET", "of another evening")
    return place


def test_a_whole_tournament_ends_with_its_standings(temporary: Path, capsys: Capture) -> None:
    assert main(["demo", *SMALL]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    lines = out.splitlines()
    assert lines[0] == (
        "3 tables, 3 rounds of 1 board, 9 results; --seed 7 plays the same evening again"
    )
    assert lines[1].startswith(f"While it lasts the page is {temporary.as_uri()}/")
    assert out.endswith("\nAll results are in.\n")
    ranked = re.compile(r" +[1-3][= ] +[1-6]  \w+ \w+ & \w+ \w+ ")
    assert sum(bool(ranked.match(line)) for line in lines) == 6
    assert list(temporary.iterdir()) == []


def test_its_pages_are_served_while_it_lasts(tmp_path: Path, capsys: Capture) -> None:
    place = tmp_path / "kept"
    served = [word for word in SMALL if word != "--no-serve"]
    assert main(["demo", *served, "--keep", str(place)]) == 0
    out, _ = capsys.readouterr()
    found = re.search(r"\nWhile it lasts the pages are at (http://127\.0\.0\.1:\d+/), ", out)
    assert found is not None
    assert f"the director's at {found[1]}director\n" in out
    assert f'\n[web]\nlisten = "{found[1][7:-1]}"\n' in (place / "tournament.toml").read_text()


def test_some_of_its_tablets_encrypt(tmp_path: Path) -> None:
    place = tmp_path / "kept"
    assert main(["demo", *SMALL, "--keep", str(place)]) == 0
    names = [path.name for path in (place / "exchange").glob("OUT_*")]
    assert any(name.endswith("_E.txt") for name in names)
    assert any(not name.endswith("_E.txt") for name in names)


def test_the_same_seed_plays_the_same_evening(tmp_path: Path) -> None:
    places = [tmp_path / "one", tmp_path / "two"]
    for place in places:
        assert main(["demo", *SMALL, "--keep", str(place)]) == 0
    one, two = ((place / "live" / "travellers.csv").read_text() for place in places)
    assert one == two


def test_a_folder_that_is_kept_can_be_looked_at_afterwards(tmp_path: Path, capsys: Capture) -> None:
    place = tmp_path / "new" / "kept"
    assert main(["demo", *SMALL, "--keep", str(place)]) == 0
    assert capsys.readouterr().out.endswith(f"\nEverything is kept in {place}\n")
    config = str(place / "tournament.toml")
    assert main(["status", config, "--json"]) == 0
    status: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert status["complete"]
    assert main(["replay", config]) == 0
    assert "Nothing changed" in capsys.readouterr().out


def test_nothing_is_overwritten(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "holiday.jpg").write_text("")
    before = sorted(tmp_path.iterdir())
    assert main(["demo", *SMALL, "--keep", str(tmp_path)]) == 2
    assert capsys.readouterr().err == (
        f"tournamentd demo: {tmp_path} is not empty: name a new folder, nothing is overwritten\n"
    )
    assert sorted(tmp_path.iterdir()) == before


def test_a_file_is_no_place_to_play_in(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "holiday.jpg"
    file.write_text("")
    assert main(["demo", *SMALL, "--keep", str(file)]) == 2
    assert capsys.readouterr().err == (
        f"tournamentd demo: {file} cannot be made (File exists): name another\n"
    )


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--tables", "1"], "a Mitchell has 2 to "),
        (["--boards-per-round", "0"], "a round has 1 to 8 boards, not 0"),
        (["--boards-per-round", "9"], "a round has 1 to 8 boards, not 9"),
    ],
)
def test_what_cannot_be_played_is_wrong_usage(words: list[str], says: str, capsys: Capture) -> None:
    assert main(["demo", *words]) == 2
    assert capsys.readouterr().err.startswith(f"tournamentd demo: {says}")


@pytest.mark.parametrize("words", [["--speed", "0"], ["--tables", "many"], ["--speed", "fast"]])
def test_what_is_no_number_is_wrong_usage(words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["demo", *words])
    assert ended.value.code == 2


# Tablets that fail


def test_tablets_that_cannot_write_end_it_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def refuse(*_: object) -> int:
        raise FolderRefusedError("No room for OUT_T1.txt. Make room on that disk.")

    monkeypatch.setattr(demo, "deliver", refuse)
    assert main(["demo", *SMALL]) == 1
    assert capsys.readouterr().err == (
        "tournamentd ended: No room for OUT_T1.txt. Make room on that disk.\n"
    )


def test_tablets_that_break_end_it_with_their_error(
    temporary: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def fail(*_: object) -> int:
        raise ZeroDivisionError("a tablet broke")

    monkeypatch.setattr(demo, "deliver", fail)
    with pytest.raises(ZeroDivisionError, match="a tablet broke"):
        main(["demo", *SMALL])
    assert '"daemon.failed"' in capsys.readouterr().out
    assert list(temporary.iterdir()) == []


def test_a_daemon_that_cannot_start_stops_the_tablets(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """They would play for an hour at this speed."""
    monkeypatch.setattr("daemon.service.guards.State", None)
    with pytest.raises(TypeError):
        main(["demo", "--tables", "3", "--speed", "1"])
    assert "All results are in" not in capsys.readouterr().out


def test_files_that_cannot_be_played_are_78(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(demo, "write_asc", lambda *_, **__: "nonsense\n")
    assert main(["demo", *SMALL]) == 78
    assert "Nothing was done" in capsys.readouterr().err


# Who plays


def test_partners_bear_different_names_and_nobody_bears_anothers(tmp_path: Path) -> None:
    place = tmp_path / "kept"
    place.mkdir()
    game = demo._game(20, 2)
    plan = load(demo._prepare(place, game)).plan
    assert plan is not None
    pairs = plan.sections[0].names
    assert len(pairs) == 40
    everybody = [name for pair in pairs.values() for name in pair]
    assert len(set(everybody)) == 80
    for one, two in pairs.values():
        assert one.split()[0] != two.split()[0]
        assert one.split()[1] != two.split()[1]
    lasts = Counter(tuple(name.split()[1] for name in pair) for pair in pairs.values())
    assert len(lasts) > 10
