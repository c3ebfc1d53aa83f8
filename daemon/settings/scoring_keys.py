"""Reading `[scoring]`: the method, and those of its choices that the method leaves."""

from decimal import Decimal
from fractions import Fraction

from daemon.problem import Span
from daemon.scoring.rules import (
    BoardAMatchRules,
    BoardRules,
    ButlerRules,
    CrossImpRules,
    Divide,
    Drop,
    Expected,
    ImpsPerTenth,
    MatchpointRules,
    RoundHalf,
    Rounding,
    SmallSubfield,
    TotalPointRules,
    Unequal,
)
from daemon.scoring.victory_points import Formula
from daemon.settings.kinds import path
from daemon.settings.model import Method, Scoring
from daemon.toml import Fault, Kind, Reading, Value, choice, either, one_of, truth, whole
from daemon.toml.kinds import misfit, unfit

_IN_IMPS = (Method.CROSS_IMPS, Method.BUTLER)
_MOST_IMPS = 24
_STEPS = {Decimal("0.01"), Decimal("0.1"), Decimal(1)}
_STEP_WORDS = '"none", 0.01, 0.1 or 1'
_NONE = "none"


def read_scoring(table: Reading) -> Scoring:
    """The method with its choices; what is wrong is told to the reading.

    All keys are checked, also those that the method does not ask for.
    """
    method = table.get("method", choice(Method), Method.MATCHPOINTS)
    return Scoring(method, _rules(table)[method], *_victory_points(table, method))


def _rules(table: Reading) -> dict[Method, BoardRules]:
    """What the keys say about each method."""
    own = table.get("own_percentage", truth, default=True)
    half = table.get("round_half", choice(RoundHalf), RoundHalf.AWAY)
    rounding = Rounding(table.get("round_board", _STEP, Fraction(0)) or None, half)
    cap = table.get("imps_cap", whole(0, _MOST_IMPS), 0)
    per_tenth = table.get("imps_average", _IMPS_AVERAGE, ImpsPerTenth.LAW)
    matchpoints, cross_imps, butler = MatchpointRules(), CrossImpRules(), ButlerRules()
    return {
        Method.MATCHPOINTS: MatchpointRules(
            unit=table.get("matchpoint_unit", one_of({2: 2, 1: 1}), matchpoints.unit),
            unequal=table.get("unequal", choice(Unequal), matchpoints.unequal),
            expected=table.get("expected", choice(Expected), matchpoints.expected),
            own_percentage=own,
            rounding=rounding,
            small_subfield=table.get(
                "small_subfield", choice(SmallSubfield), matchpoints.small_subfield
            ),
        ),
        Method.CROSS_IMPS: CrossImpRules(
            divide=table.get("cross_imps_divide", choice(Divide), cross_imps.divide),
            cap=cap,
            per_tenth=per_tenth,
            own_percentage=own,
            rounding=rounding,
        ),
        Method.BUTLER: ButlerRules(
            drop=table.get("butler_drop", choice(Drop), butler.drop),
            min_left=table.get("butler_min_left", whole(1, 100), butler.min_left),
            datum_step=table.get("butler_round", _DATUM_STEP, butler.datum_step),
            cap=cap,
            per_tenth=per_tenth,
            own_percentage=own,
            rounding=rounding,
        ),
        Method.TOTAL_POINTS: TotalPointRules(per_tenth, own, rounding),
        Method.BOARD_A_MATCH: BoardAMatchRules(own, rounding),
    }


def _victory_points(
    table: Reading, method: Method
) -> tuple[Formula | None, str | None, Span | None]:
    """A scale that is worked out, or the file of one, and the place of its name."""
    written = table.get("vp", path, _NONE)
    if written == _NONE:
        return None, None, None
    if method not in _IN_IMPS:
        message = (
            f'scoring.vp are victory points for IMPs, and the method is "{method}": take vp out, '
            f'or take the method "{_IN_IMPS[0]}" or "{_IN_IMPS[1]}"'
        )
        table.refuse("vp", "value", message)
    if written == Formula.WBF:
        return Formula.WBF, None, None
    return None, written, table.table.value_span("vp")


def _read_step(name: str, value: Value, faults: list[Fault]) -> Fraction | None:
    content = value.content
    if content == _NONE:
        return Fraction(0)
    if not isinstance(content, int | Decimal | str) or isinstance(content, bool):
        faults.append(misfit(name, _STEP_WORDS, value))
    elif isinstance(content, str) or content not in _STEPS:
        faults.append(unfit(name, _STEP_WORDS, value))
    else:
        return Fraction(content)
    return None


_STEP: Kind[Fraction] = Kind(_STEP_WORDS, _read_step)
_DATUM_STEP: Kind[int] = either(whole(1, 100), one_of({_NONE: 0}))
_IMPS_AVERAGE: Kind[ImpsPerTenth] = one_of({"law": ImpsPerTenth.LAW, "nbb": ImpsPerTenth.NBB})
