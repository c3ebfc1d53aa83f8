"""What happens up to the first publishing, seen from outside: `run` with `once`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from daemon import __version__
from daemon.folder.memory import MemoryFolder
from daemon.folder.port import FolderGoneError
from daemon.ledger.port import LedgerFullError
from daemon.service.daemon import BrokenOffError
from daemon.service.guards import RefusedError
from daemon.settings.model import Stale
from daemon.tournament.entry import (
    FilePushed,
    FileReceived,
    PlanRead,
    RulingsRead,
    Started,
    Stopped,
)
from daemon.tournament.replays import lines_of_file
from daemon.tournament.told import Level

if TYPE_CHECKING:
    from tests.service.conftest import MakePlace, Place

ONCE = Stopped("it was asked to run once")
NOT_PLAYED = "[[not_played]]\nboard = 1\nns = 1\n"


def fill(place: Place, files: dict[str, bytes], modified: datetime | None = None) -> None:
    for name, content in files.items():
        place.folder.write(name, content, modified)


def test_an_empty_folder_gets_its_in_files_and_empty_standings(place: Place) -> None:
    place.once()
    assert place.folder.names() == ("IN_T1.txt", "IN_T2.txt", "IN_T3.txt")
    assert place.folder.read("IN_T1.txt")[1] == (
        b"1,1,1,4,N,false,false\n1,2,1,6,E,true,false\n1,3,1,5,S,false,true\n"
    )
    (results,) = place.shelf.published
    assert (results.played, results.expected, results.complete) == (0, 9, False)
    assert [type(fact) for fact in place.ledger.facts] == [
        *(Started, PlanRead, FilePushed, FilePushed, FilePushed, Stopped)
    ]
    assert place.ledger.facts[0] == Started(__version__)
    assert place.ledger.facts[-1] == ONCE
    assert [(told.event, told.text) for told in place.log.heard] == [
        (
            "daemon.started",
            "Trial, 2026-12-01; section A: 6 pairs, 3 tables, 3 rounds; 9 results are expected",
        ),
        ("files.pushed", "3 IN files in the folder, 3 written now"),
        ("standings.published", "0 of 9 results: standings.json"),
        ("daemon.stopping", "it was asked to run once"),
    ]


def test_what_lies_there_is_read_and_scored(place: Place, whole_evening: dict[str, bytes]) -> None:
    fill(place, whole_evening)
    place.once()
    (results,) = place.shelf.published
    assert results.complete
    assert place.log.events.count("result.entered") == 9
    assert place.log.events.count("out.received") == 3


def test_a_second_run_changes_nothing_and_tells_nothing_twice(
    place: Place, whole_evening: dict[str, bytes]
) -> None:
    fill(place, whole_evening)
    place.rulings.write_text("# none\n")
    place.once()
    before = place.folder.scan()
    facts = list(place.ledger.facts)
    again = place.again()
    again.once()
    assert again.ledger.facts == [*facts, Started(__version__), ONCE]
    assert again.folder.scan() == before
    assert again.shelf.published == place.shelf.published
    assert [(told.event, told.text) for told in again.log.heard] == [
        (
            "daemon.started",
            (
                "Trial, 2026-12-01; section A: 6 pairs, 3 tables, 3 rounds; 9 results are "
                "expected; the ledger has 9 of them"
            ),
        ),
        ("files.pushed", "3 IN files in the folder, 0 written now"),
        ("standings.published", "9 of 9 results: standings.json"),
        ("daemon.stopping", "it was asked to run once"),
    ]


def test_what_came_while_it_did_not_run_is_told(
    place: Place, whole_evening: dict[str, bytes]
) -> None:
    place.once()
    fill(place, {"OUT_T2.txt": whole_evening["OUT_T2.txt"]})
    again = place.again()
    again.once()
    assert again.log.texts("result.entered") == [
        "board 2, 2 against 5 (round 1, table 2): 2H W +1, NS -140",
        "board 3, 2 against 4 (round 2, table 2): 2H W +1, NS -140",
        "board 1, 2 against 6 (round 3, table 2): 2H W +1, NS -140",
    ]


def test_a_plan_that_changed_is_told_and_gives_new_files(
    place: Place, make_place: MakePlace, plan_read: Callable[..., PlanRead]
) -> None:
    place.once()
    new = make_place(plan_read(section='devices = ["board"]'), folder=place.folder)
    new = new.again()
    new.ledger.entries_so_far[:] = place.ledger.entries_so_far
    new.once()
    assert new.log.events.count("plan.changed") == 1
    assert new.log.texts("files.archived") == [
        "3 IN files of an earlier plan moved to archive 2026-12-01: IN_T1.txt, IN_T2.txt, IN_T3.txt"
    ]
    assert [name for name in new.folder.names() if "/" not in name] == [
        *("IN_B1.txt", "IN_B2.txt", "IN_B3.txt")
    ]


# Other events


def test_a_ledger_of_another_event_is_refused_before_anything_is_done(
    place: Place, make_place: MakePlace, plan_read: Callable[..., PlanRead]
) -> None:
    place.once()
    facts = list(place.ledger.facts)
    next_week = date(2026, 12, 8)
    other = make_place(plan_read(day=next_week))
    other.ledger.entries_so_far.extend(place.ledger.entries_so_far)
    with pytest.raises(RefusedError, match='of "2026-12-01 Trial"'):
        other.once()
    assert other.ledger.facts == facts
    assert other.folder.names() == ()
    assert other.log.heard == []


def test_a_day_that_is_past_goes_on_only_when_told_to(
    place: Place, make_place: MakePlace, whole_evening: dict[str, bytes]
) -> None:
    fill(place, whole_evening)
    place.once()
    facts = list(place.ledger.facts)
    tomorrow = place.house.clock() + timedelta(days=1)
    again = place.again(clock=lambda: tomorrow)
    with pytest.raises(RefusedError, match="which is past, and 3 files came in for it"):
        again.once()
    assert again.ledger.facts == facts
    again.once(resume=True)
    assert again.shelf.published[0].complete
    assert make_place().folder.names() == ()


def test_a_day_that_is_past_does_not_begin_even_with_a_new_ledger(
    make_place: MakePlace, whole_evening: dict[str, bytes]
) -> None:
    """The ledger was deleted and the date left as it was: last week's results lie there."""
    place = make_place()
    fill(place, whole_evening)
    next_week = place.house.clock() + timedelta(days=7)
    again = place.again(clock=lambda: next_week)
    with pytest.raises(RefusedError, match="which is past, and 3 files of results lie"):
        again.once()
    assert again.ledger.facts == []
    assert again.log.heard == []
    with pytest.raises(RefusedError, match="which is past"):
        again.once(stale=Stale.TAKE)
    again.once(resume=True)
    assert again.shelf.published[0].complete


