"""Real movement files: read where they are at hand, as they have no licence to be copied."""

import csv
import os
from collections import Counter
from pathlib import Path

import pytest

from daemon.movement.asc import decode_asc, read_asc, write_asc
from daemon.movement.movement import Movement
from daemon.movement.oddities import meet_again
from daemon.problem import Problem, Source

_CHECKOUT = Path(__file__).parents[2]
_CORPUS = Path(
    os.environ.get("TOURNAMENTD_CORPUS", _CHECKOUT.parent / "shared" / "data" / "asc" / "corpus")
)
_FACTS = _CORPUS.parent / "corpus.tsv"

pytestmark = pytest.mark.skipif(
    not _FACTS.exists(),
    reason=f"no corpus of movement files in {_CORPUS} (TOURNAMENTD_CORPUS names its folder)",
)


def facts() -> list[dict[str, str]]:
    if not _FACTS.exists():
        return []
    with _FACTS.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


def read(name: str) -> tuple[Movement, tuple[Problem, ...]]:
    source, _ = decode_asc((_CORPUS / name).read_bytes(), name)
    assert source is not None
    movement, problems = read_asc(source)
    assert movement is not None, problems
    return movement, problems


def groups_shared(movement: Movement) -> int:
    """How often a group stands at two or more tables of a round."""
    return sum(
        count > 1
        for sets in movement.rounds_sets
        for count in Counter(here.group for here in sets if here).values()
    )


def test_the_corpus_is_complete() -> None:
    assert len(facts()) == 89


@pytest.mark.parametrize("fact", facts(), ids=lambda fact: fact["file"])
def test_a_real_file_is_read_with_its_facts_and_written_back_the_same(
    fact: dict[str, str],
) -> None:
    movement, problems = read(fact["file"])
    found = {
        "contestants": movement.contestants,
        "tables": movement.tables,
        "rounds": movement.rounds,
        "groups": movement.groups,
        "individual": int(movement.individual),
        "shared_round_groups": groups_shared(movement),
        "empty_tables": sum(sets.count(None) for sets in movement.rounds_sets),
        "meet_again": len(meet_again(movement)),
    }
    assert found == {name: int(fact[name]) for name in found}
    codes = Counter(problem.code for problem in problems)
    assert codes["meet-again"] == int(fact["meet_again"])
    assert codes["trailing-text"] == ("trailing" in fact["notes"])
    assert set(codes) <= {"meet-again", "trailing-text", "sit-out"}
    assert read_asc(Source("again.asc", write_asc(movement)))[0] == movement
