"""The rows of a ledger file: an entry into them, and out of them again.

The body of an entry ends with a sum over the whole row: a disk that gives back another bit than it
was given is found out, and not taken for a result or for a newer version. Rows without a sum are
older than it.
"""

import re
import sqlite3
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from daemon.ledger.encoding import Encoded, decode, encode, read_moment, written_moment
from daemon.ledger.remedies import damaged
from daemon.tournament.entry import Entry

_ADD_CONTENT = """
    INSERT INTO content (sha256, bytes)
    SELECT :sha256, :bytes WHERE NOT EXISTS (SELECT 1 FROM content WHERE sha256 = :sha256)
"""
_ADD_ENTRY = """
    INSERT INTO entry (sequence, at, event, site, kind, body, sha256) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_SUM = re.compile(r', "sum": "([0-9a-f]{16})"\}\Z')
# Within a text of JSON its quotes would be escaped.
_HAS_SUM = ', "sum": "'


def connect(file: Path, mode: str) -> sqlite3.Connection:
    """A connection to a file that is there: `rw` to write, `ro` only to read."""
    return sqlite3.connect(
        f"{file.absolute().as_uri()}?mode={mode}",
        uri=True,
        isolation_level=None,  # transactions begin where the ledger's modules say so
        check_same_thread=False,
    )


def add(connection: sqlite3.Connection, entry: Entry) -> None:
    """Add an entry within a transaction; the bytes of a file are kept once."""
    one = encode(entry.fact)
    digest = None
    if one.content is not None:
        digest = digest_of(one.content)
        connection.execute(_ADD_CONTENT, {"sha256": digest, "bytes": one.content})
    at = written_moment(entry.at)
    row = (entry.sequence, at, entry.event, entry.site, one.kind, one.body, digest)
    body = f'{one.body.removesuffix("}")}, "sum": "{_sum(row)}"}}'
    connection.execute(_ADD_ENTRY, (*row[:5], body, digest))


def entry_of(row: Sequence[object], place: str) -> Entry:
    """The entry that a row holds: sequence, time, event, site, kind, body, digest and content.

    `place` says where it was found, for the error. Raises LedgerDamagedError, LedgerNewerError.
    """
    match row:
        case (
            int(sequence),
            str(at),
            str(event),
            str(site),
            str(kind),
            str(body),
            str() | None as digest,
            bytes() | None as content,
        ):
            body = _checked((sequence, at, event, site, kind, body, digest), place)
            fact = decode(Encoded(kind, body, content), place)
            try:
                return Entry(sequence, read_moment(at), event, site, fact)
            except ValueError as error:
                raise damaged(place, str(error)) from error
        case _:
            raise damaged(place, "its columns hold what no ledger has there")


def _checked(row: tuple[int, str, str, str, str, str, str | None], place: str) -> str:
    """The body without its sum. Raises LedgerDamagedError when that does not fit the row."""
    body = row[5]
    summed = _SUM.search(body)
    if summed is None and _HAS_SUM not in body:
        return body
    if summed is None:
        raise damaged(place, "its sum cannot be read")
    plain = f"{body[: summed.start()]}}}"
    if _sum((*row[:5], plain, row[6])) != summed[1]:
        raise damaged(place, "it is not what was written down")
    return plain


def _sum(row: tuple[int, str, str, str, str, str, str | None]) -> str:
    return sha256(repr(row).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def digest_of(content: object) -> str | None:
    """The SHA-256 (hex) under which a content is kept; None for anything that is no bytes."""
    return sha256(content).hexdigest() if isinstance(content, bytes) else None
