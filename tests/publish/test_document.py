import pytest

from daemon.publish.document import Page, is_name


@pytest.mark.parametrize("name", ["standings.json", "boards/A-7.html", "Rosé/índex.html"])
def test_a_name_stays_inside_the_folder(name: str) -> None:
    assert is_name(name)
    assert Page(name, None, str).name == name


@pytest.mark.parametrize(
    "name",
    [
        *("", "/", "/etc/passwd", "boards/", "../x", "boards/../../x", "boards//x", "."),
        *(".hidden", "~x", "a\\b", "C:x", "a\nb", "a\0", "boards/.x", "x.", "x ", 'a"b', "a*"),
    ],
)
def test_a_name_that_might_lead_elsewhere_is_refused(name: str) -> None:
    assert not is_name(name)
    with pytest.raises(ValueError, match="is no name for a published file"):
        Page(name, None, str)
