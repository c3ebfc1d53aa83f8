"""The bytes of a file of the federation or of a spreadsheet: which text they are."""

import re
from collections import Counter

from daemon.frbe.cp1252 import UNDEFINED, decode
from daemon.frbe.wording import listing, plural
from daemon.problem import Problem, Severity, Source, Span

MAX_BYTES = 4 * 1024 * 1024
"""More than 999 rows of 99 rounds need."""

_LINE_END = re.compile(rb"\r\n|\n|\r")
_ENDS = {b"\r\n": "CR LF", b"\n": "LF", b"\r": "CR"}
_DOS_END_OF_FILE = "\x1a"
_NO_TEXT = (
    (b"\xff\xfe", "UTF-16 text"),
    (b"\xfe\xff", "UTF-16 text"),
    (b"PK\x03\x04", "a ZIP archive (as .xlsx and .ods files are)"),
    (b"\xd0\xcf\x11\xe0", "an old Word or Excel document"),
    (b"%PDF-", "a PDF document"),
)


def decode_report(data: bytes, name: str) -> tuple[Source | None, tuple[Problem, ...]]:
    """Decode a report: cp1252 with CR LF. What was saved otherwise is read, with a warning.

    `name` is what people call the file. Codes: `too-large`, `not-text` (errors: no source),
    `characters`, `line-ends` (warnings).
    """
    refused = _refused(data, name)
    if refused is not None:
        return None, (refused,)
    text = _as_utf8(data)
    if text is not None:
        source = Source(name, text.rstrip(_DOS_END_OF_FILE))
        message = "the file is UTF-8 and must be cp1252: save it as ANSI (Windows-1252)"
        found = [source.warning("characters", message, Span(1))]
    else:
        source = Source(name, _as_cp1252(data))
        found = _strange_characters(source, data)
    return source, (*found, *_strange_line_ends(source, data))


def decode_any(data: bytes, name: str) -> tuple[Source | None, tuple[Problem, ...]]:
    """Decode a TRF, a CSV or a list: UTF-8, else cp1252; any line ends.

    Codes: `too-large`, `not-text` (errors: no source).
    """
    refused = _refused(data, name)
    if refused is not None:
        return None, (refused,)
    try:
        text = data.decode("utf-8-sig").rstrip(_DOS_END_OF_FILE)
    except UnicodeDecodeError:
        text = _as_cp1252(data)
    return Source(name, text), ()


def _refused(data: bytes, name: str) -> Problem | None:
    if len(data) > MAX_BYTES:
        megabytes = MAX_BYTES // 1024 // 1024
        message = f"the file is larger than {megabytes} MB: is it the right one?"
        return Problem(Severity.ERROR, "too-large", message, name)
    kind = next((kind for start, kind in _NO_TEXT if data.startswith(start)), None)
    if kind is None:
        return None
    message = f"this is {kind} and no plain text: give the text file that the program wrote"
    return Problem(Severity.ERROR, "not-text", message, name)


def _as_utf8(data: bytes) -> str | None:
    """The text, when it is UTF-8 and would not be the same in cp1252."""
    if data.isascii():
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def _as_cp1252(data: bytes) -> str:
    return decode(data).rstrip(_DOS_END_OF_FILE)


def _strange_characters(source: Source, data: bytes) -> list[Problem]:
    if UNDEFINED.isdisjoint(data):
        return []
    place = next(i for i, byte in enumerate(data) if byte in UNDEFINED)
    before = source.text[:place].replace("\r\n", "\n").replace("\r", "\n")
    column = place - max(source.text.rfind("\n", 0, place), source.text.rfind("\r", 0, place))
    message = f"byte {data[place]:02X} is no character in cp1252: write the letter anew"
    return [source.warning("characters", message, Span(before.count("\n") + 1, column))]


def _strange_line_ends(source: Source, data: bytes) -> list[Problem]:
    ends = Counter(_LINE_END.findall(data))
    strange = [
        f"{plural(ends[end], 'line')} with {_ENDS[end]}" for end in (b"\n", b"\r") if ends[end]
    ]
    if not strange:
        return []
    message = f"lines must end with CR LF: the file has {listing(strange)}"
    return [source.warning("line-ends", message, Span(1))]
