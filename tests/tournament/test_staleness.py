from datetime import UTC, datetime, timedelta, timezone

import pytest

from daemon.bridgesuite.envelope import Secret, seal
from daemon.tournament.staleness import why_stale
from tests.tournament.conftest import SECTION, line, plan_of, text

# The club's clock is an hour ahead of UTC.
MIDNIGHT = datetime(2026, 12, 1, tzinfo=timezone(timedelta(hours=1)))
TONIGHT = datetime(2026, 12, 1, 20, tzinfo=UTC)
PLAYED = text(line(1, 1, 1, 2, "3NT,=,N,,400"))
SECRET = Secret.parse("aB9z")


def why(
    content: str | bytes,
    modified: datetime = TONIGHT,
    name: str = "OUT_T1.txt",
    section: str = SECTION,
    secret: Secret | None = None,
) -> str | None:
    data = content.encode() if isinstance(content, str) else content
    return why_stale(name, data, modified, plan_of(section), secret, MIDNIGHT)


def test_a_file_of_tonight_about_tonights_boards_is_fresh() -> None:
    assert why(PLAYED) is None


def test_a_file_last_written_before_the_day_is_stale() -> None:
    assert why(PLAYED, datetime(2026, 11, 24, 21, 15, tzinfo=UTC)) == (
        "it was last written on 2026-11-24 22:15, before the day of the event (2026-12-01), "
        "so it is not read"
    )


def test_the_day_begins_at_midnight_by_the_clubs_clock() -> None:
    assert why(PLAYED, MIDNIGHT) is None
    assert why(PLAYED, MIDNIGHT - timedelta(seconds=1)) is not None
    # 23:30 in Greenwich the evening before is half past midnight in the club.
    assert why(PLAYED, datetime(2026, 11, 30, 23, 30, tzinfo=UTC)) is None


def test_held_lines_alone_show_that_something_was_played_before_the_day() -> None:
    held = text(line(1, 1, 1, 2, "4?,=,N,,420"))
    assert why(held, MIDNIGHT - timedelta(days=7)) is not None
    assert why(held) is None


def test_a_file_about_no_table_and_board_of_tonight_is_another_events() -> None:
    reason = (
        "none of its results is for a table and board of this movement, so it is not read: "
        "it is another event's"
    )
    assert why(text(line(1, 19, 1, 2, "3NT,=,N,,400"))) == reason
    assert why(text(line(7, 1, 1, 2, "3NT,=,N,,400"))) == reason
    # Table 1 is there and board 1 is there, and one of many such lines is enough.
    assert why(text(line(7, 1, 1, 2, "3NT,=,N,,400"), line(1, 1, 8, 9, "3NT,=,N,,400"))) is None


@pytest.mark.parametrize("content", ["", text(), "\n", b"\xff\xff", seal(PLAYED, SECRET)])
def test_empty_unreadable_and_header_only_files_are_never_stale(content: str | bytes) -> None:
    assert why(content, MIDNIGHT - timedelta(days=7)) is None


def test_an_encrypted_file_is_judged_by_what_it_says() -> None:
    sealed = seal(text(line(7, 1, 1, 2, "3NT,=,N,,400")), SECRET)
    assert why(sealed, secret=SECRET) is not None
    assert why(seal(PLAYED, SECRET), secret=SECRET) is None


def test_a_file_that_is_no_devices_is_not_judged() -> None:
    long_ago = MIDNIGHT - timedelta(days=7)
    assert why(PLAYED, long_ago, "notes.txt") is None
    assert why(PLAYED, long_ago, "old/OUT_T1.txt") is None


def test_results_of_a_pair_that_was_taken_for_absent_are_no_other_events() -> None:
    absent = f"{SECTION}\nabsent = [4]"
    assert why(text(line(2, 1, 3, 4, "3NT,=,N,,400")), section=absent) is None
