from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sized
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from daemon.ledger.port import LedgerDamagedError, LedgerFullError
from daemon.problem import Problem, Source, Span
from daemon.publish.writing import PublishError
from daemon.service.guards import remembered
from daemon.service.messages import (
    Arrived,
    Beat,
    DocumentAnswered,
    FolderBack,
    FolderLost,
    InFilesPushed,
    InFilesRefused,
    PlanArrived,
    PlanRefused,
    RulingsArrived,
    RulingsLost,
    Stop,
    Unreadable,
)
from daemon.service.pushing import Pushed
from daemon.service.writer import Writer
from daemon.settings.model import Stale
from daemon.tournament.device_files import in_files
from daemon.tournament.entry import (
    Answer,
    Entry,
    FileReceived,
    PlanRead,
    ReportAnswered,
    RulingsRead,
    Stopped,
)
from daemon.tournament.results import Results
from daemon.tournament.state import State
from daemon.tournament.told import Level, Told

if TYPE_CHECKING:
    from tests.service.conftest import Place

MakeArrived = Callable[..., Arrived]
MakeLine = Callable[..., str]
MakeOut = Callable[..., bytes]


class Desk:
    """A writer that has published for the first time, and what it stands on."""

    def __init__(self, place: Place, stale: Stale = Stale.REFUSE) -> None:
        self.place = place
        house = place.house
        begins = house.clock().astimezone().replace(hour=0, minute=0)
        self.asked: list[Mapping[str, bytes]] = []
        self.called = False
        self.writer = Writer(
            house,
            State(),
            pusher=self,
            day_begins=None if stale is Stale.TAKE else begins,
            is_called=lambda: self.called,
        )
        self.writer.record([house.plan_read])
        self.writer.take(())
        place.log.forget()

    def want(self, files: Mapping[str, bytes]) -> None:
        """Who pushes IN files: only what it is asked for counts here."""
        self.asked.append(files)

    @property
    def results(self) -> Results:
        return self.place.shelf.published[-1]

    @property
    def told(self) -> list[tuple[str, str]]:
        return [(one.event, one.text) for one in self.place.log.heard]


@pytest.fixture
def desk(place: Place) -> Desk:
    return Desk(place)


@pytest.fixture
def one_result(arrived: MakeArrived, out: MakeOut, line: MakeLine) -> Arrived:
    return arrived("OUT_T1.txt", out(line(1, 1, 1, 4)))


@pytest.fixture
def corrected(arrived: MakeArrived, out: MakeOut, line: MakeLine) -> Arrived:
    return arrived("OUT_T1.txt", out(line(1, 1, 1, 4), line(1, 1, 1, 4, -110)))


# Files


def test_a_file_is_recorded_told_and_published(desk: Desk, one_result: Arrived) -> None:
    desk.writer.take([one_result])
    assert desk.place.ledger.facts[1:] == [
        FileReceived("OUT_T1.txt", one_result.seen.modified, one_result.content)
    ]
    assert desk.told[0] == ("out.received", f"{len(one_result.content)} bytes came in")
    assert desk.told[-2:] == [
        ("result.entered", "board 1, 1 against 4 (round 1, table 1): 2H W +1, NS -140"),
        ("standings.published", "1 of 9 results: standings.json"),
    ]
    assert desk.results.played == 1


def test_the_same_bytes_are_no_news(desk: Desk, one_result: Arrived) -> None:
    desk.writer.take([one_result])
    commits, published = len(desk.place.ledger.commits), len(desk.place.shelf.published)
    desk.writer.take([one_result])
    assert len(desk.place.ledger.commits) == commits
    assert len(desk.place.shelf.published) == published


def test_two_versions_that_come_together_are_both_recorded(
    desk: Desk, one_result: Arrived, corrected: Arrived
) -> None:
    desk.writer.take([one_result, corrected, corrected])
    assert [len(facts) for facts in desk.place.ledger.commits] == [1, 2]
    assert desk.place.log.texts("result.corrected") == [
        "board 1, 1 against 4 (round 1, table 1): 2H W +1 (-140) became 2H W = (-110)"
    ]


