"""A small event whose results, rulings and log a page can be made of, and a server to ask."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from html import unescape
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from daemon.directing.rulings_text import Sheet
from daemon.publish.writing import Publisher
from daemon.tournament.conclusion import Conclusion, conclude
from daemon.tournament.entry import FileReceived, PlanRead, RulingsRead
from daemon.tournament.state import State, step, step_at
from daemon.tournament.told import Told
from daemon.web.application import Hubs, application
from daemon.web.hub import Hub
from daemon.web.premises import Premises
from daemon.web.token import Token
from daemon.web.window import Window

if TYPE_CHECKING:
    from pathlib import Path

# Three tables, three rounds of a board: NS stay, EW move up, the boards move down.
MITCHELL = "6 3 M\n1 4 A  2 5 B  3 6 C\n"
DAY = date(2026, 12, 1)
EVENING = datetime(2026, 12, 1, 20, 0).astimezone().astimezone(UTC)
CONFIGURATION = """\
[event]
name = "Trial <b>"
date = 2026-12-01

[folder]
path = "box"

[[section]]
name = "A"
movement = "mitchell.asc"
names = "names.csv"
boards_per_round = 1
{more}
"""
NAMES = "number,name1,id1,name2,id2\n1,<script>alert(1)</script>,,Ada Voss,\n"
TOKEN = "orange-table-seven"
_DEALS = {1: "N,false,false", 2: "E,true,false", 3: "S,false,true"}


def line(table: int, board: int, ns: int, ew: int, score: int = -140) -> str:
    """A result of 2H by West: made with an overtrick (-140), or just made (-110)."""
    over = {-140: "+1", -110: "="}[score]
    return f"{table},{board},{ns},{ew},{_DEALS[board]},2♡,{over},W,J♤,{score}\n"


@dataclass
class House:
    """What the server stands on, and what the daemon would do with it."""

    premises: Premises
    state: State
    now: datetime = EVENING
    seconds: float = 0.0
    late: tuple[str, ...] = ()
    nudges: int = 0
    hubs: Hubs = field(default_factory=lambda: Hubs(Hub(), Hub()))
    token: Token | None = None

    def receives(self, name: str, *lines: str, device: str = "1111111111111111") -> None:
        """A tablet's file comes in."""
        content = f"Latest 1  AndroidId {device}\n{''.join(lines)}".encode()
        self._take(FileReceived(name, self.now, content))

    def reads_rulings(self) -> None:
        """The daemon reads the rulings file, as it does when it is nudged."""
        self.nudges += 1
        path = self.premises.sheet.path
        self._take(RulingsRead(path.name, path.read_text(encoding="utf-8")))

    def _take(self, fact: FileReceived | RulingsRead) -> None:
        self.state = step_at(self.state, fact, self.now, None)
        self.premises.window.show(self.conclusion)

    @property
    def conclusion(self) -> Conclusion:
        return conclude(self.state)

    def publishes(self) -> None:
        listeners = [self.premises.window.published]
        publisher = Publisher(self.premises.directory, listeners=listeners)
        for _ in publisher.publish(self.conclusion.results):
            pass

    @property
    def rulings(self) -> str:
        path = self.premises.sheet.path
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def passes(self, **span: float) -> None:
        self.now += timedelta(**span)
        self.seconds += timedelta(**span).total_seconds()


MakeHouse = Callable[..., House]


@pytest.fixture
def make_house(tmp_path: Path) -> MakeHouse:
    """Makes a house: `host` is where it listens, `more` stands behind the configuration."""

    def make(host: str = "127.0.0.1", more: str = "") -> House:
        texts = (
            ("mitchell.asc", MITCHELL),
            ("names.csv", NAMES),
            ("tournament.toml", CONFIGURATION.format(more=more)),
        )
        read = PlanRead("tournament.toml", texts)
        (tmp_path / "live").mkdir(exist_ok=True)
        (tmp_path / "state").mkdir(exist_ok=True)
        sheet = Sheet(
            tmp_path / "rulings.toml", DAY, tmp_path / "tournament.toml", tmp_path / "state"
        )
        premises = Premises(
            host,
            8420,
            tmp_path / "live",
            None,
            sheet,
            None,
            Window(lambda: made.now),
            clock=lambda: made.now,
            monotonic=lambda: made.seconds,
        )
        made = House(premises, step(State(), read, None))
        premises.window.show(made.conclusion)
        return made

    return make


