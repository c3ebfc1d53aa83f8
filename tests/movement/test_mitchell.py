from collections import Counter
from pathlib import Path

import pytest

from daemon.movement.asc import decode_asc, read_asc, write_asc
from daemon.movement.mitchell import Session, mitchell, propose
from daemon.movement.movement import Movement, TableSet
from daemon.problem import Source

DATA = Path(__file__).parent.parent / "data" / "mitchell"

ALL_SIZES = range(2, 51)


def movement_in(name: str) -> Movement:
    source, _ = decode_asc((DATA / name).read_bytes(), name)
    assert source is not None
    movement, _ = read_asc(source)
    assert movement is not None
    return movement


def all_sets(movement: Movement) -> list[tuple[int, int, TableSet]]:
    return [
        (number, table, here)
        for number, sets in enumerate(movement.rounds_sets, start=1)
        for table, here in enumerate(sets, start=1)
        if here is not None
    ]


def groups_met(movement: Movement) -> dict[int, list[int]]:
    met: dict[int, list[int]] = {}
    for _, _, here in all_sets(movement):
        for pair in (*here.ns, *here.ew):
            met.setdefault(pair, []).append(here.group)
    return met


def tables_that_share(movement: Movement) -> set[tuple[int, ...]]:
    where: dict[tuple[int, int], tuple[int, ...]] = {}
    for number, table, here in all_sets(movement):
        key = (number, here.group)
        where[key] = (*where.get(key, ()), table)
    return {tables for tables in where.values() if len(tables) > 1}


@pytest.mark.parametrize(
    ("tables", "rounds", "file"),
    [
        (5, None, "mitchell_5.asc"),
        (7, 5, "curtailed_mitchell_7_5r_5num.asc"),
        (6, None, "relay_mitchell_6.asc"),
        (8, None, "relay_mitchell_8.asc"),
    ],
)
def test_a_mitchell_is_the_one_that_other_programs_make(
    tables: int, rounds: int | None, file: str
) -> None:
    assert mitchell(tables, rounds) == movement_in(file)


def test_ten_tables_start_as_the_relay_mitchell_of_ten_tables_does() -> None:
    first_line = "1 11 1  2 12 2  3 13 3  4 14 4  5 15 5  6 16 7  7 17 8  8 18 9  9 19 10  10 20 1"
    movement, _ = read_asc(Source("ten.asc", f"20 10 M g\n{first_line}\n"))
    assert mitchell(10) == movement


@pytest.mark.parametrize("tables", ALL_SIZES)
def test_no_pair_meets_a_group_twice(tables: int) -> None:
    for pair, groups in groups_met(mitchell(tables)).items():
        assert sorted(groups) == list(range(1, tables + 1)), f"pair {pair}"


