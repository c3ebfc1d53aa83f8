import pytest

from tests.bench.figures import Figure, Part, percentile, ratio, shown, text_of


@pytest.mark.parametrize(("percent", "value"), [(50, 2), (75, 3), (99, 4), (100, 4), (0, 1)])
def test_a_percentile_is_a_value_that_was_measured(percent: float, value: float) -> None:
    assert percentile([3.0, 1.0, 4.0, 2.0], percent) == value


def test_nothing_has_no_percentile() -> None:
    with pytest.raises(ValueError, match="nothing"):
        percentile([], 50)


def test_a_ratio_is_of_medians() -> None:
    assert ratio([4.0, 6.0, 900.0], [2.0, 3.0, 1.0]) == 3.0


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [(1.234, "x", "1.23x"), (12.34, "ms", "12.3 ms"), (0.5, "%", "0.50%"), (3, "", "3")],
)
def test_a_value_is_shown_with_its_unit(value: float, unit: str, text: str) -> None:
    assert shown(value, unit) == text


def test_a_report_says_which_bounds_are_kept() -> None:
    figures = (
        Figure("start", 2.0, "x", 6.0),
        Figure("memory", 80.0, "MB", 70.0, "of 30 tables"),
        Figure("median", 3.0, "ms"),
    )
    assert [one.is_within for one in figures] == [True, False, True]
    assert text_of(Part("Speed", "In turns.", figures)) == (
        "## Speed\n\nIn turns.\n\n"
        "| measured | value | at most | |\n|---|---:|---:|---|\n"
        "| start | 2.00x | 6.00x | kept |\n"
        "| memory | 80.0 MB | 70.0 MB | **missed**; of 30 tables |\n"
        "| median | 3.00 ms |  |  |\n"
    )
