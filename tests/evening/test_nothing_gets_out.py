"""What players and tablets write does no harm where it is shown, and secrets are shown nowhere."""

import base64
import csv
import io
import json
import re
from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from daemon.bridgesuite.envelope import Secret, seal
from daemon.cli.main import main

SECRET = "q~7Z"
ATTACKS = (
    "<script>alert(1)</script>",
    '=HYPERLINK("http://x","y")',
    '"[Event ""x""]',
    "]]>&#x0;<!--",
    "\u05d0 {[%;} \\",
    "@SUM(1)",
    "+1-1|cmd",
)
FORMULA = re.compile(r"\s*[=+@\t\r-]")


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An evening with such names and a tablet that encrypts, one result in, and a wrong file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TOURNAMENTD_SECRET", raising=False)
    day = date.today().isoformat()  # noqa: DTZ011 - the day here, as at the start of an evening
    assert main(["init", "club", "--pairs", "4", "--boards", "6", "--date", day]) == 0
    club = tmp_path / "club"
    rows = [(number, ATTACKS[number], "", ATTACKS[number + 2], "") for number in range(1, 5)]
    with (club / "names.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("number", "name1", "id1", "name2", "id2"), *rows])
    config = club / "tournament.toml"
    text = config.read_text(encoding="utf-8")
    named = text.replace('#secret_file = "secret.txt"', 'secret_file = "secret.txt"')
    config.write_text(re.sub("(?m)^name = .*$", f"name = '{ATTACKS[0]}'", named, count=1), "utf-8")
    (club / "secret.txt").write_text(f"{SECRET}\n", "ascii")
    (club / "secret.txt").chmod(0o600)
    return club


def _play(club: Path) -> None:
    """Let table 1 deliver its first board, and another tablet something under another secret."""
    config = str(club / "tournament.toml")
    assert main(["run", config, "--once"]) == 0
    board = (club / "exchange" / "IN_T1.txt").read_text("utf-8").splitlines()[0]
    device = "Latest 1  AndroidId <b>'=1+1\n"
    text = f"{device}{board},<img src=x onerror=alert(1)>\n{board},3NT,=,N,SA,-9999\n"
    (club / "exchange" / "OUT_T1_E.txt").write_bytes(seal(text, Secret.parse(SECRET)))
    (club / "exchange" / "OUT_T2_E.txt").write_bytes(seal(text, Secret.parse("abcd")))
    assert main(["run", config, "--once"]) == 0


class _Tags(HTMLParser):
    """Which elements and handlers a page has."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.handlers: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.handlers |= {name for name, _ in attrs if name.startswith("on")}


def test_no_name_and_no_tablet_gives_orders_to_a_page_or_program(evening: Path) -> None:
    _play(evening)
    config = str(evening / "tournament.toml")
    for form in ("json", "csv", "pbn", "usebio"):
        assert main(["export", config, "--format", form, "--out", f"results.{form}"]) == 0
    page = _Tags()
    page.feed((evening / "live" / "index.html").read_text("utf-8"))
    assert page.elements & {"img", "iframe", "b"} == set()
    assert page.handlers == set()
    shown = (evening / "live" / "index.html").read_text("utf-8")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown
    assert "<script>alert" not in shown
    tables = [*(evening / "live").glob("*.csv"), Path("results.csv")]
    assert len(tables) == 3
    for table in tables:
        text = table.read_text("utf-8-sig")
        cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
        formulas = [cell for cell in cells if FORMULA.match(cell)]
        assert [cell for cell in formulas if not re.fullmatch(r"-?[0-9.]+", cell)] == []
    ET.fromstring(Path("results.usebio").read_bytes())  # noqa: S314 - our own text
    json.loads(Path("results.json").read_bytes())
    pbn = Path("results.pbn").read_text("utf-8", "replace")
    assert re.findall(r'(?m)^\[Event "x', pbn) == []
    assert all(line.count("[Event") <= 1 for line in pbn.splitlines())


def test_nobody_is_told_the_secret(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _play(evening)
    config = str(evening / "tournament.toml")
    assert main(["status", config, "--json"]) == 0
    assert main(["export", config, "--format", "ledger", "--out", "ledger.jsonl"]) == 0
    main(["close", config, "--anyway"])
    told = capsys.readouterr()
    key = SECRET * 4
    hidden = {
        form.encode()
        for text in (SECRET, key)
        for form in (text, text.encode().hex(), base64.b64encode(text.encode()).decode())
    }
    written = {
        path: path.read_bytes()
        for path in evening.rglob("*")
        if path.is_file() and path.name != "secret.txt"
    }
    assert len(written) > 10
    written[Path("said")] = (told.out + told.err).encode()
    assert "out-unreadable" in told.out + told.err
    for form in hidden:
        assert [path for path, content in written.items() if form in content] == []
    secret = Secret.parse(SECRET)
    assert SECRET not in f"{secret!r} {secret} {[secret]}"
