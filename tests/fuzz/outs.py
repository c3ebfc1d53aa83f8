"""What tablets write: OUT files and IN files, their names, and what an evening makes of them."""

import re
from datetime import UTC, datetime
from xml.etree import ElementTree as ET
from zlib import crc32

from msgspec.structs import replace

from daemon.bridgesuite.envelope import Form, Secret, open_envelope, seal
from daemon.bridgesuite.file_name import OutName, parse_in_name, parse_out_name
from daemon.bridgesuite.in_file import read_in
from daemon.bridgesuite.notation import Letters
from daemon.bridgesuite.out_file import read_out
from daemon.folder.names import folder_parts, is_exchange_name, split_name, split_path
from daemon.problem import Source
from daemon.publish.exports import EXPORTS
from daemon.publish.site import Site
from daemon.tournament.conclusion import conclude
from daemon.tournament.entry import FileReceived, PlanRead
from daemon.tournament.state import State, step
from daemon.tournament.story import story
from tests.fuzz.judging import PromiseBrokenError
from tests.fuzz.reader import Reader, Seen
from tests.fuzz.seeds import DATA, files

SECRET = Secret.parse("1234")
OTHER_SECRET = Secret.parse("~Q7}")
_PLAIN = (*files("bridgesuite/OUT_*plain*.txt"), *files("scenarios/*/box*/OUT_*.txt"))
_SEALED = files("bridgesuite/OUT_*_E.*key-1234.*.txt")
_INS = files("bridgesuite/**/IN_*.txt")
_NAMES = (
    *(b"OUT_1.txt", b"OUT_T12_E.txt", b"out_b4.TXT", b"A/OUT_101.txt", b"IN_2.txt", b"OUT_01.txt"),
    b"OUT_1 (Copia in conflitto di ANNA 2026-11-30).txt",
    *(b"../OUT_1.txt", b"/etc/OUT_1.txt", b"C:\\OUT_1.txt", b"C:OUT_1.txt", b"A/../../OUT_1.txt"),
    *(b"CON/OUT_1.txt", b"OUT_NUL", b"IN_1.txt. ", b"OUT_1.txt::$DATA", b"open.trf", b"OUT_1.part"),
)


def _read(data: bytes, secret: Secret | None, name: str) -> Seen:
    source, problem = open_envelope(data, secret, name)
    if source is None:
        if problem is None:
            raise PromiseBrokenError("neither a text nor a problem")
        return Seen((problem,))
    read = [read_out(source, letters) for letters in Letters]
    for one in read:
        if any(record.ns_score % 10 for record in one.records):
            raise PromiseBrokenError("a score that is none")
    return Seen(tuple(p for one in read for p in one.all_problems), source, read)


def _plain(data: bytes) -> Seen:
    return _read(data, None, "OUT_T1.txt")


def _sealed(data: bytes) -> Seen:
    """Bytes that should be encrypted; with every other secret they must come to nothing."""
    other, _ = open_envelope(data, OTHER_SECRET, "OUT_T1_E.txt")
    mine = _read(data, SECRET, "OUT_T1_E.txt")
    if other is not None and mine.source is not None and other.text != mine.source.text:
        raise PromiseBrokenError("two secrets open the same file, to different texts")
    return mine


def _sealed_nonsense(data: bytes) -> Seen:
    """Nonsense that somebody who knows the secret encrypted, in one of the forms."""
    form = list(Form)[len(data) % len(Form)]
    sealed = seal(data.decode("utf-8", "replace"), OTHER_SECRET, form)
    return _read(sealed, OTHER_SECRET, "OUT_1_E.txt")


def _in(data: bytes) -> Seen:
    try:
        source = Source("IN_1.txt", data.decode("utf-8"))
    except UnicodeDecodeError:
        return Seen()
    lines, problems = read_in(source)
    return Seen(problems, source, lines)


def _name(data: bytes) -> Seen:
    """A name as a listing gives it: bytes that are no UTF-8 come as half surrogate pairs."""
    name = data.decode("utf-8", "surrogateescape")
    placed, place = parse_out_name(name), parse_in_name(name)
    if isinstance(placed, OutName) and "/" in placed.file.out_name(encrypted=True):
        raise PromiseBrokenError("a device's name leads into a folder")
    kept = []
    for split in (split_name, split_path, folder_parts):
        try:
            kept.append(split(name))
        except ValueError:
            kept.append(((), ""))
    for part in re.split(r"/", name):
        if is_exchange_name(part) and ({"/", "\\", "\0"} & set(part) or part in {".", ".."}):
            raise PromiseBrokenError("a name that leads elsewhere belongs to the exchange")
    parts = [*kept[0][0], *kept[1][0], *kept[2]]
    if any(re.search(r"[/\\:\x00]", str(part)) or part in {".", ".."} for part in parts if part):
        raise PromiseBrokenError("a folder's name leads elsewhere")
    return Seen(result=(placed, place, kept))


def _scenario() -> tuple[State, tuple[bytes, ...]]:
    """The small evening of the seed's samples, and files that are of it."""
    there = DATA / "scenarios" / "pair_table_board_files"
    texts = tuple(
        (name, (there / name).read_text(encoding="utf-8"))
        for name in ("tournament.toml", "movement.asc")
    )
    state = step(State(), PlanRead("tournament.toml", texts), OTHER_SECRET)
    return state, files("scenarios/*/box*/OUT_*.txt")


_BEFORE, _TABLETS = _scenario()
_FIRST = conclude(_BEFORE)
_EVERY = 31
"""Of so many evenings one is published, and not only those that are read twice: it takes long."""
_EIGHT = datetime(2026, 12, 1, 20, tzinfo=UTC)


def _evening(data: bytes) -> Seen:
    """Everything behind the reader: merged, scored, told and published in every form."""
    state = _BEFORE
    half = data[: len(data) // 2]
    for name, content in (("OUT_2.txt", half), ("OUT_2.txt", data), ("OUT_T3.txt", half)):
        state = step(state, FileReceived(name, _EIGHT, content), OTHER_SECRET)
    after = conclude(state)
    told = [one.text for one in story(_FIRST, after)]
    problems = tuple(replace(found.problem, span=None) for found in after.results.problems)
    if crc32(data) % _EVERY:
        return Seen(problems, None, told)
    published = {page.name: page.make() for page in Site().pages(after.results)}
    exported = {name: make(after.results) for name, make in EXPORTS.items()}
    for name, text in published.items():
        text.encode("utf-8")
        if b"<script>alert" in text.encode() and name.endswith(".html"):
            raise PromiseBrokenError(f"markup of a tablet's is in {name}")
    ET.fromstring(exported["results.xml"])  # noqa: S314 - our own text
    return Seen(problems, None, (told, published, exported))


OUTS = (
    Reader("out", _PLAIN, _plain),
    Reader("out-encrypted", _SEALED, _sealed),
    Reader("out-sealed", _PLAIN, _sealed_nonsense, secrets=("~Q7}",)),
    Reader("in", _INS, _in),
    Reader("file-name", _NAMES, _name),
    Reader("evening", _TABLETS, _evening),
)
