"""Every command on a console of old: what it cannot show is spelt, and nothing crashes."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING

import pytest

from daemon.cli.console import prepare_console
from daemon.cli.main import COMMANDS, entry_point

if TYPE_CHECKING:
    from tests.cli.conftest import Event

CONSOLES = ("ascii", "cp437", "cp1252")


class Console:
    """What a program printed, byte by byte."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
        self.out, self.err = io.BytesIO(), io.BytesIO()
        self._patch = monkeypatch
        self._encoding = encoding

    def run(self, *words: object) -> int:
        """Run a command as its user does; the exit status."""
        self.out, self.err = io.BytesIO(), io.BytesIO()
        with self._patch.context() as patched:
            for name, raw in (("stdout", self.out), ("stderr", self.err)):
                stream = io.TextIOWrapper(raw, encoding=self._encoding, errors="strict")
                patched.setattr(sys, name, stream)
            patched.setattr(sys, "argv", ["tournamentd", *map(str, words)])
            with pytest.raises(SystemExit) as ended:
                entry_point()
            sys.stdout.flush()
            sys.stderr.flush()
            # What is flushed belongs to the test; closing the wrappers would close it too.
            sys.stdout.detach()  # type: ignore[union-attr] # a TextIOWrapper
            sys.stderr.detach()  # type: ignore[union-attr] # a TextIOWrapper
        return int(ended.value.code or 0)

    @property
    def shown(self) -> str:
        return self.out.getvalue().decode(self._encoding)


@pytest.fixture(params=CONSOLES)
def console(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Console:
    return Console(monkeypatch, request.param)


@pytest.fixture
def colourful(event: Event) -> Event:
    """An evening with letters in it that no old console has."""
    event.change('name = "Trial"', 'name = "Soirée ♠ Łódź"')
    names = "number,name1,id1,name2,id2\n1,Žofie Ďáblová,,Ōtani 大谷,\n4,Çelik,,Ångström,\n"
    (event.directory / "names.csv").write_text(names, "utf-8")
    event.play()
    (event.box / "OUT_T9.txt").write_text("Latest 1  AndroidId 1\n♠♥♦♣ è\n", "utf-8")
    return event


def test_an_evening_from_its_check_to_its_end(colourful: Event, console: Console) -> None:
    config = colourful.config
    for words in (
        ("check", config),
        ("run", config, "--once"),
        ("status", config),
        ("status", config, "--json"),
        ("replay", config),
        ("rule", config, "list"),
        ("close", config, "--anyway"),
        ("restore", config, colourful.directory),
        ("next", config),
    ):
        status = console.run(*words)
        assert status in {0, 1, 2}, words
        assert b"Traceback" not in console.err.getvalue()
    assert console.shown


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_can_be_read(command: str, console: Console) -> None:
    assert console.run(command, "--help") == 0
    assert console.shown.startswith("usage:")


def test_suits_are_spelt_and_letters_kept_where_there_are_any(
    colourful: Event, console: Console
) -> None:
    console.run("run", colourful.config, "--once")
    assert console.run("status", colourful.config) == 0
    shown = console.shown
    assert "Soir" in shown
    assert "\N{REPLACEMENT CHARACTER}" not in shown
    assert " S Lodz" in shown


def test_json_for_programs_keeps_every_letter(colourful: Event, console: Console) -> None:
    console.run("run", colourful.config, "--once")
    assert console.run("status", colourful.config, "--json") == 0
    assert json.loads(console.shown)["event"] == "Soirée ♠ Łódź"


def test_a_program_without_any_output_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    prepare_console()
    sys.stdout.write("nobody reads this ♠")
    sys.stdout.close()
    sys.stderr.close()
