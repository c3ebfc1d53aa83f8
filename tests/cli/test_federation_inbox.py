"""Reports for the federation, from a file that is dropped to one that can be sent."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from daemon.cli.loading import load
from daemon.cli.main import main
from daemon.cli.running import run_loaded
from daemon.ledger.sqlite import read_ledger
from daemon.service.house import Orders
from daemon.service.messages import DocumentAnswered, Message, Stop
from daemon.settings.model import Stale
from daemon.tournament.entry import Answer, ReportAnswered

if TYPE_CHECKING:
    from tests.cli.conftest import Event

Tell = Callable[[], list[dict[str, Any]]]

PATIENCE_SECONDS = 20
DATA = Path(__file__).parent.parent / "data" / "frbe"
TRF = (DATA / "round_robin_8.trf").read_bytes()
UNDATED = (DATA / "no_dates.trf").read_bytes()
SPREADSHEET = """\
name;matricule;club;1 2026-10-03
Aerts An;101;618;2 B 1
Baert Tom;102;618;1 N 0
"""


@pytest.fixture
def club(event: Event) -> Event:
    """The evening of a club that sends reports."""
    text = event.config.read_text("utf-8")
    event.config.write_text(f'{text}\n[frbe]\nclub = 618\ntype = "OPE"\n', "utf-8")
    return event


def drop(event: Event, name: str, content: bytes) -> None:
    inbox = event.box / "frbe" / "inbox"
    inbox.mkdir(parents=True, exist_ok=True)
    (inbox / name).write_bytes(content)


def lying(event: Event) -> dict[str, list[str]]:
    return {
        place: sorted(path.name for path in (event.box / "frbe" / place).iterdir())
        for place in ("inbox", "outbox", "rejected")
    }


def told_of_reports(told: Tell) -> list[tuple[str, str]]:
    lines = told()
    return [(line["event"], line["file"]) for line in lines if line["event"].startswith("report.")]


def answers(event: Event) -> list[Answer]:
    ledger = read_ledger(event.directory / "state")
    try:
        facts = [entry.fact for entry in ledger.entries()]
    finally:
        ledger.close()
    return [fact.answer for fact in facts if isinstance(fact, ReportAnswered)]


def test_the_folders_are_made_at_the_start(club: Event) -> None:
    assert club.command("run", "--once") == 0
    assert lying(club) == {"inbox": [], "outbox": [], "rejected": []}


def test_a_club_without_the_table_gets_no_folders(event: Event) -> None:
    assert event.command("run", "--once") == 0
    assert not (event.box / "frbe").exists()


def test_a_single_run_makes_reports_and_reasons_and_the_next_nothing_new(
    club: Event, told: Tell, capsys: pytest.CaptureFixture[str]
) -> None:
    club.play()
    drop(club, "open.trf", TRF)
    drop(club, "club.csv", SPREADSHEET.encode())
    drop(club, "undated.trf", UNDATED)
    drop(club, "copy.trf", TRF)
    assert club.command("run", "--once") == 0
    assert lying(club) == {
        "inbox": ["club.csv", "copy.trf", "open.trf", "undated.trf"],
        "outbox": ["A03OPE1a.618", "A24OPE1a.618"],
        "rejected": ["undated.trf.reason.txt"],
    }
    assert [one for one in told_of_reports(told) if one[0] != "report.doubtful"] == [
        *(("report.received", "frbe/inbox/club.csv"), ("report.written", "frbe/inbox/club.csv")),
        *(("report.received", "frbe/inbox/copy.trf"), ("report.written", "frbe/inbox/copy.trf")),
        *(("report.received", "frbe/inbox/open.trf"), ("report.known", "frbe/inbox/open.trf")),
        ("report.received", "frbe/inbox/undated.trf"),
        ("report.rejected", "frbe/inbox/undated.trf"),
    ]
    assert club.published("standings.json")["complete"]
    for report in (club.box / "frbe" / "outbox").iterdir():
        assert main(["report", "check", str(report)]) == 0
    before = club.seen()
    capsys.readouterr()
    assert club.command("run", "--once") == 0
    assert club.seen() == before
    assert told_of_reports(told) == []


def test_next_week_what_still_lies_in_the_inbox_makes_nothing_new(
    club: Event, told: Tell, capsys: pytest.CaptureFixture[str]
) -> None:
    club.play()
    drop(club, "open.trf", TRF)
    drop(club, "undated.trf", UNDATED)
    assert club.command("run", "--once") == 0
    (club.box / "frbe" / "outbox" / "A24OPE1a.618").unlink()  # it was sent
    assert club.command("next") == 0
    assert answers(club) == [Answer.WRITTEN, Answer.REJECTED]
    capsys.readouterr()
    assert club.command("run", "--once") == 0
    assert told_of_reports(told) == []
    assert lying(club)["outbox"] == []


def test_links_are_not_followed(club: Event, tmp_path: Path) -> None:
    drop(club, "a.trf", TRF)
    (tmp_path / "secret.trf").write_bytes(TRF.replace(b"2104", b"2105"))
    (club.box / "frbe" / "inbox" / "b.trf").symlink_to(tmp_path / "secret.trf")
    assert club.command("run", "--once") == 0
    assert lying(club)["outbox"] == ["A24OPE1a.618"]


def test_an_outbox_that_cannot_be_used_does_not_end_the_run(club: Event, told: Tell) -> None:
    club.play()
    drop(club, "open.trf", TRF)
    outbox = club.box / "frbe" / "outbox"
    outbox.write_text("a file where a folder should be")
    assert club.command("run", "--once") == 0
    assert club.published("standings.json")["complete"]
    (failed,) = [line for line in told() if line["event"].startswith("report.")]
    assert failed["event"] == "report.failed"
    assert failed["text"] == (
        f"{outbox} is a link or a file where a folder should be. Put a folder there, then try "
        "again."
    )
    outbox.unlink()
    assert club.command("run", "--once") == 0
    assert lying(club)["outbox"] == ["A24OPE1a.618"]


class Inbox(queue.SimpleQueue[Message]):
    """The daemon's inbox, and a place to wait for answers."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: queue.SimpleQueue[DocumentAnswered] = queue.SimpleQueue()

    def put(self, item: Message, block: bool = True, timeout: float | None = None) -> None:  # noqa: FBT001, FBT002 - the queue's own
        super().put(item, block, timeout)
        if isinstance(item, DocumentAnswered):
            self.answers.put(item)


