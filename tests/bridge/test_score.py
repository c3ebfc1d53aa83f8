import csv
import json
import re
from pathlib import Path

import pytest

from daemon.bridge.board import Vulnerability
from daemon.bridge.card import Strain
from daemon.bridge.contract import Contract, Doubled, PassedOut, Played
from daemon.bridge.score import contract_score, score_ns
from daemon.bridge.seat import Seat

DATA = Path(__file__).parents[1] / "data" / "scoring"
STRAINS = {"N": Strain.NO_TRUMP, "NT": Strain.NO_TRUMP, **{str(s): s for s in Strain}}
DOUBLES = {doubled.mark: doubled for doubled in Doubled}
NONE = Vulnerability(ns=False, ew=False)
ALL = Vulnerability(ns=True, ew=True)
ONLY_NS = Vulnerability(ns=True, ew=False)


def test_every_contract_scores_as_the_table_of_law_77() -> None:
    with (DATA / "contract_scores.csv").open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table))
    assert len(rows) == 7 * 5 * 3 * 2 * 14
    wrong = []
    for row in rows:
        contract = Contract(int(row["level"]), STRAINS[row["strain"]], DOUBLES[row["doubled"]])
        result = int(row["tricks"]) - contract.level - 6
        assert result == int(row["result"])
        vulnerable = row["vulnerable"] == "1"
        score = contract_score(contract, result, vulnerable=vulnerable)
        if score != int(row["score"]):
            wrong.append((row, score))
    assert wrong == []


@pytest.mark.parametrize(
    "vector",
    [
        vector
        for vector in json.loads((DATA / "published_vectors.json").read_text(encoding="utf-8"))
        if vector["kind"] == "contract"
    ],
    ids=lambda vector: f"{vector['contract']} {vector['tricks']}",
)
def test_published_scores_of_contracts(vector: dict[str, str | int]) -> None:
    parts = re.fullmatch(r"([1-7])(NT|[CDHS])(X{0,2})", str(vector["contract"]))
    assert parts is not None
    contract = Contract(int(parts[1]), STRAINS[parts[2]], DOUBLES[parts[3]])
    result = int(vector["tricks"]) - contract.level - 6
    score = contract_score(contract, result, vulnerable=bool(vector["vulnerable"]))
    assert score == vector["expected"]


@pytest.mark.parametrize("vulnerable", [False, True])
def test_the_score_tells_undoubled_doubled_and_redoubled_apart(
    vulnerable: bool,  # noqa: FBT001 - both cases of the rule
) -> None:
    for level in range(1, 8):
        for strain in Strain:
            for result in range(-level - 6, 8 - level):
                scores = {
                    contract_score(Contract(level, strain, doubled), result, vulnerable=vulnerable)
                    for doubled in Doubled
                }
                assert len(scores) == 3


# Lines of the OUT file in Bridge Suite's file description: scores for NS.
def test_a_contract_of_ew_is_scored_from_the_side_of_ns() -> None:
    two_hearts = Played(Contract(2, Strain.HEARTS), Seat.WEST, 1)
    assert score_ns(two_hearts, NONE) == -140
    three_no_trump = Played(Contract(3, Strain.NO_TRUMP), Seat.EAST, -1)
    assert score_ns(three_no_trump, ONLY_NS) == 50


def test_the_vulnerability_that_counts_is_declarer_s() -> None:
    game = Contract(4, Strain.SPADES)
    assert score_ns(Played(game, Seat.SOUTH, 0), ONLY_NS) == 620
    assert score_ns(Played(game, Seat.NORTH, -1), ONLY_NS) == -100
    assert score_ns(Played(game, Seat.EAST, 0), ONLY_NS) == -420
    assert score_ns(Played(game, Seat.WEST, -1), ONLY_NS) == 50
    assert score_ns(Played(game, Seat.WEST, -1), ALL) == 100


def test_a_board_passed_out_scores_nothing() -> None:
    assert score_ns(PassedOut(), ALL) == 0
