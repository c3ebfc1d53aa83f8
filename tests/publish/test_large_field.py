"""Two hundred tables with thirty boards: after one result only what it changes is made again."""

from datetime import UTC, datetime

import pytest

from daemon.bridge.board import dealer, vulnerability
from daemon.movement.asc import write_asc
from daemon.movement.mitchell import mitchell
from daemon.publish.site import Site
from daemon.tournament.conclusion import Conclusion, conclude
from daemon.tournament.entry import FileReceived, PlanRead
from daemon.tournament.play import Play
from daemon.tournament.state import State, step

SECTIONS = [chr(ord("A") + place) for place in range(18)]
TABLES = 11
HEAD = '[event]\nname = "Large"\ndate = 2026-12-01\n[folder]\npath = "box"\n'
SECTION = '[[section]]\nname = "{}"\nmovement = "m.asc"\nboards_per_round = 3\n'
EIGHT = datetime(2026, 12, 1, 20, tzinfo=UTC)


def line(play: Play) -> str:
    """The play as a tablet has it: 2♠ made, whoever sits there."""
    vulnerable = vulnerability(play.board)
    letter = str(dealer(play.board)).replace("W", "O")
    flags = f"{vulnerable.ns},{vulnerable.ew}".lower()
    return f"{play.table},{play.board},{play.ns},{play.ew},{letter},{flags},2♠,=,N,,110\n"


def received(section: str, table: int, plays: list[Play]) -> FileReceived:
    text = f"Latest {len(plays)}  AndroidId {section}{table}\n{''.join(map(line, plays))}"
    return FileReceived(f"{section}/OUT_T{table}.txt", EIGHT, text.encode())


@pytest.fixture(scope="module")
def before() -> Conclusion:
    """All tables have played two rounds, and section A a board of the third."""
    movement = write_asc(mitchell(TABLES), line_ending="\n")
    configuration = HEAD + "".join(map(SECTION.format, SECTIONS))
    texts = (("m.asc", movement), ("t.toml", configuration))
    state = step(State(), PlanRead("t.toml", texts), None)
    assert state.plan is not None
    for section in SECTIONS:
        for table in range(1, TABLES + 1):
            own = [one for one in state.plan.section(section).plays if one.table == table]
            count = 7 if section == "A" and table != 1 else 6
            state = step(state, received(section, table, own[:count]), None)
    return conclude(state)


def test_after_one_result_only_its_section_s_pages_are_made(before: Conclusion) -> None:
    assert len(before.plan.plays) == 18 * 11 * 33
    site = Site()
    then = {page.name: page.key for page in site.pages(before.results)}
    own = [one for one in before.plan.section("A").plays if one.table == 1][:7]
    after = conclude(step(before.state, received("A", 1, own), None), before)
    now = list(site.pages(after.results))
    changed = [page.name for page in now if page.key != then.get(page.name)]
    assert changed[:2] == ["standings.json", "index.html"]
    new = own[-1]
    cards = {f"pairs/A-{new.ns}.html", f"pairs/A-{new.ew}.html"}
    shared = {"standings.json", "index.html", "wall.html", "progress.html", "travellers.json"}
    assert set(changed) <= {
        *shared,
        *("standings.csv", "travellers.csv", f"boards/A-{new.board}.html"),
        *(f"pairs/A-{number}.html" for number in range(1, 2 * TABLES + 1)),
    }
    assert cards | shared <= set(changed)
    assert len(now) > 900
