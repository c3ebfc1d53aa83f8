import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.ledger.encoding import Encoded, decode, encode, written_moment
from daemon.ledger.port import LedgerDamagedError, LedgerNewerError
from daemon.tournament.entry import (
    Answer,
    EarlierLines,
    Fact,
    FilePushed,
    FileReceived,
    PlanRead,
    ReportAnswered,
    RulingsRead,
    Started,
    Stopped,
)

MODIFIED = datetime(2026, 12, 1, 19, 30, tzinfo=UTC)

# What lies in the ledgers of clubs: these texts never change, whatever becomes of the classes.
IN_LEDGERS: list[tuple[Fact, Encoded]] = [
    (Started("1.0"), Encoded("started", '{"version": "1.0"}')),
    (EarlierLines(frozenset({"b2", "a1"})), Encoded("earlier-lines", '{"lines": ["a1", "b2"]}')),
    (Stopped("Ctrl-C"), Encoded("stopped", '{"reason": "Ctrl-C"}')),
    (
        PlanRead("t.toml", (("t.toml", "[event]\n"), ("howell.asc", "1-2"))),
        Encoded(
            "plan-read",
            '{"configuration": "t.toml", '
            '"texts": [["t.toml", "[event]\\n"], ["howell.asc", "1-2"]]}',
        ),
    ),
    (
        RulingsRead("rulings.toml", "# été"),
        Encoded("rulings-read", '{"name": "rulings.toml", "text": "# \\u00e9t\\u00e9"}'),
    ),
    (
        FileReceived("A/OUT_2.txt", MODIFIED, b"\xff\x00"),
        Encoded(
            "file-received",
            '{"name": "A/OUT_2.txt", "modified": "2026-12-01T19:30:00.000000+00:00", '
            '"stale": null}',
            b"\xff\x00",
        ),
    ),
    (
        FileReceived("OUT_2.txt", MODIFIED, b"", "of last week"),
        Encoded(
            "file-received",
            '{"name": "OUT_2.txt", "modified": "2026-12-01T19:30:00.000000+00:00", '
            '"stale": "of last week"}',
            b"",
        ),
    ),
    (
        FilePushed("IN_2.txt", "ab12"),
        Encoded("file-pushed", '{"name": "IN_2.txt", "sha256": "ab12"}'),
    ),
    (
        ReportAnswered("in/a.trf", "ab12", Answer.KNOWN, "out/625OPE1a.618", "c3"),
        Encoded(
            "report-answered",
            '{"name": "in/a.trf", "sha256": "ab12", "answer": "known", '
            '"made": "out/625OPE1a.618", "terms": "c3"}',
        ),
    ),
]

ANY_TEXT = st.text(st.characters())  # lone surrogates too: a name need not be UTF-8
ANY_FACT: st.SearchStrategy[Fact] = st.one_of(
    st.builds(Started, ANY_TEXT),
    st.builds(Stopped, ANY_TEXT),
    st.builds(PlanRead, ANY_TEXT, st.lists(st.tuples(ANY_TEXT, ANY_TEXT), max_size=3).map(tuple)),
    st.builds(RulingsRead, ANY_TEXT, ANY_TEXT),
    st.builds(
        FileReceived,
        ANY_TEXT,
        st.datetimes(timezones=st.just(UTC)),
        st.binary(),
        st.none() | ANY_TEXT,
    ),
    st.builds(FilePushed, ANY_TEXT, ANY_TEXT),
    st.builds(ReportAnswered, ANY_TEXT, ANY_TEXT, st.sampled_from(Answer), ANY_TEXT, ANY_TEXT),
)


@given(ANY_FACT)
def test_every_fact_comes_back_as_it_was(fact: Fact) -> None:
    encoded = encode(fact)
    assert decode(encoded, "here") == fact
    assert encoded.body.isascii()


