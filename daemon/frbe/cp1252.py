"""Windows-1252, in which the five bytes that mean nothing there survive reading and writing."""

UNDEFINED = frozenset(b"\x81\x8d\x8f\x90\x9d")

_DECODED = {
    byte: ord(bytes([byte]).decode("cp1252")) for byte in range(0x80, 0xA0) if byte not in UNDEFINED
}
# Control characters that would pass for those letters become question marks.
_ENCODED = dict.fromkeys(_DECODED, ord("?")) | {char: byte for byte, char in _DECODED.items()}


def decode(data: bytes) -> str:
    """A character for every byte."""
    return data.decode("latin-1").translate(_DECODED)


def encode(text: str) -> bytes:
    """A byte for every character; what cp1252 has not becomes a question mark."""
    return text.translate(_ENCODED).encode("latin-1", "replace")