def test_a_version_that_comes_back_is_news(
    desk: Desk, one_result: Arrived, corrected: Arrived
) -> None:
    for message in (one_result, corrected, one_result):
        desk.writer.take([message])
    received = [fact for fact in desk.place.ledger.facts if isinstance(fact, FileReceived)]
    assert [fact.content for fact in received] == [
        *(one_result.content, corrected.content, one_result.content)
    ]


def test_two_hundred_files_are_one_commit_and_one_publishing(
    desk: Desk, arrived: MakeArrived, out: MakeOut, line: MakeLine
) -> None:
    files = [arrived(f"OUT_T{table}.txt", out(line(table, 1, 1, 4))) for table in range(1, 201)]
    desk.writer.take(files)
    assert [len(facts) for facts in desk.place.ledger.commits] == [1, 200]
    assert len(desk.place.shelf.published) == 2


def test_a_file_that_cannot_be_read_is_told(desk: Desk) -> None:
    desk.writer.take([Unreadable("OUT_T1.txt", "no permission: give it")])
    assert desk.place.log.heard == [
        Told("out.unreadable", "no permission: give it", Level.ERROR, (("file", "OUT_T1.txt"),))
    ]


# Files of another day


def test_a_stale_file_that_turns_up_later_is_held_back(
    desk: Desk, arrived: MakeArrived, one_result: Arrived, yesterday: datetime
) -> None:
    desk.writer.take([arrived("OUT_T1.txt", one_result.content, yesterday)])
    assert desk.results.played == 0
    assert [one.problem.code for one in desk.results.problems] == ["out-stale"]
    (fact,) = desk.place.ledger.commits[-1]
    assert isinstance(fact, FileReceived)
    assert fact.stale is not None
    assert fact.stale.startswith("it was last written on")
    assert [event for event, _ in desk.told] == ["out.received", "out.stale", "standings.published"]


def test_it_is_read_when_its_device_writes_it_anew(
    desk: Desk,
    arrived: MakeArrived,
    one_result: Arrived,
    corrected: Arrived,
    yesterday: datetime,
) -> None:
    desk.writer.take([arrived("OUT_T1.txt", one_result.content, yesterday)])
    desk.writer.take([arrived("OUT_T1.txt", one_result.content, yesterday)])
    assert desk.results.played == 0
    desk.writer.take([corrected])
    assert desk.results.played == 1
    assert desk.results.problems == ()


def test_it_is_read_when_it_is_saved_today_with_the_same_bytes(
    desk: Desk, arrived: MakeArrived, one_result: Arrived, yesterday: datetime
) -> None:
    desk.writer.take([arrived("OUT_T1.txt", one_result.content, yesterday)])
    desk.writer.take([one_result])
    assert desk.results.played == 1
    assert desk.results.problems == ()


def test_a_file_that_was_let_in_is_not_judged_again(
    desk: Desk, arrived: MakeArrived, one_result: Arrived, corrected: Arrived, yesterday: datetime
) -> None:
    """A tablet's clock may jump back; its results are of this evening all the same."""
    desk.writer.take([one_result])
    desk.writer.take([arrived("OUT_T1.txt", corrected.content, yesterday)])
    assert desk.results.played == 1
    assert desk.results.problems == ()


def test_whatever_its_day_a_file_is_taken_when_told_to(
    place: Place, arrived: MakeArrived, one_result: Arrived, yesterday: datetime
) -> None:
    desk = Desk(place, Stale.TAKE)
    desk.writer.take([arrived("OUT_T1.txt", one_result.content, yesterday - timedelta(days=99))])
    assert desk.results.played == 1


# Rulings


def ruled(*entries: str) -> RulingsArrived:
    return RulingsArrived("rulings.toml", "event = 2026-12-01\n" + "".join(entries))


