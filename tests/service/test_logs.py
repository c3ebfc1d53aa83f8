import errno
import io
import json
import logging
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from daemon.cli.report import print_problems
from daemon.problem import Source
from daemon.service.house import Log
from daemon.service.logs import LogAwayError, LogError, open_file_log, open_log
from daemon.service.logs import _Elsewhere as Elsewhere
from daemon.settings.model import LogFormat
from daemon.tournament.told import Level, Told

CORRECTED = Told(
    "result.corrected",
    "board 7, 2 against 9: 4♠ N +1 (+450) became 4♠ N = (+420)",
    Level.WARNING,
    (("file", "OUT_T2.txt"), ("board", 7), ("device", None)),
)


class Paper(io.StringIO):
    """A stream that may be a terminal, of this encoding."""

    def __init__(self, encoding: str | None = "utf-8", *, terminal: bool = False) -> None:
        super().__init__()
        self._encoding = encoding
        self._terminal = terminal

    @property
    def encoding(self) -> str | None:  # type: ignore[override] # a StringIO has none
        return self._encoding

    def isatty(self) -> bool:
        return self._terminal


def as_console(*tolds: Told, encoding: str = "utf-8") -> list[str]:
    paper = Paper(encoding)
    with open_log(LogFormat.CONSOLE, "Trial", stream=paper) as log:
        for told in tolds:
            log.tell(told)
    return paper.getvalue().splitlines()


def as_json(*tolds: Told, encoding: str | None = "utf-8") -> list[dict[str, Any]]:
    paper = Paper(encoding)
    with open_log(LogFormat.JSON, "Trial", stream=paper) as log:
        for told in tolds:
            log.tell(told)
    return [json.loads(line) for line in paper.getvalue().splitlines()]


# For programs


def test_a_json_line_has_the_event_its_words_and_its_fields_in_a_good_order() -> None:
    (line,) = as_json(CORRECTED)
    timestamp = datetime.fromisoformat(line.pop("timestamp"))
    assert timestamp.utcoffset() is not None
    assert list(line.items()) == [
        ("level", "warning"),
        ("event", "result.corrected"),
        ("text", "board 7, 2 against 9: 4♠ N +1 (+450) became 4♠ N = (+420)"),
        ("tournament", "Trial"),
        ("file", "OUT_T2.txt"),
        ("board", 7),
    ]


def test_json_is_readable_where_the_stream_can_show_it() -> None:
    for encoding, shown in (("utf-8", "4♠"), (None, "4♠"), ("ascii", r"4\u2660")):
        paper = Paper(encoding)
        with open_log(LogFormat.JSON, "Trial", stream=paper) as log:
            log.tell(CORRECTED)
        assert shown in paper.getvalue()


@pytest.mark.parametrize("level", Level)
def test_every_level_has_its_name(level: Level) -> None:
    (line,) = as_json(Told("heartbeat", "1 of 9", level))
    assert line["level"] == str(level)


def test_an_event_that_is_not_in_the_catalogue_is_refused() -> None:
    with (
        open_log(LogFormat.JSON, "Trial", stream=Paper()) as log,
        pytest.raises(KeyError, match=r"result\.invented is not in the catalogue of log events"),
    ):
        log.tell(Told("result.invented", "no"))


# For people


def test_a_line_for_people_has_the_time_a_mark_the_event_and_what_to_know() -> None:
    before = datetime.now().astimezone()
    lines = as_console(Told("heartbeat", "1 of 9 results, 0 errors open"), CORRECTED)
    after = datetime.now().astimezone()
    times = [line[:8] for line in lines]
    assert f"{before:%H:%M:%S}" <= times[0] <= times[1] <= f"{after:%H:%M:%S}" or before > after
    assert [line[8:] for line in lines] == [
        "    heartbeat            1 of 9 results, 0 errors open",
        (
            " !  result.corrected     OUT_T2.txt: board 7, 2 against 9: "
            "4♠ N +1 (+450) became 4♠ N = (+420)"
        ),
    ]


def test_an_error_stands_out_and_has_its_place_and_its_ruling_to_paste() -> None:
    told = Told(
        "result.conflict",
        "two say it otherwise; ask the table",
        Level.ERROR,
        (("file", "OUT_2.txt"), ("line", 3), ("ruling", '[[assigned]]\nboard = 5\nx = "♠"\n')),
    )
    assert [line[8:] if index == 0 else line for index, line in enumerate(as_console(told))] == [
        " !! result.conflict      OUT_2.txt:3: two say it otherwise; ask the table",
        "    to settle it, write into the rulings file:",
        "      [[assigned]]",
        "      board = 5",
        '      x = "♠"',
    ]


def test_a_place_may_have_a_column() -> None:
    place = (("file", "tournament.toml"), ("line", 3), ("column", 8))
    (line,) = as_console(Told("problem.found", "no such day", Level.ERROR, place))
    assert line[8:] == " !! problem.found        tournament.toml:3:8: no such day"


def test_a_text_of_several_lines_stays_together() -> None:
    lines = as_console(Told("publish.failed", "first\nsecond", Level.ERROR))
    assert lines[1] == "    second"


