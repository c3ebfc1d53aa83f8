import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.bridgesuite.base64_lines import Content
from daemon.bridgesuite.envelope import (
    Form,
    Secret,
    SecretError,
    content_of_file,
    open_envelope,
    seal,
)
from daemon.bridgesuite.out_file import read_out
from daemon.problem import Problem, Severity, Source, Span

SUITE = Path(__file__).parents[1] / "data" / "bridgesuite"
ENCRYPTED = sorted(SUITE.glob("OUT_*.key-*.txt"))
SECRET = Secret.parse("1234")
PLAIN = (SUITE / "OUT_T1.plain.txt").read_bytes().decode("utf-8")

NO_SECRET = (
    "this is encrypted, and no secret is known here: put the four characters that the devices "
    "have as their secret key where it is looked for (encryption.secret_file in the "
    "configuration, or TOURNAMENTD_SECRET)"
)
WRONG_SECRET = (
    "the secret does not open this: the secret key in the device's preferences and the one known "
    "here (encryption.secret_file in the configuration, or TOURNAMENTD_SECRET) must be the same "
    "four characters"
)
DAMAGED = (
    "this should be encrypted, and it is cut short or damaged: it is read again when it changes; "
    "if it stays like this, save a board again on the device"
)


def parts_of_name(path: Path) -> tuple[str, str, str]:
    """OUT_T1_E.crlf.key-1234.mime.txt: its name on the device, its secret, its plain file."""
    match = re.fullmatch(r"(OUT_\w+?)_E(\.crlf)?\.key-(\w+)\.\w+\.txt", path.name)
    assert match is not None
    plain = f"{match[1]}.plain{'_crlf' if match[2] else ''}.txt"
    return f"{match[1]}_E.txt", match[3], plain


def unreadable(message: str, line: int | None = None, name: str = "OUT_1_E.txt") -> Problem:
    span = None if line is None else Span(line)
    return Problem(Severity.ERROR, "out-unreadable", message, name, span)


def refused(data: bytes, secret: Secret | None = SECRET, name: str = "OUT_1_E.txt") -> Problem:
    source, problem = open_envelope(data, secret, name)
    assert source is None
    assert problem is not None
    return problem


# The secret


@pytest.mark.parametrize("text", ["1234", "aB9z", "    ", "~!{}"])
def test_a_secret_is_four_characters_of_ascii(text: str) -> None:
    assert Secret.parse(text).key == text.encode() * 4


@pytest.mark.parametrize("text", ["", "123", "12345", "1234\n"])
def test_a_secret_of_another_length_is_refused(text: str) -> None:
    with pytest.raises(SecretError) as raised:
        Secret.parse(text)
    assert str(raised.value) == (
        f"the secret must be exactly four characters, and this is {len(text)}: take the four that "
        "the devices have as their secret key"
    )


@pytest.mark.parametrize("text", ["èé12", "12\t4", "123\x00", "１２３４"])
def test_a_secret_that_is_not_printable_ascii_is_refused_without_being_shown(text: str) -> None:
    with pytest.raises(ValueError, match="printable ASCII") as raised:
        Secret.parse(text)
    assert str(raised.value) == (
        "the secret must be four letters without accents, digits or signs (printable ASCII): "
        "choose another one, here and on the devices"
    )


def test_a_secret_never_shows_itself() -> None:
    secret = Secret.parse("aB9z")
    shown = [str(secret), repr(secret), f"{secret}", f"{secret!r}", repr([secret])]
    assert all("aB9z" not in text for text in shown)
    assert shown[:2] == ["****", "Secret(****)"]


def test_a_secret_of_digits_is_weak() -> None:
    assert Secret.parse("1234").is_weak
    assert not Secret.parse("123a").is_weak


def test_equal_secrets_are_equal() -> None:
    assert Secret.parse("aB9z") == Secret.parse("aB9z")
    assert Secret.parse("aB9z") != Secret.parse("aB9Z")


# Files that a Java runtime encrypted


def test_sixty_files_were_encrypted_by_java() -> None:
    assert len(ENCRYPTED) == 60
    assert len([path for path in ENCRYPTED if "nonascii" not in path.name]) == 50


@pytest.mark.parametrize(
    "path", [path for path in ENCRYPTED if "nonascii" not in path.name], ids=lambda path: path.name
)
def test_what_java_encrypted_is_read_in_every_form(path: Path) -> None:
    name, secret, plain = parts_of_name(path)
    source, problem = open_envelope(path.read_bytes(), Secret.parse(secret), name)
    assert problem is None
    assert source is not None
    expected = Source(name, (SUITE / plain).read_bytes().decode("utf-8"))
    assert source.name == name
    assert source.lines == expected.lines
    assert read_out(source) == read_out(expected)


