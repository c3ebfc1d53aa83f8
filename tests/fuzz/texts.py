"""Movements, configurations, rulings, names, scales and earlier sessions."""

import re
from collections.abc import Callable
from datetime import date

from daemon.movement.asc import decode_asc, read_asc, write_asc
from daemon.movement.first_round import write_first_round
from daemon.movement.interchange import read_json, write_json
from daemon.movement.movement import Movement
from daemon.movement.round_data import read_csv, write_csv
from daemon.problem import Problem, Source
from daemon.settings.characters import invisible
from daemon.settings.model import Unit
from daemon.settings.names import read_names
from daemon.settings.reading import read_settings
from daemon.settings.victory_table import read_victory_table
from daemon.toml.editing import EditError, add_entries, entries_of, remove_entry, set_key
from daemon.tournament.carrying import read_standings
from daemon.tournament.entry import RulingsRead
from daemon.tournament.plan import Plan
from daemon.tournament.planning import make_plan
from daemon.tournament.resolving import resolve
from daemon.tournament.rulings import no_rulings, read_rulings
from tests.fuzz.judging import PromiseBrokenError
from tests.fuzz.reader import Reader, Seen
from tests.fuzz.seeds import DATA, EVENING, files

# What nobody may be shown when a line that speaks of a secret cannot be read.
CANARY = "Qz7~"

_ASCS = files("m*/*.asc")
_NAMES = (
    (EVENING / "names.csv").read_bytes(),
    b"number,name1,id1,name2,id2,group,handicap\n1,Ada,11,Bo,12,A,2.5\n2,Cy,,Di,,B,-1\n",
    'sep=;\nnumber;name1;name2\n1;"Ødegård; Ola";Þóra\n2;\'=1+1;@x\n'.encode(),
)
_SCALES = (
    b"margin,winner,loser\n0,10,10\n1,10.44,9.56\n5,12.5,7.5\n60,20,0\n",
    b"margin;winner;boards\n0;10;8\n4;11,5;8\n0;10;12\n6;12;12\n",
)
_EARLIER = (
    (
        b'{"event": "E", "date": "2026-11-24", "method": "matchpoints", "final": true,'
        b' "rankings": [{'
        b'"name": "A", "section": "A", "direction": null, "rows": [{"rank": 1, "contestant": 3,'
        b' "names": [], "boards": 21, "total": 150.5, "maximum": 252, "percent": 59.722222},'
        b' {"rank":'
        b' 2, "contestant": 1, "boards": 21, "total": 101.5, "maximum": 252, "percent": 41.27}]}]}'
    ),
    b"section,contestant,boards,total,maximum,percent\nA,1,21,150.5,252,59.72\nA,2,21,100,252,\n",
)


def _without_comments(data: bytes) -> bytes:
    return re.sub(rb"(?m)^#.*\n", b"", data)


def _tables(data: bytes) -> tuple[bytes, ...]:
    """Each table of the configuration, with all of its settings."""
    every = re.sub(rb"(?m)^#(?! )", b"", data)
    return tuple(map(_without_comments, re.split(rb"(?m)^(?=\[)", every)))


_CONFIGURATIONS = (
    _without_comments((EVENING / "tournament.toml").read_bytes()),
    *_tables((EVENING / "tournament.toml").read_bytes()),
    *files("scenarios/*/tournament.toml"),
    b'[event]\nname = "T"\ndate = 2026-12-01\n[folder]\npath = "box"\n[encryption]\nsecret = "'
    + CANARY.encode()
    + b'"\n[[section]]\nname = "A"\nmovement = "movement.asc"\nboards_per_round = 2\n'
    b'absent = [3]\n[scoring]\nmethod = "butler"\nvp = "vp.csv"\n[ranking]\n'
    b'carry_over = ["old.json"]\n[web]\nlisten = "127.0.0.1:8080"\n[devices]\n"aa" = "table 1"\n',
)
_TEXTS = {
    "movement.asc": (EVENING / "movement.asc").read_text(encoding="utf-8"),
    "names.csv": _NAMES[1].decode(),
    "vp.csv": _SCALES[0].decode(),
    "old.json": _EARLIER[0].decode(),
}
_RULINGS = (
    (EVENING / "rulings.toml").read_bytes(),
    b"""event = 2026-12-01
[[result]]
board = 1
ns = 1
contract = "4S"
declarer = "N"
result = "+1"
[[assigned]]
boards = "1-2"
ns = 2
ew = 11
score = -420
reason = "slow play"
[[artificial]]
round = 1
table = 3
ns_award = "A+"
ew_award = "40%"
[[split]]
board = 3
ns = 3
ns_score = 420
ew_score = -50
[[weighted]]
board = 4
ew = 9
outcomes = [{weight = 60, score = 420}, {weight = 40, score = -50}]
""",
    b"""closed = false
[[not_played]]
board = 5
section = "A"
ns = 5
[[accept]]
board = 5
ns = 6
file = "OUT_4.txt"
[[moved]]
from_board = 1
to_board = 2
ns = 1
swap = true
[[reversed]]
round = 2
table = 1
[[absent]]
contestant = 14
from_round = 2
to_round = 3
[[fouled]]
board = 7
tables = [[1, 2, 3], [4, 5, 6]]
[[correction]]
contestant = 3
matchpoints = -2.5
[[correction]]
contestant = 4
carried = {points = 100.5, maximum = 200, boards = 20}
[[acknowledge]]
code = "late-correction"
board = 7
ns = 3
""",
)


def _plan() -> Plan:
    text = _CONFIGURATIONS[0].decode()
    plan, problems = make_plan(Source("tournament.toml", text), _TEXTS)
    if plan is None:
        raise ValueError([problem.one_line() for problem in problems])
    return plan


