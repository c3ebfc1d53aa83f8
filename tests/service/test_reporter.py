"""The federation's reports, made beside the one that writes."""

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from daemon.folder.memory_documents import MemoryDocuments
from daemon.folder.port import (
    FileBusyError,
    FileGoneError,
    FileSeen,
    FolderGoneError,
    FolderRefusedError,
    NameTakenError,
)
from daemon.frbe.building import Wishes
from daemon.frbe.dropped import report_of
from daemon.frbe.file_name import Kind
from daemon.frbe.text import MAX_BYTES
from daemon.problem import Problem, Severity, Span
from daemon.service import players_file, reporter
from daemon.service.desk import Desk
from daemon.service.messages import DocumentAnswered, DocumentCame, DocumentFailed
from daemon.service.players_file import PlayersError, read_players
from daemon.service.report_news import of_document
from daemon.service.reporter import REST_SECONDS, Reporter
from daemon.tournament.entry import Answer, ReportAnswered
from daemon.tournament.told import Level, Told

if TYPE_CHECKING:
    from tests.service.conftest import Place, Running

DATA = Path(__file__).parent.parent / "data" / "frbe"
TRF = (DATA / "round_robin_8.trf").read_bytes()
UNDATED = (DATA / "no_dates.trf").read_bytes()
REPORT = "out/A24OPE1a.618"
REASON = "no/{}.reason.txt"


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class Watched(MemoryDocuments):
    """Documents that can be made to refuse, or to change, when they are asked."""

    def __init__(self) -> None:
        super().__init__(max_file_bytes=MAX_BYTES, max_files=100)
        self.before_read: Callable[[str], None] = lambda _: None
        self.before_add: Callable[[str], None] = lambda _: None
        self.before_make: Callable[[str], None] = lambda _: None

    def make(self, place: str) -> None:
        self.before_make(place)
        super().make(place)

    def read(self, name: str) -> tuple[FileSeen, bytes]:
        self.before_read(name)
        return super().read(name)

    def add(self, name: str, content: bytes) -> None:
        self.before_add(name)
        super().add(name, content)


@dataclass
class Office:
    """A desk in memory, a reporter at it, and a clock to turn."""

    documents: Watched = field(default_factory=Watched)
    wishes: Wishes = field(default_factory=lambda: Wishes(618, Kind.OPEN, sender="Club 618"))
    players: Path | None = None
    now: float = 0.0
    posted: list[DocumentCame | DocumentAnswered | DocumentFailed] = field(default_factory=list)

    def __post_init__(self) -> None:
        for place in ("in", "out", "no"):
            self.documents.make(place)
        self.open()

    @property
    def desk(self) -> Desk:
        return Desk(self.documents, "in", "out", "no", self.wishes, self.players, 0.1)

    def open(self) -> None:
        """A reporter who remembers nothing yet."""
        self.reporter = Reporter(
            self.desk, self.posted.append, lambda: date(2026, 11, 1), lambda: self.now
        )

    def start_again(self) -> None:
        """A new start of the daemon: what was answered stands in the ledger."""
        facts = self.facts
        self.posted.clear()
        self.open()
        self.reporter.remember(facts)

    def settle(self, seconds: float = 1.0) -> None:
        """Look, and look again after so long."""
        self.reporter.look()
        self.now += seconds
        self.reporter.look()

    @property
    def facts(self) -> list[ReportAnswered]:
        return [one.fact for one in self.posted if isinstance(one, DocumentAnswered)]

    @property
    def answers(self) -> list[tuple[str, Answer, str]]:
        return [(fact.name, fact.answer, fact.made) for fact in self.facts]

    @property
    def failures(self) -> list[tuple[str, str]]:
        return [(one.name, one.message) for one in self.posted if isinstance(one, DocumentFailed)]

    def names(self, place: str) -> tuple[str, ...]:
        return self.documents.names(place)


@pytest.fixture
def office() -> Office:
    return Office()


# Reports and reasons


