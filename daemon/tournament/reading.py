"""One version of an OUT file: its bytes -> what it says, or why nothing of it counts."""

from dataclasses import dataclass

from daemon.bridgesuite.base64_lines import Content
from daemon.bridgesuite.envelope import Secret, content_of_file, open_envelope
from daemon.bridgesuite.file_name import OutName, Unplaced, parse_out_name
from daemon.bridgesuite.out_file import read_out
from daemon.bridgesuite.record import OutFile
from daemon.problem import Problem, Severity
from daemon.tournament.plan import Plan


@dataclass(frozen=True, slots=True)
class Reading:
    """What a version of a file says.

    `out` is None when the file's name cannot be placed; `content` is None when nothing was taken
    from this version, and `problem` says why.
    """

    section: str | None
    out: OutName | None
    content: OutFile | None
    problem: Problem | None


def read_version(path: str, data: bytes, plan: Plan, secret: Secret | None) -> Reading | None:
    """Read a version of the file at `path` in the folder; None for a file that is no OUT file."""
    bare = path.rpartition("/")[2]
    parsed = parse_out_name(bare)
    if parsed is None:
        return None
    found = plan.section_of_file(path)
    if found is None or isinstance(parsed, Unplaced):
        advice = parsed.advice if isinstance(parsed, Unplaced) else _move_it(plan)
        message = f"this file is not read: {advice}"
        return Reading(None, None, None, Problem(Severity.WARNING, "out-name", message, path))
    section, _ = found
    wants_secrecy = plan.settings.encryption.require_encrypted
    if wants_secrecy and content_of_file(data, path) is Content.PLAIN:
        return Reading(section.name, parsed, None, _plain_refused(path))
    source, problem = open_envelope(data, secret, path)
    if source is None:
        return Reading(section.name, parsed, None, problem)
    content = read_out(source, section.settings.letters)
    return Reading(section.name, parsed, content, problem)


def _move_it(plan: Plan) -> str:
    folders = ", ".join(section.settings.subfolder for section in plan.sections)
    return f"it lies in no section's folder: move it to the right one of {folders}"


def _plain_refused(path: str) -> Problem:
    return Problem(
        Severity.ERROR,
        "out-plain-refused",
        "it is in clear, and require_encrypted is on, so nothing of it is taken; "
        "switch encryption on in this tablet's preferences",
        path,
    )
