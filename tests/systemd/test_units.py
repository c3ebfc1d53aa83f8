"""The units for systemd: what it says of them without running, and that every line is explained.

It does not start them: that takes a booted system, and was done by hand, as the README says.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[2] / "systemd"
SYSTEM = SYSTEMD / "tournamentd@.service"
USER = SYSTEMD / "user" / "tournamentd@.service"
MOST_EXPOSED = 1.5

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here"
)


def analyze(*arguments: str | Path, runtime: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", "--no-pager", *map(str, arguments)],  # noqa: S607 - found on the PATH
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "XDG_RUNTIME_DIR": str(runtime)},
    )


@needs_systemd
def test_the_system_unit_is_hardly_exposed(tmp_path: Path) -> None:
    told = analyze("security", "--offline=true", SYSTEM, runtime=tmp_path)
    found = re.search(r"exposure level for \S+: ([0-9.]+)", told.stdout)
    assert found, told.stderr
    assert float(found[1]) <= MOST_EXPOSED


@needs_systemd
@pytest.mark.parametrize(("unit", "manager"), [(SYSTEM, "--system"), (USER, "--user")])
def test_systemd_finds_nothing_wrong_with_an_instance(
    unit: Path, manager: str, tmp_path: Path
) -> None:
    """Only the program itself is not installed where the tests run."""
    text = re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", unit.read_text("utf-8"))
    instance = tmp_path / "tournamentd@tuesday.service"
    instance.write_text(text, "utf-8")
    told = analyze("verify", manager, "--man=no", instance, runtime=tmp_path)
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")


@pytest.mark.parametrize("unit", [SYSTEM, USER])
def test_what_does_not_mend_itself_is_not_started_again(unit: Path) -> None:
    assert "RestartPreventExitStatus=2 78\n" in unit.read_text("utf-8")


@pytest.mark.parametrize("unit", [SYSTEM, USER])
def test_what_passes_is_waited_for_without_an_end(unit: Path) -> None:
    """By itself systemd gives up after five starts: a disk may be full for longer."""
    assert "StartLimitIntervalSec=0\n" in unit.read_text("utf-8")
    assert "Restart=on-failure\n" in unit.read_text("utf-8")


def test_the_system_unit_writes_into_no_folder_that_others_see() -> None:
    """What `ProtectSystem=strict` leaves open besides its own folders."""
    text = SYSTEM.read_text("utf-8")
    for line in ("ProtectSystem=strict", "PrivateTmp=yes", "InaccessiblePaths=/dev/shm"):
        assert f"{line}\n" in text


@pytest.mark.parametrize("unit", [SYSTEM, USER])
def test_every_line_is_explained(unit: Path) -> None:
    """Each group of settings in [Service] stands below a comment; Type, User and so on too."""
    service = unit.read_text("utf-8").split("[Service]\n")[1].split("[Install]")[0]
    explained = False
    for line in service.splitlines():
        if line.startswith("#"):
            explained = True
        elif not line:
            explained = False
        else:
            assert explained, line