def test_a_trf_becomes_a_report_and_stays_in_the_inbox(office: Office) -> None:
    office.documents.write("in/open.trf", TRF)
    office.settle()
    assert office.posted[0] == DocumentCame("in/open.trf", len(TRF))
    assert office.answers == [("in/open.trf", Answer.WRITTEN, REPORT)]
    assert office.facts[0].sha256 == sha256(TRF)
    assert office.names("in") == ("open.trf",)
    assert office.names("no") == ()
    text = office.documents.content(REPORT).decode("cp1252").split("\r\n")
    assert text[0] == "Tournoi : Club championship"
    assert text[2:5] == [
        *("Envoyé par : Club 618", "Date fin de tournoi : 24-10-2026", "Tempo : 90 min + 30 s")
    ]


def test_a_file_with_errors_gets_a_reason_that_names_them_all(office: Office) -> None:
    office.documents.write("in/open.trf", UNDATED)
    office.settle()
    assert office.answers == [("in/open.trf", Answer.REJECTED, REASON.format("open.trf"))]
    assert office.names("out") == ()
    assert office.names("in") == ("open.trf",)
    text = office.documents.content(REASON.format("open.trf")).decode()
    assert text.startswith("open.trf did not become a report for the federation.\r\n\r\nWhy:\r\n")
    assert "[start-missing]\r\n" in text
    assert "[end-missing]\r\n" in text
    assert "\n" not in text.replace("\r\n", "")


def test_a_file_is_left_alone_until_it_has_been_quiet_for_a_second(office: Office) -> None:
    office.documents.write("in/open.trf", TRF[:2000])
    office.settle(0.9)
    office.documents.write("in/open.trf", TRF)
    office.settle(0.9)
    assert office.posted == []
    office.now += 0.1
    office.reporter.look()
    assert office.answers == [("in/open.trf", Answer.WRITTEN, REPORT)]


def test_a_file_that_changes_between_the_look_and_the_reading_waits(office: Office) -> None:
    def change(name: str) -> None:
        office.documents.before_read = lambda _: None
        office.documents.write(name, TRF)

    office.documents.write("in/open.trf", TRF[:2000])
    office.documents.before_read = change
    office.settle()
    assert office.posted == []
    office.settle()
    assert office.answers == [("in/open.trf", Answer.WRITTEN, REPORT)]


@pytest.mark.parametrize("error", [FileBusyError, FileGoneError])
def test_a_file_that_cannot_be_read_just_now_waits(office: Office, error: type[Exception]) -> None:
    def refuse(_: str) -> None:
        raise error("later")

    office.documents.write("in/open.trf", TRF)
    office.documents.before_read = refuse
    office.settle()
    assert office.posted == []
    office.documents.before_read = lambda _: None
    office.reporter.look()
    assert len(office.facts) == 1


# The same content


def test_the_same_content_makes_nothing_new_and_is_told_once(office: Office) -> None:
    office.documents.write("in/open.trf", TRF)
    office.settle()
    office.documents.write("in/copy.trf", TRF)
    office.settle()
    office.documents.write("in/copy.trf", TRF)  # saved once more
    office.settle()
    assert office.answers == [
        ("in/open.trf", Answer.WRITTEN, REPORT),
        ("in/copy.trf", Answer.KNOWN, REPORT),
    ]
    assert office.names("out") == ("A24OPE1a.618",)


def test_what_was_refused_is_not_refused_again_under_another_name(office: Office) -> None:
    office.documents.write("in/open.trf", UNDATED)
    office.settle()
    office.documents.write("in/copy.trf", UNDATED)
    office.settle()
    assert office.answers[1] == ("in/copy.trf", Answer.KNOWN, REASON.format("open.trf"))
    assert office.names("no") == ("open.trf.reason.txt",)


def test_a_restart_makes_and_tells_nothing_again(office: Office) -> None:
    office.documents.write("in/bad.trf", UNDATED)
    office.documents.write("in/copy.trf", TRF)
    office.documents.write("in/open.trf", TRF)
    office.settle()
    assert len(office.facts) == 3
    office.start_again()
    office.documents.delete("out/A24OPE1a.618")  # it was sent, and taken out
    office.settle()
    assert office.posted == []
    assert office.names("out") == ()


def test_a_file_that_was_taken_away_and_comes_back_is_known(office: Office) -> None:
    office.documents.write("in/open.trf", TRF)
    office.settle()
    office.documents.delete("in/open.trf")
    office.settle()
    office.documents.write("in/open.trf", TRF)
    office.settle()
    assert len(office.facts) == 1
    assert office.names("out") == ("A24OPE1a.618",)


