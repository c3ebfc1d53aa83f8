"""Bytes of a file -> its text, which is UTF-8 without control characters."""

import re

_BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_LINE_END = re.compile(r"\r\n|\n|\r")
MOST_LINES = 5_000
"""Fifty times the boards of a long evening: as many corrections are none."""
LONGEST_LINE = 10_000
"""The longest auction has 319 calls, each with its time and a mark."""


class UnreadableError(ValueError):
    """Why nothing can be taken from some bytes, in words, and the line where it shows."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


def read_text(data: bytes) -> str:
    """Decode a file that may still be being written; its byte order mark is dropped.

    A last line that stops inside a character ends in U+FFFD instead, so that it can be told from
    a whole one. Raises UnreadableError when the bytes are no text.
    """
    if data.startswith(_UTF16):
        raise UnreadableError("this is UTF-16 text, and it must be UTF-8: save it as UTF-8 text")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        # Only at the very end can a character lack bytes that are still to come.
        if error.reason != "unexpected end of data":
            raise UnreadableError(
                "this is no UTF-8 text, so its suits cannot be trusted: let the file be copied "
                "without changing it",
                _line_of(before),
            ) from None
        text = before + "\N{REPLACEMENT CHARACTER}"
    return _without_control_characters(text.removeprefix(_BYTE_ORDER_MARK))


def read_whole_text(data: bytes) -> str:
    """Decode bytes that are whole; raises UnreadableError when they are no text."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise UnreadableError("this is no UTF-8 text") from None
    return _without_control_characters(text.removeprefix(_BYTE_ORDER_MARK))


def refuse_endless(text: str) -> None:
    """Raise UnreadableError for a text with more or longer lines than any device writes.

    Every line that cannot be scored is told, kept and published: a broken device must not fill
    log and disk.
    """
    ends = text.count("\n") + text.count("\r") - text.count("\r\n")
    if ends > MOST_LINES:
        raise UnreadableError(
            f"it has {ends} lines and at most {MOST_LINES} are read, so it is hardly an "
            "evening's results: look at the device, and move the file away"
        )
    if len(text) <= LONGEST_LINE:
        return
    for number, line in enumerate(_LINE_END.split(text), start=1):
        if len(line) > LONGEST_LINE:
            raise UnreadableError(
                f"this line has {len(line)} characters and the longest auction needs fewer than "
                f"{LONGEST_LINE}, so the file is damaged: save a board again on the device, or "
                "copy the file again",
                number,
            )


def _without_control_characters(text: str) -> str:
    found = _CONTROL.search(text)
    if found is None:
        return text
    raise UnreadableError(
        f"there is a control character (U+{ord(found[0]):04X}) in it, which no device writes, so "
        "the file is damaged: save a board again on the device, or copy the file again",
        _line_of(text[: found.start()]),
    )


def _line_of(before: str) -> int:
    return len(_LINE_END.findall(before)) + 1