def test_stale_files_are_refused_before_anything_is_done(
    place: Place, whole_evening: dict[str, bytes], yesterday: datetime
) -> None:
    fill(place, whole_evening, yesterday)
    before = place.folder.scan()
    with pytest.raises(RefusedError) as refused:
        place.once()
    assert place.folder.scan() == before
    assert place.ledger.facts == []
    assert place.log.heard == []
    lines = str(refused.value).splitlines()
    assert lines[0] == "files of an earlier event lie in the folder:"
    written = yesterday.astimezone().strftime("%Y-%m-%d %H:%M")
    assert [line.split(", before")[0] for line in lines[1:4]] == [
        f"  OUT_T{table}.txt: it was last written on {written}" for table in (1, 2, 3)
    ]
    assert lines[4].startswith("nothing was pushed; start with --stale archive")


def test_stale_files_are_archived_when_told_to(
    place: Place, whole_evening: dict[str, bytes], yesterday: datetime
) -> None:
    fill(place, {"OUT_T1.txt": whole_evening["OUT_T1.txt"]}, yesterday)
    fill(place, {"OUT_T2.txt": whole_evening["OUT_T2.txt"]})
    place.once(stale=Stale.ARCHIVE)
    assert "archive 2026-12-01/OUT_T1.txt" in place.folder.names()
    assert "OUT_T1.txt" not in place.folder.names()
    assert [fact.name for fact in place.ledger.facts if isinstance(fact, FileReceived)] == [
        "OUT_T2.txt"
    ]
    (text,) = place.log.texts("files.archived")
    assert text.endswith("; moved to archive 2026-12-01/OUT_T1.txt")
    assert place.shelf.published[0].played == 3


def timed(content: bytes) -> bytes:
    """The same lines with an auction, whose times make every line unique."""
    calls = "Pass,1200,Pass,800,1♡,1500,Pass,900,2♡,700,Pass,600,Pass,500,Pass,400"
    lines = content.decode().splitlines()
    return "".join(f"{one}{f',{calls}' if n else ''}\n" for n, one in enumerate(lines)).encode()


def test_the_lines_of_archived_files_are_remembered_before_they_are_moved(
    place: Place, whole_evening: dict[str, bytes], yesterday: datetime
) -> None:
    old = timed(whole_evening["OUT_T1.txt"])
    fill(place, {"OUT_T1.txt": old}, yesterday)
    expected = lines_of_file("OUT_T1.txt", old, place.house.plan, None)
    assert len(expected.lines) >= 3
    place.once(stale=Stale.ARCHIVE)
    assert place.ledger.facts[:2] == [expected, Started(__version__)]