SLIP = '[[result]]\nboard = 1\nns = 1\ncontract = "3NT"\ndeclarer = "N"\nresult = "="\n'
AVERAGE = '[[artificial]]\nboard = 2\nns = 2\news_award = "A-"\n'
AWARD = '[[artificial]]\nboard = 2\nns = 2\nns_award = "A+"\new_award = "A-"\nreason = "noise"\n'


def test_a_ruling_is_repeated_in_words_with_both_sides_scores(desk: Desk) -> None:
    desk.writer.take([ruled(SLIP, AWARD)])
    assert desk.place.log.texts("ruling.applied") == [
        "board 1, 1 against 4 (round 1, table 1): ruled 3NT N =, NS +400, EW -400",
        "board 2, 2 against 5 (round 1, table 2): ruled NS A+, EW A-, because: noise",
    ]
    assert desk.results.played == 2


def test_taking_an_entry_out_undoes_it_and_is_told(desk: Desk) -> None:
    desk.writer.take([ruled(SLIP, AWARD)])
    desk.writer.take([ruled(AWARD)])
    assert desk.place.log.texts("ruling.withdrawn") == [
        (
            "board 1, 1 against 4 (round 1, table 1): the ruling (3NT N =, NS +400, EW -400) was "
            "taken out; it is missing now"
        )
    ]
    assert desk.results.played == 1


def test_one_bad_entry_does_not_stop_the_others(desk: Desk) -> None:
    desk.writer.take([ruled(SLIP, AVERAGE)])
    assert desk.results.played == 1
    assert desk.place.log.events.count("problem.found") >= 1


def test_a_broken_file_keeps_the_last_good_rulings_and_says_so(desk: Desk) -> None:
    desk.writer.take([ruled(SLIP)])
    desk.place.log.forget()
    desk.writer.take([RulingsArrived("rulings.toml", "[[result\n")])
    assert desk.results.played == 1
    assert any(
        "the rulings that were read last (1) stay in force" in text
        for text in desk.place.log.texts("problem.found")
    )
    desk.writer.take([ruled(SLIP)])
    assert "problem.settled" in desk.place.log.events
    assert desk.results.problems == ()


def test_a_suddenly_empty_file_keeps_the_last_good_rulings(desk: Desk) -> None:
    desk.writer.take([ruled(SLIP)])
    desk.writer.take([RulingsArrived("rulings.toml", "")])
    assert desk.results.played == 1


def test_a_missing_file_keeps_the_last_good_rulings_and_says_so(desk: Desk) -> None:
    desk.writer.take([ruled(SLIP)])
    desk.place.log.forget()
    desk.writer.take([RulingsLost("rulings.toml is missing: put it back")])
    assert desk.told == [
        (
            "problem.found",
            "rulings.toml is missing: put it back; the rulings that were read last stay in force",
        )
    ]
    assert desk.place.log.heard[0].level is Level.ERROR
    desk.place.log.forget()
    desk.writer.take([ruled(SLIP)])
    assert desk.told == [("problem.settled", "rulings.toml can be read again")]
    assert desk.results.played == 1


def test_a_file_for_the_federation_is_recorded_once(desk: Desk) -> None:
    fact = ReportAnswered("in/open.trf", "ab12", Answer.WRITTEN, "out/625OPE1a.618", "c3")
    desk.writer.take([DocumentAnswered(fact)])
    desk.writer.take([DocumentAnswered(fact)])
    assert [one for one in desk.place.ledger.facts if isinstance(one, ReportAnswered)] == [fact]


def test_each_text_of_the_rulings_is_recorded_once(desk: Desk) -> None:
    desk.writer.take([ruled(SLIP), ruled(SLIP)])
    desk.writer.take([ruled(SLIP)])
    texts = [fact for fact in desk.place.ledger.facts if isinstance(fact, RulingsRead)]
    assert texts == [RulingsRead("rulings.toml", ruled(SLIP).text)]


# A folder that is lost