def test_a_corrected_file_becomes_a_report_under_the_next_name(office: Office) -> None:
    office.documents.write("in/open.trf", TRF)
    office.settle()
    office.documents.delete(REPORT)  # it was sent, and taken out
    office.documents.write("in/open.trf", TRF.replace(b"2104", b"2105"))
    office.settle()
    assert office.answers[1] == ("in/open.trf", Answer.WRITTEN, "out/A24OPE1b.618")


def test_a_report_takes_the_next_name_after_those_in_the_outbox(office: Office) -> None:
    office.documents.write("out/a24ope1A.618", b"of another program")
    office.documents.write("out/A24OPE1b.618", b"x" * (MAX_BYTES + 1))
    office.documents.write("in/open.trf", TRF)
    office.settle()
    assert office.answers == [("in/open.trf", Answer.WRITTEN, "out/A24OPE1c.618")]
    assert office.documents.content("out/a24ope1A.618") == b"of another program"


def test_a_report_that_was_written_before_the_power_went_is_taken_for_what_it_is(
    office: Office,
) -> None:
    office.documents.write("in/open.trf", TRF)
    office.documents.write("in/worse.trf", UNDATED)
    office.settle()
    office.posted.clear()
    office.open()  # nothing of it stands in the ledger
    office.settle()
    assert office.answers == [
        ("in/open.trf", Answer.WRITTEN, REPORT),
        ("in/worse.trf", Answer.REJECTED, REASON.format("worse.trf")),
    ]
    assert office.names("out") == ("A24OPE1a.618",)
    assert office.names("no") == ("worse.trf.reason.txt",)


def test_a_second_reason_for_the_same_name_is_numbered(office: Office) -> None:
    office.documents.write("in/open.trf", UNDATED)
    office.settle()
    office.documents.write("in/open.trf", b"no tournament")
    office.settle()
    assert office.names("no") == ("open.trf.reason (2).txt", "open.trf.reason.txt")


def test_a_name_that_somebody_takes_at_this_moment_is_left_to_them(office: Office) -> None:
    taken: list[str] = []

    def take(name: str) -> None:
        if not taken:
            taken.append(name)
            raise NameTakenError("somebody was faster")

    office.documents.before_add = take
    office.documents.write("in/open.trf", TRF)
    office.settle()
    taken.clear()
    office.documents.write("in/bad.trf", UNDATED)
    office.settle()
    assert [made for _, _, made in office.answers] == [
        *("out/A24OPE1b.618", "no/bad.trf.reason (2).txt")
    ]


# What is refused is judged again when the terms change


def test_a_refusal_is_judged_again_under_other_settings_and_a_report_is_not(
    office: Office,
) -> None:
    office.documents.write("in/bad.trf", UNDATED)
    office.documents.write("in/open.trf", TRF)
    office.settle()
    office.wishes = replace(office.wishes, sender="Club 618, Gent")
    office.start_again()
    office.settle()
    assert office.answers == [
        ("in/bad.trf", Answer.REJECTED, "no/bad.trf.reason.txt"),
    ]


def test_the_list_of_players_gives_matricules(office: Office, tmp_path: Path) -> None:
    office.players = tmp_path / "players.csv"
    office.players.write_text("matricule,name,fide_id\n10001,Aerts An,40001\n")
    office.open()
    office.documents.write("in/open.trf", TRF)
    office.settle()
    assert b" 1 Aerts An            10001" in office.documents.content(REPORT)


def test_without_its_list_a_file_waits_and_that_is_told_once(
    office: Office, tmp_path: Path
) -> None:
    office.players = tmp_path / "players.csv"
    office.open()
    office.documents.write("in/open.trf", TRF)
    office.settle()
    office.settle(REST_SECONDS)
    office.settle(REST_SECONDS)
    assert office.failures == [
        (
            "in/open.trf",
            (
                f"the federation's list {office.players} (frbe.players) cannot be read (No such "
                "file or directory): put it there, or correct the setting; what lies in the inbox "
                "waits"
            ),
        )
    ]
    office.players.write_text("matricule,name\n")
    office.settle(REST_SECONDS)
    assert office.answers == [("in/open.trf", Answer.WRITTEN, REPORT)]


