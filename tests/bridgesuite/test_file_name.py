import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.bridgesuite.file_name import (
    DeviceFile,
    DeviceKind,
    OutName,
    Unplaced,
    parse_in_name,
    parse_out_name,
)

PAIR_1 = DeviceFile(DeviceKind.PAIR, 1)


@pytest.mark.parametrize(
    ("name", "kind", "number", "encrypted"),
    [
        ("OUT_1.txt", DeviceKind.PAIR, 1, False),
        ("OUT_101.txt", DeviceKind.PAIR, 101, False),
        ("OUT_T2.txt", DeviceKind.TABLE, 2, False),
        ("OUT_B4.txt", DeviceKind.BOARD, 4, False),
        ("OUT_1_E.txt", DeviceKind.PAIR, 1, True),
        ("OUT_T10_E.txt", DeviceKind.TABLE, 10, True),
        ("out_b4_e.TXT", DeviceKind.BOARD, 4, True),
    ],
)
def test_an_out_file_is_known_by_its_name(
    name: str, kind: DeviceKind, number: int, *, encrypted: bool
) -> None:
    assert parse_out_name(name) == OutName(DeviceFile(kind, number), encrypted, conflicted=False)


@pytest.mark.parametrize(
    "name",
    [
        "OUT_1 (Copia in conflitto di ANNA 2026-11-30).txt",
        "OUT_1 (conflicted copy).txt",
        "OUT_1 (ANNA's conflicted copy 2026-11-30) (1).txt",
        "OUT_1 (1).txt",
        "OUT_1 (ANNA (PC) の競合コピー 2026-11-30).txt",
        "OUT_1（冲突副本）.txt",
        "out_1 (Konfliktkopie).TXT",
    ],
)
def test_a_conflicted_copy_is_known_by_its_shape_in_any_language(name: str) -> None:
    assert parse_out_name(name) == OutName(PAIR_1, encrypted=False, conflicted=True)


def test_an_encrypted_conflicted_copy_stays_encrypted() -> None:
    found = parse_out_name("OUT_T1_E (conflicted copy).txt")
    assert found == OutName(DeviceFile(DeviceKind.TABLE, 1), encrypted=True, conflicted=True)


def test_a_leading_zero_is_not_placed_and_the_right_name_is_told() -> None:
    assert parse_out_name("OUT_01.txt") == Unplaced(
        "OUT_01.txt",
        "a number does not start with 0: rename it to OUT_1.txt if that is what it is",
    )
    assert parse_out_name("OUT_T007_E.txt") == Unplaced(
        "OUT_T007_E.txt",
        "a number does not start with 0: rename it to OUT_T7_E.txt if that is what it is",
    )


@pytest.mark.parametrize(
    "name",
    [
        "OUT_.txt",
        "OUT_0.txt",
        "OUT_X1.txt",
        "OUT_1.bak",
        "OUT_1.txt.part",
        "OUT_1_F.txt",
        "OUT_1 - Copia.txt",
        "OUT_1 ().txt",
        "OUT_1234567.txt",
        "OUT_١.txt",
        "OUT_01 (conflicted copy).txt",
        "OUT_1.txt\n",
    ],
)
def test_what_begins_like_an_out_file_and_is_none_cannot_be_placed(name: str) -> None:
    assert parse_out_name(name) == Unplaced(
        name,
        "OUT files are called OUT_1.txt (pair), OUT_T1.txt (table) or OUT_B1.txt (first board of "
        "a group), with _E before .txt when encrypted: rename it to the name it should have",
    )


@pytest.mark.parametrize("name", ["IN_1.txt", "notes.txt", "", "COPY OF OUT_1.txt", ".OUT_1.txt"])
def test_other_files_are_none_of_ours(name: str) -> None:
    assert parse_out_name(name) is None


def test_an_in_file_is_known_by_its_name() -> None:
    assert parse_in_name("IN_2.txt") == DeviceFile(DeviceKind.PAIR, 2)
    assert parse_in_name("in_t2.txt") == DeviceFile(DeviceKind.TABLE, 2)
    assert parse_in_name("IN_B19.txt") == DeviceFile(DeviceKind.BOARD, 19)


@pytest.mark.parametrize(
    "name", ["IN_02.txt", "IN_2_E.txt", "IN_2 (1).txt", "OUT_2.txt", "IN_.txt"]
)
def test_only_the_exact_name_is_an_in_file(name: str) -> None:
    assert parse_in_name(name) is None


@given(kind=st.sampled_from(DeviceKind), number=st.integers(1, 999_999), encrypted=st.booleans())
def test_the_names_we_make_are_the_names_we_read(
    kind: DeviceKind, number: int, *, encrypted: bool
) -> None:
    file = DeviceFile(kind, number)
    assert parse_in_name(file.in_name) == file
    assert parse_out_name(file.out_name(encrypted=encrypted)) == OutName(
        file, encrypted, conflicted=False
    )
