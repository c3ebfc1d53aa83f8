import re
from collections.abc import Callable
from random import Random

import pytest

from daemon.simulation.devices import device_id, in_clear, out_paths
from daemon.tournament.plan import Plan

MakePlan = Callable[..., Plan]
MITCHELL = 'name = "A"\nmovement = "mitchell.asc"\nboards_per_round = 2\n'


@pytest.mark.parametrize(
    ("more", "paths"),
    [
        ("", ["OUT_T1.txt", "OUT_T2.txt", "OUT_T3.txt"]),
        ('devices = ["table", "pair"]', ["OUT_T1.txt", "OUT_T2.txt", "OUT_T3.txt"]),
        ('devices = ["pair", "table"]', ["OUT_1.txt", "OUT_2.txt", "OUT_3.txt"]),
        ('devices = ["board"]', ["OUT_B1.txt", "OUT_B3.txt", "OUT_B5.txt"]),
        ('devices = ["board"]\nfirst_board = 11', ["OUT_B11.txt", "OUT_B13.txt", "OUT_B15.txt"]),
        ('devices = ["pair"]\nsubfolder = "open"', ["open/OUT_1.txt", "open/OUT_2.txt"]),
    ],
)
def test_the_first_kind_of_devices_records_the_results(
    make: MakePlan, more: str, paths: list[str]
) -> None:
    assert list(out_paths(make(MITCHELL + more)))[: len(paths)] == paths


def test_every_section_has_its_own_files(make: MakePlan) -> None:
    plan = make(
        MITCHELL + 'subfolder = "A"',
        'name = "B"\nmovement = "mitchell.asc"\nboards_per_round = 2\nsubfolder = "B"',
    )
    assert out_paths(plan) == tuple(
        f"{name}/OUT_T{table}.txt" for name in "AB" for table in (1, 2, 3)
    )


def test_a_device_is_called_by_sixteen_to_twenty_hexadecimal_digits() -> None:
    dice = Random(1)
    names = {device_id(dice) for _ in range(50)}
    assert all(re.fullmatch("[0-9a-f]{16,20}", name) for name in names)
    assert {len(name) for name in names} == {16, 17, 18, 19, 20}


@pytest.mark.parametrize(
    ("path", "own"),
    [
        ("OUT_T1.txt", "OUT_T1.txt"),
        ("A/OUT_101_E.txt", "A/OUT_101.txt"),
        ("A/OUT_B4_E (Copia in conflitto di ANNA 2026-12-01).txt", "A/OUT_B4.txt"),
        ("OUT_2 (1).txt", "OUT_2.txt"),
        ("A/IN_2.txt", "A/IN_2.txt"),
        ("OUT_01.txt", "OUT_01.txt"),
    ],
)
def test_encrypted_and_conflicted_files_belong_to_the_file_in_clear(path: str, own: str) -> None:
    assert in_clear(path) == own
