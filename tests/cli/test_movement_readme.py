"""What the README says about movements is what happens."""

import re
import shlex
from pathlib import Path

import pytest

from daemon.cli import movement_cards
from daemon.cli.main import main
from daemon.cli.movement import ACTIONS

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
SECTION = README.split("## Movements\n")[1].split("\n## ")[0]


def test_the_toolbox_goes_as_it_is_told_and_its_further_commands_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    told = SECTION.split("<!-- movements -->\n```console\n$ ")[1].split("```")[0]
    for turn in told.split("\n$ "):
        command, _, answer = turn.partition("\n")
        assert main(shlex.split(command)[1:]) == 0
        assert capsys.readouterr().out.rstrip("\n") == answer.rstrip("\n")
    monkeypatch.setattr(movement_cards, "_write_pdf", lambda _html, _pdf: 0)
    commands = SECTION.split("```sh\n")[1].split("```")[0].splitlines()
    assert len(commands) == 10
    for command in commands:
        assert main(shlex.split(command, comments=True)[1:]) == 0, command


def test_every_action_is_told_of() -> None:
    rows = re.findall(r"^\| (`.*?) \|", SECTION, re.MULTILINE)
    names = {word for row in rows for word in re.findall(r"[a-z]+", row.replace("movement", ""))}
    assert set(ACTIONS) <= names