@pytest.fixture
def house(make_house: MakeHouse) -> House:
    return make_house()


class Browser:
    """Somebody who looks: at this computer, or elsewhere."""

    def __init__(self, house: House, peer: str, host: str) -> None:
        self._origin = f"http://{host}"
        app = application(
            house.premises,
            house.hubs,
            house.token,
            nudge=house.reads_rulings,
            late=lambda: house.late,
        )
        self._transport = httpx.ASGITransport(app, client=(peer, 50000))
        self.cookies = httpx.Cookies()

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:  # noqa: ANN401 - as httpx has them
        """Send a request, and keep the cookies that come with the answer."""

        async def send() -> httpx.Response:
            async with httpx.AsyncClient(
                transport=self._transport, base_url=self._origin, cookies=self.cookies
            ) as client:
                response = await client.request(method, path, **more)
                self.cookies = client.cookies
                return response

        return asyncio.run(send())

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.ask("GET", path, headers=_named(headers))

    def post(self, path: str, fields: dict[str, str], **headers: str) -> httpx.Response:
        """Send a form, as a page of this server does."""
        said = {"Origin": self._origin, "Sec-Fetch-Site": "same-origin"} | _named(headers)
        return self.ask("POST", path, data=fields, headers={k: v for k, v in said.items() if v})

    def page(self) -> str:
        """The director's page."""
        response = self.get("/director")
        assert response.status_code == 200, response.text
        return str(response.text)

    def key(self) -> str:
        found = re.search(r'name="key" value="([0-9a-f]+)"', self.page())
        assert found is not None
        return found[1]

    def does(self, what: str, **fields: str) -> str:
        """Press a button of the director's page; the page that comes of it."""
        response = self.post(f"/director/{what}", {"key": self.key(), **fields})
        if response.status_code == 303:
            assert response.headers["location"] == "/director"
            return self.page()
        assert response.status_code == 200, response.text
        return str(response.text)


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


MakeBrowser = Callable[..., Browser]


@pytest.fixture
def browse() -> MakeBrowser:
    """Makes a browser of a house, at this computer unless `peer` says otherwise."""

    def make(house: House, peer: str = "127.0.0.1", host: str = "127.0.0.1:8420") -> Browser:
        return Browser(house, peer, host)

    return make


@pytest.fixture
def browser(house: House, browse: MakeBrowser) -> Browser:
    return browse(house)


@pytest.fixture
def elsewhere(make_house: MakeHouse, browse: MakeBrowser) -> Browser:
    """Somebody in the club's network, of a house that has a token."""
    house = make_house("0.0.0.0")  # noqa: S104 - nothing listens
    house.token = Token(TOKEN)
    return browse(house, "192.168.1.20", "192.168.1.5:8420")


def answer_of(page: str) -> list[str]:
    """What a page says came of it: its title and its sentences."""
    found = re.search(r'<section class="answer.*?</section>', page, re.DOTALL)
    assert found is not None
    return [unescape(text) for text in re.findall(r"<(?:h2|p)>(.*?)</", found[0], re.DOTALL)]


def told(event: str, text: str, **fields: str) -> Told:
    return Told(event, text, fields=tuple(fields.items()))


# Test modules cannot import this one: its functions reach them as fixtures.


@pytest.fixture(name="line")
def line_fixture() -> Callable[..., str]:
    return line


@pytest.fixture(name="answer_of")
def answer_of_fixture() -> Callable[[str], list[str]]:
    return answer_of


@pytest.fixture(name="told")
def told_fixture() -> Callable[..., Told]:
    return told


@pytest.fixture(name="token")
def token_fixture() -> str:
    return TOKEN


@pytest.fixture(name="evening")
def evening_fixture() -> datetime:
    return EVENING


@pytest.fixture
def conflict(house: House) -> House:
    """Two tablets differ about board 1 at table 1."""
    house.receives("OUT_T1.txt", line(1, 1, 1, 4), device="a" * 16)
    house.receives("OUT_1.txt", line(1, 1, 1, 4, -110), device="b" * 16)
    return house
