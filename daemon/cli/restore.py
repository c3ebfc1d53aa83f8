"""`restore CONFIG [FROM]`: a copy of the ledger takes the place of one that is lost or damaged."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

from daemon.bridgesuite.envelope import Secret
from daemon.cli.building import UNUSABLE, load_or_explain, state_directory
from daemon.cli.loading import Loaded
from daemon.cli.refused import reason
from daemon.cli.report import printable
from daemon.cli.spare import size_of
from daemon.ledger.copies import Held, copies_in, put_back, read_copy
from daemon.ledger.ledger_file import LEDGER_FILE
from daemon.ledger.port import LedgerDamagedError, LedgerError
from daemon.ledger.sqlite import lock_directory
from daemon.publish import show
from daemon.tournament.conclusion import conclude
from daemon.tournament.retelling import retell
from daemon.tournament.state import State

_REFUSED = 1


class _RefusedError(Exception):
    """Nothing was done; the message says why and what to do."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd restore`."""
    parser.add_argument("config", type=Path, help="the configuration (TOML)")
    parser.add_argument(
        "source",
        metavar="FROM",
        type=Path,
        nargs="?",
        help="a copy (the name alone will do in backup.directory), or a folder of copies "
        "(default: backup.directory)",
    )
    parser.add_argument("--list", action="store_true", help="only show the copies that there are")
    parser.add_argument(
        "--anyway",
        action="store_true",
        help="though the ledger in its place is good and holds all that the copy holds",
    )


def run(arguments: argparse.Namespace) -> int:
    """Put the newest good copy back; 1 when nothing was done, 78 for a configuration with errors.

    The ledger that was there is never overwritten: it is put aside.
    """
    loaded = load_or_explain(arguments.config)
    if loaded is None:
        return UNUSABLE
    try:
        good = _good_copies(loaded, arguments.source)
        if arguments.list:
            return 0
        _restore(loaded, good[0], anyway=arguments.anyway)
    except (_RefusedError, LedgerError) as error:
        return _complain(str(error))
    except OSError as error:
        return _complain(f"{error.filename}: {reason(error)}: see that it may be read and written")
    print("\nNext:")
    print(f"  tournamentd run {printable(str(arguments.config))}")
    print(
        "It reads the tablets' folder and the rulings again: what came in after the copy was made "
        "counts as before, as far as it still lies there. Compare the standings with what was "
        "shown last."
    )
    return 0


def _complain(message: str) -> int:
    print(f"tournamentd restore: {printable(message)}", file=sys.stderr)
    print("Nothing was done.", file=sys.stderr)
    return _REFUSED


def _good_copies(loaded: Loaded, source: Path | None) -> list[Held]:
    """The copies of this event that are whole, the newest first; all that are there are told."""
    event = loaded.settings.event
    where, paths = _found(loaded, source)
    good = list(_read(paths, event.identity))
    if not good:
        raise _RefusedError(
            f'{where} holds no whole copy of the ledger of "{event.identity}": name another copy '
            f"or folder, or let `tournamentd run` begin anew with what lies in the tablets' folder"
        )
    good.sort(key=_age, reverse=True)
    print(f'Copies of "{printable(event.identity)}", the newest first:')
    for one in good:
        print(f"  {printable(str(one.path))}  {size_of(one)}")
    return good


def _found(loaded: Loaded, source: Path | None) -> tuple[Path, Iterable[Path]]:
    """Where copies are looked for, and all that may be one."""
    backup = loaded.settings.backup
    if source is None:
        if backup is None:
            raise _RefusedError(
                "where are the copies? The configuration has no [backup]: name a copy, or a folder "
                "of copies, behind the configuration"
            )
        source = loaded.path(backup.directory)
    elif backup is not None and not source.exists():
        source = loaded.path(backup.directory) / source
    if source.is_dir():
        return source, copies_in(source, loaded.settings.event.name)
    if not source.is_file():
        raise _RefusedError(f"{source} is not there: plug in the stick or disk, or name another")
    return source, (source,)


def _read(paths: Iterable[Path], identity: str) -> Iterator[Held]:
    """Those that are whole and of this event; what is wrong with the others is told."""
    for path in paths:
        try:
            held = read_copy(path)
        except LedgerDamagedError as error:
            print(f"Passed over: {printable(error.reason)}", file=sys.stderr)
            continue
        except LedgerError as error:
            print(f"Passed over: {printable(str(error))}", file=sys.stderr)
            continue
        if held.event == identity:
            yield held
        else:
            whose = "of nobody's" if held.event is None else f'of "{held.event}"'
            print(f"Passed over: {printable(f'{path} is {whose}')}", file=sys.stderr)


def _age(one: Held) -> tuple[datetime, int]:
    if one.ended is None:
        raise ValueError("an empty copy is of no event")
    return one.ended, len(one.entries)


def _restore(loaded: Loaded, copy: Held, *, anyway: bool) -> None:
    """Put it back, unless the ledger that is there is as good."""
    directory = state_directory(loaded)
    lock = lock_directory(directory)
    try:
        there = _in_place(directory)
        if isinstance(there, Held) and there.has_all_of(copy) and not anyway:
            raise _RefusedError(
                f"the ledger in {directory} is good and holds all that the newest copy holds "
                f"({size_of(there)}): with --anyway the copy takes its place all the same, and the "
                f"ledger is put aside"
            )
        aside = put_back(copy.path, directory, datetime.now().astimezone())
    finally:
        lock.release()
    print(f"\nPut back: {printable(copy.path.name)}")
    for line in _comes_to(copy, loaded.secret):
        print(f"  {line}")
    if aside is not None:
        what = size_of(there) if isinstance(there, Held) else str(there)
        print(printable(f"The ledger that was there ({what}) lies in {aside}"))


def _in_place(directory: Path) -> Held | str:
    """The ledger that is there, or in words why there is none or not a whole one."""
    file = directory / LEDGER_FILE
    if not file.exists():
        return "only a part of one"
    try:
        return read_copy(file)
    except LedgerError:
        return "it is damaged"


def _comes_to(copy: Held, secret: Secret | None) -> Iterator[str]:
    """How far the event is by this copy."""
    state = State()
    for _, after in retell(lambda: copy.entries, secret):
        state = after
    if state.plan is None:
        yield "It holds no plan yet."
        return
    yield f"{show.progress(conclude(state).results)}."
