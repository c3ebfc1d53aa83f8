"""What the files of an event say, brought to the plays that it is about.

The order in which files arrived changes nothing here: histories are taken by name.
"""

import operator
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from daemon.bridgesuite.record import HeldLine, Record
from daemon.tournament.claim import Change, Claim, Suspended
from daemon.tournament.history import Claimed, Correction, FileHistory
from daemon.tournament.matching import Stray, stray_line
from daemon.tournament.moving import right_line, right_place
from daemon.tournament.plan import Plan
from daemon.tournament.play import Play, PlayKey
from daemon.tournament.ruling import Rulings
from daemon.tournament.version import Version

_Part = TypeVar("_Part", bound=Claim | Suspended)


class Word(Struct, frozen=True):
    """The last word of a device about a place, and the play that it is about.

    `written` is the line as it stands in the file, `line` as it counts. `gone`: the newest version
    of the device does not say it any more. `claim` is what a good line says about the play.
    """

    device: str
    written: Record | HeldLine
    line: Record | HeldLine
    play: Play | None
    gone: bool
    version: Version | None
    claim: Claim | None


class Said(Struct, frozen=True):
    """What one file says.

    `history` is what it was taken from, None where there is no file. `vanished` are the plays of
    which it has lost the result.
    """

    history: FileHistory | None = None
    words: tuple[Word, ...] = ()
    claims: Mapping[PlayKey, tuple[Claim, ...]] = field(default_factory=dict)
    held: Mapping[PlayKey, tuple[Suspended, ...]] = field(default_factory=dict)
    strays: tuple[Stray, ...] = ()
    changes: tuple[Change, ...] = ()
    vanished: tuple[Play, ...] = ()


_NOTHING = Said()


class Gathered(Struct, frozen=True):
    """Everything that the files say, by plan and rulings; `files` by path, in order.

    `plan` is None where nothing was gathered. `vanished` names a file and a play of which it has
    lost the result.
    """

    plan: Plan | None = None
    rulings: Rulings | None = None
    files: Mapping[str, Said] = field(default_factory=dict)
    claims: Mapping[PlayKey, tuple[Claim, ...]] = field(default_factory=dict)
    held: Mapping[PlayKey, tuple[Suspended, ...]] = field(default_factory=dict)
    strays: tuple[Stray, ...] = ()
    changes: tuple[Change, ...] = ()
    vanished: tuple[tuple[str, Play], ...] = ()

    def goes_on_from(self, before: "Gathered") -> bool:
        """Whether it is by the same plan and rulings, so that only files can make a difference."""
        return self.plan is before.plan and self.rulings is before.rulings

    def files_since(self, before: "Gathered") -> list[str]:
        """The files that are new or have a newer version."""
        return [path for path, said in self.files.items() if said is not before.files.get(path)]

    def news_since(self, before: "Gathered") -> Collection[PlayKey]:
        """The plays about which files say something else than before (by the same plan)."""
        news: set[PlayKey] = set()
        for path in self.files_since(before):
            news.update(_differing(before.files.get(path, _NOTHING), self.files[path]))
        for path in before.files.keys() - self.files.keys():
            news.update(_differing(before.files[path], _NOTHING))
        return news


_BEFORE_ANY = Gathered()


def gather(
    histories: Iterable[FileHistory],
    plan: Plan,
    rulings: Rulings,
    before: Gathered = _BEFORE_ANY,
) -> Gathered:
    """Find the play for everything that the histories say.

    `before` is what was gathered earlier: by the same plan and rulings, what it has of files that
    have not changed is taken from there. The result is the same without it.
    """
    if before.plan is not plan or before.rulings is not rulings:
        before = Gathered(plan, rulings)
    files = {
        history.path: _said(plan, rulings, history, before.files.get(history.path, _NOTHING))
        for history in sorted(histories, key=lambda one: one.path)
    }
    gathered = replace(
        before,
        files=files,
        strays=tuple(chain.from_iterable(said.strays for said in files.values())),
        changes=tuple(chain.from_iterable(said.changes for said in files.values())),
        vanished=tuple((path, play) for path, said in files.items() for play in said.vanished),
    )
    news = gathered.news_since(before)
    other = {path: files[path] for path in gathered.files_since(before)}
    return replace(
        gathered,
        claims=_renewed(before.claims, [said.claims for said in other.values()], other, news),
        held=_renewed(before.held, [said.held for said in other.values()], other, news),
    )


