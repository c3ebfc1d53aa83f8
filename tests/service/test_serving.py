"""One daemon to a tablets' folder."""

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from daemon.service.guards import RefusedError
from daemon.service.serving import serving

SERVE_AND_WAIT = """
import sys, threading
from pathlib import Path
from daemon.service.serving import serving
with serving(Path(sys.argv[1]), [""], Path(sys.argv[2])):
    print("serving", flush=True)
    threading.Event().wait()
"""


@pytest.fixture
def locks(tmp_path: Path) -> Path:
    return tmp_path / "locks"


@pytest.fixture
def box(tmp_path: Path) -> Path:
    place = tmp_path / "box"
    place.mkdir()
    return place


def test_a_second_event_in_the_same_folder_is_refused_and_says_who_has_it(
    box: Path, locks: Path
) -> None:
    with (
        serving(box, [""], locks),
        pytest.raises(RefusedError) as refused,
        serving(box, [""], locks),
    ):
        pass
    assert str(refused.value) == (
        f"Another tournamentd (process {os.getpid()}) serves the folder {box} already, for another "
        "event: stop that one, or give this event another folder.path, or its sections subfolders "
        "of their own"
    )
    assert list(box.iterdir()) == []


def test_the_same_subfolder_is_refused_whatever_its_letters(box: Path, locks: Path) -> None:
    with (
        serving(box, ["A", "B"], locks),
        pytest.raises(RefusedError, match=r'serves the subfolder "b" of .*box already'),
        serving(box, ["C", "b"], locks),
    ):
        pass


def test_what_was_refused_holds_nothing(box: Path, locks: Path) -> None:
    with serving(box, ["B"], locks):
        with pytest.raises(RefusedError), serving(box, ["A", "B"], locks):
            pass
        with serving(box, ["A"], locks):
            pass


def test_other_subfolders_and_other_folders_are_fine(
    box: Path, locks: Path, tmp_path: Path
) -> None:
    with (
        serving(box, ["A", "A"], locks),
        serving(box, ["B"], locks),
        serving(box, [""], locks),
        serving(tmp_path / "other", ["A"], locks),
    ):
        assert list(box.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets few users make links")
def test_a_folder_is_the_same_by_every_way_that_leads_to_it(
    box: Path, locks: Path, tmp_path: Path
) -> None:
    (tmp_path / "link").symlink_to(box)
    with (
        serving(box, [""], locks),
        pytest.raises(RefusedError),
        serving(tmp_path / "link", [""], locks),
    ):
        pass


def test_a_process_that_is_killed_leaves_no_lock_behind(box: Path, locks: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", SERVE_AND_WAIT, str(box), str(locks)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "serving\n"
        with (
            pytest.raises(RefusedError, match=rf"\(process {other.pid}\)"),
            serving(box, [""], locks),
        ):
            pass
        other.kill()
        other.wait()
    with serving(box, [""], locks):
        pass


def test_where_no_lock_can_be_made_it_is_said_and_stops_nothing(
    box: Path, locks: Path, caplog: pytest.LogCaptureFixture
) -> None:
    locks.write_bytes(b"no folder")
    with caplog.at_level(logging.WARNING), serving(box, [""], locks):
        pass
    (message,) = caplog.messages
    assert message.startswith(f"The lock {locks}")
    assert message.endswith(f"see to it that no second daemon serves {box}")


def test_instances_of_a_service_share_the_place_that_their_manager_gives_them(
    box: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has a /tmp of its own, and would not see the other's lock there."""
    given = tmp_path / "run"
    monkeypatch.setenv("RUNTIME_DIRECTORY", f"{given}:{tmp_path / 'other'}")
    with serving(box, [""]):
        assert len(list(given.glob("*.lock"))) == 1
        with pytest.raises(RefusedError), serving(box, [""]):
            pass
    assert not (tmp_path / "other").exists()


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="only Unix has such a place")
def test_a_runtime_folder_that_is_hidden_is_not_used(
    box: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hardened service sees no /run/user: looking into it is refused."""
    really = Path.stat

    def hidden(path: Path, **options: bool) -> os.stat_result:
        if str(path).startswith("/run/user"):
            raise PermissionError(13, "Permission denied", str(path))
        return really(path, **options)

    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    monkeypatch.setattr(Path, "stat", hidden)
    monkeypatch.setattr(os, "access", lambda path, _: not str(path).startswith("/run/user"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with serving(box, [""]):
        assert len(list(tmp_path.glob("tournamentd-*/*.lock"))) == 1