def test_what_a_tablet_wrote_gives_a_terminal_no_orders() -> None:
    told = Told("problem.found", "board \x1b[2J7\r", fields=(("ruling", "# \x1b[31m\n"),))
    assert "\x1b" not in "\n".join(as_console(told))
    assert "board \N{REPLACEMENT CHARACTER}[2J7\N{REPLACEMENT CHARACTER}" in as_console(told)[0]


def test_a_console_without_suits_gets_letters() -> None:
    told = Told("problem.found", "4♠ René", fields=(("ruling", 'reason = "René"\n'),))
    lines = as_console(told, encoding="ascii")
    assert lines[0].endswith(" problem.found        4S Rene")
    assert lines[2] == r'      reason = "Ren\u00e9"'


@pytest.mark.parametrize(("terminal", "start"), [(True, r"\d\d:\d\d:\d\d "), (False, r"\{")])
def test_auto_writes_for_people_on_a_terminal_only(start: str, *, terminal: bool) -> None:
    paper = Paper(terminal=terminal)
    with open_log(LogFormat.AUTO, "Trial", stream=paper) as log:
        log.tell(CORRECTED)
    assert re.match(start, paper.getvalue())


def test_it_writes_to_stdout_unless_told_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    with open_log(LogFormat.JSON, "Trial") as log:
        log.tell(CORRECTED)
    assert json.loads(capsys.readouterr().out)["event"] == "result.corrected"


# The file


def test_a_file_gets_json_whatever_the_terminal_gets(tmp_path: Path) -> None:
    file = tmp_path / "logs" / "tournamentd.log"
    for _ in range(2):
        with open_log(LogFormat.CONSOLE, "Trial", file, Paper("ascii")) as log:
            log.tell(CORRECTED)
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [line["event"] for line in lines] == ["result.corrected"] * 2
    assert "4♠" in file.read_text("utf-8")


def test_a_stream_can_have_what_is_odd_alone(tmp_path: Path) -> None:
    file, paper = tmp_path / "tournamentd.log", Paper()
    with open_log(LogFormat.JSON, "Trial", file, paper, Level.WARNING) as log:
        log.tell(Told("heartbeat", "1 of 9 results"))
        log.tell(CORRECTED)
    assert [json.loads(line)["event"] for line in paper.getvalue().splitlines()] == [
        "result.corrected"
    ]
    assert len(file.read_text("utf-8").splitlines()) == 2


def test_a_file_that_cannot_be_made_is_an_error_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("a file where a folder should be")
    with (
        pytest.raises(LogError) as error,
        open_log(LogFormat.JSON, "Trial", tmp_path / "logs" / "tournamentd.log", Paper()),
    ):
        pass
    assert str(error.value) == (
        f"the log {tmp_path / 'logs' / 'tournamentd.log'} cannot be written (File exists): name "
        "another file as logging.file, or let the user who runs tournamentd write there"
    )


def refused_with(error: OSError, file: Path, monkeypatch: pytest.MonkeyPatch) -> LogError:
    """What opening the log in this file says when the system refuses it so."""

    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(LogError) as found, open_file_log("Trial", file):
        pass
    return found.value


