"""Every contract score once more, by a program of other people (endplay)."""

from itertools import product

from endplay.types import Contract as TheirContract
from endplay.types import Denom, Penalty, Player, Vul

from daemon.bridge.card import Strain
from daemon.bridge.contract import Contract, Doubled
from daemon.bridge.score import contract_score

DENOMS = {
    Strain.CLUBS: Denom.clubs,
    Strain.DIAMONDS: Denom.diamonds,
    Strain.HEARTS: Denom.hearts,
    Strain.SPADES: Denom.spades,
    Strain.NO_TRUMP: Denom.nt,
}
PENALTIES = {
    Doubled.NO: Penalty.passed,
    Doubled.DOUBLED: Penalty.doubled,
    Doubled.REDOUBLED: Penalty.redoubled,
}


def test_all_contract_scores_are_those_of_another_program() -> None:
    cases = 0
    for level, (strain, denom), (doubled, penalty), vulnerable, tricks in product(
        range(1, 8), DENOMS.items(), PENALTIES.items(), (False, True), range(14)
    ):
        result = tricks - level - 6
        ours = contract_score(Contract(level, strain, doubled), result, vulnerable=vulnerable)
        theirs = TheirContract(
            level=level, denom=denom, declarer=Player.north, penalty=penalty, result=result
        )
        assert ours == theirs.score(Vul.both if vulnerable else Vul.none), theirs
        cases += 1
    assert cases == 2940