def _renewed(
    before: Mapping[PlayKey, tuple[_Part, ...]],
    said: Iterable[Mapping[PlayKey, tuple[_Part, ...]]],
    files: Collection[str],
    news: Iterable[PlayKey],
) -> Mapping[PlayKey, tuple[_Part, ...]]:
    """What all files say of each play, when these files say this now; those of a play by path."""
    now: defaultdict[PlayKey, list[_Part]] = defaultdict(list)
    for of_file in said:
        for key, parts in of_file.items():
            now[key].extend(parts)
    renewed = dict(before)
    for key in news:
        others = [one for one in before.get(key, ()) if one.path not in files]
        renewed[key] = tuple(sorted([*others, *now.get(key, ())], key=lambda part: part.path))
    return renewed


def _said(plan: Plan, rulings: Rulings, history: FileHistory, known: Said) -> Said:
    """What a file says; where that is what was known of it, it is the same object."""
    if known.history is history:
        return known
    words = tuple(_words(plan, rulings, history, known.words))
    claims: defaultdict[PlayKey, list[Claim]] = defaultdict(list)
    held: defaultdict[PlayKey, list[Suspended]] = defaultdict(list)
    vanished: list[Play] = []
    for word in words:
        if word.play is None:
            continue
        if isinstance(word.line, HeldLine):
            held[word.play.key].append(Suspended(history.path, word.device, word.line))
        if word.claim is not None:
            claims[word.play.key].append(word.claim)
            if word.gone:
                vanished.append(word.play)
    corrections = () if known.history is None else known.history.corrections
    return Said(
        history,
        words,
        {key: _kept(known.claims.get(key), tuple(parts)) for key, parts in claims.items()},
        {key: _kept(known.held.get(key), tuple(parts)) for key, parts in held.items()},
        tuple(_strays(plan, history, words)),
        known.changes
        if history.corrections == corrections
        else tuple(_changes(plan, rulings, history)),
        tuple(vanished),
    )


def _kept(known: tuple[_Part, ...] | None, parts: tuple[_Part, ...]) -> tuple[_Part, ...]:
    """What was known, when that is the same in all (the order of claims is no part of `==`)."""
    if known is None or known != parts:
        return parts
    same = all(map(operator.eq, map(_order, known), map(_order, parts)))
    return known if same else parts


def _order(part: Claim | Suspended) -> int:
    return part.order if isinstance(part, Claim) else 0


def _differing(then: Said, now: Said) -> Iterator[PlayKey]:
    """The plays of which one file says something else, or nothing any more."""
    for old, new in ((then.claims, now.claims), (then.held, now.held)):
        yield from (key for key in old.keys() | new.keys() if old.get(key) is not new.get(key))
    if then.changes != now.changes:
        yield from (change.play.key for change in (*then.changes, *now.changes))
    if then.vanished != now.vanished:
        yield from (play.key for play in (*then.vanished, *now.vanished))


def _words(
    plan: Plan, rulings: Rulings, history: FileHistory, known: Iterable[Word]
) -> Iterator[Word]:
    """Good lines that nothing suspends, in the order of each device's file, then held ones.

    `known` are the words of an earlier version; those that are as they were come again.
    """
    suspended = history.suspended
    last: list[tuple[str, Record | HeldLine]] = [
        (claimed[0], record)
        for claimed, record in sorted(history.records.items(), key=_by_line)
        if claimed not in suspended
    ]
    last += [(device, line) for device, lines in history.held.items() for line in lines]
    said = {(word.device, id(word.written)): word for word in known}
    for device, written in last:
        gone, version = False, None
        if written.place is not None:
            gone = (device, written.place) in history.vanished
            version = history.versions.get((device, written.place))
        word = said.get((device, id(written)))
        if word is None or (word.gone, word.version) != (gone, version):
            said_now = Word(device, written, written, None, gone, version, None)
            word = _word(plan, rulings, history, said_now)
        yield word


def _word(plan: Plan, rulings: Rulings, history: FileHistory, word: Word) -> Word:
    """The word with the line as it counts, and the play that it is about."""
    line, play = right_line(rulings, history.section, word.written), None
    if line.place is not None:
        play = plan.find(history.section, line.place)
    claim = None
    if isinstance(line, Record):
        claim = Claim(history.path, word.device, line, history.out.file, word.version)
    return replace(word, line=line, play=play, claim=claim)


def _by_line(item: tuple[Claimed, Record]) -> tuple[str, int]:
    (device, _), record = item
    return device, record.line


def _strays(plan: Plan, history: FileHistory, words: Iterable[Word]) -> Iterator[Stray]:
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
        stray = stray_line(plan, history.section, history.path, word.line, word.claim)
        meant = stray.candidates if stray.play is None else (stray.play,)
        below = (entered.get((word.device, play.key), 0) > stray.line for play in meant)
        if not meant or not all(below):
            yield stray


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
