"""Movements as JSON, for other programs."""

import json
from collections.abc import Mapping

from daemon.movement.header import MAX_CONTESTANTS, MAX_SETS, MAX_TABLES
from daemon.movement.movement import Movement, TableSet
from daemon.movement.wording import plural
from daemon.problem import Problem, Source


def write_json(movement: Movement) -> str:
    """One object: the counts, and `rounds`, a list of tables each; null is a table not used.

    A table is an object with `ns` and `ew` (lists of one pair or two players; 0 is nobody) and
    `group` (from 1).
    """
    return (
        json.dumps(
            {
                "contestants": movement.contestants,
                "tables": movement.tables,
                "groups": movement.groups,
                "individual": movement.individual,
                "rounds": [
                    [here and {"ns": here.ns, "ew": here.ew, "group": here.group} for here in sets]
                    for sets in movement.rounds_sets
                ],
            },
            indent=1,
        )
        + "\n"
    )


def read_json(source: Source) -> tuple[Movement | None, tuple[Problem, ...]]:
    """Read what `write_json` writes; no movement and one error when it is anything else."""
    try:
        content = json.loads(source.text)
    except json.JSONDecodeError as error:
        # Our own lines and columns: the parser knows only LF.
        span = source.place_of(error.pos)
        return None, (source.error("json", f"this is no JSON ({error.msg}): mend it", span),)
    except (RecursionError, ValueError):
        # Brackets in brackets without end, or a number of thousands of digits.
        return None, (source.error("json", "this is JSON of no movement: is it the right file?"),)
    try:
        return _movement(content), ()
    except _MisfitError as misfit:
        return None, (source.error("json", str(misfit)),)


class _MisfitError(Exception):
    """The JSON is no movement; the message says where and what is expected."""


def _movement(content: object) -> Movement:
    fields = _object(content, "the whole")
    individual = fields.get("individual")
    if not isinstance(individual, bool):
        raise _MisfitError("individual must be true or false")
    rounds = _list(fields.get("rounds"), "rounds")
    tables = _number(fields.get("tables"), "tables", MAX_TABLES)
    if not rounds or len(rounds) * tables > MAX_SETS:
        raise _MisfitError(f"rounds must hold 1 to {MAX_SETS // max(tables, 1)} rounds")
    return Movement(
        contestants=_number(fields.get("contestants"), "contestants", MAX_CONTESTANTS),
        tables=tables,
        groups=_number(fields.get("groups"), "groups", MAX_SETS),
        individual=individual,
        rounds_sets=tuple(
            _round(sets, f"round {number}", tables, 2 if individual else 1)
            for number, sets in enumerate(rounds, start=1)
        ),
    )


def _round(content: object, where: str, tables: int, size: int) -> tuple[TableSet | None, ...]:
    sets = _list(content, where)
    if len(sets) != tables:
        raise _MisfitError(f"{where} has {len(sets)} tables, and the movement has {tables}")
    return tuple(
        None if here is None else _set(here, f"{where}, table {table}", size)
        for table, here in enumerate(sets, start=1)
    )


def _set(content: object, where: str, size: int) -> TableSet:
    fields = _object(content, where)
    return TableSet(
        ns=_side(fields.get("ns"), f"ns of {where}", size),
        ew=_side(fields.get("ew"), f"ew of {where}", size),
        group=_number(fields.get("group"), f"group of {where}", MAX_SETS, 0),
    )


def _side(content: object, where: str, size: int) -> tuple[int, ...]:
    numbers = _list(content, where)
    if len(numbers) != size:
        raise _MisfitError(f"{where} must hold {plural(size, 'number')}, not {len(numbers)}")
    return tuple(_number(number, where, MAX_CONTESTANTS, 0) for number in numbers)


def _object(content: object, where: str) -> Mapping[str, object]:
    if not isinstance(content, dict):
        raise _MisfitError(f"{where} must be an object")
    return content


def _list(content: object, where: str) -> list[object]:
    if not isinstance(content, list):
        raise _MisfitError(f"{where} must be a list")
    return content


def _number(content: object, where: str, most: int, least: int = 1) -> int:
    if not isinstance(content, int) or isinstance(content, bool) or not least <= content <= most:
        raise _MisfitError(f"{where} must be a number from {least} to {most:,}")
    return content
