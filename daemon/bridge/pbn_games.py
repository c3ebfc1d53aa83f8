"""The games of a PBN file: their tags and tables, with places (PBN 2.1, chapters 2 to 5).

Comments (`;` to the end of a line, `{` to `}`) and lines that begin with `%` say nothing here.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from daemon.problem import Problem, Source, Span

# A line of PBN has at most 255 characters; what is far longer and never ends is no string.
_WITHIN_QUOTES = r'(?:[^"\\\n]|\\.){0,400}+'
_SILENT = re.compile(
    rf'(?P<string>"{_WITHIN_QUOTES}")|^%[^\n]*|;[^\n]*|\{{[^{{}}]*\}}|(?P<open>\{{)', re.MULTILINE
)
_TAG = re.compile(rf'\[\s*(?P<name>[A-Za-z]\w*)\s*"(?P<value>{_WITHIN_QUOTES})"\s*\]')
_BROKEN_TAG = re.compile(r"^[ \t]*\[(?=[ \t]*[A-Za-z]).*$", re.MULTILINE)
_ESCAPED = re.compile(r"\\([\"\\])")  # any other backslash is a column's: `Result\2R`
_INHERITED, _FOR_ALL = "#", "##"
# Of what a file says for all its games, only this is asked for; a game may not grow with the file.
_OF_ALL_GAMES = frozenset({"Event"})
# What a game says for itself: these are never taken over from the game before.
_OWN = frozenset({"Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play"})
_HEAD = frozenset({"Board", "Deal"})


class Tag(Struct, frozen=True):
    """A tag pair, and what stands between it and the next: the rows of its table.

    `span` is the place of the value. A value that was taken over from a game before has the place
    where that is asked for.
    """

    name: str
    value: str
    span: Span
    rows: tuple[str, ...] = ()


class Game(Struct, frozen=True):
    """The tags of a game, by name; the first of each."""

    tags: Mapping[str, Tag] = field(default_factory=dict)

    def value(self, name: str) -> str | None:
        """The value of a tag; None when there is no such tag."""
        tag = self.tags.get(name)
        return None if tag is None else tag.value


def read_games(source: Source) -> tuple[tuple[Game, ...], tuple[Problem, ...]]:
    """Read all games of a file.

    A game ends where a tag comes that it has already, or the `Event` of the next one: so empty
    lines may be missing, or stand where the standard has none. A tag that cannot be read is an
    error (`hands-tag`) and costs no other; so is a comment that is not closed (`hands-comment`).
    """
    text = "\n".join(source.lines)
    places = _Places(text)
    problems: list[Problem] = []

    def blank(found: re.Match[str]) -> str:
        if found["string"] is not None:
            return found[0]
        if found["open"] is not None and not problems:
            problems.append(
                source.error(
                    "hands-comment",
                    "a comment begins here and is not closed: put } behind it",
                    places.span(found.start(), 1),
                )
            )
        return re.sub(r"[^\n]", " ", found[0])

    plain = _SILENT.sub(blank, text)
    tags = list(_TAG.finditer(plain))
    begun = {_line_start(plain, tag.start()) for tag in tags}
    problems += [
        source.error(
            "hands-tag",
            "this tag cannot be read: write its name and, in double quotes, its value, as in "
            '[Board "1"]',
            places.span(broken.start(), len(broken[0].rstrip())),
        )
        for broken in _BROKEN_TAG.finditer(plain)
        if broken.start() not in begun
    ]
    games = tuple(_games([_tag(tag, after, plain, places) for tag, after in _with_next(tags)]))
    return games, tuple(sorted(problems, key=lambda problem: problem.span or Span(0)))


def _with_next(
    tags: Sequence[re.Match[str]],
) -> Iterator[tuple[re.Match[str], re.Match[str] | None]]:
    return zip(tags, [*tags[1:], None], strict=True) if tags else iter(())


def _tag(found: re.Match[str], after: re.Match[str] | None, text: str, places: "_Places") -> Tag:
    end = len(text) if after is None else after.start()
    lines = (line.strip() for line in text[found.end() : end].split("\n"))
    return Tag(
        found["name"],
        _ESCAPED.sub(r"\1", found["value"]),
        places.span(found.start("value"), len(found["value"])),
        tuple(filter(None, lines)),
    )


def _games(tags: Sequence[Tag]) -> Iterator[Game]:
    """Put tags together into games, and give each what it takes over from those before."""
    earlier: dict[str, str] = {}
    for_all: dict[str, str] = {}
    for group in _groups(tags):
        game = {name: Tag(name, value, Span(1)) for name, value in for_all.items()}
        for tag in group:
            value = tag.value
            if tag.name not in _OWN and value.startswith(_FOR_ALL):
                value = value.removeprefix(_FOR_ALL)
                if tag.name in _OF_ALL_GAMES:
                    for_all[tag.name] = value
            elif tag.name not in _OWN and value == _INHERITED:
                value = earlier.get(tag.name, "")
            elif tag.name in for_all:
                for_all[tag.name] = value
            earlier[tag.name] = value
            game[tag.name] = Tag(tag.name, value, tag.span, tag.rows)
        yield Game(game)


def _groups(tags: Sequence[Tag]) -> Iterator[list[Tag]]:
    group: list[Tag] = []
    names: set[str] = set()
    for tag in tags:
        if tag.name in names or (tag.name == "Event" and names & _HEAD):
            yield group
            group, names = [], set()
        group.append(tag)
        names.add(tag.name)
    if group:
        yield group


@dataclass(slots=True)
class _Places:
    """Offsets in a text -> lines and columns."""

    text: str
    _starts: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self._starts = [0, *(found.end() for found in re.finditer("\n", self.text))]

    def span(self, start: int, length: int) -> Span:
        line = bisect_right(self._starts, start)
        return Span(line, start - self._starts[line - 1] + 1, max(1, length))


def _line_start(text: str, offset: int) -> int:
    return text.rfind("\n", 0, offset) + 1
