"""The rulings as they stand in the file, each with what it does."""

import hashlib
from collections import defaultdict
from collections.abc import Iterator

from msgspec import Struct

from daemon.directing.rewriting import RewriteError, text_of
from daemon.directing.rulings_text import Sheet
from daemon.directing.writing import on_one_line
from daemon.problem import Span
from daemon.toml.editing import Block, EditError, entries_of
from daemon.tournament.conclusion import Conclusion
from daemon.tournament.entry_words import beyond_a_play
from daemon.tournament.ruling import AcceptRuling, Ruling
from daemon.tournament.verdict import Verdict
from daemon.tournament.wording import result_words

_MOST_PLAYS = 4


class RulingInForce(Struct, frozen=True):
    """An entry: its number in the file, its text in a line, and what it does, in sentences.

    `mark` tells it from another that may stand in its place by the time somebody presses a button.
    """

    number: int
    text: str
    words: tuple[str, ...]
    mark: str


class RulingsNow(Struct, frozen=True):
    """What the file says. `trouble`: why it cannot be shown, or that it is being read."""

    entries: tuple[RulingInForce, ...] = ()
    closed: bool = False
    trouble: str | None = None


def rulings_now(sheet: Sheet, conclusion: Conclusion) -> RulingsNow:
    """The entries with what they do by a conclusion, the newest first."""
    try:
        text = text_of(sheet.path)
        blocks = entries_of(text or "")
    except (RewriteError, EditError) as error:
        why = f"{sheet.path.name}: {error}. The rulings that were read last stay in force."
        return RulingsNow(closed=conclusion.rulings.closed, trouble=why)
    known = conclusion.state.rulings.text == (text or "").removeprefix("\ufeff")
    words = _words(conclusion) if known else {}
    entries = [_entry(number, block, words) for number, block in enumerate(blocks, start=1)]
    trouble = (
        None if known or not blocks else "The file was changed a moment ago, and is being read."
    )
    return RulingsNow(tuple(reversed(entries)), conclusion.rulings.closed, trouble)


def mark_of(block: Block) -> str:
    """What tells an entry from others."""
    return hashlib.sha256(block.text.encode("utf-8")).hexdigest()[:16]


def _entry(number: int, block: Block, words: dict[int, list[str]]) -> RulingInForce:
    own = [one for line in range(block.first, block.last + 1) for one in words.get(line, ())]
    more = len(own) - _MOST_PLAYS
    if more > 0:
        own = [*own[:_MOST_PLAYS], f"and {more} more like it"]
    return RulingInForce(number, on_one_line(block), tuple(own), mark_of(block))


def _words(conclusion: Conclusion) -> dict[int, list[str]]:
    """What is ruled, by the line of the file that says so."""
    found: dict[int, list[str]] = defaultdict(list)
    for line, words in _said(conclusion):
        found[line].append(words)
    return found


def _said(conclusion: Conclusion) -> Iterator[tuple[int, str]]:
    for key, ruling in conclusion.rulings.on_play.items():
        verdict = conclusion.merged.verdicts.get(key)
        if ruling.span is not None and verdict is not None:
            yield ruling.span.line, f"{verdict.play}: {_in_words(ruling, verdict)}"
    for entry in conclusion.rulings.applied:
        words = beyond_a_play(entry)
        span: Span = entry.span
        if words is not None:
            yield span.line, words


def _in_words(ruling: Ruling, verdict: Verdict) -> str:
    """What is ruled, with the score also where the entry only names a file."""
    if (
        isinstance(ruling, AcceptRuling)
        and ruling.entry.score is None
        and verdict.score is not None
    ):
        return f"{ruling.words}: {result_words(verdict.outcome, verdict.score)}"
    return ruling.words