@pytest.mark.parametrize("tables", ALL_SIZES)
@pytest.mark.parametrize("share", [2, 3, 1])
def test_a_curtailed_mitchell_has_no_pair_that_meets_a_group_twice(tables: int, share: int) -> None:
    rounds = max(1, tables // share)
    met = groups_met(mitchell(tables, rounds))
    assert {len(groups) for groups in met.values()} == {rounds}
    assert {len(set(groups)) for groups in met.values()} == {rounds}


@pytest.mark.parametrize("tables", ALL_SIZES)
def test_every_ns_pair_meets_every_ew_pair_once(tables: int) -> None:
    meetings = Counter((here.ns, here.ew) for _, _, here in all_sets(mitchell(tables)))
    ns = range(1, tables + 1)
    ew = range(tables + 1, 2 * tables + 1)
    assert meetings == {((one,), (other,)): 1 for one in ns for other in ew}


@pytest.mark.parametrize("tables", ALL_SIZES)
def test_ns_stay_and_ew_move_up_one_table(tables: int) -> None:
    at = {here.contestants: table for _, table, here in all_sets(mitchell(tables))}
    assert all(table == ns for (ns, _), table in at.items())
    ew_tables: dict[int, list[int]] = {}
    for _, table, here in all_sets(mitchell(tables)):
        ew_tables.setdefault(here.ew[0], []).append(table)
    for pair, seen in ew_tables.items():
        start = pair - tables
        assert seen == [(start - 1 + moves) % tables + 1 for moves in range(tables)]


@pytest.mark.parametrize("tables", ALL_SIZES)
def test_only_the_first_and_last_of_an_even_number_of_tables_share_boards(tables: int) -> None:
    expected = {(1, tables)} if tables % 2 == 0 else set()
    assert tables_that_share(mitchell(tables)) == expected


@pytest.mark.parametrize("tables", [4, 8, 26])
def test_nothing_is_shared_when_no_more_than_half_of_the_rounds_are_played(tables: int) -> None:
    half = tables // 2
    assert tables_that_share(mitchell(tables, half)) == set()
    assert tables_that_share(mitchell(tables, half + 1)) == {(1, tables)}


@pytest.mark.parametrize("tables", ALL_SIZES)
def test_every_group_is_played_equally_often(tables: int) -> None:
    played = Counter(here.group for _, _, here in all_sets(mitchell(tables)))
    assert played == dict.fromkeys(range(1, tables + 1), tables)


@pytest.mark.parametrize("tables", [2, 3, 26, 27])
def test_it_reads_back_without_any_problem(tables: int) -> None:
    movement = mitchell(tables)
    assert read_asc(Source("mitchell.asc", write_asc(movement))) == (movement, ())


@pytest.mark.parametrize(
    ("tables", "rounds", "message"),
    [
        (1, None, "a Mitchell has 2 to 500 tables, not 1"),
        (501, 2, "a Mitchell has 2 to 500 tables, not 501"),
        (7, 8, "a Mitchell of 7 tables has 1 to 7 rounds, not 8"),
        (7, 0, "a Mitchell of 7 tables has 1 to 7 rounds, not 0"),
        (500, 201, "a Mitchell of 500 tables has 1 to 200 rounds, not 201"),
    ],
)
def test_numbers_that_no_mitchell_has_are_refused(
    tables: int, rounds: int | None, message: str
) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        mitchell(tables, rounds)


@pytest.mark.parametrize(
    ("pairs", "boards", "session"),
    [
        (14, 21, Session(7, 7, 3)),
        (14, 28, Session(7, 7, 4)),
        (14, 24, Session(7, 6, 4)),
        (16, 24, Session(8, 8, 3)),
        (18, 27, Session(9, 9, 3)),
        (20, 24, Session(10, 8, 3)),
        (24, 24, Session(12, 12, 2)),
        (26, 26, Session(13, 13, 2)),
        (52, 24, Session(26, 12, 2)),
        (14, 25, Session(7, 6, 4)),
        (14, 27, Session(7, 6, 4)),
        (12, 20, Session(6, 5, 4)),
    ],
)
def test_the_session_comes_closest_in_rounds_of_two_to_four_boards(
    pairs: int, boards: int, session: Session
) -> None:
    assert propose(pairs, boards) == session


@pytest.mark.parametrize(
    ("pairs", "boards", "session"),
    [
        (4, 24, Session(2, 2, 12)),
        (6, 24, Session(3, 3, 8)),
        (6, 25, Session(3, 3, 8)),
        (8, 24, Session(4, 4, 6)),
        (10, 25, Session(5, 5, 5)),
        (10, 24, Session(5, 4, 6)),
    ],
)
def test_few_tables_play_longer_rounds_against_as_many_opponents_as_they_can(
    pairs: int, boards: int, session: Session
) -> None:
    assert propose(pairs, boards) == session


@pytest.mark.parametrize(
    ("pairs", "boards", "session"),
    [(14, 2, Session(7, 2, 1)), (14, 3, Session(7, 3, 1)), (4, 3, Session(2, 2, 1))],
)
def test_a_few_boards_are_still_two_rounds_or_more(
    pairs: int, boards: int, session: Session
) -> None:
    assert propose(pairs, boards) == session


@pytest.mark.parametrize("pairs", range(4, 61))
def test_never_more_boards_than_wanted_and_never_more_rounds_than_tables(pairs: int) -> None:
    for boards in range(2, 41):
        session = propose(pairs, boards)
        assert boards - 3 <= session.boards <= boards
        assert 2 <= session.rounds <= session.tables
        assert session.boards == session.rounds * session.boards_per_round
        assert 0 <= 2 * session.tables - pairs == len(session.absent) <= 1


def test_without_ns_at_the_last_table_no_boards_are_shared() -> None:
    session = propose(15, 24)
    assert session == Session(8, 8, 3, absent=(8,))
    movement = mitchell(session.tables, session.rounds)
    played = [
        (number, here.group)
        for number, _, here in all_sets(movement)
        if not set(session.absent) & set(here.contestants)
    ]
    assert len(set(played)) == len(played) == 7 * 8
    assert set(Counter(group for _, group in played).values()) == {7}


@pytest.mark.parametrize(
    ("pairs", "boards", "message"),
    [
        (3, 24, "a Mitchell needs 4 pairs or more, not 3"),
        (14, 1, "a pair plays 2 boards or more, not 1"),
        (1001, 24, "a Mitchell has 2 to 500 tables, not 501"),
    ],
)
def test_a_session_that_cannot_be_is_refused(pairs: int, boards: int, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        propose(pairs, boards)
