"""Reading a TOML document: values by `tomllib`, places by tree-sitter, problems in plain words."""

import re
from typing import TypeAlias

from msgspec import Struct

from daemon.problem import Problem, Source, Span
from daemon.toml.discretion import discreet
from daemon.toml.duplicates import duplicates
from daemon.toml.grammar import Refusal, parse
from daemon.toml.places import MAX_DEPTH, Path, Place, Survey, survey
from daemon.toml.syntax import CODE, syntax_problems, whole_text_problem
from daemon.toml.value import Document, Entry, Scalar, Table, Value, dotted_path

MAX_CHARACTERS = 200_000
"""The longest text that is read: more than a thousand rulings."""

_Content: TypeAlias = "Scalar | list[_Content] | dict[str, _Content]"

_START = Span(1)
_DEEP_KEY = re.compile(
    rf"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')\s*+\.\s*+){{{MAX_DEPTH}}}"""
)


def read_toml(source: Source) -> tuple[Document | None, tuple[Problem, ...]]:
    """Read a whole TOML text (TOML 1.0, with line ends of any kind).

    Returns the document, or None and every problem that was found, in the order of the text
    (code `toml-syntax`). Problems do not show lines that may hold a secret.
    """
    if len(source.text) > MAX_CHARACTERS:
        message = (
            f"this file has {len(source.text)} characters and at most {MAX_CHARACTERS} are read: "
            "is it the right file?"
        )
        return None, (source.error(CODE, message, _START),)
    lines = _readable_lines(source)
    for number, line in enumerate(lines, start=1):
        if deep := _DEEP_KEY.search(line):
            return None, (_too_deep(source, Span(number, deep.start() + 1, len(deep[0]))),)
    content = parse("\n".join(lines))
    if isinstance(content, Refusal):
        problems = syntax_problems(source, lines) or duplicates(survey(source, lines), CODE)
        return None, problems or (whole_text_problem(source, content),)
    tables = _Tables(survey(source, lines))
    table = tables.table(content, (), _START)
    if tables.too_deep:
        return None, (_too_deep(source, tables.too_deep),)
    return Document(source, table), ()


def _readable_lines(source: Source) -> tuple[str, ...]:
    """The lines, with a blank for the byte-order mark that Notepad writes and TOML refuses.

    A blank, because columns stay as they are.
    """
    lines = source.lines
    if source.text.startswith("\ufeff"):
        lines = (" " + lines[0][1:], *lines[1:])
    return lines


def _too_deep(source: Source, span: Span) -> Problem:
    message = (
        f"this is nested more than {MAX_DEPTH} levels deep, which nothing in such a file is: "
        "take out what is not needed"
    )
    return discreet(source.error(CODE, message, span))


class _Tables(Struct):
    """Puts values and places together; `too_deep` is where that went too far, if it did."""

    seen: Survey
    too_deep: Span | None = None

    def table(self, content: "dict[str, _Content]", path: Path, span: Span) -> Table:
        name = dotted_path(path)
        heading = f"[[{name}]]" if path and isinstance(path[-1], int) else f"[{name}]"
        entries = {key: self._entry(value, (*path, key), span) for key, value in content.items()}
        return Table(name, heading, span, entries)

    def _entry(self, content: "_Content", path: Path, around: Span) -> Entry:
        # What tree-sitter did not make out stands where the thing around it stands.
        place = self.seen.places.get(path, Place(around, around))
        return Entry(place.key, Value(self._content(content, path, place.value), place.value))

    def _content(
        self, content: "_Content", path: Path, span: Span
    ) -> "Scalar | tuple[Value, ...] | Table":
        if not isinstance(content, dict | list):
            return content
        if len(path) > MAX_DEPTH:
            self.too_deep = self.too_deep or span
            return ()
        if isinstance(content, dict):
            return self.table(content, path, span)
        elements = enumerate(content)
        return tuple(self._entry(item, (*path, index), span).value for index, item in elements)
