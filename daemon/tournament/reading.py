"""One version of an OUT file: its bytes -> what it says, or why nothing of it counts."""

from collections.abc import Iterable

from msgspec import Struct

from daemon.bridgesuite.base64_lines import Content
from daemon.bridgesuite.envelope import Secret, content_of_file, open_envelope
from daemon.bridgesuite.file_name import OutName, Unplaced, parse_out_name
from daemon.bridgesuite.out_file import read_out
from daemon.bridgesuite.record import HeldLine, OutFile, Record
from daemon.problem import Problem, Severity
from daemon.tournament.plan import Plan, SectionPlan
from daemon.tournament.sources import path_in_folder


class Placed(Struct, frozen=True):
    """A file that is a section's device's by its path."""

    section: SectionPlan
    out: OutName


class Reading(Struct, frozen=True):
    """What a version of a file says.

    `content` is None when nothing was taken from this version, and `problem` says why.
    """

    section: str
    out: OutName
    content: OutFile | None
    problem: Problem | None = None


def place_file(path: str, plan: Plan) -> Placed | Problem | None:
    """Whose file it is by its path in the folder.

    A problem when it is called like an OUT file and nobody's; None when it is no OUT file.
    """
    parsed = parse_out_name(path.rpartition("/")[2])
    if parsed is None:
        return None
    if isinstance(parsed, Unplaced):
        return _unplaced(path, parsed.advice)
    found = plan.section_of_file(path_in_folder(path))
    if found is None:
        return _unplaced(path, f"it lies in no section's folder: {_move_it(plan)}")
    return Placed(found[0], parsed)


def read_version(path: str, data: bytes, plan: Plan, secret: Secret | None) -> Reading | None:
    """Read a version of the file at `path` in the folder; None for a file that cannot be placed."""
    placed = place_file(path, plan)
    if not isinstance(placed, Placed):
        return None
    return read_placed(placed, path, data, plan, secret)


def read_placed(
    placed: Placed,
    path: str,
    data: bytes,
    plan: Plan,
    secret: Secret | None,
    known: Iterable[Record | HeldLine] = (),
) -> Reading:
    """Read a version of a file of which it is known whose it is.

    `known` are lines of an earlier version, read by the same plan: see `read_out`.
    """
    section, out = placed.section, placed.out
    wants_secrecy = plan.settings.encryption.require_encrypted
    if wants_secrecy and content_of_file(data, path) is Content.PLAIN:
        return Reading(section.name, out, None, _plain_refused(path))
    source, problem = open_envelope(data, secret, path)
    if source is None:
        return Reading(section.name, out, None, problem)
    return Reading(section.name, out, read_out(source, section.settings.letters, known))


def _unplaced(path: str, advice: str) -> Problem:
    return Problem(Severity.WARNING, "out-name", f"this file is not read: {advice}", path)


def _move_it(plan: Plan) -> str:
    """`move it into A or B`; the folder itself where the only section has no folder of its own."""
    folders = [section.settings.subfolder or "the folder itself" for section in plan.sections]
    return f"move it into {' or '.join(folders)} if it is of this event"


def _plain_refused(path: str) -> Problem:
    return Problem(
        Severity.ERROR,
        "out-plain-refused",
        "it is in clear, and require_encrypted is on, so nothing of it is taken; "
        "switch encryption on in this tablet's preferences",
        path,
    )