@pytest.mark.parametrize(
    ("number", "folder", "kind"),
    [
        (errno.ENOSPC, "here", LogAwayError),
        (errno.EIO, "here", LogAwayError),
        (errno.ENOENT, "stick", LogAwayError),
        (
            errno.EACCES,
            "stick",
            LogAwayError,
        ),  # where nothing is plugged in nobody may make a folder
        (errno.EACCES, "here", LogError),
        (errno.EROFS, "here", LogError),
        (errno.ENOTDIR, "stick", LogError),
    ],
)
def test_a_log_whose_drive_is_away_or_full_is_told_from_one_that_is_wrong_for_good(
    number: int, folder: str, kind: type[LogError], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    error = OSError(number, os.strerror(number))
    found = refused_with(error, tmp_path / folder / "tournamentd.log", monkeypatch)
    assert type(found) is kind


def test_a_log_without_room_says_to_make_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tournamentd.log"
    found = refused_with(OSError(errno.ENOSPC, "full"), file, monkeypatch)
    assert str(found) == f"the log {file} cannot be written (full): make room on that disk."


def test_a_log_in_a_folder_that_nobody_may_look_into_may_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(_: Path) -> bool:
        raise PermissionError(errno.EACCES, "no")

    monkeypatch.setattr(Path, "is_dir", locked)
    error = PermissionError(errno.EACCES, "no")
    assert isinstance(refused_with(error, tmp_path / "x.log", monkeypatch), LogAwayError)


def test_the_log_in_a_file_alone_is_added_to_what_is_there(tmp_path: Path) -> None:
    file = tmp_path / "tournamentd.log"
    for _ in range(2):
        with open_file_log("Trial", file) as log:
            log.tell(CORRECTED)
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [(line["event"], line["tournament"]) for line in lines] == [
        *(("result.corrected", "Trial"), ("result.corrected", "Trial"))
    ]


class Broken(Paper):
    """A terminal that was closed, or a disk that is full."""

    def write(self, _: str) -> int:
        raise OSError(28, "No space left on device")


def test_a_log_that_cannot_be_written_says_so_once_and_stops_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tournamentd.log"
    with open_log(LogFormat.JSON, "Trial", file, Broken()) as log:
        log.tell(CORRECTED)
        log.tell(CORRECTED)
    assert capsys.readouterr().err == (
        "tournamentd: the log cannot be written: [Errno 28] No space left on device\n"
    )
    assert len(file.read_text("utf-8").splitlines()) == 2


def test_not_even_a_closed_stderr_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_log(LogFormat.JSON, "Trial", stream=Broken()) as log:
        monkeypatch.setattr(sys, "stderr", Broken())
        log.tell(CORRECTED)


# What others say


@contextmanager
def heard() -> Iterator[tuple[Log, Paper]]:
    paper = Paper()
    with open_log(LogFormat.JSON, "Trial", stream=paper) as log:
        yield log, paper


def test_what_a_library_warns_of_is_in_the_log_too() -> None:
    with heard() as (_, paper):
        logging.getLogger("watchdog.observers").warning("lost %d events", 16_384)
        logging.getLogger("watchdog.observers").info("all is well")
    (line,) = map(json.loads, paper.getvalue().splitlines())
    assert (line["level"], line["event"]) == ("warning", "program.trouble")
    assert line["text"] == "lost 16384 events"
    assert line["logger"] == "watchdog.observers"


def test_an_exception_is_told_in_a_sentence_and_in_detail() -> None:
    with heard() as (_, paper):
        try:
            int("many")
        except ValueError:
            logging.getLogger("daemon.folder.watching").exception("It is tried again")
    (line,) = map(json.loads, paper.getvalue().splitlines())
    assert line["level"] == "error"
    assert line["text"] == (
        "It is tried again: ValueError: invalid literal for int() with base 10: 'many'"
    )
    assert line["details"].startswith("Traceback (most recent call last):")


def test_a_library_that_logs_wrongly_stops_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with heard():
        (handler,) = (one for one in logging.getLogger().handlers if isinstance(one, Elsewhere))
        handler.handle(logging.LogRecord("careless", 30, "", 1, "%d events", ("many",), None))
    assert capsys.readouterr().err.startswith("tournamentd: the log cannot be written: %d format")


def test_nothing_is_heard_when_the_log_is_closed() -> None:
    with heard():
        pass
    assert not [one for one in logging.getLogger().handlers if isinstance(one, Elsewhere)]


# systemd's journal


class Journal(Paper):
    """A stream that the service manager connected to its journal."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file.open("w")

    def fileno(self) -> int:
        return self._file.fileno()

    def close(self) -> None:
        self._file.close()
        super().close()


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Journal]:
    stream = Journal(tmp_path / "journal")
    status = os.fstat(stream.fileno())
    monkeypatch.setenv("JOURNAL_STREAM", f"{status.st_dev}:{status.st_ino}")
    yield stream
    stream.close()


@pytest.mark.parametrize("wanted", LogFormat)
def test_in_the_journal_every_line_has_its_priority(wanted: LogFormat, journal: Journal) -> None:
    with open_log(wanted, "Trial", stream=journal) as log:
        log.tell(Told("heartbeat", "1 of 9 results"))
        log.tell(CORRECTED)
        log.tell(Told("publish.failed", "first\nsecond", Level.ERROR))
    marks = [line[:3] for line in journal.getvalue().splitlines()]
    assert marks == ["<6>", "<4>", "<3>", *(["<3>"] if wanted is LogFormat.CONSOLE else [])]
    if wanted is not LogFormat.CONSOLE:
        assert [json.loads(line[3:])["level"] for line in journal.getvalue().splitlines()] == [
            *("info", "warning", "error")
        ]


def test_a_pipe_below_the_journal_is_no_journal(journal: Journal, tmp_path: Path) -> None:
    """As when a unit runs `sh -c "tournamentd run ... | tee log"`."""
    with Journal(tmp_path / "pipe") as pipe, open_log(LogFormat.JSON, "Trial", stream=pipe) as log:
        log.tell(CORRECTED)
        assert json.loads(pipe.getvalue())
    assert journal.getvalue() == ""


def test_a_stream_that_is_no_file_is_no_journal(journal: Journal) -> None:
    paper = Paper()
    with open_log(LogFormat.JSON, "Trial", stream=paper) as log:
        log.tell(CORRECTED)
    assert json.loads(paper.getvalue())
    assert journal.getvalue() == ""


def test_problems_of_a_configuration_have_their_priority_too(journal: Journal) -> None:
    source = Source("tournament.toml", "x = 1")
    print_problems(
        [source.error("e", "wrong"), source.warning("w", "odd"), source.note("n", "so")], journal
    )
    assert journal.getvalue().splitlines() == [
        "<3>tournament.toml: error: wrong [e]",
        "<4>tournament.toml: warning: odd [w]",
        "<6>tournament.toml: note: so [n]",
    ]
