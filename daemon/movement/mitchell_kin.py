"""Movements in which NS stay as in a Mitchell, and EW or the boards go other ways."""

from collections.abc import Callable

from daemon.movement.movement import Movement, TableSet

# Beyond these the search for the steps of the boards can take for ever.
_DOUBLE_WEAVES = range(4, 29, 4)


def double_weave(tables: int, rounds: int | None = None) -> Movement:
    """Make a double weave Mitchell for 4, 8, 12, ... 28 tables: nobody shares or skips.

    The tables are couples (1 and 2, 3 and 4, ...). EW weave through them: after every odd round
    they change to the other table of the couple, after every even one also to the next couple. The
    boards weave too, in steps of their own. Every EW pair meets every NS pair and every group.
    Raises ValueError for other numbers.
    """
    if tables not in _DOUBLE_WEAVES:
        raise ValueError(
            f"a double weave has 4, 8, 12, ... 28 tables, not {tables}: take the relay or the skip "
            "Mitchell for other even numbers, a plain Mitchell for odd ones"
        )
    wanted = _rounds("a double weave", tables, tables, rounds)
    steps = _weaving_boards(tables)
    return _stationary_ns(
        tables,
        wanted,
        tables,
        ew=lambda table, moves: _apart(table, moves, tables),
        group=lambda table, moves: _together(table, steps[moves], tables),
    )


def web(tables: int, rounds: int) -> Movement:
    """Make a web Mitchell for an even number of tables and an odd number of rounds.

    EW move up a table as ever. The boards are there twice: the first half of the tables plays the
    one set upwards, the other half the other one downwards. So there are as many groups as rounds,
    at least half as many as tables, and every pair plays all of them. Raises ValueError for other
    numbers.
    """
    half = tables // 2
    if tables % 2 or tables < 4:
        raise ValueError(f"a web has an even number of tables, 4 or more, not {tables}")
    if rounds % 2 == 0 or not half <= rounds <= tables:
        raise ValueError(
            f"a web of {tables} tables has an odd number of rounds from {half + 1 - half % 2} to "
            f"{tables - 1}, not {rounds}"
        )
    return _stationary_ns(
        tables,
        rounds,
        rounds,
        ew=lambda table, moves: table - moves,
        group=lambda table, moves: table + moves if table < half else tables - table - moves - 2,
    )


def american_whist(tables: int, rounds: int | None = None) -> Movement:
    """Make the American Whist movement: every two teams play the same boards at both tables.

    NS and EW of a team start at the same table and never meet. EW move down two tables a round,
    the boards down one. With an odd number of tables (3 or more) there are as many rounds as other
    teams. With an even number (4 or more) one of the other teams is missed, and halfway there are
    longer moves. No boards are shared. Raises ValueError for other numbers.
    """
    if tables < 3:
        raise ValueError(f"American Whist needs 3 tables or more, not {tables}")
    plan = _odd_teams(tables) if tables % 2 else _even_teams(tables)
    wanted = _rounds("American Whist", tables, len(plan), rounds)
    return _stationary_ns(
        tables,
        wanted,
        tables,
        ew=lambda table, moves: table + plan[moves][0],
        group=lambda table, moves: table + plan[moves][1],
    )


