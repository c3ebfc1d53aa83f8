"""What is odd about OUT files as a whole, and about the devices that write them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from daemon.movement.wording import listing
from daemon.problem import Problem, Severity
from daemon.settings.model import Bound
from daemon.tournament.history import UNKNOWN_DEVICE, FileHistory
from daemon.tournament.results import OpenProblem

_MOST_NAMES = 8


def problems_of_file(history: FileHistory, bound: Mapping[str, Bound]) -> Iterator[OpenProblem]:
    """Every problem that is about one file and no single line of it.

    `bound` says which device is whose, where the configuration does.
    """
    for problem in history.problems:
        yield OpenProblem(problem, history.section)
    yield from _conflicted_copy(history)
    yield from _changed_device(history, bound)


def problems_among_files(histories: Sequence[FileHistory]) -> Iterator[OpenProblem]:
    """Every problem that several files have with each other; `histories` come by path.

    They come from names and devices alone: see `identity_of_file`.
    """
    yield from _both_forms(histories)
    yield from _shared_devices(histories)


def identity_of_file(history: FileHistory) -> tuple[object, ...]:
    """What problems among files come from."""
    return history.path, history.section, history.out, history.devices


def _conflicted_copy(history: FileHistory) -> Iterator[OpenProblem]:
    if history.out.conflicted:
        original = history.out.file.out_name(encrypted=history.out.encrypted)
        yield _warn(
            history,
            "out-conflicted-copy",
            f"the sync client made this copy beside {original} because two sides changed it; it is "
            f"read as a further source; look that the tablet is in step, then delete the copy",
        )


def _changed_device(history: FileHistory, bound: Mapping[str, Bound]) -> Iterator[OpenProblem]:
    """The first device of a file is bound to it, unless the configuration binds one."""
    new = history.device
    own = bound.get(new)
    if own == Bound(history.section, history.out.file) or new == UNKNOWN_DEVICE:
        return
    if own is not None:
        message = (
            f"device {new} writes this file, and [devices] has it at {_whose(own)}; everything is "
            f"scored; ask whether a tablet was borrowed, or correct [devices]"
        )
    elif bound:
        message = (
            f"device {new} writes this file and does not stand in [devices]; everything is scored; "
            f'ask whose tablet it is, and add "{new}" = "{_whose(Bound("", history.out.file))}"'
        )
    elif len(history.devices) > 1:
        message = (
            f"another device writes this file now: {new}, before it {history.devices[-2]}; "
            f"what the old one entered is kept; ask whether a tablet was replaced"
        )
    else:
        return
    yield replace(_warn(history, "device-changed", message), device=new)


def _whose(bound: Bound) -> str:
    """`A table 3`."""
    return f"{bound.section} {bound.file.kind} {bound.file.number}".strip()


def _both_forms(histories: Sequence[FileHistory]) -> Iterator[OpenProblem]:
    forms = defaultdict(list)
    for history in histories:
        if not history.out.conflicted:
            forms[history.section, history.out.file].append(history)
    for same in forms.values():
        if len({history.out.encrypted for history in same}) > 1:
            names = _names(same)
            yield _warn(
                same[0],
                "out-both-forms",
                f"{names} are the clear and the encrypted form of one file; both are read; "
                f"a tablet's encryption was switched during play: settle on one",
            )


def _shared_devices(histories: Sequence[FileHistory]) -> Iterator[OpenProblem]:
    files = defaultdict(list)
    for history in histories:
        for device in history.devices:
            if device != UNKNOWN_DEVICE:
                files[device].append(history)
    for device, using in sorted(files.items()):
        if len({(history.section, history.out.file) for history in using}) > 1:
            names = _names(using)
            yield _warn(
                using[0],
                "device-shared",
                f"one device ({device}) writes {names}; everything is scored; "
                f"ask whether it was set to the wrong number for a while",
            )


def _names(histories: Sequence[FileHistory]) -> str:
    """The first names, and without a number: it is told anew whenever the words change."""
    paths = [history.path for history in histories]
    if len(paths) <= _MOST_NAMES:
        return listing(paths)
    return f"{', '.join(paths[:_MOST_NAMES])} and others"


def _warn(history: FileHistory, code: str, message: str) -> OpenProblem:
    return OpenProblem(Problem(Severity.WARNING, code, message, history.path), history.section)