@pytest.mark.parametrize(("fact", "encoded"), IN_LEDGERS)
def test_facts_are_kept_as_they_always_were(fact: Fact, encoded: Encoded) -> None:
    assert encode(fact) == encoded
    assert decode(encoded, "here") == fact


@pytest.mark.parametrize(("fact", "encoded"), IN_LEDGERS)
def test_fields_that_a_newer_version_added_are_passed_over(fact: Fact, encoded: Encoded) -> None:
    body = json.dumps({**json.loads(encoded.body), "weather": "rain"})
    assert decode(Encoded(encoded.kind, body, encoded.content), "here") == fact


def test_a_file_that_was_kept_before_files_could_be_stale_is_not_stale() -> None:
    body = '{"name": "OUT_2.txt", "modified": "2026-12-01T19:30:00+00:00"}'
    fact = decode(Encoded("file-received", body, b"x"), "here")
    assert fact == FileReceived("OUT_2.txt", MODIFIED, b"x")


def test_a_kind_that_is_no_word_is_damaged() -> None:
    with pytest.raises(LedgerDamagedError, match="Entry 7 is damaged: its kind is no word"):
        decode(Encoded("st\x01rted", "{}"), "Entry 7")


def test_a_kind_of_a_newer_version_is_refused_and_says_so() -> None:
    with pytest.raises(LedgerNewerError) as caught:
        decode(Encoded("table-moved", "{}"), "Entry 7")
    assert str(caught.value) == (
        "Entry 7 was written by a newer tournamentd: this one does not know facts of the kind "
        '"table-moved". Use the newer version, or name another folder as event.state to begin a '
        "ledger of its own."
    )


@pytest.mark.parametrize(
    ("kind", "body", "reason"),
    [
        ("started", "{", "Expecting property name enclosed in double quotes"),
        ("started", "[]", "its body is no JSON object"),
        ("started", "{}", 'its "version" is no text'),
        ("stopped", '{"reason": 1}', 'its "reason" is no text'),
        ("plan-read", '{"configuration": "t.toml"}', 'its "texts" are no list'),
        ("plan-read", '{"configuration": "t", "texts": [["t"]]}', 'its "texts" are no pairs'),
        ("plan-read", '{"configuration": "t", "texts": [["t", 1]]}', 'its "texts" are no pairs'),
        ("rulings-read", '{"name": "r.toml"}', 'its "text" is no text'),
        ("earlier-lines", '{"lines": "a1"}', 'its "lines" are no list of texts'),
        ("earlier-lines", '{"lines": ["a1", 2]}', 'its "lines" are no list of texts'),
        ("file-received", '{"name": "OUT_1.txt"}', "the content of the file is missing"),
        ("file-pushed", '{"name": "IN_1.txt", "sha256": null}', 'its "sha256" is no text'),
    ],
)
def test_a_body_that_was_damaged_is_told_with_what_to_do(kind: str, body: str, reason: str) -> None:
    with pytest.raises(LedgerDamagedError) as caught:
        decode(Encoded(kind, body), "Entry 7")
    message = str(caught.value)
    assert message.startswith(f"Entry 7 is damaged: {reason}")
    assert message.endswith(
        ". `tournamentd run CONFIG` sets the ledger aside, keeps all that can still be read of it, "
        "and reads the files of results that lie in the folder, the plan and the rulings anew."
    )


@pytest.mark.parametrize("modified", ["yesterday", "2026-12-01T19:30:00"])
def test_a_time_that_was_damaged_is_told(modified: str) -> None:
    body = json.dumps({"name": "OUT_1.txt", "modified": modified, "stale": None})
    with pytest.raises(LedgerDamagedError, match="Entry 7 is damaged"):
        decode(Encoded("file-received", body, b""), "Entry 7")


def test_moments_are_written_in_utc_so_that_text_sorts_as_time_does() -> None:
    brussels = timezone(timedelta(hours=1))
    assert written_moment(datetime(2026, 12, 1, 20, 30, tzinfo=brussels)) == (
        "2026-12-01T19:30:00.000000+00:00"
    )
