"""Who is kept up to date, however slowly they read."""

import asyncio

from daemon.web.hub import MOST_LINES, MOST_LINES_OF_ONE, Hub


async def _next(hub: Hub, since: str | None = None, *told: str) -> tuple[str, ...]:
    with hub.line("10.0.0.1", since) as line:
        for name in told:
            hub.tell([name])
        async with asyncio.timeout(5):
            async for names in line.news():
                return names
    return ()


def test_what_changes_while_one_does_not_look_comes_as_one() -> None:
    assert asyncio.run(_next(Hub(), None, "a", "b", "a")) == ("a", "b")


def test_who_comes_back_hears_what_changed_meanwhile() -> None:
    hub = Hub()
    hub.tell(["old"])
    left = hub.now
    hub.tell(["a"])
    hub.tell(["b"])
    assert asyncio.run(_next(hub, left)) == ("a", "b")


def test_after_a_restart_everything_may_have_changed() -> None:
    before, after = Hub(), Hub()
    after.tell(["a"])
    assert asyncio.run(_next(after, before.now)) == ("a",)
    assert asyncio.run(_next(after, "nonsense")) == ("a",)


def test_who_comes_for_the_first_time_has_read_everything() -> None:
    hub = Hub()
    hub.tell(["a"])
    assert asyncio.run(_next(hub, None, "b")) == ("b",)


def test_when_it_is_over_everybody_goes_also_who_comes_later() -> None:
    async def lines() -> list[tuple[str, ...]]:
        hub = Hub()
        with hub.line("a") as one:
            hub.close()
            with hub.line("b") as other:
                return [names for line in (one, other) async for names in line.news()]

    assert asyncio.run(lines()) == []


def test_there_is_room_for_so_many_and_for_so_many_of_one_address() -> None:
    async def room() -> None:
        hub = Hub()
        opened = [hub.line("10.0.0.1") for _ in range(MOST_LINES_OF_ONE)]
        for one in opened:
            one.__enter__()
        assert not hub.has_room("10.0.0.1")
        assert hub.has_room("10.0.0.2")
        others = [hub.line("127.0.0.1") for _ in range(MOST_LINES - MOST_LINES_OF_ONE)]
        for one in others:
            assert hub.has_room("127.0.0.1")
            one.__enter__()
        assert not hub.has_room("127.0.0.1")
        for one in (*opened, *others):
            one.__exit__(None, None, None)
        assert hub.has_room("10.0.0.1")

    asyncio.run(room())
