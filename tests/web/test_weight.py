"""Nobody pays for pages that are not served."""

import subprocess
import sys

PROGRAM = """
import sys, daemon.cli.running
servers = {"starlette", "uvicorn", "sse_starlette", "anyio"}
print([name for name in sys.modules if name.partition(".")[0] in servers])
"""


def test_the_daemon_imports_no_server_unless_it_is_asked_for() -> None:
    found = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )
    assert found.stdout == "[]\n"
