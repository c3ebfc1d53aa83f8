"""OUT files: what a device has recorded (Bridge Suite's file description, "File OUT")."""

from collections.abc import Iterable

from msgspec.structs import replace

from daemon.bridgesuite.fields import line_of, numbered_texts
from daemon.bridgesuite.header import Header, read_header
from daemon.bridgesuite.notation import Letters
from daemon.bridgesuite.out_line import read_line
from daemon.bridgesuite.record import HeldLine, OutFile, Record
from daemon.bridgesuite.record_check import check
from daemon.problem import Problem, Source, Span


def read_out(
    source: Source, letters: Letters = Letters.ENGLISH, known: Iterable[Record | HeldLine] = ()
) -> OutFile:
    """Read the text of an OUT file. Nothing is raised: a line that cannot be scored is held.

    `known` are lines of an earlier version of the file, read with the same letters: where a line
    is as it was, its record is too. So a file that grows costs what is new in it, and one in which
    the same is entered again and again holds its parts once.

    A last line without a line end is held as torn unless it is whole beyond doubt, so a file may
    be read while it is still being written.
    """
    headers: list[Header] = []
    lines: list[Record | HeldLine] = []
    # A record that nothing speaks against is the same whether or not its line was ended then.
    good = [one for one in known if isinstance(one, Record) and not one.problems]
    read = {(record.line, record.text): record for record in good}
    alike = {record.text: record for record in good}
    for number, text in numbered_texts(source):
        if text in alike:
            lines.append(read.get((number, text)) or replace(alike[text], line=number))
            continue
        line = line_of(source, number, text)
        header = read_header(line)
        if header is not None:
            headers.append(header)
            continue
        written = read_line(line, letters)
        lines.append(written if isinstance(written, HeldLine) else check(written))
    device = next((header.device for header in headers if header.device), None)
    latest = next(
        (header.latest for header in reversed(headers) if header.latest is not None), None
    )
    return OutFile(device, latest, tuple(lines), _file_problems(source, headers, device, lines))


def _file_problems(
    source: Source,
    headers: list[Header],
    device: str | None,
    lines: list[Record | HeldLine],
) -> tuple[Problem, ...]:
    if not lines:
        return ()
    if device is None:
        return (_device_missing(source),)
    return tuple(
        header.line.warning(
            "device-changed",
            f"device {header.device} has written into the file of device {device}: make sure that "
            "both were meant to record here; the results count",
        )
        for header in headers
        if header.device not in {device, None}
    )


def _device_missing(source: Source) -> Problem:
    return source.warning(
        "device-missing",
        "no line “Latest ... AndroidId ...” says which device has written this file, so another "
        "device in its place would go unnoticed: the results count; look at the device",
        Span(1),
    )
