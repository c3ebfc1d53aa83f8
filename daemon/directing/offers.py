"""What an entry that would settle something offers: each choice on its own, to be picked."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from daemon.tournament.wording import signed

_ALTERNATIVE = re.compile(r"#(?P<key>\w+) = ")
_KEY = re.compile(r"(?P<key>\w+) = ")
_HEADING = re.compile(r"#\[\[\w+\]\]")
_NOTE = re.compile(r"# (?P<words>an example|only if)\b")


class Offer(Struct, frozen=True):
    """An entry that may be written as it is, and what to call that in a few words.

    `is_example`: it shows how an entry is written, and not what happened; nobody must write it
    without a change. `values` are its keys, `kind` its heading.
    """

    text: str
    words: str
    kind: str
    values: Mapping[str, Any]
    is_example: bool = False


def offers(ruling: str) -> tuple[Offer, ...]:
    """The choices of an entry as `OpenProblem.ruling` has it, the one that counts there first.

    What stands in comments there are other values of the key above, or another entry.
    """
    return tuple(_offer(text) for text in _texts(ruling))


def _texts(ruling: str) -> Iterator[str]:
    entries: list[list[str]] = [[]]
    for line in ruling.splitlines():
        if _HEADING.match(line):
            entries.append([line[1:]])
        elif len(entries) > 1:
            entries[-1].append(line.removeprefix("#"))
        elif not line.startswith("# or,"):
            entries[0].append(line)
    for entry in entries:
        yield from _alternatives(entry)


def _alternatives(lines: list[str]) -> Iterator[str]:
    """The entry with each of the values that one of its keys may have."""
    plain = [line for line in lines if not _ALTERNATIVE.match(line)]
    yield _joined(plain)
    above = ""
    for line in lines:
        key = _KEY.match(line)
        other = _ALTERNATIVE.match(line)
        if key is not None:
            above = line
        elif other is not None:
            yield _joined([line[1:] if one == above else one for one in plain])


def _joined(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _offer(text: str) -> Offer:
    read = tomllib.loads(text)
    (kind,) = read
    values: dict[str, Any] = read[kind][0]
    is_example = any(_NOTE.match(line) for line in text.splitlines())
    return Offer(text, _words(kind, values, _comment(text)), kind, values, is_example)


def _comment(text: str) -> str:
    """What stands behind a value: `3NT N =, NS +600`."""
    found = [line.rpartition("  # ")[2] for line in text.splitlines() if "  # " in line]
    return found[0] if found else ""


def _words(kind: str, values: Mapping[str, Any], comment: str) -> str:
    """What a button says."""
    match kind:
        case "accept" if "score" in values:
            words = f"{comment or _result(values)} counts"
        case "accept":
            said = f"{comment} counts" if comment else "It counts as it was entered"
            words = f"{said} ({values['file']})"
        case "acknowledge":
            words = "Seen"
        case "result":
            words = f"Paper slip: {_result(values)}"
        case "assigned":
            words = f"{_result(values)} counts, whatever the tablets say"
        case "artificial":
            words = f"Award NS {values['ns_award']}, EW {values['ew_award']}"
        case "not_played":
            words = "It was not played"
        case "moved":
            words = f"It was board {values['to_board']}"
        case "reversed":
            words = "They sat the other way round"
        case _:
            words = f"[[{kind}]]"
    return words


def _result(values: Mapping[str, Any]) -> str:
    if "score" in values:
        return f"NS {signed(values['score'])}"
    parts = (values.get(key) for key in ("contract", "declarer", "result"))
    return " ".join(str(part) for part in parts if part is not None)
