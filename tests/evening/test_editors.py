"""However an editor saves the rulings, those in force never flicker."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from daemon.problem import Source
from daemon.service.messages import RulingsArrived, RulingsLost
from daemon.service.rulings_file import RulingsFile
from daemon.tournament.conclusion import Conclusion, conclude
from daemon.tournament.entry import FileReceived, PlanRead, RulingsRead
from daemon.tournament.rulings import no_rulings, read_rulings
from daemon.tournament.state import State, step

DAY = "2026-12-01"
SMALL = "4 2 3 3 0\n1 2 A  3 4 A\n1 3 B  4 2 B\n1 4 C  2 3 C\n"
CONFIGURATION = (
    f'[event]\nname = "Trial"\ndate = {DAY}\n\n[folder]\npath = "box"\n\n'
    '[[section]]\nname = "A"\nmovement = "small.asc"\nboards_per_round = 2\n'
)
PLAYED = "Latest 1  AndroidId aaaa\n1,1,1,2,N,false,false,3NT,=,N,,400\n"

OLD = (
    f"event = {DAY}\n"
    "[[artificial]]  # the cards were seen\n"
    'board = 2\nns = 1\nns_award = "A+"\new_award = "A-"\n'
)
ADDED = (
    "\n[[weighted]]\nboard = 1\nns = 1\n"
    "outcomes = [{weight = 60, score = 400}, {weight = 40, score = -50}]\n"
    'reason = "the café was loud"\n'
)
NEW = OLD + ADDED
OLD_RULED = ((1, "scored"), (2, "adjusted"))
NEW_RULED = ((1, "adjusted"), (2, "adjusted"))

TICK_SECONDS = 0.25
LONGER_THAN_QUIET = 1.5

Pause = float
"""Seconds that pass before an editor does its next thing."""

Editor = Callable[[Path, bytes], Iterator[Pause]]
"""Saves a content in its way."""


class Evening:
    """The director's file, a clock that a test moves, and what is in force after every look."""

    def __init__(self, directory: Path) -> None:
        self.path = directory / "rulings.toml"
        self.path.write_text(OLD, "utf-8")
        self.seconds = 0.0
        self.file = RulingsFile(self.path, self._take, lambda: self.seconds)
        texts = (("tournament.toml", CONFIGURATION), ("small.asc", SMALL))
        self.state = step(State(), PlanRead("tournament.toml", texts), None)
        at = datetime(2026, 12, 1, 20, tzinfo=UTC)
        self.state = step(self.state, FileReceived("OUT_T1.txt", at, PLAYED.encode()), None)
        self._take(self.file.first())
        self.seen = [self.ruled]

    def _take(self, found: RulingsArrived | RulingsLost) -> None:
        """As the thread that writes does: what is lost is told, and no fact."""
        if isinstance(found, RulingsArrived):
            self.state = step(self.state, RulingsRead(found.name, found.text), None)

    @property
    def now(self) -> Conclusion:
        return conclude(self.state)

    @property
    def ruled(self) -> tuple[tuple[int, str], ...]:
        """Board and status of what is played by the first pair in the first round."""
        verdicts = self.now.merged.verdicts
        return tuple((key.board, str(verdicts[key].status)) for key in verdicts if key.ns == 1)[:2]

    def wait(self, seconds: float) -> None:
        """Let time pass, and look as often as the thread does and oftener."""
        end = self.seconds + seconds
        while self.seconds < end:
            self.seconds += TICK_SECONDS
            self.file.look()
            if self.ruled != self.seen[-1]:
                self.seen.append(self.ruled)

    def save(self, editor: Editor, content: bytes) -> None:
        """Save with an editor, looking meanwhile, and wait until it has surely been read."""
        for pause in editor(self.path, content):
            self.wait(pause)
        self.wait(LONGER_THAN_QUIET)


def truncating(path: Path, content: bytes) -> Iterator[Pause]:
    """Empties the file, and writes it in pieces."""
    path.write_bytes(b"")
    yield 0.75
    for end in range(20, len(content), 20):
        path.write_bytes(content[:end])
        yield 0.5
    path.write_bytes(content)


def truncating_slowly(path: Path, content: bytes) -> Iterator[Pause]:
    """Empties the file, and takes longer than anybody would think."""
    path.write_bytes(b"")
    yield LONGER_THAN_QUIET
    path.write_bytes(content)


