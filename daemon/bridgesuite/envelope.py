"""Encrypted OUT files: AES in ECB mode, then Base64 (Bridge Suite's file description).

The 128-bit key is the secret four times over. It hides results from casual readers, no more: so
few keys can be tried in seconds, and nothing shows that blocks were exchanged.
"""

import base64
import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from daemon.bridgesuite.base64_lines import (
    WRAPPED,
    ClearLine,
    Content,
    Message,
    content_of,
    decode,
    joined,
    parts_of,
)
from daemon.bridgesuite.header import is_header
from daemon.bridgesuite.utf8 import (
    UnreadableError,
    read_text,
    read_whole_text,
    refuse_endless,
)
from daemon.problem import Problem, Severity, Source, Span, split_lines

_BLOCK_BITS = 128
_RECORD = re.compile(r"\s*(?:[0-9]+\s*,\s*){4}")
_TORN = "\N{REPLACEMENT CHARACTER}"
if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers import Cipher
    from cryptography.hazmat.primitives.ciphers.modes import ECB

_LOOKED_FOR_IN = "encryption.secret_file in the configuration, or TOURNAMENTD_SECRET"


class SecretError(ValueError):
    """A secret that cannot be one. Its message never holds what was given."""


@dataclass(frozen=True, slots=True, repr=False)
class Secret:
    """The four characters that the devices and the tournament's PC share; never shown."""

    _text: str

    @classmethod
    def parse(cls, text: str) -> "Secret":
        """Take a secret from a file or the environment (without a line end).

        Raises SecretError when it is not four characters of ASCII that can be typed.
        """
        if len(text) != 4:
            raise SecretError(
                f"the secret must be exactly four characters, and this is {len(text)}: "
                "take the four that the devices have as their secret key"
            )
        if not (text.isascii() and text.isprintable()):
            raise SecretError(
                "the secret must be four letters without accents, digits or signs (printable "
                "ASCII): choose another one, here and on the devices"
            )
        return cls(text)

    @property
    def is_weak(self) -> bool:
        """Whether it has digits only, so that ten thousand attempts find it."""
        return self._text.isdigit()

    @property
    def key(self) -> bytes:
        """The AES key, 16 bytes."""
        return self._text.encode("ascii") * 4

    def __repr__(self) -> str:
        return "Secret(****)"

    def __str__(self) -> str:
        return "****"


class Form(Enum):
    """How encrypted text is written.

    ANDROID: all of it at once, in lines of 76 characters. ONE_LINE: all of it at once, without a
    line end. LINE_BY_LINE: each line for itself. HEADER_IN_CLEAR: the same, the header left out.
    """

    ANDROID = auto()
    ONE_LINE = auto()
    LINE_BY_LINE = auto()
    HEADER_IN_CLEAR = auto()


def open_envelope(
    data: bytes, secret: Secret | None, name: str
) -> tuple[Source | None, Problem | None]:
    """Read the bytes of an OUT file, plain or encrypted, whatever its name says.

    Gives the text under this name, or the problem `out-unreadable`. A last line that the file
    stops in the middle of ends in U+FFFD, for which it will be held.
    """
    try:
        text = read_text(data)
        if content_of(text, name) is Content.ENCRYPTED:
            text = _decrypt(text, secret)
        refuse_endless(text)
    except UnreadableError as error:
        span = None if error.line is None else Span(error.line)
        return None, Problem(Severity.ERROR, "out-unreadable", str(error), name, span)
    return Source(name, text), None


def content_of_file(data: bytes, name: str) -> Content:
    """Tell whether a file is encrypted, by its content first; bytes that are no text are PLAIN."""
    try:
        return content_of(read_text(data), name)
    except UnreadableError:
        return Content.PLAIN


def seal(text: str, secret: Secret, form: Form = Form.ANDROID) -> bytes:
    """Encrypt a text as the devices do."""
    match form:
        case Form.ONE_LINE:
            return _sealed(text, secret).encode("ascii")
        case Form.ANDROID:
            sealed = _sealed(text, secret)
            lines = [sealed[start : start + WRAPPED] for start in range(0, len(sealed), WRAPPED)]
        case _:
            in_clear = form is Form.HEADER_IN_CLEAR
            lines = [
                line if in_clear and is_header(line) else _sealed(line, secret)
                for line in split_lines(text)
            ]
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


