"""The README's section on the report is held to the code, and to what the commands print."""

import re
import shlex
from collections import defaultdict
from datetime import date
from pathlib import Path

import pytest

from daemon.cli import federation_check, federation_rate
from daemon.cli.main import main
from daemon.frbe.from_csv import _COLUMNS

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text("utf-8")
SECTION = README.split("## The federation's report")[1].split("\n## ")[0]
SOURCES = [
    path.read_text("utf-8")
    for pattern in ("daemon/frbe/*.py", "daemon/cli/federation*.py")
    for path in sorted(ROOT.glob(pattern))
]
REPORTED = re.compile(
    r'(?:\.(error|warning|note)\(\s*|Severity\.(ERROR|WARNING|NOTE),\s*)f?"([a-z{}-]+)"'
)
OPTIONS = {"error": ("start", "end"), "warning": ("title", "sender", "tempo")}


def rows(name: str) -> list[list[str]]:
    """The cells of a table behind `<!-- name -->`."""
    text = SECTION.split(f"<!-- {name} -->\n")[1].split("\n\n")[0].split("\n<!--")[0]
    return [line.strip("| ").split(" | ") for line in text.splitlines()[2:]]


def codes_of_the_program() -> dict[str, set[str]]:
    """Code -> severities, as the sources have them."""
    found = defaultdict(set)
    for source in SOURCES:
        for low, high, code in REPORTED.findall(source):
            severity = (low or high).lower()
            names = [code]
            if code == "{option}-missing":
                names = [f"{option}-missing" for option in OPTIONS[severity]]
            for name in names:
                found[name].add(severity)
    return dict(found)


def test_the_table_of_codes_has_every_code_with_its_severity() -> None:
    listed: dict[str, set[str]] = {}
    for codes, severity, _ in rows("report-codes"):
        for code in re.findall(r"`([a-z-]+)`", codes):
            assert code not in listed
            listed[code] = set(severity.split(", "))
    reported = codes_of_the_program()
    assert len(reported) > 60
    assert listed == reported


def test_the_table_of_columns_has_every_column() -> None:
    named = [code for cells in rows("report-columns") for code in re.findall(r"`(\w+)`", cells[0])]
    assert set(named) == {*_COLUMNS, "1", "2", "3"}


@pytest.mark.parametrize("block", re.findall(r"```console\n(.*?)```", SECTION, re.DOTALL))
def test_the_examples_print_what_they_show(
    block: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    data: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    for module in (federation_check, federation_rate):
        monkeypatch.setattr(module, "local_today", lambda: date(2000, 12, 1))
    elite = (data / "elite.txt").read_bytes().replace(b"\r\n 00 16", b"\r\n\x0000 16")
    Path("612GRI1a.201").write_bytes(elite)
    Path("TEST").write_bytes((data / "open.txt").read_bytes())
    command, _, shown = block.removeprefix("$ ").partition("\n")
    assert main(shlex.split(command)[1:]) == 0
    out, err = capsys.readouterr()
    first, _, last = shown.partition("...\n")
    assert (err + out).startswith(first)
    assert (err + out).endswith(last)