def test_a_folder_that_is_lost_is_an_error_and_results_stay(
    desk: Desk, one_result: Arrived
) -> None:
    desk.writer.take([one_result])
    desk.place.log.forget()
    desk.writer.take([FolderLost("Is the drive connected?")])
    desk.writer.take([FolderBack()])
    assert desk.place.log.heard == [
        Told(
            "sync.lost",
            "Is the drive connected? Play goes on: all is read as soon as it is back.",
            Level.ERROR,
        ),
        Told("sync.restored", "the folder is back; it was read whole"),
    ]
    assert desk.results.played == 1


# A disk that is full


def test_a_full_disk_is_told_once_and_loses_nothing(
    desk: Desk, one_result: Arrived, corrected: Arrived
) -> None:
    desk.place.ledger.room = 0
    desk.writer.take([one_result])
    desk.writer.take([corrected, ruled(AWARD)])
    desk.writer.heartbeat()
    assert [one for one in desk.told if one[0] != "heartbeat"] == [
        ("ledger.full", "the disk is full.")
    ]
    assert desk.results.played == 0
    desk.place.ledger.room = None
    desk.place.log.forget()
    desk.writer.heartbeat()
    assert desk.results.played == 2
    events = [event for event, _ in desk.told]
    assert events[:3] == ["ledger.restored", "out.received", "out.received"]
    assert {"ruling.applied", "result.entered", "result.corrected"} < set(events)
    assert events[-2:] == ["standings.published", "heartbeat"]
    received = [fact for fact in desk.place.ledger.facts if isinstance(fact, FileReceived)]
    assert [fact.content for fact in received] == [one_result.content, corrected.content]


def test_a_second_full_disk_is_told_again(desk: Desk, one_result: Arrived) -> None:
    for message in (one_result, ruled(AWARD)):
        desk.place.ledger.room = 0
        desk.writer.take([message])
        desk.place.ledger.room = None
        desk.writer.take(())
    assert desk.place.log.events.count("ledger.full") == 2
    assert desk.place.log.events.count("ledger.restored") == 2


def test_what_waits_for_room_is_not_recorded_twice(desk: Desk, one_result: Arrived) -> None:
    desk.place.ledger.room = 0
    for _ in range(3):
        desk.writer.take([one_result, ruled(AWARD)])
    desk.place.ledger.room = None
    desk.writer.take(())
    assert [len(facts) for facts in desk.place.ledger.commits] == [1, 2]


def test_a_lost_folder_is_told_though_the_disk_is_full(desk: Desk, one_result: Arrived) -> None:
    desk.place.ledger.room = 0
    desk.writer.take([one_result, FolderLost("Is the drive connected?")])
    assert "sync.lost" in desk.place.log.events


# A place that cannot be published to


def test_a_publishing_that_fails_is_told_and_tried_again_with_the_heartbeat(
    desk: Desk, one_result: Arrived
) -> None:
    desk.place.shelf.failures = ["close the spreadsheet", "close the spreadsheet"]
    desk.writer.take([one_result])
    desk.writer.heartbeat()
    assert desk.place.log.texts("publish.failed") == ["close the spreadsheet"]
    assert [results.played for results in desk.place.shelf.published] == [0]
    desk.writer.heartbeat()
    desk.writer.heartbeat()
    assert desk.place.log.texts("standings.published") == ["1 of 9 results: standings.json"]
    assert [results.played for results in desk.place.shelf.published] == [0, 1]


def test_another_reason_is_told_too(desk: Desk, one_result: Arrived) -> None:
    desk.place.shelf.failures = ["close the spreadsheet", "the disk is full"]
    desk.writer.take([one_result])
    desk.writer.heartbeat()
    assert desk.place.log.texts("publish.failed") == ["close the spreadsheet", "the disk is full"]


def test_the_end_of_a_failure_is_told_though_nothing_had_to_be_written(
    desk: Desk, one_result: Arrived
) -> None:
    """The file that could not be replaced was put right by hand."""
    desk.place.shelf.failures = ["close the spreadsheet"]
    desk.writer.take([one_result])
    assert desk.writer.conclusion is not None
    desk.place.shelf.published.append(desk.writer.conclusion.results)
    desk.writer.heartbeat()
    assert desk.place.log.texts("standings.published") == [
        "1 of 9 results: every file is up to date again"
    ]


