"""What a command imports before it does anything: a start takes as long as its imports."""

import subprocess
import sys

import pytest

_ASK = "import sys, daemon.cli.running; print(*sorted(sys.modules))"


@pytest.fixture(scope="module")
def imported() -> frozenset[str]:
    """The modules that are there when the daemon could begin."""
    asked = subprocess.run([sys.executable, "-c", _ASK], capture_output=True, text=True, check=True)
    return frozenset(asked.stdout.split())


@pytest.mark.parametrize(
    "package",
    [
        *("apscheduler", "babel", "cryptography", "dropbox", "jinja2", "requests", "rich"),
        *("starlette", "tomlkit", "uvicorn", "watchdog"),
        *("daemon.frbe.building", "daemon.publish.pages", "daemon.web.premises"),
    ],
)
def test_the_daemon_starts_without_what_only_some_evenings_need(
    imported: frozenset[str], package: str
) -> None:
    assert "structlog" in imported
    assert package not in imported
