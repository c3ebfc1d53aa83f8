"""What of a file is encrypted, and its Base64 in whatever shape it was written.

An encrypted file is one message, or one message for each of its lines; a message is Base64 on one
line, or on several lines of 76 characters of which the last is shorter (MIME, Android).
"""

import base64
import binascii
import re
from collections.abc import Iterator
from enum import Enum, auto

from msgspec import Struct

from daemon.bridgesuite.file_name import OutName, parse_out_name
from daemon.bridgesuite.header import is_header
from daemon.bridgesuite.utf8 import UnreadableError
from daemon.problem import split_lines

# The shortest message: a block of 16 bytes without its padding.
_SHORTEST = 22
# A full line of wrapped Base64. It is 57 bytes, no whole number of blocks, so it is never the end.
WRAPPED = 76
_BASE64_TEXT = re.compile(r"[A-Za-z0-9+/_=-]*")
_URL_SAFE = str.maketrans("-_", "+/")
_BLOCK = 16


class Content(Enum):
    """What the content of an OUT file is; a file with nothing but the header is empty."""

    EMPTY = auto()
    PLAIN = auto()
    ENCRYPTED = auto()


class ClearLine(Struct, frozen=True):
    """A header that was left in clear."""

    text: str


class Message(Struct, frozen=True):
    """The Base64 of something that was encrypted at once; `line` is where it starts."""

    line: int
    text: str


def content_of(text: str, name: str) -> Content:
    """Tell plain from encrypted by the first line that is no header; the name decides in doubt."""
    lines = (line.strip() for line in split_lines(text))
    first = next((line for line in lines if line and not is_header(line)), None)
    if first is None:
        return Content.EMPTY
    if "," in first:
        return Content.PLAIN
    if len(first) >= _SHORTEST and _BASE64_TEXT.fullmatch(first):
        return Content.ENCRYPTED
    placed = parse_out_name(re.split(r"[/\\]", name)[-1])
    is_called_encrypted = isinstance(placed, OutName) and placed.encrypted
    return Content.ENCRYPTED if is_called_encrypted else Content.PLAIN


def parts_of(text: str) -> Iterator[ClearLine | Message]:
    """Split an encrypted file into its messages and the headers between them."""
    start = 0
    gathered = ""
    for number, line in enumerate(split_lines(text), start=1):
        if is_header(line):
            yield ClearLine(line)
            continue
        bare = "".join(line.split())
        start = start if gathered else number
        gathered += bare
        if bare and (len(bare) != WRAPPED or bare.endswith("=")):
            yield Message(start, gathered)
            gathered = ""
    if gathered:
        yield Message(start, gathered)


def joined(messages: list[Message]) -> Message:
    """Take several messages as one that was wrapped in an unusual way."""
    return Message(messages[0].line, "".join(message.text for message in messages))


def decode(message: Message) -> bytes:
    """Decode a message to whole blocks of 16 bytes; raises UnreadableError."""
    text = message.text.translate(_URL_SAFE).rstrip("=")
    padded = text + "=" * (-len(text) % 4)
    try:
        data = base64.b64decode(padded, validate=True)
    except (binascii.Error, ValueError):
        raise _damaged(message) from None
    if not data or len(data) % _BLOCK:
        raise _damaged(message)
    return data


def _damaged(message: Message) -> UnreadableError:
    return UnreadableError(
        "this should be encrypted, and it is cut short or damaged: it is read again when it "
        "changes; if it stays like this, save a board again on the device",
        message.line,
    )
