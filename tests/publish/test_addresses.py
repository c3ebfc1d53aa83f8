import pytest

from daemon.publish.addresses import Addresses, link, sections_in_names


def test_pages_are_called_by_section_and_number() -> None:
    addresses = Addresses(("A", "B"))
    assert addresses.board("A", 7) == "boards/A-7.html"
    assert addresses.contestant("B", 103) == "pairs/B-103.html"


@pytest.mark.parametrize(
    ("sections", "names"),
    [
        (["A", "B & C"], {"A": "A", "B & C": "B-C"}),
        (["A", "a"], {"A": "A", "a": "a-2"}),
        (["../x", "C:\\x"], {"../x": "x", "C:\\x": "C-x"}),
        (["♠", "♥"], {"♠": "1", "♥": "2"}),
        (["A 2", "A", "a"], {"A 2": "A-2", "A": "A", "a": "a-3"}),
        (["A-2", "a/2"], {"A-2": "A-2", "a/2": "a-2-2"}),
        (["b-2-2", "b-2", "B", "b"], {"b-2-2": "b-2-2", "b-2": "b-2", "B": "B", "b": "b-4"}),
        (["a-2", "a", "A"], {"a-2": "a-2", "a": "a", "A": "A-3"}),
        (["x-3", "x", "X"], {"x-3": "x-3", "x": "x", "X": "X-3-3"}),
    ],
)
def test_names_of_sections_become_names_of_files_that_never_meet(
    sections: list[str], names: dict[str, str]
) -> None:
    assert sections_in_names(sections) == names
    assert len({name.casefold() for name in names.values()}) == len(names)


@pytest.mark.parametrize(
    ("target", "page", "leads"),
    [
        ("boards/A-7.html", "index.html", "boards/A-7.html"),
        ("boards/A-7.html#3", "pairs/A-3.html", "../boards/A-7.html#3"),
        ("index.html", "it/boards/A-7.html", "../../index.html"),
    ],
)
def test_links_are_relative(target: str, page: str, leads: str) -> None:
    assert link(target, page) == leads
