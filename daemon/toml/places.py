"""Where every key and value of a TOML text stands, as tree-sitter sees it.

What the values are is `tomllib`'s business. Nothing of tree-sitter leaves this module.
"""

import tomllib
from collections.abc import Iterator
from enum import Enum
from typing import TypeAlias

import tree_sitter_toml
from msgspec import Struct, field
from tree_sitter import Language, Node, Parser

from daemon.problem import Source, Span

Path: TypeAlias = tuple[str | int, ...]
"""The keys (and, in lists, the indices from 0) that lead to a value."""

MAX_DEPTH = 32
"""Longer paths are not followed: no file of a tournament has them."""

_LANGUAGE = Language(tree_sitter_toml.language())
_KEYS = frozenset({"bare_key", "quoted_key", "dotted_key"})


class Place(Struct, frozen=True):
    """Where a key stands, and its value; a list's element and a table's heading are both."""

    key: Span
    value: Span


class Clash(Enum):
    """How a name came to be given two meanings."""

    KEY = "key"
    TABLE = "table"
    TABLE_AND_LIST = "table and list"


class Twice(Struct, frozen=True):
    """A name that is given a second meaning, and the places of both."""

    clash: Clash
    path: Path
    first: Span
    again: Span


class Survey(Struct):
    """A walk over a text: the places found so far, and the names that came twice."""

    source: Source
    text: str
    places: dict[Path, Place] = field(default_factory=dict)
    twice: list[Twice] = field(default_factory=list)
    _defined: dict[Path, Span] = field(default_factory=dict)
    _list_lengths: dict[Path, int] = field(default_factory=dict)

    def span(self, node: Node) -> Span:
        """The node's place; of a node of several lines, the part on its first line."""
        row, column = node.start_point
        end_row, end_column = node.end_point
        end = end_column if end_row == row else len(self.source.lines[row])
        return Span(row + 1, column + 1, max(1, end - column))

    def take_document(self, root: Node) -> None:
        """Walk over everything."""
        for node in root.named_children:
            if node.type == "pair":
                self._take_pair(node, ())
            elif node.type in {"table", "table_array_element"}:
                path = self._take_header(node)
                for pair in _of_type(node, "pair"):
                    self._take_pair(pair, path)

    def _take_header(self, node: Node) -> Path:
        keys = [child for child in node.named_children if child.type in _KEYS]
        path = self._lead_to((), [part for key in keys for part in _key_parts(key)])
        heading = self._heading(node)
        if node.type == "table_array_element":
            path = self._next_entry(path, heading)
        elif path in self._list_lengths:
            self._clash(Clash.TABLE_AND_LIST, path, self.places[path].key, heading)
        else:
            self._define(Clash.TABLE, path, heading)
        self.places[path] = Place(heading, heading)
        return path

    def _next_entry(self, path: Path, heading: Span) -> Path:
        """The path of one more entry of a list of tables."""
        if path in self._defined:
            self._clash(Clash.TABLE_AND_LIST, path, self._defined[path], heading)
        index = self._list_lengths.get(path, 0)
        self._list_lengths[path] = index + 1
        return (*path, index)

    def _take_pair(self, node: Node, base: Path) -> None:
        parts = [child for child in node.named_children if child.type != "comment"]
        if len(parts) == 2 and parts[0].type in _KEYS:
            names = _key_parts(parts[0])
            path = self._lead_to(base, names)
            key = self.span(names[-1])
            self._define(Clash.KEY, path, key)
            self._take_value(parts[1], path, key)

    def _take_value(self, node: Node, path: Path, key: Span) -> None:
        self.places[path] = Place(key, self.span(node))
        if len(path) > MAX_DEPTH:
            return
        if node.type == "array":
            elements = (child for child in node.named_children if child.type != "comment")
            for index, element in enumerate(elements):
                self._take_value(element, (*path, index), self.span(element))
        elif node.type == "inline_table":
            for pair in _of_type(node, "pair"):
                self._take_pair(pair, path)

    def _heading(self, node: Node) -> Span:
        """The place of `[name]` at the start of a table."""
        start = self.span(node)
        closing = [child for child in node.children if child.type in {"]", "]]"}]
        end = self.span(closing[0]) if closing else start
        return Span(start.line, start.column, end.column + end.length - start.column)

    def _name(self, node: Node) -> str:
        """What a key's text means: quotes taken off, escapes read."""
        written = self.text[node.start_byte : node.end_byte]
        if node.type == "quoted_key":
            (written,) = tomllib.loads(f"{written} = 0")
        return written

    def _lead_to(self, base: Path, names: list[Node]) -> Path:
        """Follow the names of a key, by way of the last entry of every list of tables."""
        path = base
        for name in names:
            if path in self._list_lengths:
                path = (*path, self._list_lengths[path] - 1)
            path = (*path, self._name(name))
            self.places.setdefault(path, Place(self.span(name), self.span(name)))
        return path

    def _define(self, clash: Clash, path: Path, span: Span) -> None:
        first = self._defined.setdefault(path, span)
        if first is not span:
            self._clash(clash, path, first, span)

    def _clash(self, clash: Clash, path: Path, first: Span, again: Span) -> None:
        self.twice.append(Twice(clash, path, first, again))


def survey(source: Source, lines: tuple[str, ...]) -> Survey:
    """Find the places in the source's `lines` (which may have harmless characters replaced).

    Never fails: what tree-sitter cannot make out has no place.
    """
    text = "\n".join(lines)
    # tree-sitter counts bytes. Only ASCII characters carry meaning in TOML's structure, so it is
    # shown one "?" for each of the others: then its columns are ours.
    tree = Parser(_LANGUAGE).parse(text.encode("ascii", "replace"))
    found = Survey(source, text)
    found.take_document(tree.root_node)
    return found


def _of_type(node: Node, kind: str) -> Iterator[Node]:
    return (child for child in node.named_children if child.type == kind)


def _key_parts(node: Node) -> list[Node]:
    """The names of a key from left to right (`a.b.c` is a key `a.b` with a name `c`)."""
    parts: list[Node] = []
    while node.type == "dotted_key":
        inner = node.named_children
        parts.append(inner[-1])
        node = inner[0]
    return [node, *reversed(parts)]
