import pytest

from daemon.tournament.sources import collected_path, path_in_folder, split_collected


def test_a_collected_file_is_called_after_its_collection() -> None:
    assert collected_path(2, "A/OUT_T3.txt") == "collected 2/A/OUT_T3.txt"


@pytest.mark.parametrize(
    ("name", "number", "path"),
    [
        ("OUT_T3.txt", None, "OUT_T3.txt"),
        ("A/OUT_T3.txt", None, "A/OUT_T3.txt"),
        ("collected 1/OUT_T3.txt", 1, "OUT_T3.txt"),
        ("collected 12/A/OUT_T3.txt", 12, "A/OUT_T3.txt"),
        ("collected 0/OUT_T3.txt", None, "collected 0/OUT_T3.txt"),
        ("collected/OUT_T3.txt", None, "collected/OUT_T3.txt"),
        ("collected 1/", None, "collected 1/"),
    ],
)
def test_a_name_says_where_a_file_came_from_and_where_it_would_lie(
    name: str, number: int | None, path: str
) -> None:
    assert split_collected(name) == (number, path)
    assert path_in_folder(name) == path
