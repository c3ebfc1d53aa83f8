"""What both sides could have reached at best on a board, in the language of those who read it."""

from msgspec import Struct

from daemon.bridge.contract import Contract, show_result
from daemon.bridge.makeable import Par
from daemon.bridge.seat import Seat, Side
from daemon.publish.language import Language


class ParContract(Struct, frozen=True):
    """A contract that gives par, with those who can play it; `result` is empty when just made."""

    contract: Contract
    result: str
    declarers: str


class ShownPar(Struct, frozen=True):
    """`side` and `score` are of those who gain; both empty when the board is passed out."""

    side: str
    score: str
    contracts: tuple[ParContract, ...]


def shown_par(par: Par | None, language: Language) -> ShownPar | None:
    """Par in words and signs; None where nobody knows it."""
    if par is None:
        return None
    if not par.score:
        return ShownPar("", "", ())
    by: dict[tuple[Contract, int], list[Seat]] = {}
    for played in par.contracts:
        by.setdefault((played.contract, played.result), []).append(played.declarer)
    return ShownPar(
        language.side(Side.NS if par.score > 0 else Side.EW),
        language.signed(abs(par.score)),
        tuple(
            ParContract(
                contract,
                show_result(result).replace("-", "−") if result else "",
                "/".join(map(language.seat, seats)),
            )
            for (contract, result), seats in by.items()
        ),
    )
