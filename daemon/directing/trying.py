"""What a change of the rulings file will come to, before it is written."""

from collections import Counter
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from daemon.bridgesuite.envelope import Secret
from daemon.problem import Problem
from daemon.tournament.conclusion import Conclusion, conclude
from daemon.tournament.entry import RulingsRead
from daemon.tournament.rulings import RulingsText, no_rulings, read_rulings
from daemon.tournament.state import State, step
from daemon.tournament.story import story

_RULED = "ruling.applied"


class Stage(Struct, frozen=True):
    """What rulings are tried on: what came in so far, under the configuration as it is now.

    `unread` says why the ledger could not be read, when it could not: then nothing has come in.
    `known` is what the state comes to, for who has worked it out already: in a large field that
    takes a second.
    """

    state: State
    secret: Secret | None
    path: Path
    unread: str | None = None
    known: Conclusion | None = None

    def conclusion(self, text: str) -> Conclusion:
        """What everything comes to with this text of the rulings file, and no other before it."""
        fact = RulingsRead(str(self.path), text.removeprefix("\ufeff"))
        if self.known is not None and _says_all(self.known.state.rulings, fact):
            return self.known
        # It cannot go on from what is known: by other rulings every play is judged anew.
        return conclude(step(replace(self.state, rulings=no_rulings()), fact, self.secret))


def _says_all(in_force: RulingsText, fact: RulingsRead) -> bool:
    """Whether the rulings in force are those of this text, and none is kept from one before it."""
    if in_force.text != fact.text:
        return False
    read = read_rulings(fact, no_rulings())
    if read.day is not None:  # what stood there from the start matters without a day alone
        read = replace(read, from_start=in_force.from_start)
    return read == in_force


class Preview(Struct, frozen=True):
    """What a new text brings: the words of the log, and the problems that were not there."""

    words: tuple[str, ...]
    problems: tuple[Problem, ...]


def effects(on: Stage, without: str, now: Conclusion) -> tuple[str, ...]:
    """What is ruled now, and was not by a text without something in it."""
    told = story(on.conclusion(without), now)
    return tuple(one.text for one in told if one.event == _RULED)


def preview(on: Stage, before: str, after: str) -> Preview:
    """Compare what two texts of the rulings file come to."""
    then, now = on.conclusion(before), on.conclusion(after)
    # The problems of the file itself are shown as such, with their places.
    file = ("file", str(on.path))
    words = tuple(told.text for told in story(then, now) if file not in told.fields)
    known = Counter(map(_wording, rulings_problems(then, on.path)))
    new = []
    for problem in rulings_problems(now, on.path):
        wording = _wording(problem)
        known[wording] -= 1
        if known[wording] < 0:
            new.append(problem)
    return Preview(words, tuple(new))


def rulings_problems(conclusion: Conclusion, path: Path) -> tuple[Problem, ...]:
    """The problems of the rulings file."""
    found = (one.problem for one in conclusion.results.problems)
    return tuple(problem for problem in found if problem.file == str(path))


def _wording(problem: Problem) -> tuple[str, str]:
    # What is about the whole file names lines that change with every entry.
    return problem.code, problem.message if problem.span else ""