def _decrypt(text: str, secret: Secret | None) -> str:
    """Decrypt a whole file; raises UnreadableError."""
    if secret is None:
        raise UnreadableError(
            "this is encrypted, and no secret is known here: put the four characters that the "
            f"devices have as their secret key where it is looked for ({_LOOKED_FOR_IN})"
        )
    parts = list(parts_of(text))
    try:
        return _decrypt_parts(parts, secret, ended=text.endswith(("\n", "\r")))
    except UnreadableError as error:
        # One message that is wrapped in an unusual way looks like several.
        messages = [part for part in parts if isinstance(part, Message)]
        try:
            return _closed(_begun_well(_open(joined(messages), secret)))
        except UnreadableError:
            raise error from None


def _decrypt_parts(parts: list[ClearLine | Message], secret: Secret, *, ended: bool) -> str:
    """Decrypt message by message; a last one that the file stops in is left as a torn line."""
    lines: list[str] = []
    decrypted = 0
    for index, part in enumerate(parts):
        if isinstance(part, ClearLine):
            lines.append(_closed(part.text))
            continue
        try:
            opened = _open(part, secret)
        except UnreadableError:
            if ended or index < len(parts) - 1 or not decrypted:
                raise
            lines.append(_TORN)
            break
        lines.append(_closed(opened if decrypted else _begun_well(opened)))
        decrypted += 1
    return "".join(lines)


def _closed(text: str) -> str:
    """Give a text with a line end: a message that could be decrypted is whole."""
    return f"{text}\n" if text and not text.endswith("\n") else text


def _open(message: Message, secret: Secret) -> str:
    """Decrypt one message; raises UnreadableError."""
    from cryptography.hazmat.primitives.padding import PKCS7  # noqa: PLC0415 - see _cipher

    decryptor = _cipher(secret).decryptor()
    padded = decryptor.update(decode(message)) + decryptor.finalize()
    unpadder = PKCS7(_BLOCK_BITS).unpadder()
    try:
        text = read_whole_text(unpadder.update(padded) + unpadder.finalize())
    except ValueError:
        raise _wrong_secret() from None
    # Nine tabs are the padding between two messages that were taken for one.
    if "\t" in text:
        raise _wrong_secret()
    return text


def _begun_well(text: str) -> str:
    """Give a decrypted text that begins as OUT files do; raises UnreadableError.

    A wrong secret gives good padding once in 256 times, and then nonsense.
    """
    first = next((line for line in split_lines(text) if line.strip()), None)
    if first is None or is_header(first) or _RECORD.match(first):
        return text
    raise _wrong_secret()


def _sealed(text: str, secret: Secret) -> str:
    from cryptography.hazmat.primitives.padding import PKCS7  # noqa: PLC0415 - see _cipher

    padder = PKCS7(_BLOCK_BITS).padder()
    padded = padder.update(text.encode("utf-8")) + padder.finalize()
    encryptor = _cipher(secret).encryptor()
    return base64.b64encode(encryptor.update(padded) + encryptor.finalize()).decode("ascii")


def _cipher(secret: Secret) -> "Cipher[ECB]":
    """What opens and closes messages.

    The library is imported when something is encrypted: most evenings have nothing of the kind, and
    every command starts sooner without it.
    """
    from cryptography.hazmat.primitives.ciphers import Cipher  # noqa: PLC0415 - as said above
    from cryptography.hazmat.primitives.ciphers.algorithms import AES  # noqa: PLC0415 - as said above
    from cryptography.hazmat.primitives.ciphers.modes import ECB  # noqa: PLC0415 - as said above

    return Cipher(AES(secret.key), ECB())  # noqa: S305 - the devices' format, not our choice


def _wrong_secret() -> UnreadableError:
    return UnreadableError(
        "the secret does not open this: the secret key in the device's preferences and the one "
        f"known here ({_LOOKED_FOR_IN}) must be the same four characters"
    )
