from collections import Counter
from collections.abc import Callable

import pytest

from daemon.movement.asc import read_asc, write_asc
from daemon.movement.check import check
from daemon.movement.kinds import KINDS, Wish, made
from daemon.movement.movement import Movement
from daemon.problem import Severity, Source

TABLES = range(2, 31)
# For how many tables a kind exists, as the literature and the arithmetic of its moves have it.
EXISTS = {
    "mitchell": set(TABLES),
    "skip-mitchell": {tables for tables in TABLES if tables % 2 == 0} - {2},
    "howell": set(TABLES),
    "hesitation": set(TABLES) - {2},
    "double-weave": set(range(4, 31, 4)),
    "web": {tables for tables in TABLES if tables % 2 == 0} - {2},
    "appendix": set(TABLES) - {2, 3, 4, 5},
    "american-whist": set(TABLES) - {2},
    "barometer": set(TABLES),
    "endless-howell": set(range(3, 21)),
    "individual": {2, 3, 4, 5, 6, 7},
    "rainbow": {tables for tables in TABLES if tables % 2 and tables % 3},
}


def contestants(kind: str, tables: int) -> int:
    return tables * (4 if KINDS[kind].individual else 2)


def errors(movement: Movement) -> list[str]:
    return [one.message for one in check(movement) if one.severity is Severity.ERROR]


def test_every_kind_is_known() -> None:
    assert set(KINDS) == set(EXISTS)


@pytest.mark.parametrize("kind", EXISTS)
def test_what_is_made_can_be_played(kind: str) -> None:
    for tables in sorted(EXISTS[kind]):
        movement = made(kind, Wish(contestants(kind, tables)))
        assert (movement.contestants, movement.tables) == (contestants(kind, tables), tables)
        found = check(movement)
        assert [one.message for one in found if one.severity is Severity.ERROR] == []
        assert not any(one.code == "never-plays" for one in found)


@pytest.mark.parametrize("kind", EXISTS)
def test_what_does_not_exist_is_said(kind: str) -> None:
    for tables in set(TABLES) - EXISTS[kind]:
        wish = Wish(contestants(kind, tables))
        with pytest.raises(ValueError, match=rf"\b({tables}|{wish.contestants})\b"):
            made(kind, wish)


@pytest.mark.parametrize("kind", EXISTS)
def test_what_is_made_is_read_back_from_its_file(kind: str) -> None:
    for tables in {4, 5, 6, 7, 20} & EXISTS[kind]:
        movement = made(kind, Wish(contestants(kind, tables)))
        assert read_asc(Source("m.asc", write_asc(movement)))[0] == movement


@pytest.mark.parametrize("kind", [kind for kind in EXISTS if not KINDS[kind].individual])
def test_an_odd_number_of_pairs_sits_out_in_turn(kind: str) -> None:
    for tables in EXISTS[kind] & {3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 16, 20, 25, 30}:
        movement = made(kind, Wish(2 * tables - 1))
        assert errors(movement) == []
        assert movement.contestants == 2 * tables - 1
        playing = Counter(
            number
            for sets in movement.rounds_sets
            for here in sets
            if here
            for number in here.contestants
        )
        assert set(playing) == set(range(1, 2 * tables))
        # Nobody misses more rounds than one, or two where the missing pair moves.
        assert max(playing.values()) - min(playing.values()) <= 2
        assert sum(playing.values()) == movement.rounds * (2 * tables - 2)


@pytest.mark.parametrize("kind", [kind for kind in EXISTS if kind not in {"web", "appendix"}])
@pytest.mark.parametrize("rounds", [2, 3])
def test_a_curtailed_movement_is_the_beginning_of_the_longer_one(kind: str, rounds: int) -> None:
    tables = 7 if kind in {"rainbow", "individual", "american-whist"} else 8
    wish = Wish(contestants(kind, tables))
    short = made(kind, Wish(wish.contestants, rounds))
    assert short.rounds == rounds
    assert errors(short) == []
    if kind not in {"mitchell", "howell"}:
        # An even Mitchell needs no relay for so few rounds; a shorter Howell has its own cycle.
        assert made(kind, wish).rounds_sets[:rounds] == short.rounds_sets


@pytest.mark.parametrize(
    ("kind", "wish", "file"),
    [
        ("mitchell", Wish(10), "mitchell_5_expected.asc"),
        ("mitchell", Wish(12), "relay_mitchell_6_expected.asc"),
        ("mitchell", Wish(16), "relay_mitchell_8_expected.asc"),
        ("mitchell", Wish(14, 5), "curtailed_mitchell_7_5r_5num_expected.asc"),
        ("howell", Wish(10, 7), "howell_10_7_expected.asc"),
        ("howell", Wish(8), "howell7_8ns.asc"),
    ],
)
def test_what_other_programs_make_is_made_here(
    kind: str, wish: Wish, file: str, movement_in: Callable[[str], Movement]
) -> None:
    assert made(kind, wish) == movement_in(file)


def test_the_arrow_is_switched_in_whole_rounds() -> None:
    plain, one_winner = made("mitchell", Wish(14)), made("mitchell", Wish(14, arrow_switch=(7,)))
    assert one_winner.rounds_sets[:6] == plain.rounds_sets[:6]
    for before, after in zip(plain.rounds_sets[6], one_winner.rounds_sets[6], strict=True):
        assert before is not None
        assert after is not None
        assert (after.ns, after.ew, after.group) == (before.ew, before.ns, before.group)


def test_an_arrow_switch_in_a_round_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^there is no round 8: the movement has rounds 1 to 7$"):
        made("mitchell", Wish(14, arrow_switch=(8,)))


def test_a_web_and_an_appendix_without_more_have_the_usual_size() -> None:
    assert made("web", Wish(28)).rounds == 7
    assert made("web", Wish(32)).rounds == 9
    assert made("appendix", Wish(30)).groups == 13
    assert made("appendix", Wish(30, base=11)).groups == 11
    assert made("appendix", Wish(30, rounds=9)).rounds == 9


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "mitchell"])
def test_more_than_a_hall_can_hold_is_refused_at_once(kind: str) -> None:
    with pytest.raises(ValueError, match=r"^1000 contestants are more than are put into one"):
        made(kind, Wish(1000))


def test_a_rainbow_has_whole_tables() -> None:
    with pytest.raises(ValueError, match="four players at each table, and 22 is no multiple of 4"):
        made("rainbow", Wish(22))
