"""Values that know where they were written."""

from daemon.problem import Span
from daemon.spanned import Spanned


class Entry(Spanned, frozen=True):
    """An entry with two places."""

    said: str
    span: Span | None = None
    said_span: Span | None = None


class Other(Spanned, frozen=True):
    """Says the same, and is something else."""

    said: str
    span: Span | None = None


def test_where_something_was_written_does_not_tell_it_from_another() -> None:
    here, there = Entry("3NT", Span(1), Span(1, 8)), Entry("3NT", Span(9), None)
    assert here == there
    assert (here != there) is False
    assert hash(here) == hash(there)


def test_what_it_says_does() -> None:
    assert Entry("3NT", Span(1)) != Entry("4S", Span(1))


def test_another_kind_of_value_is_never_the_same() -> None:
    assert Entry("3NT") != Other("3NT")
    assert (Entry("3NT") == "3NT") is False
