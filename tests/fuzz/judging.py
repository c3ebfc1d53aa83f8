"""What must hold for every reader and all bytes."""

import json
import re
from zlib import crc32

from daemon.problem import Problem, Source
from tests.fuzz.reader import Reader, Seen

_EVERY = 8
"""Of so many inputs one is read twice: what depends on anything else is soon found."""

_CODE = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
# Control characters, ends of lines and paragraphs, what turns text around, half surrogate pairs.
_UNFIT = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


class PromiseBrokenError(AssertionError):
    """A reader did what it must not do; the message says what."""


def judge(reader: Reader, data: bytes) -> Seen:
    """Read the bytes, some of them twice.

    Raises PromiseBrokenError, and whatever the reader raises.
    """
    seen = reader.read(data)
    if crc32(data) % _EVERY == 0 and not seen.is_same(reader.read(data)):
        raise PromiseBrokenError("a second reading of the same bytes gave something else")
    for problem in seen.problems:
        _judge_words(problem)
        _judge_place(problem, seen.source)
        shown = problem.with_caret()
        for secret in reader.secrets:
            if secret in shown or secret in problem.message:
                raise PromiseBrokenError(f"[{problem.code}] tells a secret")
    return seen


def _judge_words(problem: Problem) -> None:
    if not _CODE.fullmatch(problem.code) or not problem.message.strip():
        raise PromiseBrokenError(f"{problem.code!r} or {problem.message!r} is not for people")
    unfit = _UNFIT.search(problem.message)
    if unfit:
        raise PromiseBrokenError(f"[{problem.code}] has U+{ord(unfit[0]):04X} in its message")
    line = problem.one_line()
    if _UNFIT.search(line) or "\n" in line:
        raise PromiseBrokenError(f"[{problem.code}] is more than a line")
    json.dumps(problem.as_json(), ensure_ascii=False).encode("utf-8")


def _judge_place(problem: Problem, source: Source | None) -> None:
    span = problem.span
    if span is None or source is None:
        return
    lines = source.lines or ("",)
    if not 1 <= span.line <= len(lines):
        raise PromiseBrokenError(f"[{problem.code}] is in line {span.line} of {len(lines)}")
    room = len(lines[span.line - 1])
    # A place behind the last character is where something is missing.
    end = span.column + span.length - 1
    if span.length < 0 or not 1 <= span.column <= room + 1 or end > room + 1:
        raise PromiseBrokenError(
            f"[{problem.code}] is in columns {span.column} to {end} of a line of {room}"
        )
