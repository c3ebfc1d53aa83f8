import csv
import os
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path
from time import process_time

import pytest

from daemon.movement.asc import decode_asc, read_asc
from daemon.movement.balance import balance, competition_of, fewest_squares
from daemon.movement.mitchell import mitchell
from daemon.movement.movement import Movement

_CORPUS = Path(
    os.environ.get(
        "TOURNAMENTD_CORPUS", Path(__file__).parents[3] / "shared" / "data" / "asc" / "corpus"
    )
)
_FACTS = _CORPUS.parent / "corpus.tsv"

MovementOf = Callable[[str], Movement]


def printed() -> list[tuple[str, Decimal]]:
    """The files that print their own balance, and what they print."""
    if not _FACTS.exists():
        return []
    with _FACTS.open(encoding="utf-8", newline="") as lines:
        facts = list(csv.DictReader(lines, delimiter="\t"))
    return [
        (fact["file"], Decimal(fact["Qf_printed"])) for fact in facts if fact["Qf_printed"].strip()
    ]


@pytest.mark.skipif(not printed(), reason="no corpus of movement files (TOURNAMENTD_CORPUS)")
def test_many_real_files_print_their_balance() -> None:
    assert len(printed()) == 53


@pytest.mark.parametrize(("file", "qf"), printed())
def test_qf_is_what_a_real_file_prints(file: str, qf: Decimal) -> None:
    source, _ = decode_asc((_CORPUS / file).read_bytes(), file)
    assert source is not None
    movement, _ = read_asc(source)
    assert movement is not None
    found = balance(movement).qf
    assert found is not None
    exact = Decimal(found.numerator) / Decimal(found.denominator)
    assert exact.quantize(Decimal("0.01"), ROUND_HALF_UP) == qf.quantize(Decimal("0.01"))


def test_two_tables_with_one_group_compete_across_and_along(movement_of: MovementOf) -> None:
    # h = 2: opponents 1; NS with NS and EW with EW 1; NS with the other table's EW -1.
    assert competition_of(movement_of("4 2 1 1 0\n1 2 A  3 4 A\n")) == (
        (0, 1, 1, -1),
        (1, 0, -1, 1),
        (1, -1, 0, 1),
        (-1, 1, 1, 0),
    )


def test_qf_and_qc_of_two_tables_by_hand(movement_of: MovementOf) -> None:
    # S = 4 - 2 = 2 over 6 couples, and the squares are 6: Qf = 100 * 2 / 6, Qc = 100 * 4 / 36.
    found = balance(movement_of("4 2 1 1 0\n1 2 A  3 4 A\n"))
    assert (found.qf, found.qc) == (Fraction(100, 3), Fraction(100, 9))


def test_three_rounds_of_four_pairs_are_as_even_as_can_be(movement_of: MovementOf) -> None:
    # Pair 4 always sits opposite the NS pair that it meets elsewhere as often as its EW pair.
    found = balance(movement_of("4 2 3 3 0\n4 1 A  2 3 A\n4 2 B  3 1 B\n4 3 C  1 2 C\n"))
    assert [found.qf, found.qc] == [100, 100]


def test_four_players_alone_at_a_table_have_nothing_to_compare(movement_of: MovementOf) -> None:
    found = balance(movement_of("4 1 3 3 1\n1 2 3 4 A\n1 3 4 2 B\n1 4 2 3 C\n"))
    assert (found.qf, found.qc) == (None, None)


def test_partners_are_on_the_same_side_at_every_comparison(movement_of: MovementOf) -> None:
    competition = competition_of(movement_of("8 2 1 1 1\n1 2 3 4 A  5 6 7 8 A\n"))
    assert competition[0] == (0, -1, 1, 1, 1, 1, -1, -1)


def test_what_a_player_wins_or_loses_at_a_board_comes_from_his_opponents(
    movement_of: MovementOf,
) -> None:
    # Two tables, seven rounds: each adds 1 for either opponent, takes 1 for the partner, and of
    # the four players at the other table two compete and two help.
    competition = competition_of(movement_of("8 2 7 7 1 H\n8 1 6 2 A  5 7 3 4 A\n"))
    assert {sum(row) for row in competition} == {7}


def test_a_half_table_plays_nothing(movement_of: MovementOf) -> None:
    whole = competition_of(movement_of("6 3 1 1 0\n1 2 A  3 4 A  5 6 A\n"))
    half = competition_of(movement_of("6 3 1 1 0\n1 2 A  3 4 A  5 0 A\n"))
    assert whole[0][1] == 2
    assert half[0][1] == 1
    assert half[4] == (0,) * 6


def test_nobody_competes_with_himself() -> None:
    movement = mitchell(7, 7)
    assert all(row[at] == 0 for at, row in enumerate(competition_of(movement)))


@pytest.mark.parametrize(
    ("total", "parts", "squares"), [(7, 3, 4 + 4 + 9), (0, 4, 0), (-3, 2, 1 + 4), (12, 4, 36)]
)
def test_the_most_even_split_is_in_whole_numbers(total: int, parts: int, squares: int) -> None:
    assert fewest_squares(total, parts) == squares


def test_forty_pairs_take_well_under_a_second() -> None:
    start = process_time()
    balance(mitchell(20))
    assert process_time() - start < 1
