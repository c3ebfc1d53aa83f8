import os
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import islice, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.movement.asc import decode_asc, read_asc
from daemon.movement.balance import balance
from daemon.movement.changes import encounters, switched
from daemon.movement.habits import habits
from daemon.movement.howell import howell
from daemon.movement.improving import Step, Unit, improvements
from daemon.movement.individual import rainbow
from daemon.movement.kinds import Wish, made
from daemon.movement.mitchell import mitchell
from daemon.movement.movement import Movement

NOBODY: frozenset[int] = frozenset()


def search(
    movement: Movement, unit: Unit, keep: frozenset[int] = NOBODY, steps: int = 40
) -> list[Step]:
    chance = random.Random(1).randrange
    return list(islice(improvements(movement, unit, keep, chance), steps))


@pytest.mark.parametrize("unit", Unit)
@pytest.mark.parametrize("movement", [mitchell(8), howell(5, 7), rainbow(5)])
def test_every_step_is_what_its_switches_give_and_none_is_worse(
    movement: Movement, unit: Unit
) -> None:
    found = search(movement, unit, steps=6)
    assert found[0] == Step(0, balance(movement).qf or Fraction(0), frozenset())
    for before, after in pairwise(found):
        assert after.qf >= before.qf
        assert after.tries >= before.tries
    for step in found:
        assert balance(switched(movement, step.switches)).qf == step.qf


@pytest.mark.parametrize("tables", range(3, 13))
def test_one_winner_mitchells_are_at_least_as_even_as_with_the_usual_switches(tables: int) -> None:
    # The usual advice: switch about an eighth of the rounds.
    movement = mitchell(tables)
    best = search(movement, Unit.ROUNDS, steps=10_000 if tables < 15 else 5)[-1].qf
    for rounds in (1, 2):
        last = range(movement.rounds - rounds + 1, movement.rounds + 1)
        usual = balance(switched(movement, encounters(movement, rounds=last))).qf
        assert usual is not None
        assert best >= usual


def test_switching_the_last_of_seven_rounds_is_the_best_that_whole_rounds_can_do() -> None:
    assert search(mitchell(7), Unit.ROUNDS, steps=1000)[-1].qf == Fraction(92)


def test_the_short_howell_of_five_tables_comes_to_the_best_balance_that_is_published() -> None:
    # A team competition's file of 10 pairs and 7 rounds prints 84.94.
    assert round(float(search(howell(5, 7), Unit.ENCOUNTERS)[-1].qf), 2) == 84.94


def test_encounters_reach_at_least_what_rounds_reach() -> None:
    movement = mitchell(6)
    rounds = search(movement, Unit.ROUNDS)[-1].qf
    assert search(movement, Unit.ENCOUNTERS)[-1].qf >= rounds


def test_what_is_perfect_already_is_left_alone() -> None:
    assert [step.switches for step in search(howell(4), Unit.ENCOUNTERS)] == [frozenset()]


@pytest.mark.parametrize("unit", Unit)
def test_who_is_kept_sits_as_before_in_every_round(unit: Unit) -> None:
    movement = howell(6, 9)
    for step in search(movement, unit, frozenset({12, 3}), steps=4):
        new = switched(movement, step.switches)
        for pair in (12, 3):
            for before, after in zip(movement.rounds_sets, new.rounds_sets, strict=True):
                assert [pair in here.ns for here in before if here] == [
                    pair in here.ns for here in after if here
                ]


def test_when_everybody_is_kept_nothing_is_switched() -> None:
    found = search(mitchell(5), Unit.ENCOUNTERS, frozenset(range(1, 11)))
    assert {step.switches for step in found} == {frozenset()}


def test_tables_are_switched_whole() -> None:
    movement = howell(5, 7)
    for step in search(movement, Unit.TABLES, steps=100):
        tables = {table for _, table in step.switches}
        assert step.switches == encounters(movement, tables=tables) if tables else True


def test_without_comparisons_there_is_nothing_to_search(
    movement_of: Callable[[str], Movement],
) -> None:
    assert search(movement_of("4 1 1 1 1\n1 2 3 4 A\n"), Unit.ENCOUNTERS) == []


def test_half_and_empty_tables_are_no_encounters() -> None:
    movement = made("howell", Wish(9))
    found = search(movement, Unit.ENCOUNTERS, steps=3)
    assert balance(switched(movement, found[-1].switches)).qf == found[-1].qf
    assert habits(switched(movement, found[-1].switches))[0].sit_outs == 1


@settings(max_examples=15)
@given(st.integers(3, 6), st.integers(0, 10_000), st.sampled_from(Unit))
def test_a_movement_is_never_left_worse(tables: int, seed: int, unit: Unit) -> None:
    movement = howell(tables, tables + 1)
    steps = islice(improvements(movement, unit, NOBODY, random.Random(seed).randrange), 3)
    before = balance(movement).qf
    assert before is not None
    assert all(step.qf >= before for step in steps)


def test_a_long_search_wanders_and_never_forgets_the_best() -> None:
    movement = mitchell(5)
    found = search(movement, Unit.ENCOUNTERS, steps=450)
    assert found[-1].qf == max(step.qf for step in found)
    assert balance(switched(movement, found[-1].switches)).qf == found[-1].qf


_CORPUS = Path(
    os.environ.get(
        "TOURNAMENTD_CORPUS", Path(__file__).parents[3] / "shared" / "data" / "asc" / "corpus"
    )
)


@pytest.mark.skipif(not _CORPUS.exists(), reason="no corpus of movement files (TOURNAMENTD_CORPUS)")
@pytest.mark.parametrize(
    ("file", "published"),
    [
        ("TeamPlusSchemas__10p7rH.TeamPlus.txt", 84.94),
        ("TeamPlusSchemas__8p8rH.TeamPlus.txt", 87.5),
        ("NBBR__8ronden__14p8r7tH.txt", 82.46),
        ("NBBR__7ronden__14p7rcycGSB2002.txt", 65.18),
        ("NBBR__NBB__N104_Meesterklasse_8.txt", 100),
    ],
)
def test_published_balances_are_found_again_from_any_arrows(file: str, published: float) -> None:
    source, _ = decode_asc((_CORPUS / file).read_bytes(), file)
    assert source is not None
    movement, _ = read_asc(source)
    assert movement is not None
    dice = random.Random(3)
    anywhere = {place for place in sorted(encounters(movement)) if dice.random() < 0.5}
    steps = improvements(switched(movement, anywhere), Unit.ENCOUNTERS, NOBODY, dice.randrange)
    assert any(round(float(step.qf), 2) >= published for step in islice(steps, 3000))