@pytest.mark.parametrize(
    "path", [path for path in ENCRYPTED if "nonascii" in path.name], ids=lambda path: path.name
)
def test_what_needs_a_refused_secret_is_opened_by_no_other(path: Path) -> None:
    with pytest.raises(SecretError):
        Secret.parse("èé12")
    assert refused(path.read_bytes()) == unreadable(WRONG_SECRET)


@pytest.mark.parametrize("form", ["android_default", "lines_basic", "header_plain_lines"])
def test_a_wrong_secret_never_gives_a_record(form: str) -> None:
    data = (SUITE / f"OUT_T1_E.key-1234.{form}.txt").read_bytes()
    for number in range(1235, 3500):
        assert refused(data, Secret.parse(str(number))) == unreadable(WRONG_SECRET)


def test_without_a_secret_it_is_told_what_to_configure() -> None:
    data = (SUITE / "OUT_1_E.key-1234.android_default.txt").read_bytes()
    assert refused(data, secret=None) == unreadable(NO_SECRET)


@pytest.mark.parametrize(
    ("form", "file"),
    [
        (Form.ANDROID, "android_default"),
        (Form.ONE_LINE, "basic"),
        (Form.LINE_BY_LINE, "lines_basic"),
        (Form.HEADER_IN_CLEAR, "header_plain_lines"),
    ],
)
@pytest.mark.parametrize("secret", ["1234", "aB9z"])
def test_sealing_gives_what_java_gives(form: Form, file: str, secret: str) -> None:
    expected = (SUITE / f"OUT_T1_E.key-{secret}.{file}.txt").read_bytes()
    assert seal(PLAIN, Secret.parse(secret), form) == expected


# Content and name


@pytest.mark.parametrize("name", ["OUT_T1.txt", "A/OUT_T1.txt", "OUT_T1_E.txt", "notes"])
def test_a_plain_file_is_read_by_its_content_whatever_its_name(name: str) -> None:
    data = PLAIN.encode()
    assert open_envelope(data, None, name) == (Source(name, PLAIN), None)
    assert content_of_file(data, name) is Content.PLAIN


@pytest.mark.parametrize("name", ["OUT_T1.txt", "OUT_T1_E.txt", "A/OUT_T1_E (1).txt"])
@pytest.mark.parametrize("form", Form)
def test_an_encrypted_file_is_read_by_its_content_whatever_its_name(name: str, form: Form) -> None:
    data = seal(PLAIN, SECRET, form)
    source, problem = open_envelope(data, SECRET, name)
    assert (source, problem) == (Source(name, PLAIN), None)
    assert content_of_file(data, name) is Content.ENCRYPTED


@pytest.mark.parametrize("data", [b"", b"\n", b"\xef\xbb\xbf", b"Latest 0  AndroidId abc\n"])
@pytest.mark.parametrize("name", ["OUT_1.txt", "OUT_1_E.txt"])
def test_an_empty_file_is_no_problem(data: bytes, name: str) -> None:
    source, problem = open_envelope(data, None, name)
    assert problem is None
    assert source == Source(name, data.decode("utf-8-sig"))
    assert content_of_file(data, name) is Content.EMPTY


def test_an_empty_text_can_be_encrypted_and_decrypted() -> None:
    assert open_envelope(seal("", SECRET), SECRET, "OUT_1_E.txt") == (
        Source("OUT_1_E.txt", ""),
        None,
    )


def test_in_doubt_the_name_decides() -> None:
    assert refused(b"hello\n", name="A\\OUT_1_E.txt") == unreadable(
        DAMAGED, 1, name="A\\OUT_1_E.txt"
    )
    assert open_envelope(b"hello\n", SECRET, "OUT_1.txt") == (Source("OUT_1.txt", "hello\n"), None)
    assert content_of_file(b"hello\n", "OUT_1_E.txt") is Content.ENCRYPTED
    assert content_of_file(b"hello\n", "OUT_1.txt") is Content.PLAIN


# Text that is none


def test_a_byte_order_mark_is_dropped() -> None:
    data = (SUITE / "OUT_T1.plain_bom.txt").read_bytes()
    assert open_envelope(data, None, "OUT_T1.txt") == (Source("OUT_T1.txt", PLAIN), None)
    assert open_envelope(seal("\ufeff" + PLAIN, SECRET), SECRET, "OUT_T1.txt") == (
        Source("OUT_T1.txt", PLAIN),
        None,
    )


