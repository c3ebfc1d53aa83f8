import codecs

import pytest

from daemon.movement.asc import MAX_BYTES, decode_asc
from daemon.problem import Problem, Severity, Source

MOVEMENT = "4 2 3 3 0\n1 2 A  3 4 A\n1 3 B  2 4 B\n1 4 C  2 3 C\n"


def text_of(data: bytes) -> str:
    source, problems = decode_asc(data, "m.asc")
    assert problems == ()
    assert source is not None
    assert source.name == "m.asc"
    return source.text


def refusal(data: bytes) -> Problem:
    source, problems = decode_asc(data, "m.asc")
    assert source is None
    (problem,) = problems
    assert problem.severity is Severity.ERROR
    return problem


def test_utf_8_is_read_and_its_byte_order_mark_dropped() -> None:
    assert text_of("1 # café".encode()) == "1 # café"
    assert text_of(codecs.BOM_UTF8 + b"14 7") == "14 7"


def test_what_is_not_utf_8_is_windows_1252() -> None:
    assert text_of(b"1 # caf\xe9 \x80 \x96") == "1 # café € –"


def test_a_byte_that_means_nothing_does_not_stop_the_reading() -> None:
    assert text_of(b"1 # \x81\xe9") == "1 # \ufffdé"


def test_the_end_of_file_mark_of_dos_is_no_part_of_the_text() -> None:
    assert text_of(b"14 7\r\n\x1a") == "14 7\r\n"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_refused_by_name_with_and_without_a_mark(encoding: str) -> None:
    assert refusal(MOVEMENT.encode(encoding)).one_line() == (
        "m.asc: error: this is UTF-16 text, not a movement file: save it as plain text (in an "
        "editor: encoding UTF-8 or ANSI) [not-text]"
    )


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (MOVEMENT.encode("utf-32"), "UTF-32 text"),
        (b"PK\x03\x04 and more", "a ZIP archive (as .xlsx, .docx and .ods files are)"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "an old Word or Excel document"),
        (b"%PDF-1.7", "a PDF document"),
        (b"{\\rtf1\\ansi", "an RTF document"),
        (b"\x1f\x8b\x08", "a gzip archive"),
        (b"14 7 \0 and more\0", "a binary file (it holds NUL bytes)"),
    ],
)
def test_what_is_no_text_is_refused_by_name(data: bytes, kind: str) -> None:
    assert refusal(data).message.startswith(f"this is {kind}, not a movement file: ")


def test_a_file_that_no_movement_needs_is_refused() -> None:
    largest = b"#" * MAX_BYTES
    assert text_of(largest) == largest.decode()
    assert refusal(largest + b"#").one_line() == (
        "m.asc: error: the file is larger than 2 MB or 200,000 lines, which no movement needs: "
        "is it the right file? [too-large]"
    )
    assert refusal(b"\r\n" * 200_001).code == "too-large"
    assert decode_asc(b"\r\n" * 200_000, "m.asc") == (Source("m.asc", "\r\n" * 200_000), ())
