import re
from xml.etree import ElementTree as ET

from daemon.movement.picture import matrix_svg

SVG = "{http://www.w3.org/2000/svg}"


def cells(picture: str) -> list[str]:
    root = ET.fromstring(picture)  # noqa: S314 - our own text
    return [rect.attrib["fill"] for rect in root.iter(f"{SVG}rect")][1:]


def texts(picture: str) -> list[str]:
    root = ET.fromstring(picture)  # noqa: S314 - our own text
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def test_a_cell_is_the_darker_the_farther_from_zero_and_red_below() -> None:
    picture = matrix_svg(((0, 4, -4), (4, 0, 2), (-4, 2, 0)), "m")
    assert cells(picture) == [
        *("#ddd", "rgb(0,0,255)", "rgb(255,0,0)"),
        *("rgb(0,0,255)", "#ddd", "rgb(128,128,255)"),
        *("rgb(255,0,0)", "rgb(128,128,255)", "#ddd"),
    ]


def test_the_numbers_in_the_cells_can_be_those_of_another_matrix() -> None:
    picture = matrix_svg(((0, 4), (4, 0)), "m", named=((0, 1), (1, 0)))
    assert texts(picture) == ["m", "1", "1", "2", "2", "1", "1"]


def test_zeros_and_numbers_too_wide_for_a_cell_are_left_out() -> None:
    picture = matrix_svg(((0, 0, 100), (0, 0, 7), (100, 7, 0)), "m")
    assert texts(picture)[7:] == ["7", "7"]


def test_a_matrix_of_zeros_is_white() -> None:
    assert cells(matrix_svg(((0, 0), (0, 0)), "m"))[1] == "rgb(255,255,255)"


def test_the_title_cannot_break_the_picture() -> None:
    picture = matrix_svg(((0,),), "<a&b>")
    assert texts(picture)[0] == "<a&b>"
    assert re.search("<a&b>", picture) is None
