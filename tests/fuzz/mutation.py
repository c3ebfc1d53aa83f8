"""Real files, damaged: as wires, editors, sync clients and people with bad intentions do it."""

import re
from collections.abc import Callable, Sequence
from random import Random

MOST_BYTES = 4_000
"""Longer texts take time and show nothing new; files without measure have tests of their own."""

_SECTOR = 512

_NUMBER = re.compile(rb"[+-]?[0-9]+(?:[.,][0-9]+)?")
_WORD = re.compile(rb"[A-Za-z_]+|[0-9]+|[^\sA-Za-z_0-9]")
_FIELD_ENDS = (b",", b";", b"\t", b" ", b"=", b"\x00")

NUMBERS = (
    *(b"0", b"-0", b"-1", b"1", b"00001", b"255", b"256", b"32767", b"65536", b"99999"),
    *(b"2147483648", b"9999999999999999999", b"1" * 400, b"9" * 5000, b"1e999999999", b"-1e-999"),
    *(b"NaN", b"inf", b"0x1F", b"1_000", b"1.5", b"1,5", b"+7", "٣".encode(), "²".encode()),
)
ODDITIES = (
    b"\x00",
    b"\x07",
    b"\x1b[31m",
    b"\x1a",
    b"\x7f",
    b"\x0b",
    b"\x0c",
    b"\xc2\x85",  # NEL, a line end for some
    "\u2028".encode(),
    "\u202e".encode(),  # turns what follows around
    "\u2066".encode(),
    "\u200f".encode(),
    "\ufeff".encode(),
    "\u0301".encode() * 20,
    "\U0001f0a1".encode(),
    "İ".encode(),  # longer in lower case
    b"\xed\xa0\x80",  # half a surrogate pair
    b"\xc0\x80",  # NUL, written too long
    b"\xff",
    b"\xf0\x9f",
    b"\r",
    b"\n",
    b"\r\n",
    b"\n\n\n",
    b"\t",
    b'"',
    b"'",
    b'"""',
    b"'''",
    b"\\",
    b"\\u0000",
    b"\\ud800",
    b"#",
    b"[",
    b"]]",
    b"{",
    b"}",
    b"[[[[[[[[[[[[[[[[",
    b"{a={a={a={a={a={a={a=",
    b"a.b.c.d.e.f.g.h=1\n",
    b",",
    b";",
    b"=",
    b"../../etc/passwd",
    b"C:\\CON",
    b"<script>alert(1)</script>",
    b'=HYPERLINK("http://x","y")',
    b"%s%n{0}",
    b"]]>",
    b"&#x0;",
)

Change = Callable[[bytes, Random, Sequence[bytes]], bytes]


def mutant(seeds: Sequence[bytes], dice: Random) -> bytes:
    """One of the files with some changes, most often few."""
    data = dice.choice(seeds)
    most = max(MOST_BYTES, len(data))
    # Whoever moves the bytes of a database leaves nothing of it to be read.
    changes = _IN_PLACE if _is_binary(data) and dice.randrange(4) else _CHANGES
    for _ in range(dice.choice((1, 1, 1, 2, 2, 3, 5, 9))):
        data = dice.choice(changes)(data, dice, seeds)[:most]
    return data


def _is_binary(data: bytes) -> bool:
    return b"\0" in data[:_SECTOR]


def _slice(data: bytes, dice: Random) -> tuple[int, int]:
    start = dice.randint(0, len(data))
    return start, min(len(data), start + dice.choice((0, 1, 1, 2, 4, 9, 40)))


def _put(data: bytes, dice: Random, piece: bytes) -> bytes:
    start, end = _slice(data, dice)
    return data[:start] + piece + data[end:]


def _flip(data: bytes, dice: Random, _seeds: Sequence[bytes]) -> bytes:
    if not data:
        return data
    place = dice.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << dice.randrange(8)]) + data[place + 1 :]


def _take_out(data: bytes, dice: Random, _seeds: Sequence[bytes]) -> bytes:
    return _put(data, dice, b"")


def _cut_off(data: bytes, dice: Random, _seeds: Sequence[bytes]) -> bytes:
    return data[: dice.randint(0, len(data))]


def _oddity(data: bytes, dice: Random, _seeds: Sequence[bytes]) -> bytes:
    return _put(data, dice, dice.choice(ODDITIES))


def _any_bytes(data: bytes, dice: Random, _seeds: Sequence[bytes]) -> bytes:
    return _put(data, dice, dice.randbytes(dice.randint(1, 8)))


def _any_letter(data: bytes, dice: Random, _seeds: Sequence[bytes]) -> bytes:
    code = dice.choice((dice.randrange(0x20, 0x7F), dice.randrange(0x80, 0xD800)))
    return _put(data, dice, chr(code).encode())


def _number(data: bytes, dice: Random, _seeds: Sequence[bytes]) -> bytes:
    found = list(_NUMBER.finditer(data))
    if not found:
        return data
    match = dice.choice(found)
    near = int(match[0].split(b".")[0].split(b",")[0][:9]) + dice.choice((-1, 1, 10))
    piece: bytes = dice.choice((*NUMBERS, str(near).encode(), str(near).encode()))
    return data[: match.start()] + piece + data[match.end() :]