def test_results_that_lie_there_already_are_not_told_as_published(
    desk: Desk, one_result: Arrived
) -> None:
    desk.writer.take([one_result])
    house = desk.place.house
    desk.place.log.forget()
    writer = Writer(house, desk.writer.state, pusher=desk, day_begins=None)
    writer.take(())
    assert desk.told == []
    assert len(desk.place.shelf.published) == 3


# Files that can wait


def test_a_message_that_waits_comes_before_files_that_can(
    desk: Desk, one_result: Arrived, corrected: Arrived
) -> None:
    desk.place.shelf.pages = ["index.html", "1.html", "2.html"]
    desk.called = True
    desk.writer.take([one_result])
    assert desk.place.log.texts("standings.published") == []
    desk.called = False
    desk.writer.take([corrected])
    assert desk.place.log.texts("standings.published") == [
        "1 of 9 results: standings.json, index.html, 1.html, 2.html"
    ]


def test_what_is_accepted_is_in_the_standings_and_the_pages_wait(
    desk: Desk, one_result: Arrived
) -> None:
    desk.place.shelf.pages = ["index.html"]
    desk.writer.accept([one_result])
    assert desk.results.played == 1
    assert desk.writer.publishing
    assert "standings.published" not in desk.place.log.events
    desk.writer.take(())
    assert desk.place.log.texts("standings.published") == [
        "1 of 9 results: standings.json, index.html"
    ]


def test_files_that_wait_are_written_when_nothing_comes(desk: Desk, one_result: Arrived) -> None:
    desk.place.shelf.pages = [f"{number}.html" for number in range(60)]
    desk.writer.take([one_result])
    assert desk.place.log.texts("standings.published") == []
    desk.writer.take(())
    assert len(desk.place.shelf.published) == 2
    assert desk.place.log.texts("standings.published") == [
        "1 of 9 results: standings.json, 0.html, 1.html, 2.html, 3.html, 4.html and 55 more"
    ]


def test_all_files_are_written_before_the_end(desk: Desk, one_result: Arrived) -> None:
    desk.place.shelf.pages = ["index.html", "1.html", "2.html"]
    desk.called = True
    desk.writer.take([one_result])
    desk.writer.stop("it was asked to")
    assert not desk.writer.publishing
    assert [event for event, _ in desk.told[-2:]] == ["standings.published", "daemon.stopping"]


def test_it_is_not_complete_while_files_wait(desk: Desk) -> None:
    desk.place.shelf.pages = ["index.html", "1.html"]
    desk.called = True
    desk.writer.take([RulingsArrived("rulings.toml", "event = 2026-12-01\nclosed = true\n")])
    assert desk.results.complete
    assert not desk.writer.complete
    desk.writer.finish()
    assert desk.writer.complete


def test_a_page_that_cannot_be_made_is_told_with_what_mends_it(
    desk: Desk, one_result: Arrived, monkeypatch: pytest.MonkeyPatch
) -> None:
    def publish(_results: Results) -> Iterator[tuple[str, ...]]:
        yield ("standings.json",)
        raise PublishError("1.html could not be made") from ZeroDivisionError("no boards")

    monkeypatch.setattr(desk.place.shelf, "publish", publish)
    desk.writer.take([one_result])
    (failed,) = (one for one in desk.place.log.heard if one.event == "publish.failed")
    assert failed.fields == (("details", "ZeroDivisionError: no boards\n"),)


# The plan


ABSENT = "absent = [4]"


def refused(*problems: Problem) -> PlanRefused:
    return PlanRefused(problems)