@pytest.fixture
def running(club: Event) -> Iterator[Inbox]:
    """The daemon of the club, on its real folders."""
    inbox, ended = Inbox(), []

    def run() -> None:
        ended.append(run_loaded(load(club.config), Orders(Stale.REFUSE), inbox))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    yield inbox
    inbox.put(Stop("the test is over"))
    thread.join(PATIENCE_SECONDS)
    assert ended == [0]


def test_a_running_daemon_answers_what_is_dropped(club: Event, running: Inbox) -> None:
    drop(club, "undated.trf", UNDATED)
    fact = running.answers.get(timeout=PATIENCE_SECONDS).fact
    assert (fact.answer, fact.made) == (Answer.REJECTED, "frbe/rejected/undated.trf.reason.txt")
    reason = (club.box / "frbe" / "rejected" / "undated.trf.reason.txt").read_bytes()
    assert b"[end-missing]\r\n" in reason
    dated = TRF.replace(b"Aerts, An", b"Aerts, Al")
    drop(club, "undated.trf", dated)  # corrected, under the same name
    fact = running.answers.get(timeout=PATIENCE_SECONDS).fact
    assert (fact.answer, fact.made) == (Answer.WRITTEN, "frbe/outbox/A24OPE1a.618")
    assert b"Aerts Al" in (club.box / "frbe" / "outbox" / "A24OPE1a.618").read_bytes()


# check


def test_check_says_where_reports_go(club: Event, capsys: pytest.CaptureFixture[str]) -> None:
    assert club.command("check") == 0
    said = capsys.readouterr()
    assert (
        "The federation's reports of club 618 (OPE): what lies in frbe/inbox goes into frbe/outbox "
        "or frbe/rejected\n"
    ) in said.out
    assert said.err == ""
    assert not (club.box / "frbe").exists()  # check writes nothing


def test_check_names_a_list_that_cannot_be_used(
    club: Event, capsys: pytest.CaptureFixture[str]
) -> None:
    club.change("club = 618", 'club = 618\nplayers = "player.dbf"')
    assert club.command("check") == 0
    path = club.directory / "player.dbf"
    assert capsys.readouterr().err.splitlines()[0] == (
        f"{club.config}:16:11: warning: the federation's list {path} (frbe.players) cannot be read "
        "(No such file or directory): put it there, or correct the setting; what lies in the inbox "
        "waits [frbe-players]"
    )
    path.write_text("matricule,name\n")
    assert club.command("check") == 0
    assert capsys.readouterr().err == ""


def test_check_refuses_a_table_without_club_and_type(
    event: Event, capsys: pytest.CaptureFixture[str]
) -> None:
    text = event.config.read_text("utf-8")
    event.config.write_text(f"[frbe]\n{text}", "utf-8")
    assert event.command("check") == 1
    said = capsys.readouterr().err
    assert "club is missing under [frbe]" in said
    assert "type is missing under [frbe]" in said
