"""What a change of the rulings file will come to, before it is written."""

from collections import Counter
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from daemon.bridgesuite.envelope import Secret
from daemon.problem import Problem
from daemon.tournament.conclusion import Conclusion, conclude
from daemon.tournament.entry import RulingsRead
from daemon.tournament.rulings import no_rulings
from daemon.tournament.state import State, step
from daemon.tournament.story import story

_RULED = "ruling.applied"


class Stage(Struct, frozen=True):
    """What rulings are tried on: what came in so far, under the configuration as it is now.

    `unread` says why the ledger could not be read, when it could not: then nothing has come in.
    """

    state: State
    secret: Secret | None
    path: Path
    unread: str | None = None

    def conclusion(self, text: str) -> Conclusion:
        """What everything comes to with this text of the rulings file, and no other before it."""
        fact = RulingsRead(str(self.path), text.removeprefix("\ufeff"))
        return conclude(step(replace(self.state, rulings=no_rulings()), fact, self.secret))


class Preview(Struct, frozen=True):
    """What a new text brings: the words of the log, and the problems that were not there."""

    words: tuple[str, ...]
    problems: tuple[Problem, ...]


def effects(on: Stage, without: str, text: str) -> tuple[str, ...]:
    """What is ruled by a text, and was not without something in it."""
    told = story(on.conclusion(without), on.conclusion(text))
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