def test_a_plan_that_changed_is_recorded_told_and_its_files_are_asked_for(
    desk: Desk, plan_read: Callable[..., PlanRead]
) -> None:
    new = plan_read(section=ABSENT)
    desk.writer.take([PlanArrived(new)])
    assert desk.place.ledger.facts[-1] == new
    assert desk.place.log.events[0] == "plan.changed"
    assert desk.results.expected == 6
    before, after = desk.asked
    assert before == in_files(desk.place.house.plan)
    assert after["IN_T1.txt"] == b"1,2,1,6,E,true,false\n1,3,1,5,S,false,true\n"


def test_a_plan_reads_what_came_in_before_it_and_with_it(
    desk: Desk,
    one_result: Arrived,
    corrected: Arrived,
    plan_read: Callable[..., PlanRead],
) -> None:
    """The ledger tells the versions that it has; those of the same commit it has not yet."""
    new = plan_read(section="absent = [3]")
    desk.writer.take([one_result])
    desk.writer.take([corrected, PlanArrived(new)])
    assert desk.place.ledger.facts[-1] == new
    assert desk.results.played == 1
    (change,) = desk.writer.conclusion.merged.changes if desk.writer.conclusion else ()
    assert (change.old.ns_score, change.new.ns_score) == (-140, -110)
    house = desk.place.house
    known = remembered(house.ledger, house.plan.settings.event, None)
    assert known.state == desk.writer.state


