"""A little of what `python -m tests.fuzz` does at length, the same every time."""

from random import Random

import pytest

from daemon.problem import Source, Span
from tests.fuzz.engines import by_hypothesis
from tests.fuzz.judging import PromiseBrokenError, judge
from tests.fuzz.mutation import MOST_BYTES, mutant
from tests.fuzz.reader import Reader, Seen
from tests.fuzz.registry import READERS
from tests.fuzz.trying import Tally, smallest, try_one
from tests.fuzz.watchdog import guarded

_SLOW = {"ledger": 12, "ledger-log": 20, "evening": 25, "dropbox-answers": 25}


@pytest.mark.parametrize("name", READERS)
def test_no_reader_fails_whatever_it_is_given(name: str) -> None:
    reader, tally = READERS[name], Tally()
    with guarded():
        for number in range(_SLOW.get(name, 60)):
            try_one(reader, mutant(reader.seeds, Random(f"ci {name} {number}")), tally)
    assert [crash.story for crash in tally.crashes.values()] == []
    assert tally.inputs >= 12


@pytest.mark.parametrize("name", READERS)
def test_every_reader_stands_the_files_that_it_begins_with(name: str) -> None:
    for data in READERS[name].seeds:
        judge(READERS[name], data)
        assert len(data) <= MOST_BYTES or name in {"ledger", "ledger-log"}


def _with(message: str, span: Span | None = None) -> Reader:
    """A reader that says one thing about everything."""
    source = Source("f", "abc\n")

    def read(_data: bytes) -> Seen:
        return Seen((source.error("code", message, span),), source)

    return Reader("r", (b"",), read, secrets=("s3cr",))


@pytest.mark.parametrize(
    ("reader", "broken"),
    [
        (_with("the secret s3cr is wrong"), "[code] tells a secret"),
        (_with("here", Span(2)), "[code] is in line 2 of 1"),
        (_with(" "), "'code' or ' ' is not for people"),
    ],
)
def test_the_judge_sees_what_must_not_be(reader: Reader, broken: str) -> None:
    with pytest.raises(PromiseBrokenError) as caught:
        judge(reader, b"")
    assert str(caught.value) == broken


def _fragile(data: bytes) -> Seen:
    """Stands everything but an x behind an a."""
    if b"x" in data.partition(b"a")[2]:
        raise KeyError("x")
    return Seen()


def test_what_crashes_a_reader_is_kept_and_made_small() -> None:
    reader, tally = Reader("r", (b"",), _fragile), Tally()
    crash = try_one(reader, b"bbbbabbbbbxbbbb" * 20, tally)
    assert crash is not None
    assert list(tally.crashes.values()) == [crash]
    assert smallest(reader, crash).data == b"ax"


def test_hypothesis_finds_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader("r", (b"aaxa",), _fragile)
    monkeypatch.setattr("tests.fuzz.registry.READERS", {"r": reader})
    seen: list[Tally] = []
    by_hypothesis("r", 50, 1, lambda _reader, tally: seen.append(tally))
    ((crash,),) = [tuple(tally.crashes.values()) for tally in seen]
    assert crash.data == b"ax"


@pytest.mark.skipif(
    not hasattr(__import__("signal"), "setitimer"), reason="Windows has no such timers"
)
def test_what_never_ends_is_ended() -> None:
    def read(_data: bytes) -> Seen:
        while True:
            pass

    tally = Tally()
    with guarded():
        try_one(Reader("r", (b"",), read, seconds=0.05), b"", tally)
    assert [crash.where.split()[0] for crash in tally.crashes.values()] == ["TooLongError"]