def test_files_without_lines_leave_nothing_to_remember(place: Place, yesterday: datetime) -> None:
    fill(place, {"OUT_T1.txt": b"1,1,1,4,no line at all\n"}, yesterday)
    place.once(stale=Stale.ARCHIVE)
    assert "archive 2026-12-01/OUT_T1.txt" in place.folder.names()
    assert place.ledger.facts[0] == Started(__version__)


def test_a_rehearsal_does_not_count_on_the_evening_unless_told_to(
    place: Place, whole_evening: dict[str, bytes], yesterday: datetime
) -> None:
    fill(place, whole_evening, yesterday)
    place.once(stale=Stale.TAKE)
    facts = list(place.ledger.facts)
    for stale in (Stale.REFUSE, Stale.ARCHIVE):
        again = place.again()
        with pytest.raises(RefusedError, match="the ledger holds results of a rehearsal"):
            again.once(stale=stale)
        assert again.ledger.facts == facts
        assert again.log.heard == []
    place.again().once(resume=True)
    place.again().once(stale=Stale.TAKE)


def test_a_rehearsal_whose_files_have_the_time_of_the_evening_does_not_count_either(
    place: Place, whole_evening: dict[str, bytes], yesterday: datetime
) -> None:
    fill(place, whole_evening)
    rehearsal = place.again(clock=lambda: yesterday)
    rehearsal.once()
    assert rehearsal.shelf.published[0].complete
    again = place.again()
    with pytest.raises(RefusedError, match="the ledger holds results of a rehearsal"):
        again.once()
    assert again.log.heard == []
    again.once(resume=True)


def test_stale_files_are_taken_when_told_to(
    place: Place, whole_evening: dict[str, bytes], yesterday: datetime
) -> None:
    fill(place, whole_evening, yesterday)
    place.once(stale=Stale.TAKE)
    assert place.shelf.published[0].complete


@pytest.fixture
def held_back(place: Place, whole_evening: dict[str, bytes], yesterday: datetime) -> Place:
    """A ledger in which a stale file was set aside in the middle of the evening."""
    place.once()
    received = FileReceived(
        "OUT_T1.txt", yesterday, whole_evening["OUT_T1.txt"], "it is of last week"
    )
    place.ledger.append([received], place.house.clock())
    fill(place, {"OUT_T1.txt": whole_evening["OUT_T1.txt"]}, yesterday)
    return place.again()


def test_what_was_set_aside_before_keeps_nobody_from_starting_again(held_back: Place) -> None:
    held_back.once()
    assert held_back.shelf.published[0].played == 0
    assert [one.problem.code for one in held_back.shelf.published[0].problems] == ["out-stale"]
    assert held_back.log.heard[0].text.endswith(
        "; the ledger has 0 of them; 1 open problem: `tournamentd status` lists them"
    )


def test_what_was_set_aside_is_taken_when_told_to(held_back: Place) -> None:
    held_back.once(stale=Stale.TAKE)
    assert held_back.shelf.published[0].played == 3
    assert held_back.shelf.published[0].problems == ()


def test_what_was_set_aside_is_archived_when_told_to(held_back: Place) -> None:
    held_back.once(stale=Stale.ARCHIVE)
    assert "archive 2026-12-01/OUT_T1.txt" in held_back.folder.names()


# What it says of the evening


def test_a_start_says_that_the_evening_is_closed(
    place: Place, whole_evening: dict[str, bytes]
) -> None:
    fill(place, {"OUT_T1.txt": whole_evening["OUT_T1.txt"]})
    place.rulings.write_text("event = 2026-12-01\nclosed = true\n")
    place.once()
    whole = "Trial, 2026-12-01; section A: 6 pairs, 3 tables, 3 rounds; 9 results are expected"
    closed = "the evening is closed (closed = true in rulings.toml)"
    assert place.log.texts("daemon.started") == [f"{whole}; {closed}"]
    again = place.again()
    again.once()
    assert again.log.texts("daemon.started") == [
        f"{whole}; the ledger has 3 of them, 6 were not played; {closed}"
    ]
    again.rulings.write_text("event = 2026-12-01\n")
    reopened = place.again()
    reopened.once()
    assert closed not in reopened.log.texts("daemon.started")[0]


def test_one_that_was_not_played_is_said_to_be_so(
    place: Place, whole_evening: dict[str, bytes]
) -> None:
    fill(place, whole_evening)
    place.rulings.write_text(f"event = 2026-12-01\n{NOT_PLAYED}")
    place.once()
    again = place.again()
    again.once()
    text = again.log.texts("daemon.started")[0]
    assert "; the ledger has 8 of them, 1 was not played; 1 open problem: " in text