def test_a_plan_waits_when_the_ledger_cannot_be_read(
    desk: Desk,
    one_result: Arrived,
    plan_read: Callable[..., PlanRead],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing is written down then that is not known: it would be written down again."""
    desk.writer.take([one_result])
    facts = list(desk.place.ledger.facts)

    def fail(_after: int = 0) -> Iterator[Entry]:
        raise LedgerFullError("the disk fails.")

    new = plan_read(section="absent = [3]")
    with monkeypatch.context() as while_it_fails:
        while_it_fails.setattr(desk.place.ledger, "entries", fail)
        desk.writer.take([PlanArrived(new)])
    assert desk.place.ledger.facts == facts
    assert desk.place.log.texts("ledger.full") == ["the disk fails."]
    assert desk.results.expected == 9
    desk.writer.heartbeat()
    assert desk.place.ledger.facts == [*facts, new]
    assert (desk.results.expected, desk.results.played) == (6, 1)


def test_each_plan_is_recorded_once(desk: Desk, plan_read: Callable[..., PlanRead]) -> None:
    new = plan_read(section=ABSENT)
    desk.writer.take([PlanArrived(new), PlanArrived(new)])
    desk.writer.take([PlanArrived(new)])
    assert [one for one in desk.place.ledger.facts if one == new] == [new]


def test_a_plan_with_errors_is_told_once_and_the_old_one_stays(
    desk: Desk, plan_read: Callable[..., PlanRead]
) -> None:
    source = Source("tournament.toml", "absnt = [4]\n")
    one = source.error("config-unknown-key", "absnt: did you mean absent?", Span(1, 1, 5))
    other = source.error("config-type", "names is a number", Span(1, 3))
    desk.writer.take([refused(one)])
    desk.writer.take([refused(other)])
    place = (("file", "tournament.toml"), ("line", 1))
    assert desk.place.log.heard == [
        Told(
            "problem.found",
            "absnt: did you mean absent?",
            Level.ERROR,
            (("code", "config-unknown-key"), *place, ("column", 1)),
        ),
        Told(
            "problem.found",
            "the plan that was read before stays in force until that is mended",
            Level.ERROR,
            (("code", "plan-refused"),),
        ),
        Told(
            "problem.found",
            "names is a number",
            Level.ERROR,
            (("code", "config-type"), *place, ("column", 3)),
        ),
    ]
    assert desk.results.expected == 9
    desk.place.log.forget()
    desk.writer.take([PlanArrived(plan_read())])
    assert desk.place.log.heard == [
        Told(
            "problem.settled",
            "tournament.toml and the files it names can be used again",
            fields=(("code", "plan-refused"),),
        )
    ]


def test_a_warning_about_the_plan_is_a_warning(
    desk: Desk, plan_read: Callable[..., PlanRead]
) -> None:
    warning = Source("t.toml", "").warning("plan-later", "folder.path was changed")
    desk.writer.take([PlanArrived(plan_read(), (warning,))])
    (told,) = desk.place.log.heard
    assert (told.event, told.level, told.text) == (
        *("problem.found", Level.WARNING, "folder.path was changed"),
    )


def test_in_files_that_were_pushed_are_recorded_and_told(desk: Desk) -> None:
    pushed = Pushed({"IN_T1.txt": b"one"}, ("IN_T1.txt",), {}, {}, ())
    desk.writer.take([InFilesPushed(pushed)])
    assert desk.place.ledger.facts[-1:] == list(pushed.facts)
    assert desk.told[0] == ("files.pushed", "1 IN file in the folder, 1 written now")
    facts = len(desk.place.ledger.facts)
    desk.place.log.forget()
    desk.writer.take([InFilesPushed(replace(pushed, written=()))])
    assert len(desk.place.ledger.facts) == facts
    assert desk.told == []


def test_in_files_that_cannot_be_written_are_told_and_their_end_too(desk: Desk) -> None:
    desk.writer.take([InFilesRefused("IN_T1.txt is held open: close the program.")])
    pushed = Pushed({"IN_T1.txt": b"one"}, ("IN_T1.txt",), {}, {}, ())
    desk.writer.take([InFilesPushed(pushed)])
    assert desk.told[:2] == [
        (
            "problem.found",
            (
                "the tablets' files are not up to date: IN_T1.txt is held open: close the program. "
                "It is tried again"
            ),
        ),
        ("problem.settled", "the tablets' files are up to date again"),
    ]


def test_a_plan_that_waits_for_room_is_recorded_once(
    desk: Desk, plan_read: Callable[..., PlanRead]
) -> None:
    desk.place.ledger.room = 0
    new, pushed = plan_read(section=ABSENT), Pushed({"IN_T1.txt": b"one"}, (), {}, {}, ())
    for _ in range(2):
        desk.writer.take([PlanArrived(new), InFilesPushed(pushed)])
    desk.place.ledger.room = None
    desk.writer.heartbeat()
    assert desk.place.ledger.facts[1:] == [new, *pushed.facts]


# Silence


def test_silence_is_told_with_a_heartbeat_and_its_end_with_a_file(
    place: Place, arrived: MakeArrived, whole_evening: dict[str, bytes]
) -> None:
    seconds = [0.0]
    desk = Desk(
        dataclasses.replace(place, house=replace(place.house, monotonic=lambda: seconds[0]))
    )
    first, second, _ = (arrived(name, content) for name, content in whole_evening.items())
    desk.writer.take([first])
    for _ in range(15):
        seconds[0] += 60
        desk.writer.heartbeat()
    assert desk.place.log.events.count("sync.silent") == 1
    # A card that somebody brought says nothing about the Wi-Fi.
    desk.writer.take([arrived("collected 1/OUT_T3.txt", b"")])
    assert desk.place.log.texts("sync.restored") == []
    desk.writer.take([second])
    assert desk.place.log.texts("sync.restored") == [
        "files come in again, after 15 minutes of silence"
    ]


# How far it is


def test_a_heartbeat_says_how_far_the_event_is(desk: Desk, one_result: Arrived) -> None:
    desk.writer.take([one_result])
    desk.place.log.forget()
    desk.writer.heartbeat()
    assert desk.place.log.heard == [
        Told(
            "heartbeat",
            "1 of 9 results, 0 errors open",
            fields=(("played", 1), ("expected", 9), ("errors", 0)),
        )
    ]


def test_a_minute_in_which_nothing_changed_is_not_told(desk: Desk, one_result: Arrived) -> None:
    def beat() -> list[str]:
        desk.place.log.forget()
        desk.writer.heartbeat()
        return [text for event, text in desk.told if event == "heartbeat"]

    assert beat() == ["0 of 9 results, 0 errors open"]
    assert beat() == []
    desk.writer.take([one_result])
    assert beat() == ["1 of 9 results, 0 errors open"]
    desk.writer.take([one_result])
    assert beat() == []
    desk.writer.take([ruled(AWARD)])
    assert beat() == ["2 of 9 results, 0 errors open"]


def test_it_is_complete_when_every_result_is_in_and_published(
    desk: Desk, arrived: MakeArrived, whole_evening: dict[str, bytes]
) -> None:
    files = [arrived(name, content) for name, content in whole_evening.items()]
    desk.writer.take(files[:2])
    assert not desk.writer.complete
    desk.place.shelf.failures = ["close the spreadsheet"]
    desk.writer.take(files)
    assert not desk.writer.complete
    desk.writer.heartbeat()
    assert desk.writer.complete


def test_nothing_is_complete_before_anything_is_known(desk: Desk) -> None:
    writer = Writer(desk.place.house, State(), pusher=desk, day_begins=None)
    assert not writer.complete


def test_nothing_grows_from_tick_to_tick(desk: Desk, one_result: Arrived) -> None:
    """Neither on a good evening nor while the disk is full and the folder away."""

    def sizes() -> dict[str, int]:
        kept = {**vars(desk.writer), **{name: getattr(desk.writer.state, name) for name in FIELDS}}
        return {name: len(value) for name, value in kept.items() if isinstance(value, Sized)}

    rooms: tuple[int | None, ...] = (None, 0)
    for room in rooms:
        desk.place.ledger.room = room
        desk.writer.take([one_result, ruled(AWARD)])
        desk.writer.take([Beat()])
        before = sizes()
        for _ in range(50):
            desk.writer.take([Beat(), Stop("soon"), FolderLost("away"), FolderBack()])
            desk.writer.take([one_result, ruled(AWARD), RulingsLost("gone"), ruled(AWARD)])
            desk.writer.heartbeat()
        assert sizes() == before


FIELDS = ("received", "latest", "histories", "unplaced", "stale", "pushed")


# The end


def test_the_end_is_told_and_recorded(desk: Desk) -> None:
    desk.writer.stop("SIGTERM was received")
    assert desk.told == [("daemon.stopping", "SIGTERM was received")]
    assert desk.place.ledger.facts[-1] == Stopped("SIGTERM was received")


def test_a_full_disk_keeps_nobody_from_ending(desk: Desk, one_result: Arrived) -> None:
    desk.place.ledger.room = 0
    desk.writer.take([one_result])
    desk.writer.stop("SIGTERM was received")
    assert desk.told[-1] == ("daemon.stopping", "SIGTERM was received")
    assert desk.writer.unfinished == "the disk is full."


def test_the_end_is_a_last_chance_for_what_waits(desk: Desk, one_result: Arrived) -> None:
    desk.place.ledger.room = 0
    desk.writer.take([one_result])
    desk.place.ledger.room = None
    desk.writer.stop("SIGTERM was received")
    assert desk.results.played == 1
    assert desk.writer.unfinished is None


def test_an_error_that_ends_it_is_told_and_recorded(desk: Desk) -> None:
    desk.writer.break_off(RuntimeError("no such table"), "Traceback ...")
    assert desk.place.log.heard == [
        Told(
            "daemon.failed",
            "RuntimeError: no such table",
            Level.ERROR,
            (("details", "Traceback ..."),),
        )
    ]
    assert desk.place.ledger.facts[-1] == Stopped("RuntimeError: no such table")


def test_an_error_without_words_is_told_by_its_name(desk: Desk) -> None:
    desk.writer.break_off(KeyboardInterrupt(), "")
    assert desk.place.log.texts("daemon.failed") == ["KeyboardInterrupt"]


def test_a_ledger_that_is_damaged_keeps_nobody_from_ending(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(*_: object) -> None:
        raise LedgerDamagedError("the disk image is malformed")

    monkeypatch.setattr(desk.place.ledger, "append", damaged)
    desk.writer.break_off(LedgerDamagedError("the disk image is malformed"), "")
    assert desk.place.log.texts("daemon.failed") == [
        "LedgerDamagedError: the disk image is malformed"
    ]
