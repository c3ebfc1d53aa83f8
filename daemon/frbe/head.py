"""The lines above the machine line: what they say about the tournament, for people."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from msgspec import Struct

from daemon.frbe.dates import read_free, write_ddmmyyyy
from daemon.problem import Span

FIRST_LINES = ("Tournoi", "Club")
"""How the first line begins: PairTwo's form, Chess Manager's form."""

_DAY = r"(\d\d[/-]\d\d[/-]\d{4})"
_TEXTS = {
    "title": re.compile(r"Tournoi\s*:\s*(.*)"),
    "sender": re.compile(r"(?:Envoy\S{1,2} par|Club)\s*:\s*(.*)"),
    "tempo": re.compile(r"(?:Tempo|.*\bTiming)\s*:\s*(.*)"),
}
_PERIOD = re.compile(rf" - du {_DAY} au {_DAY}", re.ASCII)
_NUMBERS = {
    "participants": (
        re.compile(r"Nombre de participants\s*:\s*(\d{1,4})\b", re.ASCII),
        re.compile(r".*?\b(\d{1,4}) joueurs\b", re.ASCII),
    ),
    "rounds": (re.compile(r"Nombre de participants\s*:[^;]*;\s*(\d{1,4}) rond", re.ASCII),),
    "club": (re.compile(r"Club\s*:\s*(\d{1,3})\b", re.ASCII),),
}
_END = re.compile(rf"Date fin de tournoi\s*:\s*{_DAY}", re.ASCII)


class Claim(Struct, frozen=True):
    """A number or a day that a line of the head tells, and where."""

    value: int | date
    span: Span


class Head(Struct, frozen=True):
    """What the head tells; texts are empty and numbers missing where it tells nothing."""

    texts: dict[str, str]
    claims: dict[str, Claim]

    @property
    def title(self) -> str:
        """The tournament's name."""
        return self.texts.get("title", "")

    @property
    def sender(self) -> str:
        """Who sent the report."""
        return self.texts.get("sender", "")

    @property
    def tempo(self) -> str:
        """The time that the players have."""
        return self.texts.get("tempo", "")


def read_head(lines: Sequence[str]) -> Head:
    """Read the lines above the machine line; of two that tell the same the first counts."""
    texts: dict[str, str] = {}
    claims: dict[str, Claim] = {}
    for number, line in enumerate(lines, 1):
        for key, text in _texts(line):
            texts.setdefault(key, text)
        for key, claim in _claims(number, line):
            claims.setdefault(key, claim)
    return Head(texts, claims)


def _texts(line: str) -> Iterator[tuple[str, str]]:
    for key, pattern in _TEXTS.items():
        if match := pattern.match(line):
            yield key, match[1].strip()
    if match := _PERIOD.search(line):
        yield "title", line[: match.start()].strip()


def _claims(number: int, line: str) -> Iterator[tuple[str, Claim]]:
    for key, patterns in _NUMBERS.items():
        for pattern in patterns:
            if match := pattern.match(line):
                yield key, Claim(int(match[1]), _span(number, match, 1))
    dated = [("end", match, 1)] if (match := _END.match(line)) else []
    if match := _PERIOD.search(line):
        dated += [("start", match, 1), ("end", match, 2)]
    for key, match, group in dated:
        if value := read_free(match[group]):
            yield key, Claim(value, _span(number, match, group))


def _span(number: int, match: re.Match[str], group: int) -> Span:
    return Span(number, match.start(group) + 1, len(match[group]))


def write_head(
    *, title: str, participants: int, rounds: int, sender: str, end: date, tempo: str
) -> tuple[str, ...]:
    """The five lines of PairTwo's form."""
    return (
        f"Tournoi : {title}",
        f"Nombre de participants : {participants} ; {rounds} rondes",
        f"Envoyé par : {sender}",
        f"Date fin de tournoi : {write_ddmmyyyy(end)}",
        f"Tempo : {tempo}",
    )
