from collections import Counter, defaultdict

import pytest

from daemon.movement.check import check
from daemon.movement.habits import habits, meeting_matrix
from daemon.movement.hesitation import hesitation
from daemon.movement.mitchell_kin import american_whist, appendix, double_weave, web
from daemon.movement.mitchell_skip import skip_mitchell, skips
from daemon.movement.movement import Movement
from daemon.movement.oddities import meet_again
from daemon.problem import Severity


def plays(movement: Movement) -> list[tuple[int, int, int, int]]:
    """Every meeting: NS, EW, group, round."""
    return [
        (here.ns[0], here.ew[0], here.group, number)
        for number, sets in enumerate(movement.rounds_sets)
        for here in sets
        if here is not None
    ]


def shares(movement: Movement) -> bool:
    return max(Counter((group, number) for _, _, group, number in plays(movement)).values()) > 1


def groups_of(movement: Movement) -> dict[int, list[int]]:
    groups = defaultdict(list)
    for ns, ew, group, _ in plays(movement):
        groups[ns].append(group)
        groups[ew].append(group)
    return groups


@pytest.mark.parametrize("tables", [4, 6, 8, 10, 12, 14, 18])
def test_ew_can_skip_after_every_round_that_is_offered_and_after_no_other(tables: int) -> None:
    for rounds in {tables - 1, tables - 2, tables // 2 + 1}:
        for skip in range(1, tables):
            if skip not in skips(tables, rounds):
                with pytest.raises(ValueError, match="they would meet boards again"):
                    skip_mitchell(tables, rounds, skip)
                continue
            movement = skip_mitchell(tables, rounds, skip)
            assert not [one for one in check(movement) if one.severity is Severity.ERROR]
            assert not meet_again(movement)
            assert not shares(movement)


def test_a_skip_mitchell_moves_as_directors_say() -> None:
    movement = skip_mitchell(6, skip_after=3)
    at = {ew: [] for ew in range(7, 13)}  # type: dict[int, list[int]]
    for sets in movement.rounds_sets:
        for table, here in enumerate(sets, start=1):
            assert here is not None
            assert here.ns == (table,)
            at[here.ew[0]].append(table)
    assert at[7] == [1, 2, 3, 5, 6]
    assert at[12] == [6, 1, 2, 4, 5]


@pytest.mark.parametrize(
    ("tables", "rounds", "skip", "message"),
    [
        (
            7,
            None,
            None,
            (
                "a skip Mitchell has an even number of tables, 4 or more, not 7: with an odd "
                "number nobody has to skip"
            ),
        ),
        (
            8,
            8,
            None,
            (
                "a skip Mitchell of 8 tables has 1 to 7 rounds, not 8: for 8 rounds take the relay "
                "Mitchell"
            ),
        ),
        (
            8,
            7,
            5,
            (
                "EW of 8 tables and 7 rounds skip after round 3 and 4, not 5: at another time they "
                "would meet boards again"
            ),
        ),
    ],
)
def test_numbers_that_no_skip_mitchell_has_are_refused(
    tables: int, rounds: int | None, skip: int | None, message: str
) -> None:
    with pytest.raises(ValueError, match="skip") as refusal:
        skip_mitchell(tables, rounds, skip)
    assert str(refusal.value) == message


@pytest.mark.parametrize("tables", range(4, 29, 4))
def test_in_a_double_weave_every_ns_meets_every_ew_and_every_group_with_no_sharing(
    tables: int,
) -> None:
    movement = double_weave(tables)
    assert not shares(movement)
    assert Counter((ns, ew) for ns, ew, _, _ in plays(movement)) == {
        (ns, ew): 1 for ns in range(1, tables + 1) for ew in range(tables + 1, 2 * tables + 1)
    }
    assert all(sorted(met) == list(range(1, tables + 1)) for met in groups_of(movement).values())


def test_in_a_double_weave_ew_cross_their_couple_of_tables_and_then_go_on() -> None:
    movement = double_weave(8)
    seen = [
        next(
            table
            for table, here in enumerate(sets, start=1)
            if here is not None and here.ew == (9,)
        )
        for sets in movement.rounds_sets
    ]
    assert seen == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize("tables", range(4, 31, 2))
def test_in_a_web_everybody_plays_all_boards(tables: int) -> None:
    for rounds in range(tables // 2 + 1 - tables // 2 % 2, tables, 2):
        movement = web(tables, rounds)
        met = groups_of(movement)
        assert all(sorted(groups) == list(range(1, rounds + 1)) for groups in met.values())
        assert not meet_again(movement)
        # Two copies of the boards are enough.
        assert max(Counter((group, at) for _, _, group, at in plays(movement)).values()) <= 2


@pytest.mark.parametrize(
    ("tables", "rounds", "message"),
    [
        (7, 7, "a web has an even number of tables, 4 or more, not 7"),
        (10, 6, "a web of 10 tables has an odd number of rounds from 5 to 9, not 6"),
        (12, 5, "a web of 12 tables has an odd number of rounds from 7 to 11, not 5"),
        (12, 13, "a web of 12 tables has an odd number of rounds from 7 to 11, not 13"),
    ],
)
def test_numbers_that_no_web_has_are_refused(tables: int, rounds: int, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        web(tables, rounds)


@pytest.mark.parametrize("tables", range(3, 31))
def test_in_american_whist_both_tables_of_a_match_play_the_same_boards(tables: int) -> None:
    movement = american_whist(tables)
    matches: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for ns, ew, group, _ in plays(movement):
        team, other = ns, ew - tables
        assert team != other
        matches[min(team, other), max(team, other)].append(group)
    assert all(len(groups) == 2 and groups[0] == groups[1] for groups in matches.values())
    assert movement.rounds == (tables - 1 if tables % 2 else tables - 2)
    opponents = Counter(team for match in matches for team in match)
    assert set(opponents.values()) == {movement.rounds}
    assert not shares(movement)


def test_in_american_whist_ew_move_down_two_tables_and_the_boards_one() -> None:
    movement = american_whist(7)
    assert [sets[0].group for sets in movement.rounds_sets if sets[0]] == [2, 3, 4, 5, 6, 7]
    assert [sets[0].ew[0] - 7 for sets in movement.rounds_sets if sets[0]] == [3, 5, 7, 2, 4, 6]


@pytest.mark.parametrize(
    ("tables", "rounds", "message"),
    [
        (2, None, "American Whist needs 3 tables or more, not 2"),
        (8, 7, "American Whist of 8 tables has 1 to 6 rounds, not 7"),
    ],
)
def test_numbers_that_no_american_whist_has_are_refused(
    tables: int, rounds: int | None, message: str
) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        american_whist(tables, rounds)


@pytest.mark.parametrize("base", [5, 7, 11, 13])
def test_in_an_appendix_all_play_all_boards_of_the_base(base: int) -> None:
    for tables in range(base + 1, 2 * base + 1):
        movement = appendix(base, tables)
        met = groups_of(movement)
        assert set(met) == set(range(1, 2 * tables + 1))
        assert all(sorted(groups) == list(range(1, base + 1)) for groups in met.values())
        assert not meet_again(movement)


def test_at_a_table_of_an_appendix_and_its_companion_ns_and_ew_stay() -> None:
    stay = [
        one.contestant for one in habits(appendix(7, 9)) if one.follows == ((one.contestant, 6),)
    ]
    assert stay == [8, 9, 17, 18]


@pytest.mark.parametrize(
    ("base", "tables", "message"),
    [
        (9, 10, "not on 9"),
        (8, 10, "not on 8"),
        (7, 7, "on 7 tables an appendix Mitchell has 8 to 14 tables, not 7"),
        (7, 15, "on 7 tables an appendix Mitchell has 8 to 14 tables, not 15"),
    ],
)
def test_numbers_that_no_appendix_has_are_refused(base: int, tables: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        appendix(base, tables)


@pytest.mark.parametrize("tables", range(3, 31))
def test_in_a_hesitation_all_play_all_groups_and_meet_nobody_twice(tables: int) -> None:
    movement = hesitation(tables)
    assert movement.rounds == movement.groups == tables + 1
    met = groups_of(movement)
    assert all(sorted(groups) == list(range(1, tables + 2)) for groups in met.values())
    assert not meet_again(movement)
    # With an odd number of tables one group rests and nobody shares.
    assert shares(movement) == (tables % 2 == 0)


def test_a_pair_that_hesitates_sits_ew_everywhere_and_once_ns() -> None:
    movement = hesitation(7)
    line = [
        (table, "NS" if here.ns == (8,) else "EW")
        for sets in movement.rounds_sets
        for table, here in enumerate(sets, start=1)
        if here is not None and 8 in here.contestants
    ]
    assert line == [*((table, "EW") for table in range(1, 8)), (7, "NS")]
    assert sum(meeting_matrix(movement)[7]) == 8


@pytest.mark.parametrize(
    ("tables", "rounds", "message"),
    [
        (2, None, "a hesitation Mitchell has 3 tables or more, not 2"),
        (7, 9, "a hesitation Mitchell of 7 tables has 1 to 8 rounds, not 9"),
    ],
)
def test_numbers_that_no_hesitation_has_are_refused(
    tables: int, rounds: int | None, message: str
) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        hesitation(tables, rounds)


@pytest.mark.parametrize("tables", [6, 0, 32])
def test_a_double_weave_needs_a_number_that_four_divides(tables: int) -> None:
    with pytest.raises(ValueError, match=rf"has 4, 8, 12, \.\.\. 28 tables, not {tables}: take"):
        double_weave(tables)


def test_a_double_weave_has_no_more_rounds_than_tables() -> None:
    with pytest.raises(ValueError, match="a double weave of 8 tables has 1 to 8 rounds, not 9"):
        double_weave(8, 9)
