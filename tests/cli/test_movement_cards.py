import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from daemon.cli import movement_cards
from daemon.cli.main import main

MITCHELL = "6 3 M\n1 4 A  2 5 B  3 6 C\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.asc").write_text(MITCHELL)
    return tmp_path


def cards(*words: str) -> int:
    return main(["movement", "cards", "m.asc", *words])


def browser(monkeypatch: pytest.MonkeyPatch, behave: Any) -> list[list[str]]:  # noqa: ANN401 - a double
    """A browser that behaves in a certain way, and the commands it was given."""
    given: list[list[str]] = []

    def start(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        given.append(command)
        status: int = behave(command)
        return subprocess.CompletedProcess(command, status)

    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}" if "edge" in name else None)
    monkeypatch.setattr(subprocess, "run", start)
    return given


def prints(command: list[str]) -> int:
    target = next(word for word in command if word.startswith("--print-to-pdf="))
    Path(target.partition("=")[2]).write_bytes(b"%PDF-")
    return 0


def test_cards_are_one_page_with_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert cards("--boards-per-round", "4", "--title", "Tuesday") == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("<!doctype html>")
    assert out.count("<section") == 1 + 1 + 3 + 6
    assert "Director&#39;s sheet" in out
    assert "Tuesday" in out
    assert out.isascii()


def test_only_some_sheets_in_another_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert cards("--sheet", "table", "--sheet", "boards", "--language", "nl") == 0
    out = capsys.readouterr().out
    assert out.count("<section") == 1 + 3
    assert "Waar de spellen liggen" in out


def test_cards_have_the_numbers_that_the_tablets_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert cards("--numbering", "ns-ew-100", "--sheet", "guide") == 0
    titles = re.findall(r"<h2>(Pair \d+)", capsys.readouterr().out)
    assert titles == [f"Pair {number}" for number in (1, 2, 3, 101, 102, 103)]


def test_numbers_by_direction_need_pairs_that_keep_theirs(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "m.asc").write_text("8 7 H g\n8 1 1   6 3 4   7 2 6   4 5 7\n")
    assert cards("--numbering", "ns-ew-100") == 2
    assert capsys.readouterr().err.startswith(
        'tournamentd movement cards: "ns-ew-100" does not fit: '
    )


def test_cards_are_written_over_no_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert cards("--out", "cards.html") == 0
    assert cards("--out", "cards.html") == 2
    assert "cards.html: error: this file exists already" in capsys.readouterr().err
    assert cards("--out", "cards.html", "--force") == 0


def test_a_pdf_is_printed_by_a_browser(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given = browser(monkeypatch, prints)
    assert cards("--pdf", "cards.pdf", "--out", "cards.html") == 0
    assert given[0][0] == "/bin/microsoft-edge"
    assert {"cards.pdf", "cards.html"} < {path.name for path in folder.iterdir()}
    assert cards("--pdf", "cards.pdf") == 2
    assert "cards.pdf: error: this file exists already" in capsys.readouterr().err
    assert len(given) == 1
    assert cards("--pdf", "other.pdf", "--out", "cards.html") == 2
    assert not (folder / "other.pdf").exists()


def time_out(command: list[str]) -> int:
    raise subprocess.TimeoutExpired(command, 60)


@pytest.mark.parametrize("behave", [lambda _: 1, lambda _: 0, time_out])
def test_a_browser_that_fails_is_a_problem(
    behave: Any,  # noqa: ANN401 - a double
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    browser(monkeypatch, behave)
    assert cards("--pdf", "cards.pdf") == 1
    assert capsys.readouterr().err == (
        "tournamentd movement cards: /bin/microsoft-edge could not make the PDF: write --out "
        "cards.html instead, and print that from the browser\n"
    )


def test_without_a_browser_the_page_is_offered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(movement_cards, "_BROWSERS", ())
    monkeypatch.setattr(movement_cards, "_BROWSER_FILES", ())
    assert cards("--pdf", "cards.pdf") == 1
    assert capsys.readouterr().err == (
        "tournamentd movement cards: a PDF needs Chromium, Chrome or Edge, and none was found: "
        "write --out cards.html, and print that from any browser\n"
    )


def test_a_browser_outside_the_path_is_found_too(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = browser(monkeypatch, prints)
    monkeypatch.setattr(movement_cards, "_BROWSERS", ())
    (folder / "chrome").touch()
    monkeypatch.setenv("HERE", str(folder))
    monkeypatch.setattr(movement_cards, "_BROWSER_FILES", ("/none/edge", "$HERE/chrome"))
    assert cards("--pdf", "cards.pdf") == 0
    assert given[0][0] == str(folder / "chrome")


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (
            ["m.asc", "--boards-per-round", "0"],
            2,
            (
                "tournamentd movement cards: a round has one board or more: give another "
                "--boards-per-round\n"
            ),
        ),
        (
            ["none.asc"],
            1,
            (
                "none.asc: error: this file cannot be read (it does not exist): check its name and "
                "folder [file]\n"
            ),
        ),
    ],
)
def test_what_cannot_be_printed_says_so(
    words: list[str], status: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["movement", "cards", *words]) == status
    assert capsys.readouterr() == ("", message)