def test_what_became_a_report_needs_no_list_any_more(office: Office, tmp_path: Path) -> None:
    office.players = tmp_path / "players.csv"
    office.players.write_text("matricule,name\n")
    office.open()
    office.documents.write("in/open.trf", TRF)
    office.settle()
    office.start_again()
    office.players.unlink()
    office.settle()
    assert office.posted == []


def test_a_list_is_read_once_as_long_as_it_is_the_same(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Path] = []

    def counted(path: Path) -> players_file.Players:
        read.append(path)
        return read_players(path)

    monkeypatch.setattr(players_file, "read_players", counted)
    office.players = tmp_path / "players.csv"
    office.players.write_text("matricule,name\n")
    office.open()
    office.documents.write("in/a.trf", TRF)
    office.documents.write("in/b.trf", UNDATED)
    office.settle()
    assert len(read) == 1
    office.players.write_text("matricule,name\n1,Aerts An\n")
    office.documents.write("in/c.trf", b"no tournament")
    office.settle()
    assert len(read) == 2


def test_a_list_that_is_none_is_told(tmp_path: Path) -> None:
    path = tmp_path / "players.csv"
    path.write_text("Dear club\n")
    with pytest.raises(PlayersError) as caught:
        read_players(path)
    assert str(caught.value) == (
        f"the federation's list {path} (frbe.players) cannot be used: the list has no column "
        "matricule and name: its columns are matricule, name, club, games, elo, fide_id, "
        "nationality (matricule and name at least); what lies in the inbox waits"
    )


def test_a_list_larger_than_any_is_refused_and_not_read_in_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players_file, "LARGEST_LIST", 1024 * 1024)
    path = tmp_path / "players.csv"
    path.write_text("matricule,name\n1,Aerts An\n" + "\n" * 1024 * 1024)
    with pytest.raises(PlayersError) as caught:
        read_players(path)
    assert str(caught.value) == (
        f"the federation's list {path} (frbe.players) has more than 1 MB: name the right file; "
        "what lies in the inbox waits"
    )


# Trouble


def test_a_file_larger_than_any_tournament_is_refused_by_its_size(office: Office) -> None:
    office.documents.write("in/film.txt", b"x" * (MAX_BYTES + 1))
    office.settle()
    office.settle()
    told = (
        f"this file has {MAX_BYTES + 1} bytes, and no tournament has more than {MAX_BYTES}: is it "
        "the right one?"
    )
    assert office.failures == [("in/film.txt", f"{told} no/film.txt.reason.txt says so, too")]
    assert told in office.documents.content("no/film.txt.reason.txt").decode()


def test_a_folder_that_is_away_is_no_news_here(office: Office) -> None:
    office.documents.write("in/open.trf", TRF)
    office.documents.vanish()
    office.settle()
    assert office.posted == []
    office.documents.come_back()
    office.settle()
    assert len(office.facts) == 1


def test_a_folder_that_goes_away_while_a_report_is_made_is_no_news_either(office: Office) -> None:
    def go(_: str) -> None:
        raise FolderGoneError("gone")

    office.documents.write("in/open.trf", TRF)
    office.documents.before_add = go
    office.settle()
    assert office.posted == [DocumentCame("in/open.trf", len(TRF))]
    office.documents.before_add = lambda _: None
    office.settle()
    assert len(office.facts) == 1
    assert len(office.posted) == 2


def test_a_place_that_cannot_be_made_is_told_once(office: Office) -> None:
    def refuse(_: str) -> None:
        raise FolderRefusedError("no permission for in")

    office.documents.before_make = refuse
    for _ in range(3):
        office.settle(REST_SECONDS)
    assert office.failures == [("in", "no permission for in")]


def test_after_trouble_it_rests_before_it_tries_again(office: Office) -> None:
    asked: list[str] = []

    def refuse(name: str) -> None:
        asked.append(name)
        raise FolderRefusedError("the disk is full")

    office.documents.write("in/open.trf", TRF)
    office.documents.before_add = refuse
    office.settle()
    office.settle()
    assert office.failures == [("in/open.trf", "the disk is full")]
    assert len(asked) == 1
    office.documents.before_add = lambda _: None
    office.settle(REST_SECONDS)
    assert office.answers == [("in/open.trf", Answer.WRITTEN, REPORT)]


