import re
from pathlib import PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.folder.names import (
    folder_parts,
    is_exchange_name,
    is_in_name,
    numbered,
    same_name,
    split_name,
)

PATH_LIKE = st.text(alphabet="AC:./\\ ~_OUTIN1xt\x00\n\udcff", max_size=20)


@given(st.builds(lambda start, end: f"{start}OUT_1{end}", PATH_LIKE, PATH_LIKE))
def test_a_name_that_is_accepted_stays_within_the_folder_on_every_system(name: str) -> None:
    try:
        folders, own = split_name(name)
    except ValueError:
        return
    assert "/".join((*folders, own)) == name
    assert ".." not in PurePosixPath(name).parts
    windows = PureWindowsPath("D:/club/Dropbox") / name
    assert windows.parts == ("D:\\", "club", "Dropbox", *folders, own)


def test_the_folders_of_a_name_are_told_apart_from_its_own_name() -> None:
    assert split_name("tuesday/A/OUT_1.txt") == (("tuesday", "A"), "OUT_1.txt")
    assert split_name("OUT_1.txt") == ((), "OUT_1.txt")


def test_the_folder_itself_has_no_parts() -> None:
    assert folder_parts("") == ()


@pytest.mark.parametrize("name", ["OUT_1\n.txt", "OUT_\udcff.txt", "OUT_1\x7f.txt", "IN_1\x1b[31m"])
def test_a_name_that_no_ledger_or_page_can_hold_is_not_of_the_exchange(name: str) -> None:
    assert not is_exchange_name(name)


@pytest.mark.parametrize("name", ["ıN_1.txt", "İN_1.txt"])
def test_only_the_letters_i_and_n_make_an_in_file(name: str) -> None:
    assert not is_exchange_name(name)


def test_in_files_are_told_from_out_files() -> None:
    assert is_in_name("in_t2.txt")
    assert not is_in_name("OUT_T2.txt")
    assert not is_in_name("IN_2.txt.part")


def test_a_number_goes_before_the_ending() -> None:
    assert numbered("OUT_2.txt", 2) == "OUT_2 (2).txt"
    assert numbered("OUT_2", 3) == "OUT_2 (3)"


@given(st.lists(st.sampled_from(["IN_2.txt", "in_2.txt", "In_2.TXT", "IN_3.txt"])))
def test_the_exact_spelling_goes_before_another(names: list[str]) -> None:
    spelt = same_name(names, "IN_2.txt")
    if "IN_2.txt" in names:
        assert spelt == "IN_2.txt"
    elif spelt is None:
        assert set(names) <= {"IN_3.txt"}
    else:
        assert spelt in names
        assert re.fullmatch("in_2.txt", spelt, re.IGNORECASE)