def test_text_in_another_encoding_is_refused_with_its_line() -> None:
    assert refused(b"Latest 1  AndroidId a\n1,1,1,2,N,false,false,2\xa9,\n") == unreadable(
        "this is no UTF-8 text, so its suits cannot be trusted: let the file be copied without "
        "changing it",
        2,
    )
    assert refused("Latest 1".encode("utf-16")) == unreadable(
        "this is UTF-16 text, and it must be UTF-8: save it as UTF-8 text"
    )
    assert content_of_file(b"\xff\xff", "OUT_1.txt") is Content.PLAIN


@pytest.mark.parametrize("control", ["\x00", "\x1b", "\x7f", "\x85"])
def test_control_characters_are_refused_in_plain_and_encrypted_files(control: str) -> None:
    text = f"Latest 1  AndroidId a\r\n{control}\n"
    assert refused(text.encode()) == unreadable(
        f"there is a control character (U+{ord(control):04X}) in it, which no device writes, so "
        "the file is damaged: save a board again on the device, or copy the file again",
        2,
    )
    assert refused(seal(text, SECRET)) == unreadable(WRONG_SECRET)


def test_a_decrypted_text_must_begin_as_out_files_do() -> None:
    assert refused(seal("hello\n", SECRET)) == unreadable(WRONG_SECRET)
    assert refused(seal("hello\n1,1,1,2,N\n", SECRET, Form.LINE_BY_LINE)) == unreadable(
        WRONG_SECRET
    )


# Files that stop in the middle


def test_a_file_that_stops_inside_a_character_keeps_its_good_lines() -> None:
    data = PLAIN.encode()
    for end in range(len(data)):
        source, problem = open_envelope(data[:end], None, "OUT_T1.txt")
        assert problem is None
        assert source is not None
        whole = data[:end].decode("utf-8", errors="ignore")
        assert source.text in {whole, whole + "\ufffd"}
        out = read_out(source)
        assert len(out.records) >= whole.count("\n") - 1
        if source.text != whole:
            assert out.lines[-1] in out.held
            assert out.held[-1].problem.code == "line-torn"


@pytest.mark.parametrize("form", [Form.LINE_BY_LINE, Form.HEADER_IN_CLEAR])
def test_a_file_encrypted_line_by_line_that_stops_keeps_its_good_lines(form: Form) -> None:
    data = seal(PLAIN, SECRET, form)
    source, problem = open_envelope(data[:-30], SECRET, "OUT_T1_E.txt")
    assert problem is None
    assert source is not None
    assert source.lines == (*PLAIN.splitlines()[:3], "\ufffd")
    out = read_out(source)
    assert [record.ns_score for record in out.records] == [-140, 50]
    assert [line.problem.code for line in out.held] == ["line-torn"]


def test_a_line_that_is_damaged_and_not_the_last_refuses_the_file() -> None:
    lines = seal(PLAIN, SECRET, Form.LINE_BY_LINE).splitlines(keepends=True)
    for damaged in (lines[2][:-9] + b"\n", b"*" + lines[2], b"1,2,1,110\n"):
        data = b"".join([*lines[:2], damaged, lines[3]])
        assert refused(data) == unreadable(DAMAGED, 3)
        assert refused(data.rstrip()) == unreadable(DAMAGED, 3)


def test_damage_in_a_wrapped_line_is_named_where_the_line_begins() -> None:
    lines = (SUITE / "OUT_T1_E.key-1234.lines_android_default.txt").read_bytes().splitlines()
    assert [len(line) for line in lines[:3]] == [64, 76, 76]
    lines[2] = b"*" + lines[2][1:]
    assert refused(b"\n".join([*lines, b""])) == unreadable(DAMAGED, 2)


def test_a_last_line_that_is_damaged_and_ended_refuses_the_file() -> None:
    lines = seal(PLAIN, SECRET, Form.LINE_BY_LINE).splitlines(keepends=True)
    data = b"".join([*lines[:3], lines[3][:-9], b"\n"])
    assert refused(data) == unreadable(DAMAGED, 4)


def test_a_file_encrypted_at_once_that_stops_is_refused() -> None:
    data = seal(PLAIN, SECRET)
    # From the second line on; the padding "==" and the line end at the very end are not needed.
    needed = len(data.rstrip(b"=\n"))
    for end in range(80, needed):
        assert refused(data[:end]).message in {DAMAGED, WRONG_SECRET}
    assert open_envelope(data[:needed], SECRET, "OUT_T1_E.txt")[0] == Source("OUT_T1_E.txt", PLAIN)


def test_base64_that_cannot_be_is_damaged() -> None:
    good = seal(PLAIN, SECRET, Form.ONE_LINE)
    for bad in (b"A" * 25, good[:30] + b"=" + good[30:], b"=" * 24, good + b"*", b"\xe2\x99\xa1"):
        assert refused(bad).message == DAMAGED


# Wrapping


