"""Reports of files that nobody sits by, and the reasons why there is none."""

from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from daemon.frbe.building import Wishes
from daemon.frbe.dropped import report_of
from daemon.frbe.file_name import Kind
from daemon.frbe.reason import reason_name, reason_text
from daemon.frbe.report import Report
from daemon.problem import Problem, Severity, Span

WISHES = Wishes(618, Kind.OPEN, sender="Club 618", tempo="2H")
SPREADSHEET = """\
name;matricule;1 2026-10-10;2 2026-10-03
Aerts An;201;2 B 1;2 N 5
Baert Tom;202;1 N 0;1 B 5
"""


def made(
    data: bytes | str, name: str = "club.csv", wishes: Wishes = WISHES
) -> tuple[Report | None, list[str]]:
    content = data if isinstance(data, bytes) else data.encode()
    report, problems = report_of(content, name, wishes, None)
    return report, [problem.one_line() for problem in problems]


def test_a_spreadsheet_takes_its_days_from_its_rounds_and_its_title_from_its_name() -> None:
    report, problems = made(SPREADSHEET, "club.2026.csv")
    assert report is not None
    assert (report.start, report.end) == (date(2026, 10, 3), date(2026, 10, 10))
    assert problems[0].endswith(" [met-again]")
    assert report.head[0] == "Tournoi : club.2026"
    assert problems[1:] == [
        (
            "club.2026.csv: note: the tournament's name is missing: it is called "
            '"club.2026", as its file is [title-of-file]'
        ),
        (
            "club.2026.csv: warning: the tournament's first day is missing: the earliest date of a "
            "round is taken for it; if it is another, write it into the file [days-of-rounds]"
        ),
        (
            "club.2026.csv: warning: the tournament's last day is missing: the latest date of a "
            "round is taken for it; if it is another, write it into the file [days-of-rounds]"
        ),
    ]


def test_a_day_that_the_file_tells_stands(data: Path) -> None:
    trf = (data / "round_robin_8.trf").read_bytes().replace(b"\n052 ", b"\n### ")
    report, problems = made(trf, "rr.trf")
    assert report is not None
    assert (report.start, report.end) == (date(2026, 10, 3), date(2026, 10, 24))
    (told,) = [one for one in problems if "days-of-rounds" in one]
    assert "last day" in told


@pytest.mark.parametrize("second", ["2", "2 1999-12-30"])
def test_a_round_without_a_date_leaves_the_days_missing(second: str) -> None:
    report, problems = made(SPREADSHEET.replace("2 2026-10-03", second))
    assert report is None
    assert [one for one in problems if ": error:" in one] == [
        f"club.csv: error: the tournament's {which} day is missing: write it into the file (line "
        f"{line} of a TRF; in a spreadsheet, a date behind the number of every round) (the "
        f"{which} date of a round is {hint}) [{code}]"
        for which, line, code, hint in (
            ("first", "042", "start-missing", second.partition(" ")[2] or "2026-10-10"),
            ("last", "052", "end-missing", "2026-10-10"),
        )
    ]


def test_the_files_own_tempo_stands_and_the_settings_sender(data: Path) -> None:
    report, _ = made((data / "round_robin_8.trf").read_bytes(), "rr.trf")
    assert report is not None
    assert "Tempo : 90 min + 30 s" in report.head
    assert "Envoyé par : Club 618" in report.head
    report, _ = made(SPREADSHEET)
    assert report is not None
    assert "Tempo : 2H" in report.head


def test_what_is_no_tournament_is_refused() -> None:
    report, problems = made("Dear club,\n", "letter.txt")
    assert report is None
    assert problems == [
        (
            "letter.txt:1:1: error: this is neither a TRF (no line begins with 001) nor a "
            "spreadsheet (CSV) whose first line has a column name: have your program export a TRF "
            "[no-tournament]"
        )
    ]


def test_no_message_speaks_of_options(data: Path) -> None:
    nothing = replace(WISHES, sender="", tempo="")
    undated = SPREADSHEET.replace(" 2026-10-03", "").replace(" 2026-10-10", "").replace("201", "")
    trf = (data / "round_robin_8.trf").read_bytes().decode()
    reversed_days = trf.replace("\n042 2026/10/03", "\n042 2026/10/25")
    strange = SPREADSHEET.replace("2026-10-03", "2090-10-03")
    told = [
        line for text in (undated, reversed_days, strange) for line in made(text, "f", nothing)[1]
    ]
    codes = {line.rpartition("[")[2].rstrip("]") for line in told}
    assert codes >= {
        *("start-missing", "end-missing", "days-order", "round-dates-missing", "round-dates"),
        *("sender-missing", "tempo-missing", "matricule-missing"),
    }
    assert [line for line in told if "--" in line] == []


def test_a_reason_lists_errors_with_their_places_and_then_what_is_odd() -> None:
    problems = [
        Problem(Severity.WARNING, "sender-missing", "who sends it is missing", "f.trf"),
        Problem(Severity.NOTE, "title-of-file", "a note", "f.trf"),
        Problem(Severity.ERROR, "cell", 'this cannot be read: "\x1b[2J"', "f.trf", Span(3, 10)),
        Problem(Severity.ERROR, "end-missing", "the last day is missing", "f.trf"),
    ]
    assert reason_text("f.trf", problems) == (
        "f.trf did not become a report for the federation.\n"
        "\n"
        "Why:\n"
        '- line 3, column 10: this cannot be read: "\ufffd[2J" [cell]\n'
        "- the last day is missing [end-missing]\n"
        "\n"
        "This is odd, too, and would not have stopped it:\n"
        "- who sends it is missing [sender-missing]\n"
        "\n"
        "What to do: correct this in the program that the file comes from, export it again, and "
        "put it into\n"
        "the inbox again, under the same name or another. The same file put there once more stays "
        "refused.\n"
        "Where something cannot be entered in that program, the command `tournamentd report build` "
        "on the\n"
        "tournament's computer takes it as an option (--start, --end, --round-dates and others).\n"
    )


def test_a_reason_without_anything_odd_says_nothing_of_it() -> None:
    text = reason_text("f.trf", [Problem(Severity.ERROR, "cell", "no", "f.trf", Span(1))])
    assert "odd" not in text


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("open.trf", "open.trf.reason.txt"),
        ("a" * 59 + ". csv.trf", "a" * 59 + ".reason.txt"),
        ("é" * 250 + ".trf", "é" * 60 + ".reason.txt"),
    ],
)
def test_a_reason_is_called_as_its_file_and_never_too_long(name: str, reason: str) -> None:
    assert reason_name(name) == reason
