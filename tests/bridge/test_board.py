import pytest

from daemon.bridge.board import Vulnerability, dealer, vulnerability
from daemon.bridge.seat import Side

# What is printed on boards 1 to 16: dealer, vulnerable.
PRINTED = [
    *(("N", "None"), ("E", "NS"), ("S", "EW"), ("W", "All")),
    *(("N", "NS"), ("E", "EW"), ("S", "All"), ("W", "None")),
    *(("N", "EW"), ("E", "All"), ("S", "None"), ("W", "NS")),
    *(("N", "All"), ("E", "None"), ("S", "NS"), ("W", "EW")),
]


@pytest.mark.parametrize("board", range(1, 101))
def test_dealer_and_vulnerability_repeat_after_sixteen_boards(board: int) -> None:
    deals, vulnerable = PRINTED[board % 16 - 1]
    assert dealer(board) == deals
    assert str(vulnerability(board)) == vulnerable


# Lines of the IN file in Bridge Suite's file description (its O is our W).
@pytest.mark.parametrize(
    ("board", "deals", "ns", "ew"),
    [
        (1, "N", False, False),
        (2, "E", True, False),
        (3, "S", False, True),
        (13, "N", True, True),
        (14, "E", False, False),
        (15, "S", True, False),
        (19, "S", False, True),
        (20, "W", True, True),
        (21, "N", True, False),
    ],
)
def test_bridge_suite_gives_boards_the_same_dealer_and_vulnerability(
    board: int,
    deals: str,
    ns: bool,  # noqa: FBT001 - a column of the table above
    ew: bool,  # noqa: FBT001 - a column of the table above
) -> None:
    assert dealer(board) == deals
    assert vulnerability(board) == Vulnerability(ns=ns, ew=ew)


def test_each_side_asks_for_its_own_vulnerability() -> None:
    only_ns = Vulnerability(ns=True, ew=False)
    assert only_ns.of(Side.NS)
    assert not only_ns.of(Side.EW)
    only_ew = Vulnerability(ns=False, ew=True)
    assert not only_ew.of(Side.NS)
    assert only_ew.of(Side.EW)
