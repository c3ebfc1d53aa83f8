"""Lines that an earlier event brought already."""

from msgspec.structs import replace

from daemon.bridgesuite.envelope import Form, Secret, seal
from daemon.tournament.entry import EarlierLines
from daemon.tournament.replays import lines_of_event, lines_of_file
from daemon.tournament.results import Status
from daemon.tournament.state import State, step
from daemon.tournament.version import let_in
from tests.tournament.conftest import Desk, line, plan_of, text

TIMES = ("1NT", "0", "PASS", "1200", "3NT", "2100", "PASS", "900", "PASS", "800", "PASS", "70")
TIMED = line(1, 1, 1, 2, "3NT,=,N,,400", *TIMES)
OTHER_TIMES = line(1, 1, 1, 2, "3NT,=,N,,400", *TIMES[:-1], "71")
SILENT = line(1, 2, 1, 2, "3NT,=,N,,600")


def last_week(*lines: str, device: str | None = "aaaa") -> EarlierLines:
    desk = Desk()
    desk.plan()
    desk.out("OUT_T1.txt", text(*lines, device=device))
    return lines_of_event(desk.state, let_in((one, None) for one in desk.facts), None)


def after(earlier: EarlierLines) -> Desk:
    desk = Desk()
    desk.state = step(State(), earlier, None)
    desk.plan()
    return desk


def test_a_line_with_the_same_times_is_held() -> None:
    desk = after(last_week(TIMED))
    desk.out("OUT_T1.txt", text(TIMED))
    assert desk.verdict(1, 1, 2).status is Status.HELD
    assert desk.the_problem("result-replayed").problem.one_line() == (
        "OUT_T1.txt:2:1: error: this line came from a tablet in an earlier event already: it sends "
        "old results again, and they count for nobody; empty that tablet, and have the board "
        "entered anew if it was played [result-replayed]"
    )
    # The board is played, and entered below.
    desk.out("OUT_T1.txt", text(TIMED, OTHER_TIMES))
    assert desk.verdict(1, 1, 2).status is Status.SCORED
    assert desk.codes() == []


def test_a_line_without_times_can_come_again_by_right() -> None:
    desk = after(last_week(SILENT, line(1, 5, 1, 4, "All Pass,,,,", "PASS", "0")))
    desk.out("OUT_T1.txt", text(SILENT, line(1, 5, 1, 4, "All Pass,,,,", "PASS", "0")))
    assert "result-replayed" not in desk.codes()
    assert desk.verdict(2, 1, 2).status is Status.SCORED


SILENT_FILE = (SILENT, line(1, 3, 1, 3, "All Pass,,,,"), line(1, 4, 1, 3, "All Pass,,,,"))


def test_three_lines_at_the_head_of_a_tablets_file_do_not_come_again_by_right() -> None:
    desk = after(last_week(*SILENT_FILE))
    desk.out("OUT_T1.txt", text(*SILENT_FILE, line(1, 5, 1, 4, "All Pass,,,,")))
    assert desk.codes() == ["result-replayed"] * 3
    # What it has played since counts.
    assert desk.verdict(5, 1, 4).status is Status.SCORED
    ruling = desk.problems[0].ruling
    assert ruling is not None
    assert "# only if they have played it now\n" in ruling


def test_from_another_tablet_they_do() -> None:
    desk = after(last_week(*SILENT_FILE))
    desk.out("OUT_T1.txt", text(*SILENT_FILE, device="bbbb"))
    desk.out("OUT_1.txt", text(*SILENT_FILE, device=None))
    assert "result-replayed" not in desk.codes()
    assert last_week(*SILENT_FILE, device=None).lines == frozenset()


def test_two_lines_and_another_one_do_too() -> None:
    desk = after(last_week(*SILENT_FILE))
    desk.out("OUT_T1.txt", text(*SILENT_FILE[:2], line(1, 5, 1, 4, "All Pass,,,,")))
    assert desk.codes() == []


def test_what_an_event_knew_of_those_before_it_goes_on_with_its_own() -> None:
    first = last_week(TIMED)
    desk = after(first)
    desk.out("OUT_T1.txt", text(OTHER_TIMES))
    both = lines_of_event(desk.state, let_in((one, None) for one in desk.facts), None)
    assert both.lines == first.lines | last_week(OTHER_TIMES).lines
    assert both.lines > first.lines


def test_an_event_without_a_plan_has_read_nothing() -> None:
    assert lines_of_event(replace(State(), earlier=frozenset({"ab"})), (), None).lines == {"ab"}


def test_encrypted_lines_are_known_in_clear_and_the_reverse() -> None:
    secret = Secret("1234")
    content = text(TIMED)
    sealed = seal(content, secret, Form.ONE_LINE)
    plan = plan_of()
    clear = lines_of_file("OUT_T1.txt", content.encode(), plan, None)
    assert lines_of_file("OUT_T1_E.txt", sealed, plan, secret) == clear
    assert len(clear.lines) == 2


def test_a_file_that_cannot_be_read_or_placed_leaves_nothing() -> None:
    plan = plan_of()
    for name, content in (("OUT_T1.txt", b"\xff\xfe"), ("OUT_X.txt", text(TIMED).encode())):
        assert lines_of_file(name, content, plan, None) == EarlierLines(frozenset())