def _word(data: bytes, dice: Random, seeds: Sequence[bytes]) -> bytes:
    """Put a word of any of the files in the place of another."""
    here, there = _WORD.findall(dice.choice(seeds)), list(_WORD.finditer(data))
    if not here or not there:
        return data
    match = dice.choice(there)
    word: bytes = dice.choice(here)
    return data[: match.start()] + word + data[match.end() :]


def _field(data: bytes, dice: Random, _seeds: Sequence[bytes]) -> bytes:
    """Empty a field, double it, or put it elsewhere in its line."""
    lines = data.split(b"\n")
    at = dice.randrange(len(lines))
    end = dice.choice(_FIELD_ENDS)
    fields = lines[at].split(end)
    field = dice.randrange(len(fields))
    taken = fields.pop(field)
    fields[field:field] = dice.choice(([], [b""], [taken, taken]))
    if not dice.randrange(3):
        fields.insert(dice.randint(0, len(fields)), taken)
    lines[at] = end.join(fields)
    return b"\n".join(lines)


def _lines(data: bytes, dice: Random, seeds: Sequence[bytes]) -> bytes:
    """Double a line, move it, or bring one of another file."""
    lines = data.split(b"\n")
    line = dice.choice((dice.choice(lines), dice.choice(dice.choice(seeds).split(b"\n"))))
    if dice.randrange(2) and len(lines) > 1:
        lines.pop(dice.randrange(len(lines)))
    place = dice.randint(0, len(lines))
    lines[place:place] = [line] * dice.choice((1, 1, 1, 1, 1, 1, 2, 2, 5, 200))
    return b"\n".join(lines)


def _splice(data: bytes, dice: Random, seeds: Sequence[bytes]) -> bytes:
    other = dice.choice(seeds)
    return data[: dice.randint(0, len(data))] + other[dice.randint(0, len(other)) :]


def _repeat(data: bytes, dice: Random, _seeds: Sequence[bytes]) -> bytes:
    start, end = _slice(data, dice)
    piece = data[start:end] or b" "
    return data[:start] + piece * dice.choice((2, 2, 2, 3, 3, 17, 17, 200)) + data[end:]


def _other_form(data: bytes, dice: Random, _seeds: Sequence[bytes]) -> bytes:
    """Save it as some editor does."""
    return dice.choice(_FORMS)(data)


def _encoded(encoding: str) -> Callable[[bytes], bytes]:
    return lambda data: data.decode("utf-8", "replace").encode(encoding, "replace")


def _over(data: bytes, dice: Random, _seeds: Sequence[bytes]) -> bytes:
    """Write other bytes over some: a number that is one too many, the largest, anything."""
    width = dice.choice((1, 1, 2, 4, 8, 40))
    place = dice.randint(0, max(0, len(data) - width))
    near = int.from_bytes(data[place : place + width], "big") + dice.choice((-1, 1))
    piece = dice.choice(
        (
            b"\0" * width,
            b"\xff" * width,
            b"\x7f" + b"\xff" * (width - 1),
            dice.randbytes(width),
            (near % 256**width).to_bytes(width, "big"),
        )
    )
    return data[:place] + piece + data[place + width :]


def _sector(data: bytes, dice: Random, seeds: Sequence[bytes]) -> bytes:
    """Lose a sector of the disk, or find another's in its place."""
    place = _SECTOR * dice.randint(0, len(data) // _SECTOR)
    other = dice.choice(seeds)
    there = _SECTOR * dice.randint(0, len(other) // _SECTOR)
    size = dice.choice((1, 1, 8)) * _SECTOR
    found = dice.choice((b"\0" * size, dice.randbytes(size), other[there : there + size]))
    return data[:place] + found + data[place + len(found) :]


def _cut_at_sector(data: bytes, dice: Random, _seeds: Sequence[bytes]) -> bytes:
    return data[: _SECTOR * dice.randint(0, len(data) // _SECTOR)]


_FORMS: tuple[Callable[[bytes], bytes], ...] = (
    lambda data: data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
    lambda data: data.replace(b"\r\n", b"\n").replace(b"\n", b"\r"),
    lambda data: b"\xef\xbb\xbf" + data,
    _encoded("utf-16"),
    _encoded("utf-16-be"),
    _encoded("cp1252"),
    lambda data: data.rstrip(b"\r\n"),
    bytes.upper,
    bytes.lower,
)
_CHANGES: tuple[Change, ...] = (
    *(_flip, _take_out, _cut_off, _oddity, _oddity, _any_bytes, _any_letter, _number, _number),
    *(_word, _word, _field, _field, _lines, _lines, _splice, _repeat, _other_form),
)
_IN_PLACE: tuple[Change, ...] = (_flip, _flip, _over, _over, _over, _sector, _cut_at_sector)
