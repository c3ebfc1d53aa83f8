"""What the files of an event say, brought to the plays that it is about.

The order in which files arrived changes nothing here: histories are taken by name.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from daemon.bridgesuite.record import HeldLine, Record
from daemon.tournament.history import Claimed, Correction, FileHistory
from daemon.tournament.matching import Stray, find, stray_line
from daemon.tournament.plan import Plan
from daemon.tournament.play import Play, PlayKey


@dataclass(frozen=True, slots=True)
class Claim:
    """What one device says about a play in one file."""

    path: str
    device: str
    record: Record


@dataclass(frozen=True, slots=True)
class Suspended:
    """A line about a play that must not be scored."""

    path: str
    device: str
    line: HeldLine


@dataclass(frozen=True, slots=True)
class Change:
    """A device entered another result for a play. `late`: when the opponents were gone."""

    path: str
    device: str
    play: Play
    old: Record
    new: Record
    late: bool


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


def gather(histories: Iterable[FileHistory], plan: Plan) -> Gathered:
    """Find the play for everything that the histories say."""
    gathered = Gathered()
    for history in sorted(histories, key=lambda one: one.path):
        words = tuple(_words(plan, history))
        for word in words:
            _sort(gathered, history, word)
        gathered.strays.extend(_strays(plan, history, words))
        gathered.changes.extend(_changes(plan, history))
    return gathered


def _words(plan: Plan, history: FileHistory) -> Iterator[_Word]:
    """Good lines that nothing suspends, in the order of each device's file, then held ones."""
    suspended = history.suspended
    last: list[tuple[str, Record | HeldLine]] = [
        (claimed[0], record)
        for claimed, record in sorted(history.records.items(), key=_by_line)
        if claimed not in suspended
    ]
    last += [(device, line) for device, lines in history.held.items() for line in lines]
    for device, line in last:
        play, gone = None, False
        if line.place is not None:
            play = find(plan, history.section, line.place)
            gone = (device, line.place) in history.vanished
        yield _Word(device, line, play, gone)


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
    gathered.claims[word.play.key].append(Claim(history.path, word.device, word.line))
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
        stray = stray_line(plan, history.section, history.path, word.line)
        meant = None if stray.play is None else (word.device, stray.play.key)
        if meant not in entered or entered[meant] < stray.line:
            yield stray


def _changes(plan: Plan, history: FileHistory) -> Iterator[Change]:
    for one in history.corrections:
        play = find(plan, history.section, one.new.place)
        if play is not None:
            late = _latest_round(plan, history.section, one) > play.round
            yield Change(history.path, one.device, play, one.old, one.new, late)


def _latest_round(plan: Plan, section: str, correction: Correction) -> int:
    """The latest round of which the device had entered a result when it made a correction."""
    plays = (find(plan, section, place) for place in correction.entered)
    return max((play.round for play in plays if play is not None), default=0)