PLAN = _plan()
"""A real evening, for readers that need to know who plays what."""

_BEFORE = read_rulings(RulingsRead("rulings.toml", _RULINGS[1].decode()), no_rulings())


def _text(data: bytes) -> str:
    """As files of names and scales are decoded."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _asc(data: bytes) -> Seen:
    source, problems = decode_asc(data, "m.asc")
    if source is None:
        return Seen(problems)
    movement, problems = read_asc(source)
    if movement is not None:
        _is_the_same(movement, read_asc(Source("again", write_asc(movement)))[0])
        try:
            short = write_first_round(movement)
        except ValueError:  # its rounds do not follow from the first
            short = ""
        if short:
            _is_the_same(movement, read_asc(Source("again", short))[0])
    _one_or_the_other(movement, problems)
    return Seen(problems, source, movement)


def _round_data(data: bytes) -> Seen:
    source, problems = decode_asc(data, "m.csv")
    if source is None:
        return Seen(problems)
    movement, problems = read_csv(source)
    _one_or_the_other(movement, problems)
    if movement is not None:
        write_csv(movement, 3)
    return Seen(problems, source, movement)


def _interchange(data: bytes) -> Seen:
    source, problems = decode_asc(data, "m.json")
    if source is None:
        return Seen(problems)
    movement, problems = read_json(source)
    _one_or_the_other(movement, problems)
    if movement is not None:
        _is_the_same(movement, read_json(Source("again", write_json(movement)))[0])
    return Seen(problems, source, movement)


def _is_the_same(movement: Movement, again: Movement | None) -> None:
    if movement != again:
        raise PromiseBrokenError("what was written is not what was read")


def _one_or_the_other(result: object, problems: tuple[Problem, ...]) -> None:
    if (result is None) != any(problem.is_error for problem in problems):
        raise PromiseBrokenError("neither a result nor an error, or both")


def _configuration(data: bytes) -> Seen:
    try:
        source = Source("tournament.toml", data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return Seen()
    settings, problems = read_settings(source)
    _one_or_the_other(settings, problems)
    plan, planned = make_plan(source, _TEXTS)
    if planned[: len(problems)] != problems:
        raise PromiseBrokenError("the plan tells other problems of the configuration")
    if plan is not None and settings is None:
        raise PromiseBrokenError("a plan of settings that are wrong")
    others = tuple(problem for problem in planned if problem.file != source.name)
    about_this = tuple(problem for problem in planned if problem.file == source.name)
    for problem in others:
        problem.with_caret()
    return Seen(about_this, source, (settings, plan is None))


def _rulings(data: bytes) -> Seen:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return Seen()
    read = read_rulings(RulingsRead("rulings.toml", text), _BEFORE)
    resolved = resolve(read, PLAN)
    # While a text cannot be read, the problems of the one before stand in that one.
    points_here = read.source is None or read.source.text == text
    source = Source("rulings.toml", text) if points_here else None
    return Seen((*read.problems, *resolved.problems), source, resolved)


def _edited(data: bytes) -> Seen:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return Seen()
    done: list[object] = []
    changes: tuple[Callable[[], object], ...] = (
        lambda: entries_of(text),
        lambda: add_entries(text, "[[not_played]]\nboard = 9\nns = 1\n"),
        lambda: add_entries("event = 2026-12-01\n", text),
        lambda: remove_entry(text, "result", 1),
        lambda: set_key(text, "event", date(2026, 12, 8)),
    )
    for change in changes:
        try:
            done.append(change())
        except EditError as error:
            done.append(str(error))
    return Seen(result=done)


def _names(data: bytes) -> Seen:
    source = Source("names.csv", _text(data))
    entrants, problems = read_names(source)
    for entrant in entrants.values():
        if any(invisible(name) for name in (*entrant.names, *entrant.ids)):
            raise PromiseBrokenError("a name that steers a terminal")
    return Seen(problems, source, entrants)


def _scale(data: bytes) -> Seen:
    source = Source("vp.csv", _text(data))
    table, problems = read_victory_table(source)
    _one_or_the_other(table, problems)
    return Seen(problems, source, None if table is None else repr(table))


def _earlier(data: bytes) -> Seen:
    source = Source("standings.json", _text(data))
    problems: list[Problem] = []
    read = []
    for unit in Unit:
        carried, found = read_standings(source, unit)
        read.append(carried)
        problems += found
    return Seen(tuple(problems), source, read)


_CSVS = tuple(
    write_csv(movement, 3).encode()
    for data in _ASCS
    for source, _ in [decode_asc(data, "m")]
    if source is not None
    for movement, _ in [read_asc(source)]
    if movement is not None
)
_JSONS = tuple(
    write_json(movement).encode()
    for data in _ASCS
    for source, _ in [decode_asc(data, "m")]
    if source is not None
    for movement, _ in [read_asc(source)]
    if movement is not None and movement.tables < 8
)

TEXTS = (
    Reader("asc", (*_ASCS, *files("scenarios/*/movement.asc")), _asc),
    Reader("movement-csv", _CSVS, _round_data),
    Reader("movement-json", _JSONS, _interchange),
    Reader("configuration", _CONFIGURATIONS, _configuration),
    Reader("rulings", _RULINGS, _rulings),
    Reader("rulings-editing", _RULINGS, _edited),
    Reader("names", _NAMES, _names),
    Reader("victory-points", (*_SCALES, *files("scoring/wbf_vp*.csv", DATA)), _scale),
    Reader("earlier-session", _EARLIER, _earlier),
)
