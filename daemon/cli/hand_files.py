"""Files of hand records: several together, and with those that were taken before."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from msgspec import Struct, field

from daemon.bridge.hand_records import HandRecord, HandRecords, read_hand_records
from daemon.cli import double_dummy
from daemon.cli.loading import decode_text
from daemon.movement.wording import plural
from daemon.problem import Problem, Severity, Source


class Found(Struct):
    """What the files have between them."""

    records: dict[int, HandRecord] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def read_hand_files(files: Iterable[Path], event: str | None) -> Found:
    """Read all of them; a board that has other cards in another file is left out."""
    found, twice = Found(), set[int]()
    whose: dict[int, Path] = {}
    for file in files:
        try:
            source = Source(str(file), decode_text(file.read_bytes()))
        except OSError as error:
            message = f"this file cannot be read ({error.strerror}): look for the right name"
            found.problems.append(Problem(Severity.ERROR, "hands-file", message, str(file)))
            continue
        records, problems = read_hand_records(source, event)
        found.problems += problems
        for board, record in records.items():
            known = found.records.setdefault(board, record)
            first = whose.setdefault(board, file)
            if known.deal != record.deal:
                twice.add(board)
                message = (
                    f"board {board} has other cards in {first}, and nobody can tell which are "
                    f"right, so it is left out: import one of the two"
                )
                found.problems.append(source.error("hands-twice", message, record.span))
    for board in twice:
        del found.records[board]
    return found


def records_in(path: Path) -> HandRecords:
    """The records that were taken before; none when there is no file. Raises OSError."""
    try:
        text = decode_text(path.read_bytes())
    except FileNotFoundError:
        return {}
    return read_hand_records(Source(str(path), text))[0]


def differ(one: HandRecord, other: HandRecord) -> bool:
    """Whether they have other cards."""
    return one.deal != other.deal


def better(old: HandRecord | None, new: HandRecord) -> HandRecord:
    """The new one, but for what is known of the same cards already."""
    if old is not None and old.deal == new.deal and not new.is_analysed:
        return old
    return new


def analysed(records: HandRecords, complain: Callable[[str], None]) -> HandRecords:
    """The records with what can be made, where the solver is installed."""
    unknown = [record for record in records.values() if not record.is_analysed]
    if not unknown:
        return records
    if not double_dummy.is_installed():
        print(
            f"What can be made, and par, are not known for {plural(len(unknown), 'board')}: "
            f"`{double_dummy.INSTALL}` installs what works it out, then import them again"
        )
        return records
    print(f"Working out what can be made on {plural(len(unknown), 'board')} ...", flush=True)
    known = dict(records)
    try:
        solved = double_dummy.solve([record.deal for record in unknown])
        for record, tricks in zip(unknown, solved, strict=True):
            known[record.board] = replace(record, tricks=tricks)
    except double_dummy.SolverError as error:
        complain(f"that was broken off ({error}); the hands are taken without it")
    return known