@pytest.mark.parametrize("width", [16, 64, 76, 100])
def test_base64_may_be_wrapped_at_any_width(width: int) -> None:
    sealed = seal(PLAIN, SECRET, Form.ONE_LINE)
    wrapped = b"\r\n".join(sealed[at : at + width] for at in range(0, len(sealed), width))
    assert open_envelope(wrapped, SECRET, "OUT_T1_E.txt") == (Source("OUT_T1_E.txt", PLAIN), None)


def test_a_header_in_clear_may_stand_before_everything_else_in_one_piece() -> None:
    header, _, rest = PLAIN.partition("\n")
    data = header.encode() + b"\n" + seal(rest, SECRET)
    assert open_envelope(data, SECRET, "OUT_T1_E.txt") == (Source("OUT_T1_E.txt", PLAIN), None)


@pytest.mark.parametrize("length", [23, 24, 38, 39, 40, 47])
def test_records_are_never_glued_together(length: int) -> None:
    # The padding of 9 to 13 bytes that ends a line would be blanks if the lines were one message.
    lines = [f"1,1,1,2,N,{'x' * (length - 10)}", f"1,2,1,2,N,{'y' * (length - 10)}"]
    text = "".join(f"{line}\n" for line in lines)
    source, problem = open_envelope(seal(text, SECRET, Form.LINE_BY_LINE), SECRET, "OUT_1_E.txt")
    assert problem is None
    assert source is not None
    assert list(source.lines) == lines
    damaged = seal(text, SECRET, Form.LINE_BY_LINE).replace(b"\n", b"\n*", 1)
    assert refused(damaged) == unreadable(DAMAGED, 2)


def test_nine_tabs_between_two_records_are_padding() -> None:
    # Two messages of 48 bytes whose line ends were lost: 39 bytes of text, then nine of padding.
    lines = [f"1,1,1,2,N,{'x' * 29}", f"1,2,1,2,N,{'y' * 29}"]
    data = b"".join(seal(line, SECRET, Form.ONE_LINE) for line in lines)
    assert len(data) == 128
    assert refused(data) == unreadable(WRONG_SECRET)


# Properties

file_text = st.lists(
    st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=80), max_size=8
).map(lambda lines: "Latest 1  AndroidId a\n" + "".join(f"1,1,1,2,{line}\n" for line in lines))


@given(file_text, st.sampled_from(Form), st.sampled_from(["1234", "aB9z", "~~~~"]))
def test_what_is_sealed_is_opened_again(text: str, form: Form, secret: str) -> None:
    data = seal(text, Secret.parse(secret), form)
    assert open_envelope(data, Secret.parse(secret), "OUT_1_E.txt") == (
        Source("OUT_1_E.txt", text),
        None,
    )


@given(st.binary(max_size=300), st.sampled_from(["OUT_1.txt", "OUT_1_E.txt", "x"]))
def test_nonsense_is_opened_or_refused_and_nothing_is_raised(data: bytes, name: str) -> None:
    source, problem = open_envelope(data, SECRET, name)
    assert (source is None) != (problem is None)
    if problem is not None:
        assert (problem.code, problem.file) == ("out-unreadable", name)


@given(
    st.text(st.sampled_from("Latest AndroidId1,+/-_=\n\rabcXYZ\t♡"), max_size=400),
    st.sampled_from([None, SECRET]),
)
def test_nonsense_that_looks_like_a_file_is_opened_or_refused(
    text: str, secret: Secret | None
) -> None:
    source, problem = open_envelope(text.encode(), secret, "OUT_1_E.txt")
    assert (source is None) != (problem is None)
    if source is not None:
        assert read_out(source).records == ()


def test_a_long_file_of_ordinary_lines_is_read() -> None:
    text = "1,1,1,2,N,false,false,4S,=,N,SA,420\r\n" * 5_000
    assert open_envelope(text.encode(), None, "OUT_1.txt") == (Source("OUT_1.txt", text), None)


def test_a_file_with_more_lines_than_any_evening_is_not_read() -> None:
    _, problem = open_envelope(b"1\n" * 5_001, None, "OUT_1.txt")
    assert problem is not None
    assert problem.one_line() == (
        "OUT_1.txt: error: it has 5001 lines and at most 5000 are read, so it is hardly an "
        "evening's results: look at the device, and move the file away [out-unreadable]"
    )


def test_a_line_that_no_auction_needs_is_not_read() -> None:
    _, problem = open_envelope(b"1,2\n" + b"x" * 10_001, None, "OUT_1.txt")
    assert problem is not None
    assert problem.one_line() == (
        "OUT_1.txt:2:1: error: this line has 10001 characters and the longest auction needs fewer "
        "than 10000, so the file is damaged: save a board again on the device, or copy the file "
        "again [out-unreadable]"
    )