# The folder, the ledger and the publisher


def test_a_folder_that_is_missing_is_refused_before_anything_is_done(place: Place) -> None:
    place.folder.vanish()
    with pytest.raises(FolderGoneError):
        place.once()
    assert place.ledger.facts == []
    assert place.log.heard == []


def test_a_full_disk_is_told_before_anything_runs(place: Place) -> None:
    place.ledger.room = 0
    with pytest.raises(LedgerFullError, match="the disk is full"):
        place.once()


def test_running_once_without_being_able_to_record_is_no_success(
    place: Place, whole_evening: dict[str, bytes]
) -> None:
    fill(place, whole_evening)
    place.ledger.room = 1  # the start is recorded; what came in is not
    with pytest.raises(BrokenOffError) as broken:
        place.once()
    assert str(broken.value) == (
        "the disk is full. Nothing is lost: start it again when that is mended."
    )


def test_running_once_without_being_able_to_publish_is_no_success(place: Place) -> None:
    place.shelf.failures = ["close the program.", "close the program."]
    with pytest.raises(BrokenOffError, match="close the program"):
        place.once()
    assert place.ledger.facts[-1] == ONCE


def test_publishing_is_tried_again_at_the_end(place: Place) -> None:
    place.shelf.failures = ["close the program."]
    place.once()
    assert len(place.shelf.published) == 1


def test_an_unknown_in_file_in_the_way_is_archived_with_a_warning(place: Place) -> None:
    fill(place, {"IN_T1.txt": b"1,1,9,9,N,false,false\n", "IN_7.txt": b"another program's"})
    place.once()
    assert [(told.level, told.text) for told in place.log.heard[1:3]] == [
        (
            Level.WARNING,
            "somebody else's IN file was in the way; it was moved to archive 2026-12-01/IN_T1.txt",
        ),
        (
            Level.WARNING,
            (
                "1 IN file not of this plan, and left alone: IN_7.txt; delete them if no tablet "
                "needs them"
            ),
        ),
    ]


def test_files_too_large_are_told_and_stop_nothing(
    make_place: MakePlace, whole_evening: dict[str, bytes], yesterday: datetime
) -> None:
    evening = yesterday + timedelta(days=1)
    place = make_place(folder=MemoryFolder(max_file_bytes=1000, now=lambda: evening))
    fill(place, {**whole_evening, "OUT_T4.txt": b"x" * 1001})
    place.once()
    assert place.log.events.count("out.unreadable") == 1
    assert place.shelf.published[0].complete


# Rulings


def test_rulings_that_stand_there_are_applied(place: Place) -> None:
    place.rulings.write_text(f"event = 2026-12-01\n{NOT_PLAYED}")
    place.once()
    assert place.shelf.published[0].played == 1
    assert place.log.texts("ruling.applied") == [
        "board 1, 1 against 4 (round 1, table 1): ruled not played"
    ]


def test_whom_the_rulings_call_absent_is_in_no_file_from_the_start(place: Place) -> None:
    place.rulings.write_text("event = 2026-12-01\n[[absent]]\ncontestant = 4\n")
    place.once()
    assert place.folder.read("IN_T1.txt")[1] == (b"1,2,1,6,E,true,false\n1,3,1,5,S,false,true\n")
    assert place.log.events.count("files.pushed") == 1


def test_rulings_without_a_day_are_listed(place: Place) -> None:
    place.rulings.write_text(NOT_PLAYED)
    place.once()
    (text,) = place.log.texts("problem.found")
    assert "write event = 2026-12-01" in text
    assert place.shelf.published[0].played == 1


def test_no_rulings_file_is_no_news_before_the_first_ruling(place: Place) -> None:
    place.once()
    assert "problem.found" not in place.log.events


def test_a_rulings_file_that_is_missing_at_a_new_start_is_an_error(place: Place) -> None:
    place.rulings.write_text(f"event = 2026-12-01\n{NOT_PLAYED}")
    place.once()
    place.rulings.unlink()
    again = place.again()
    again.once()
    assert again.log.texts("problem.found") == [
        (
            f"rulings.toml is missing: put it back at {place.rulings}; the rulings that were read "
            "last stay in force"
        )
    ]
    assert again.shelf.published[0].played == 1


def test_rulings_are_recorded_once(place: Place) -> None:
    place.rulings.write_text("# none\n")
    place.once()
    place.again().once()
    assert [fact for fact in place.ledger.facts if isinstance(fact, RulingsRead)] == [
        RulingsRead("rulings.toml", "# none\n")
    ]
