"""Changing a TOML text as its owner would: one place, and every other character stays.

`tomlkit` writes the values, and changes them within their own statement. It never sees a whole
text: it would bring entries of different kinds that stand among each other into another order.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from typing import Any, TypeAlias

import tomlkit
from msgspec import Struct
from tomlkit.items import Item

from daemon.toml.document import MAX_CHARACTERS
from daemon.toml.grammar import Refusal, parse
from daemon.toml.pieces import MARK, Line, Statement, cut, joined, line_end, lines_of

Plain: TypeAlias = "str | int | float | bool | date | datetime | time | list[Plain] | PlainTable"
"""What can be written as a value; a table is written in braces."""
PlainTable: TypeAlias = "dict[str, Plain]"

_Data: TypeAlias = dict[str, Any]


class EditError(ValueError):
    """The text is no TOML, or not written so that it can be changed; the message says what to do.

    The text was not changed.
    """


class Block(Struct, frozen=True):
    """An entry `[[kind]]` of a text, with its keys and the tables that belong to it.

    `number` counts the entries of its kind from 1; `first` and `last` are its lines, from 1.
    `text` ends with a line feed. A table `[kind]` is such an entry too.
    """

    kind: str
    number: int
    first: int
    last: int
    text: str


def entry_text(kind: str, values: Mapping[str, Plain]) -> str:
    """An entry as it stands in a file: its heading, and a line for every key."""
    table = tomlkit.table()
    for key, value in values.items():
        table.add(key, _item(value))
    return f"[[{tomlkit.key(kind).as_string()}]]\n{table.as_string()}"


def add_entries(text: str, entries: str) -> str:
    """The text with entries that somebody wrote (each with its heading) at its end.

    Their lines end as those of the text do. Raises EditError, also when what is to be added does
    not begin with a heading: it would become a part of the last entry of the text.
    """
    mark, text = _without_mark(text)
    _, entries = _without_mark(entries)
    data, more = _data(text), _data(entries)
    headings = [one for one in cut(lines_of(entries)) if not one.is_empty]
    if not headings or not headings[0].is_heading:
        raise EditError("an entry begins with its kind in double brackets, as in [[result]]")
    end = line_end(text)
    lines = lines_of(text)
    if lines and not lines[-1].end:
        lines[-1] = Line(lines[-1].content, end)
    if lines:
        lines.append(Line("", end))
    lines += [Line(line.content, end) for line in lines_of(entries.strip("\r\n"))]
    merged = dict(data)
    for kind, value in more.items():
        both = kind in data and isinstance(value, list) and isinstance(data[kind], list)
        merged[kind] = [*data[kind], *value] if both else value
    return mark + _checked(joined(lines), merged)


def entries_of(text: str) -> tuple[Block, ...]:
    """The entries of a text, in its order. Raises EditError."""
    _, text = _without_mark(text)
    _data(text)
    lines = lines_of(text)
    found: list[Block] = []
    counts: dict[str, int] = {}
    for statement in cut(lines):
        if statement.is_heading and len(statement.heading) == 1:
            (kind,) = statement.heading
            counts[kind] = counts.get(kind, 0) + 1
            found.append(Block(kind, counts[kind], statement.first + 1, 0, ""))
        if found and not statement.is_empty and statement.heading[:1] == (found[-1].kind,):
            found[-1] = _up_to(statement, found[-1], lines)
    return tuple(found)


def _up_to(statement: Statement, begun: Block, lines: Sequence[Line]) -> Block:
    """The entry with everything up to the end of this statement."""
    content = "".join(f"{line.content}\n" for line in lines[begun.first - 1 : statement.last])
    return Block(begun.kind, begun.number, begun.first, statement.last, content)


def _block(text: str, kind: str, number: int) -> Block:
    there = [one for one in entries_of(text) if one.kind == kind]
    block = next((one for one in there if one.number == number), None)
    if block is None:
        raise EditError(f"there is no [[{kind}]] number {number}; there are {len(there)}")
    return block


def remove_entry(text: str, kind: str, number: int) -> str:
    """The text without the entry of this kind and number (from 1). Raises EditError.

    Comments before and behind it stay, and one blank line goes with it where two would be left.
    """
    mark, text = _without_mark(text)
    data = _data(text)
    block = _block(text, kind, number)
    lines = lines_of(text)
    first, last = block.first - 1, block.last
    blank_behind = last == len(lines) or not lines[last].content.strip()
    if blank_behind and first > 0 and not lines[first - 1].content.strip():
        first -= 1
    left = dict(data)
    entries = data[kind]
    if isinstance(entries, list) and len(entries) > 1:
        left[kind] = [*entries[: number - 1], *entries[number:]]
    else:
        del left[kind]
    return mark + _checked(joined([*lines[:first], *lines[last:]]), left)


def set_key(text: str, key: str, value: Plain) -> str:
    """The text with `key = value` above its first heading. Raises EditError.

    Where the key stands already its value is replaced; else it follows the last key there.
    """
    return _set(text, (), key, value)


def set_value(text: str, table: str, key: str, value: Plain) -> str:
    """The text with `key = value` in the table `[table]`, however that is written.

    Raises EditError, also when there is no such table.
    """
    return _set(text, (table,), key, value)


def set_in_each(text: str, kind: str, key: str, value: Plain) -> str:
    """The text with another value for a key, in every `[[kind]]` that has it. Raises EditError."""
    mark, text = _without_mark(text)
    data = _data(text)
    lines = lines_of(text)
    for statement in reversed(tuple(cut(lines))):
        if statement.heading == (kind,) and key in statement.data and not statement.is_heading:
            _replace(lines, statement, [(key,)], value)
        elif not statement.heading and isinstance(statement.data.get(kind), list):
            _replace(lines, statement, _in_braces(statement.data[kind], kind, key), value)
    changed = dict(data)
    if isinstance(data.get(kind), list):
        read = _read(value)
        changed[kind] = [{**one, key: read} if key in one else one for one in data[kind]]
    return mark + _checked(joined(lines), changed)


def set_in_entry(text: str, kind: str, number: int, key: str, value: Plain) -> str:
    """The text with `key = value` in the entry `[[kind]]` of this number (from 1).

    Where the key stands already its value is replaced; else it follows the last key there. Raises
    EditError, also when there is no such entry.
    """
    mark, text = _without_mark(text)
    data = _data(text)
    block = _block(text, kind, number)
    lines = lines_of(text)
    within = [one for one in cut(lines) if block.first <= one.first + 1 <= block.last]
    own = (one for one in within if one.heading == (kind,) and not one.is_heading)
    there = next((one for one in own if key in one.data), None)
    if there is not None:
        _replace(lines, there, [(key,)], value)
    else:
        _insert(lines, within, (kind,), f"{tomlkit.key(key).as_string()} = {_written(value)}")
    entries = list(data[kind])
    entries[number - 1] = {**entries[number - 1], key: _read(value)}
    return mark + _checked(joined(lines), {**data, kind: entries})


def _in_braces(tables: list[_Data], kind: str, key: str) -> list[tuple[str | int, ...]]:
    return [(kind, index, key) for index, one in enumerate(tables) if key in one]


def _set(text: str, table: tuple[str, ...], key: str, value: Plain) -> str:
    mark, text = _without_mark(text)
    data = _data(text)
    lines = lines_of(text)
    statements = tuple(cut(lines))
    wanted = (*table, key)
    for statement in statements:
        above = statement.heading
        inner = wanted[len(above) :]
        if not statement.is_heading and wanted[: len(above)] == above and _has(statement, inner):
            _replace(lines, statement, [inner], value)
            break
    else:
        _insert(lines, statements, table, f"{tomlkit.key(key).as_string()} = {_written(value)}")
    read = _read(value)
    if not table:
        return mark + _checked(joined(lines), {**data, key: read})
    (name,) = table
    if not isinstance(data[name], dict):
        raise EditError(f"{name} stands several times or is no table: write it as [{name}]")
    return mark + _checked(joined(lines), {**data, name: {**data[name], key: read}})


def _has(statement: Statement, keys: Sequence[str]) -> bool:
    content: object = statement.data
    for key in keys:
        if not isinstance(content, dict) or key not in content:
            return False
        content = content[key]
    return bool(keys)


def _insert(
    lines: list[Line], statements: Sequence[Statement], heading: tuple[str, ...], written: str
) -> None:
    """Put a statement behind the last one below this heading (of the top, when it is empty)."""
    above = [one for one in statements if one.heading == heading and not one.is_empty]
    if heading and not above:
        raise EditError(f"there is no table [{heading[0]}]: write it, and this key below it")
    at = above[-1].last if above else 0
    end = line_end(joined(lines))
    if at and not lines[at - 1].end:
        lines[at - 1] = Line(lines[at - 1].content, end)
    lines.insert(at, Line(written, end))


def _replace(
    lines: list[Line],
    statement: Statement,
    places: Sequence[Sequence[str | int]],
    value: Plain,
) -> None:
    """Give another value to these places (keys and indices) of a statement."""
    old = lines[statement.first : statement.last]
    document: Any = tomlkit.parse("\n".join(line.content for line in old))
    for place in places:
        table = document
        for step in place[:-1]:
            table = table[step]
        table[place[-1]] = _item(value)
    new = tomlkit.dumps(document).split("\n")
    ends = [line.end for line in old]
    if len(new) != len(old):
        ends = [line_end(joined(lines))] * (len(new) - 1) + ends[-1:]
    lines[statement.first : statement.last] = [
        Line(content, end) for content, end in zip(new, ends, strict=True)
    ]


def _item(value: Plain) -> Item:
    """The value as `tomlkit` has it, on one line."""
    if isinstance(value, dict):
        table = tomlkit.inline_table()
        for key, inner in value.items():
            table.append(key, _item(inner))
        return table
    if isinstance(value, list):
        array = tomlkit.array()
        for inner in value:
            array.append(_item(inner))
        return array
    return tomlkit.item(value)


def _written(value: Plain) -> str:
    return _item(value).as_string()


def _read(value: Plain) -> object:
    """The value as it is read again: numbers with a point are exact then."""
    return _data(f"value = {_written(value)}")["value"]


def _without_mark(text: str) -> tuple[str, str]:
    """The byte-order mark that some texts begin with, and the text behind it."""
    return (MARK, text[1:]) if text.startswith(MARK) else ("", text)


def _data(text: str) -> _Data:
    """What a text says."""
    if len(text) > MAX_CHARACTERS:
        raise EditError(
            f"the file has {len(text)} characters and at most {MAX_CHARACTERS} are read: take out "
            "what is not needed first"
        )
    content = parse("\n".join(line.content for line in lines_of(text)))
    if isinstance(content, Refusal):
        raise EditError(
            f"line {content.line}, column {content.column} cannot be read ({content.reason}): "
            "mend it first"
        )
    return content


def _checked(text: str, expected: _Data) -> str:
    """The new text, once it is certain that it says what it should and nothing else."""
    try:
        says: _Data | None = _data(text)
    except EditError:
        says = None
    if says != expected:
        raise EditError(
            "this cannot be changed without changing more, for the way in which it is written: "
            "write it as an entry in double brackets or a key of its own, or change it by hand"
        )
    return text
