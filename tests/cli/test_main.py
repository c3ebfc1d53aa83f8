import errno
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import daemon
from daemon import __version__
from daemon.cli import main as main_module
from daemon.cli.main import COMMANDS, INTERRUPTED, entry_point, main


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"tournamentd {__version__}\n"


def test_the_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    out = capsys.readouterr().out
    for name, (_, summary) in COMMANDS.items():
        assert f"  {name:10} {summary}\n" in out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: tournamentd {command}")


@pytest.mark.parametrize("words", [[], ["rum"], ["run"], ["run", "x.toml", "--stale", "later"]])
def test_wrong_usage_is_2(words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2


@pytest.mark.parametrize("module", sorted({name for name, _ in COMMANDS.values()}))
def test_every_command_has_its_module(module: str) -> None:
    found = import_module(f"daemon.cli.{module}")
    assert callable(found.add_arguments)
    assert callable(found.run)


def test_the_exit_status_is_the_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "none.toml"
    monkeypatch.setattr(sys, "argv", ["tournamentd", "check", str(missing)])
    with pytest.raises(SystemExit) as ended:
        entry_point()
    assert ended.value.code == 1
    assert capsys.readouterr().err == (
        f"{missing}: error: there is no such configuration; `tournamentd init DIR` makes one "
        "[config-file]\n"
    )


def test_ctrl_c_is_130_without_the_programs_insides(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(main_module, "main", interrupted)
    with pytest.raises(SystemExit) as ended:
        entry_point()
    assert ended.value.code == INTERRUPTED == 130


def test_output_that_nobody_takes_any_more_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(_: object) -> int:
        raise BrokenPipeError

    monkeypatch.setattr(main_module, "main", closed)
    with (tmp_path / "stdout").open("w") as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        with pytest.raises(SystemExit) as ended:
            entry_point()
    assert ended.value.code == 0


def test_output_on_a_full_disk_is_1_without_the_programs_insides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(main_module, "main", full)
    with (tmp_path / "stdout").open("w") as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        with pytest.raises(SystemExit) as ended:
            entry_point()
    assert ended.value.code == 1
    assert capsys.readouterr().err == (
        "tournamentd: No space left on device: make room, then try again\n"
    )


def test_other_trouble_of_the_system_is_for_who_mends_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(_: object) -> int:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(main_module, "main", broken)
    with pytest.raises(OSError, match="Input/output error"):
        entry_point()


def run_python(code: str, *words: str) -> "subprocess.CompletedProcess[str]":
    root = Path(daemon.__file__).parent.parent
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        text=True,
        cwd=root,
        check=False,
        timeout=60,
    )


def test_a_closed_pipe_is_closed_quietly() -> None:
    """`tournamentd --help | head -1`."""
    done = run_python(
        "import os, sys\n"
        "from daemon.cli import main\n"
        "reader, writer = os.pipe()\n"
        "os.close(reader)\n"
        "os.dup2(writer, 1)\n"
        "main.main = lambda _: print('x' * 100_000) or 0\n"
        "main.entry_point()\n"
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_command_imports_nothing_that_it_does_not_need() -> None:
    """What starts at once is not held up by a page, a log, a watcher or a ledger."""
    code = (
        "import sys\n"
        "from daemon.cli.main import main\n"
        "try:\n"
        "    main(sys.argv[1:])\n"
        "except SystemExit:\n"
        "    pass\n"
        "heavy = 'apscheduler asyncio cryptography filelock jinja2 sqlite3 structlog watchdog'\n"
        "sys.stderr.write(' '.join(name for name in heavy.split() if name in sys.modules))\n"
    )
    assert run_python(code, "--version").stderr == ""
    assert run_python(code, "movement", "--help").stderr == ""
    assert run_python(code, "files", "--help").stderr == ""