def appendix(base: int, tables: int) -> Movement:
    """Make an appendix Mitchell: `tables` tables, as many rounds and groups as `base`.

    The first tables have a companion each, which is numbered after the base and shares its boards.
    There NS of the first and EW of the companion stay; all others move: NS up a table, EW up two,
    the boards down one. `base` can be divided neither by 2 nor by 3. Raises ValueError for other
    numbers, and unless there are 1 to `base` more tables than that.
    """
    if base < 5 or base % 2 == 0 or base % 3 == 0:
        raise ValueError(
            f"an appendix Mitchell stands on 5, 7, 11, 13, 17, 19, 23, ... tables (no multiple of "
            f"2 or 3), not on {base}"
        )
    if not base < tables <= 2 * base:
        raise ValueError(
            f"on {base} tables an appendix Mitchell has {base + 1} to {2 * base} tables, not "
            f"{tables}"
        )
    more = tables - base
    rounds = []
    for moves in range(base):
        movers = [(table - moves) % base + 1 for table in range(base)]
        ew = [tables + (table - 2 * moves) % base + 1 for table in range(base)]
        groups = [(table + moves) % base + 1 for table in range(base)]
        # NS who stay are numbered after those who move, EW who stay after those.
        at_base = [
            TableSet((base + table + 1 if table < more else movers[table],), (ew[table],), group)
            for table, group in enumerate(groups)
        ]
        at_companions = [
            TableSet((movers[table],), (tables + base + table + 1,), groups[table])
            for table in range(more)
        ]
        rounds.append((*at_base, *at_companions))
    return Movement(2 * tables, tables, base, individual=False, rounds_sets=tuple(rounds))


def _stationary_ns(
    tables: int,
    rounds: int,
    groups: int,
    ew: Callable[[int, int], int],
    group: Callable[[int, int], int],
) -> Movement:
    """The rounds, from the EW pair and the group of a table after so many moves.

    All are counted from 0; numbers beyond the last go on with the first.
    """
    return Movement(
        contestants=2 * tables,
        tables=tables,
        groups=groups,
        individual=False,
        rounds_sets=tuple(
            tuple(
                TableSet(
                    (table + 1,),
                    (tables + ew(table, moves) % tables + 1,),
                    group(table, moves) % groups + 1,
                )
                for table in range(tables)
            )
            for moves in range(rounds)
        ),
    )


def _rounds(name: str, tables: int, most: int, rounds: int | None) -> int:
    wanted = most if rounds is None else rounds
    if not 1 <= wanted <= most:
        raise ValueError(f"{name} of {tables} tables has 1 to {most} rounds, not {wanted}")
    return wanted


def _together(one: int, other: int, tables: int) -> int:
    """Add two places, each a couple (by twos) and a side of it (odd or even)."""
    couple = (one // 2 + other // 2) % (tables // 2)
    return 2 * couple + (one + other) % 2


def _apart(one: int, other: int, tables: int) -> int:
    """What `_together` adds to `other` to come to `one`."""
    couple = (one // 2 - other // 2) % (tables // 2)
    return 2 * couple + (one + other) % 2


def _weaving_boards(tables: int) -> list[int]:
    """How far on the boards are in each round, so that both NS and EW see every group once.

    NS see all steps; EW, who have themselves gone on, see the sum of both.
    """
    steps: list[int] = []
    sums: set[int] = set()

    def extend() -> bool:
        moves = len(steps)
        if moves == tables:
            return True
        for step in range(tables):
            total = _together(step, moves, tables)
            if step in steps or total in sums:
                continue
            steps.append(step)
            sums.add(total)
            if extend():
                return True
            steps.pop()
            sums.discard(total)
        return False

    extend()
    return steps


def _odd_teams(teams: int) -> list[tuple[int, int]]:
    """How far EW and the boards are on in each round: two tables and one."""
    return [(2 * moves, moves) for moves in range(1, teams)]


def _even_teams(teams: int) -> list[tuple[int, int]]:
    """The same for an even number of teams.

    Where the boards are `a` on and the opponents `a - b`, the return match is where they are `b` on
    and `b - a`. So the steps of the boards go by twos, a and b, all with different distances: the
    first and the last of a stretch, the second and the last but one, and so on; one stretch for
    the odd distances, one for the even.
    """
    most = teams // 2 - 1
    odd = most + 1 if most % 2 else most
    even = most if most % 2 else most + 1
    stretches = [range(odd), range(odd, odd + even)]
    return [
        (2 * step - stretch[0] - stretch[-1], step)
        for stretch in stretches
        for step in stretch
        if 2 * step != stretch[0] + stretch[-1]
    ]
