"""Every kind of movement that can be made, by its name."""

from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from daemon.movement.changes import curtailed, encounters, switched
from daemon.movement.half_table import with_a_pair_less
from daemon.movement.hesitation import hesitation
from daemon.movement.howell import howell
from daemon.movement.individual import individual, rainbow
from daemon.movement.mitchell import mitchell
from daemon.movement.mitchell_kin import american_whist, appendix, double_weave, web
from daemon.movement.mitchell_skip import skip_mitchell
from daemon.movement.movement import Movement
from daemon.movement.round_robin import barometer, endless_howell

# No hall is larger, and some kinds take long to make for more. Mitchells have their own limit.
_MOST_TABLES = 100


class Wish(Struct, frozen=True):
    """What somebody wants to play; what is None is chosen.

    `contestants` are pairs, or players of an individual. `skip_after` is for the skip Mitchell,
    `base` (tables) for the appendix Mitchell. In `arrow_switch` rounds NS sit EW and EW sit NS.
    """

    contestants: int
    rounds: int | None = None
    skip_after: int | None = None
    base: int | None = None
    arrow_switch: tuple[int, ...] = ()

    @property
    def tables(self) -> int:
        """Tables for so many pairs, a half one counted as one."""
        return (self.contestants + 1) // 2


class Kind(Struct, frozen=True):
    """A kind of movement: what it is, and how it is made.

    `absent` says, for a number of tables, which pair lacks when the number of pairs is odd; None
    when the kind itself takes any number.
    """

    summary: str
    make: Callable[[Wish], Movement]
    absent: Callable[[int], int] | None = None
    individual: bool = False


def made(kind: str, wish: Wish) -> Movement:
    """Make a movement of the kind with this name (one of `KINDS`).

    Raises ValueError, with what to do, for numbers that the kind does not have.
    """
    found = KINDS[kind]
    if kind != "mitchell" and wish.tables > _MOST_TABLES:
        raise ValueError(
            f"{wish.contestants} contestants are more than are put into one {kind} here (at most "
            f"{2 * _MOST_TABLES}): make sections, and combine them"
        )
    if found.absent is not None and wish.contestants % 2:
        whole = found.make(replace(wish, contestants=wish.contestants + 1))
        movement = with_a_pair_less(whole, found.absent(wish.tables))
    else:
        movement = found.make(wish)
    if not wish.arrow_switch:
        return movement
    return switched(movement, encounters(movement, rounds=wish.arrow_switch))


def _appendix(wish: Wish) -> Movement:
    base = wish.base
    if base is None:
        # The largest one, so that as few tables as possible share.
        base = max(
            (size for size in range(5, wish.tables) if size % 2 and size % 3), default=wish.tables
        )
    return _curtail_if_wanted(appendix(base, wish.tables), wish.rounds)


def _web(wish: Wish) -> Movement:
    rounds = wish.rounds
    if rounds is None:
        # As few rounds as tables allow: a web is for many tables and few boards.
        half = wish.tables // 2
        rounds = half + 1 - half % 2
    return web(wish.tables, rounds)


def _curtail_if_wanted(movement: Movement, rounds: int | None) -> Movement:
    return movement if rounds is None else curtailed(movement, rounds)


def _rainbow(wish: Wish) -> Movement:
    if wish.contestants % 4:
        raise ValueError(
            f"a rainbow has four players at each table, and {wish.contestants} is no multiple of 4"
        )
    return rainbow(wish.contestants // 4, wish.rounds)


def _last(tables: int) -> int:
    """NS of the last table: then that table falls away, and shares with nobody."""
    return tables


def _highest(tables: int) -> int:
    return 2 * tables


KINDS: Mapping[str, Kind] = {
    "mitchell": Kind(
        "NS stay, EW move up a table; with an even number of tables two of them share boards",
        lambda wish: mitchell(wish.tables, wish.rounds),
        _last,
    ),
    "skip-mitchell": Kind(
        "for an even number of tables: EW pass by one table halfway, and nobody shares",
        lambda wish: skip_mitchell(wish.tables, wish.rounds, wish.skip_after),
        _last,
    ),
    "howell": Kind(
        "all but one or a few pairs move through all places: one winner, many opponents",
        lambda wish: howell(wish.tables, wish.rounds),
        _highest,
    ),
    "hesitation": Kind(
        "a Mitchell with one round more than tables; EW sit NS for a round at the last table",
        lambda wish: hesitation(wish.tables, wish.rounds),
        lambda tables: tables - 1,
    ),
    "double-weave": Kind(
        "for 4, 8, 12, ... 28 tables: a Mitchell in which nobody shares or skips",
        lambda wish: double_weave(wish.tables, wish.rounds),
        _last,
    ),
    "web": Kind(
        "for many tables (an even number): two sets of the same boards, few rounds",
        _web,
        _last,
    ),
    "appendix": Kind(
        "a Mitchell on 5, 7, 11, 13, ... tables with more tables beside the first ones",
        _appendix,
        _highest,
    ),
    "american-whist": Kind(
        "teams: every two of them play the same boards at both tables",
        lambda wish: american_whist(wish.tables, wish.rounds),
        _last,
    ),
    "barometer": Kind(
        "everybody against everybody, all tables at the same boards in each round",
        lambda wish: barometer(wish.contestants, wish.rounds),
    ),
    "endless-howell": Kind(
        "a Howell in which nobody stays, and that can end after any round",
        lambda wish: endless_howell(wish.tables, wish.rounds),
        _highest,
    ),
    "individual": Kind(
        "everybody partners everybody once and opposes everybody twice (N or N + 1 players, 4 | N)",
        lambda wish: individual(wish.contestants, wish.rounds),
        individual=True,
    ),
    "rainbow": Kind(
        "an individual in four lines, for 5, 7, 11, 13, ... tables",
        _rainbow,
        individual=True,
    ),
}