def renaming(path: Path, content: bytes) -> Iterator[Pause]:
    """Writes another file, and puts it in the place of the old one."""
    other = path.with_name(".rulings.toml.new")
    other.write_bytes(content)
    yield LONGER_THAN_QUIET
    other.replace(path)


def moving_away(path: Path, content: bytes) -> Iterator[Pause]:
    """Keeps the old one as a backup, and only then writes the new one."""
    path.rename(path.with_name("rulings.toml~"))
    yield LONGER_THAN_QUIET
    path.write_bytes(content)


def with_swap_file(path: Path, content: bytes) -> Iterator[Pause]:
    """Leaves what it works with beside the file, for ever."""
    path.with_name(".rulings.toml.swp").write_bytes(b"b0VIM" + bytes(4091))
    path.with_name(".#rulings.toml").write_text("director@pc.1234")
    yield LONGER_THAN_QUIET
    path.write_bytes(content)


def allocating(path: Path, content: bytes) -> Iterator[Pause]:
    """Makes the file as large as it will be, full of zeros, and then fills it."""
    path.write_bytes(bytes(len(content)))
    yield LONGER_THAN_QUIET
    path.write_bytes(content)


def of_windows(path: Path, content: bytes) -> Iterator[Pause]:
    """Begins with a byte order mark, and ends lines with two characters."""
    yield 0.25
    path.write_bytes(b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n"))


def of_another_encoding(path: Path, content: bytes) -> Iterator[Pause]:
    """Saves it in an encoding that is not UTF-8 first, until the director mends that."""
    for encoding in ("utf-16", "cp1252"):
        path.write_bytes(content.decode().encode(encoding))
        yield LONGER_THAN_QUIET
    path.write_bytes(content)


EDITORS = (
    *(truncating, truncating_slowly, renaming, moving_away, with_swap_file, allocating),
    *(of_windows, of_another_encoding),
)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    made = Evening(tmp_path)
    assert made.ruled == OLD_RULED
    return made


@pytest.mark.parametrize("editor", EDITORS, ids=lambda one: one.__name__)
def test_a_ruling_that_is_added_comes_into_force_once(evening: Evening, editor: Editor) -> None:
    evening.save(editor, NEW.encode())
    assert evening.seen == [OLD_RULED, NEW_RULED]
    assert evening.now.results.problems == ()


@pytest.mark.parametrize("editor", EDITORS, ids=lambda one: one.__name__)
def test_a_ruling_that_is_taken_out_ends_once(evening: Evening, editor: Editor) -> None:
    evening.save(renaming, NEW.encode())
    evening.save(editor, OLD.encode())
    assert evening.seen == [OLD_RULED, NEW_RULED, OLD_RULED]
    assert evening.now.results.problems == ()


@pytest.mark.parametrize("editor", EDITORS, ids=lambda one: one.__name__)
def test_a_file_that_is_saved_as_it_was_changes_nothing(evening: Evening, editor: Editor) -> None:
    evening.save(editor, OLD.encode())
    assert evening.seen == [OLD_RULED]
    assert evening.now.results.problems == ()


def test_an_entry_that_is_saved_at_every_letter_comes_into_force_once(evening: Evening) -> None:
    """And what stood there before stays meanwhile."""
    for end in range(len(ADDED) + 1):
        evening.save(renaming, (OLD + ADDED[:end]).encode())
    assert evening.seen == [OLD_RULED, NEW_RULED]
    assert evening.now.results.problems == ()


def test_a_value_that_is_written_anew_letter_by_letter_never_lifts_the_ruling(
    evening: Evening,
) -> None:
    """Awards that are no awards on the way leave the entry as it was."""
    for award in ('"A+', '"A', '"', "", '"', '"Q"', '"6', '"60', '"60%', '"60%"'):
        evening.save(truncating, OLD.replace('"A+"', award).encode())
        assert evening.ruled == OLD_RULED
    assert evening.seen == [OLD_RULED]
    assert evening.now.results.problems == ()


def test_the_file_may_be_gone_for_long(evening: Evening) -> None:
    evening.path.unlink()
    evening.wait(60)
    assert evening.seen == [OLD_RULED]


def test_the_texts_of_these_tests_are_right() -> None:
    """Else nothing that holds above would say anything."""
    for content, entries in ((OLD, 1), (NEW, 2)):
        read = read_rulings(RulingsRead("rulings.toml", content), no_rulings())
        assert read.source == Source("rulings.toml", content)
        assert (len(read.entries), read.problems) == (entries, ())
