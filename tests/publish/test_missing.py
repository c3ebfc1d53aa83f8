from msgspec.structs import replace

from daemon.bridge.board import dealer, vulnerability
from daemon.publish.missing import Gap, Missing, held, missing
from daemon.tournament.results import Results, Status, Traveller, TravellerLine


def _board(section: str, board: int, *lines: TravellerLine) -> Traveller:
    return Traveller(section, board, dealer(board), vulnerability(board), lines)


def _line(round_: int | None, table: int, status: Status) -> TravellerLine:
    return TravellerLine(round=round_, table=table, ns=table, ew=table + 10, status=status)


def test_a_table_owes_what_is_missing_in_rounds_that_its_section_has_reached(
    empty: Results,
) -> None:
    travellers = (
        _board("A", 4, _line(1, 1, Status.MISSING), _line(2, 2, Status.SCORED)),
        _board("A", 1, _line(1, 1, Status.MISSING), _line(2, 2, Status.MISSING)),
        _board("A", 3, _line(1, 1, Status.MISSING), _line(3, 2, Status.MISSING)),
        _board("B", 3, _line(1, 1, Status.MISSING)),
    )
    assert missing(replace(empty, travellers=travellers)) == Missing(
        gaps=(
            Gap("A", round=1, table=1, ns=1, ew=11, boards=(1, 3, 4)),
            Gap("A", round=2, table=2, ns=2, ew=12, boards=(1,)),
        ),
        later=2,
    )


def test_a_line_that_could_not_be_placed_reaches_no_round(empty: Results) -> None:
    board = _board("A", 1, _line(None, 1, Status.HELD), _line(1, 2, Status.MISSING))
    assert missing(replace(empty, travellers=(board,))) == Missing(gaps=(), later=1)


def test_a_gap_reads_like_a_sentence() -> None:
    assert str(Gap("A", 3, 2, 3, 4, (5, 6))) == (
        "section A, round 3, table 2: boards 5-6 (3 against 4)"
    )
    assert str(Gap("A", 3, 2, 3, 4, (5,))) == "section A, round 3, table 2: board 5 (3 against 4)"


def test_held_results_are_counted(evening: Results) -> None:
    assert held(evening) == 1
