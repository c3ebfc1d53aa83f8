"""The bytes of a movement file: which text they are, or what they are instead."""

import codecs

from daemon.problem import Problem, Severity, Source

MAX_BYTES = 2 * 1024 * 1024
"""What the largest movement that is read can need."""

# A set on every line, and room for comments.
_MAX_LINES = 200_000

_DOS_END_OF_FILE = "\x1a"
_NO_TEXT = (
    (codecs.BOM_UTF32_LE, "UTF-32 text"),
    (codecs.BOM_UTF32_BE, "UTF-32 text"),
    (codecs.BOM_UTF16_LE, "UTF-16 text"),
    (codecs.BOM_UTF16_BE, "UTF-16 text"),
    (b"PK\x03\x04", "a ZIP archive (as .xlsx, .docx and .ods files are)"),
    (b"\xd0\xcf\x11\xe0", "an old Word or Excel document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"%PDF-", "a PDF document"),
    (b"{\\rtf", "an RTF document"),
)


def decode_asc(data: bytes, name: str) -> tuple[Source | None, tuple[Problem, ...]]:
    """Decode a movement file: UTF-8 (a byte order mark is dropped), else Windows-1252.

    `name` is what people call the file. No source, and one error, when it is too large
    (`too-large`) and when it is no text of one byte a character (`not-text`).
    """
    if len(data) > MAX_BYTES or data.count(b"\n") + data.count(b"\r") > 2 * _MAX_LINES:
        message = (
            f"the file is larger than {MAX_BYTES // (1024 * 1024)} MB or {_MAX_LINES:,} lines, "
            "which no movement needs: is it the right file?"
        )
        return None, (Problem(Severity.ERROR, "too-large", message, name),)
    kind = _what_else(data)
    if kind is not None:
        message = (
            f"this is {kind}, not a movement file: save it as plain text (in an editor: "
            "encoding UTF-8 or ANSI)"
        )
        return None, (Problem(Severity.ERROR, "not-text", message, name),)
    return Source(name, _text(data)), ()


def _what_else(data: bytes) -> str | None:
    """What the bytes are, when they are no plain text."""
    for start, kind in _NO_TEXT:
        if data.startswith(start):
            return kind
    if b"\0" not in data:
        return None
    # ASCII in UTF-16 has a NUL in every second byte.
    if data[1::2].strip(b"\0") == b"" or data[::2].strip(b"\0") == b"":
        return "UTF-16 text"
    return "a binary file (it holds NUL bytes)"


def _text(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        # Five bytes mean nothing in Windows-1252; a comment may hold them all the same.
        text = data.decode("cp1252", errors="replace")
    return text.rstrip(_DOS_END_OF_FILE)
