"""What the files of an event say, brought to the plays that it is about.

The order in which files arrived changes nothing here: histories are taken by name.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from daemon.bridgesuite.record import HeldLine, Record
from daemon.tournament.claim import Change, Claim, Suspended
from daemon.tournament.history import Claimed, Correction, FileHistory
from daemon.tournament.matching import Stray, stray_line
from daemon.tournament.moving import right_line, right_place
from daemon.tournament.plan import Plan
from daemon.tournament.play import Play, PlayKey
from daemon.tournament.ruling import Rulings


@dataclass(slots=True)
class Gathered:
    """Everything that the files say.

    `vanished` names a file and a play of which it has lost the result.
    """

    claims: defaultdict[PlayKey, list[Claim]] = field(default_factory=lambda: defaultdict(list))
    held: defaultdict[PlayKey, list[Suspended]] = field(default_factory=lambda: defaultdict(list))
    strays: list[Stray] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    vanished: list[tuple[str, Play]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Word:
    """The last word of a device about a place, and the play that it is about.

    `gone`: the newest version of the device does not say it any more.
    """

    device: str
    line: Record | HeldLine
    play: Play | None
    gone: bool
    order: int


def gather(histories: Iterable[FileHistory], plan: Plan, rulings: Rulings) -> Gathered:
    """Find the play for everything that the histories say."""
    gathered = Gathered()
    for history in sorted(histories, key=lambda one: one.path):
        words = tuple(_words(plan, rulings, history))
        for word in words:
            _sort(gathered, history, word)
        gathered.strays.extend(_strays(plan, history, words))
        gathered.changes.extend(_changes(plan, rulings, history))
    return gathered


def _words(plan: Plan, rulings: Rulings, history: FileHistory) -> Iterator[_Word]:
    """Good lines that nothing suspends, in the order of each device's file, then held ones."""
    suspended = history.suspended
    last: list[tuple[str, Record | HeldLine]] = [
        (claimed[0], record)
        for claimed, record in sorted(history.records.items(), key=_by_line)
        if claimed not in suspended
    ]
    last += [(device, line) for device, lines in history.held.items() for line in lines]
    for device, written in last:
        play, gone, order = None, False, 0
        line = right_line(rulings, history.section, written)
        if written.place is not None and line.place is not None:
            play = plan.find(history.section, line.place)
            gone = (device, written.place) in history.vanished
            order = history.orders.get((device, written.place), 0)
        yield _Word(device, line, play, gone, order)


def _by_line(item: tuple[Claimed, Record]) -> tuple[str, int]:
    (device, _), record = item
    return device, record.line


def _sort(gathered: Gathered, history: FileHistory, word: _Word) -> None:
    """Put a word with its play."""
    if word.play is None:
        return
    if isinstance(word.line, HeldLine):
        gathered.held[word.play.key].append(Suspended(history.path, word.device, word.line))
        return
    gathered.claims[word.play.key].append(_claim(history, word, word.line))
    if word.gone:
        gathered.vanished.append((history.path, word.play))


def _strays(plan: Plan, history: FileHistory, words: Iterable[_Word]) -> Iterator[Stray]:
    """The lines about no play.

    Those that are gone ask for nothing, since they counted nowhere; nor do those for which the
    device has entered, further down, the play that it had meant.
    """
    entered = {
        (word.device, word.play.key): word.line.line
        for word in words
        if word.play is not None and not word.gone and isinstance(word.line, Record)
    }
    for word in words:
        if word.play is not None or word.gone:
            continue
        claim = None
        if isinstance(word.line, Record):
            claim = _claim(history, word, word.line)
        stray = stray_line(plan, history.section, history.path, word.line, claim)
        meant = stray.candidates if stray.play is None else (stray.play,)
        below = (entered.get((word.device, play.key), 0) > stray.line for play in meant)
        if not meant or not all(below):
            yield stray


def _claim(history: FileHistory, word: _Word, record: Record) -> Claim:
    return Claim(history.path, word.device, record, history.out.file, word.order)


def _changes(plan: Plan, rulings: Rulings, history: FileHistory) -> Iterator[Change]:
    section = history.section
    for one in history.corrections:
        old, new = right_line(rulings, section, one.old), right_line(rulings, section, one.new)
        play = plan.find(section, right_place(rulings, section, one.new.place))
        if play is not None and isinstance(old, Record) and isinstance(new, Record):
            late = _latest_round(plan, rulings, section, one) > play.round
            yield Change(history.path, one.device, play, old, new, late)


def _latest_round(plan: Plan, rulings: Rulings, section: str, correction: Correction) -> int:
    """The latest round of which the device had entered a result when it made a correction."""
    places = (right_place(rulings, section, place) for place in correction.entered)
    plays = (plan.find(section, place) for place in places)
    return max((play.round for play in plays if play is not None), default=0)