def test_an_error_that_nobody_foresaw_is_told_and_the_other_files_are_dealt_with(
    office: Office, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(data: bytes, name: str, *others: object) -> object:
        if name == "bad.trf":
            raise ZeroDivisionError("by nothing")
        return report_of(data, name, *others)  # type: ignore[arg-type] # passed on as they came

    monkeypatch.setattr(reporter, "report_of", fail)
    office.documents.write("in/bad.trf", UNDATED)
    office.documents.write("in/open.trf", TRF)
    with caplog.at_level(logging.ERROR):
        office.settle()
        office.settle(REST_SECONDS)
    assert office.failures == [
        (
            "in/bad.trf",
            (
                "an error that nobody foresaw (ZeroDivisionError: by nothing); the evening goes "
                "on: try `tournamentd report build`, and tell those who mend this program"
            ),
        )
    ]
    assert office.answers == [("in/open.trf", Answer.WRITTEN, REPORT)]
    assert [record.message for record in caplog.records] == [
        "A report for the federation could not be made"
    ]


def test_an_error_that_nobody_foresaw_about_the_inbox_is_told_once(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: str) -> None:
        raise RuntimeError("a sync client's own")

    office.documents.before_make = fail
    with caplog.at_level(logging.ERROR):
        office.settle(REST_SECONDS)
        office.settle(REST_SECONDS)
    assert [name for name, _ in office.failures] == ["in"]
    assert len(caplog.records) == 1


def test_a_report_that_its_own_check_refuses_is_none(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = Problem(Severity.ERROR, "no-name", "every name is taken")
    monkeypatch.setattr("daemon.service.desk.build", lambda *_: (None, (problem,)))
    office.documents.write("in/open.trf", TRF)
    office.settle()
    assert office.answers == [("in/open.trf", Answer.REJECTED, REASON.format("open.trf"))]
    assert "every name is taken" in office.documents.content(REASON.format("open.trf")).decode()


# What is told


def told(message: DocumentCame | DocumentAnswered | DocumentFailed) -> list[Told]:
    return list(of_document(message))


def answered(answer: Answer, *problems: Problem, made: str = REPORT) -> list[Told]:
    fact = ReportAnswered("in/open.trf", "ab", answer, made, "c")
    return told(DocumentAnswered(fact, problems))


FIELDS = (("file", "in/open.trf"), ("made", REPORT))


def test_what_comes_in_and_what_fails_is_told() -> None:
    assert told(DocumentCame("in/open.trf", 1)) == [
        Told(
            "report.received",
            "1 byte came in for the federation's report",
            fields=(("file", "in/open.trf"), ("bytes", 1)),
        )
    ]
    assert told(DocumentFailed("in", "mend it")) == [
        Told("report.failed", "mend it", Level.ERROR, (("file", "in"),))
    ]


def test_a_report_is_told_with_what_is_odd_in_it() -> None:
    odd = Problem(Severity.WARNING, "name-cut", "a name is cut", "open.trf", Span(3, 10))
    note = Problem(Severity.NOTE, "matched-by-name", "look over it", "A24OPE1a.618")
    assert answered(Answer.WRITTEN, odd, note) == [
        Told("report.written", f"the report {REPORT} is ready for the federation", fields=FIELDS),
        Told(
            "report.doubtful",
            "a name is cut",
            Level.WARNING,
            (("code", "name-cut"), ("file", "in/open.trf"), ("line", 3), ("column", 10)),
        ),
        Told(
            "report.doubtful",
            "look over it",
            Level.INFO,
            (("code", "matched-by-name"), ("file", REPORT), ("line", None), ("column", None)),
        ),
    ]


def test_of_many_things_that_are_odd_twenty_are_told() -> None:
    odd = Problem(Severity.WARNING, "name-cut", "a name is cut")
    lines = answered(Answer.WRITTEN, *[odd] * 23)
    assert len(lines) == 22
    assert lines[-1].text == (
        "3 more of this: `tournamentd report check` lists what is odd in a report"
    )


def test_a_refusal_is_told_with_its_first_error() -> None:
    odd = Problem(Severity.WARNING, "name-cut", "a name is cut")
    errors = [
        Problem(Severity.ERROR, code, f"{code} is wrong") for code in ("start", "end", "cell")
    ]
    made = REASON.format("open.trf")
    assert [line.text for line in answered(Answer.REJECTED, odd, errors[0], made=made)] == [
        f"no report: start is wrong [start]; {made} says what to do"
    ]
    (line,) = answered(Answer.REJECTED, odd, *errors, made=made)
    assert line.text == (
        f"no report: start is wrong [start], and 2 more errors; {made} says what to do"
    )
    assert line.level is Level.ERROR


def test_known_content_is_told() -> None:
    assert answered(Answer.KNOWN) == [
        Told(
            "report.known",
            f"its content was dealt with before, see {REPORT}: nothing new is made",
            fields=FIELDS,
        )
    ]


# In the daemon


def with_desk(place: "Place", office: Office) -> "Place":
    """The place, with the desk of an office in its house."""
    place.house = replace(place.house, desk=office.desk)
    return place


def reports(place: "Place") -> list[str]:
    return [event for event in place.log.events if event.startswith("report.")]


def facts(place: "Place") -> list[ReportAnswered]:
    return [fact for fact in place.ledger.facts if isinstance(fact, ReportAnswered)]


class Ticking:
    """Seconds that pass by being asked for."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.5
        return self.now


def test_a_running_daemon_makes_a_report_and_remembers_it(
    place: "Place", office: Office, start: "Callable[..., Running]"
) -> None:
    place = with_desk(place, office)
    place.house = replace(place.house, monotonic=Ticking())
    daemon = start(place)
    office.documents.write("in/open.trf", TRF)
    place.log.wait_for("report.written")
    office.documents.write("in/copy.trf", TRF)
    place.log.wait_for("report.known")
    office.documents.write("in/bad.trf", UNDATED)
    place.log.wait_for("report.rejected")
    daemon.stop()
    assert [fact.answer for fact in facts(place)] == [
        *(Answer.WRITTEN, Answer.KNOWN, Answer.REJECTED)
    ]
    assert daemon.error is None
    again = place.again()
    again.once()
    assert reports(again) == []
    assert len(facts(again)) == 3


def test_a_single_run_waits_until_a_file_is_quiet(
    place: "Place", office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reporter, "PAUSE_SECONDS", 0.0)
    office.documents.write("in/open.trf", TRF)
    place = with_desk(place, office)
    place.house = replace(place.house, monotonic=Ticking())
    place.once()
    assert reports(place)[:2] == ["report.received", "report.written"]
    assert place.log.events.index("standings.published") < place.log.events.index("report.received")
    assert place.log.events[-1] == "daemon.stopping"


def test_a_single_run_leaves_what_never_becomes_quiet_to_the_next(
    place: "Place", office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reporter, "PAUSE_SECONDS", 0.0)
    office.documents.write("in/open.trf", TRF)
    place = with_desk(place, office)  # whose clock stands still
    place.once()
    assert reports(place) == []
    assert place.log.events[-1] == "daemon.stopping"


def test_what_was_answered_while_the_ledger_was_full_is_recorded_later(
    place: "Place", office: Office, start: "Callable[..., Running]"
) -> None:
    place = with_desk(place, office)
    place.house = replace(place.house, monotonic=Ticking())
    daemon = start(place)
    place.ledger.room = 0
    office.documents.write("in/open.trf", TRF)
    place.log.wait_for("ledger.full")
    assert facts(place) == []
    place.ledger.room = None
    office.documents.write("in/bad.trf", UNDATED)
    place.log.wait_for("ledger.restored")
    place.log.wait_for("report.rejected")
    daemon.stop()
    assert [fact.name for fact in facts(place)] == ["in/open.trf", "in/bad.trf"]


def test_reports_do_not_touch_the_results(
    place: "Place", office: Office, start: "Callable[..., Running]"
) -> None:
    place = with_desk(place, office)
    place.house = replace(place.house, monotonic=Ticking())
    daemon = start(place)
    office.documents.write("in/open.trf", TRF)
    place.log.wait_for("report.written")
    daemon.stop()
    assert place.log.events.count("standings.published") == 1
