"""The entry for rulings.toml that would settle something, filled in as far as it is known."""

import re

from daemon.bridge.contract import Outcome, PassedOut, show_result
from daemon.bridgesuite.notation import read_score
from daemon.bridgesuite.out_line import SCORE
from daemon.bridgesuite.record import HeldLine
from daemon.tournament.gathering import Change
from daemon.tournament.matching import Stray
from daemon.tournament.play import Play
from daemon.tournament.ruling import ResultRuling
from daemon.tournament.ruling_entry import possible_scores
from daemon.tournament.verdict import Verdict

_PERCENTAGES = re.compile(r"\s*(\d{1,3})\s*%?\s*/\s*(\d{1,3})\s*%?\s*")
_AVERAGES = re.compile(r"\s*(A[+-]?)\s*/\s*(A[+-]?)\s*", re.IGNORECASE)
_NOT_PLAYED = "NP"
_TORN = "line-torn"
_EXAMPLE = '# an example: write what was played\ncontract = "3NT"\ndeclarer = "N"\nresult = "="\n'


def ruling_for_held(verdict: Verdict, line: HeldLine) -> str:
    """What to write for a play of which a line must not be scored.

    It holds the director's score where the line has one, else what the other tablets say, else
    the score that stands in the line, else an example.
    """
    written = line.referee_text or ""
    if written.strip().upper() == _NOT_PLAYED:
        return _entry("not_played", verdict.play, "")
    awards = read_awards(written)
    if awards is not None:
        ns, ew = awards
        return _entry("artificial", verdict.play, f'ns_award = "{ns}"\new_award = "{ew}"\n')
    score = _score_in(line)
    return _as_others_say(verdict, _EXAMPLE if score is None else f"score = {score}\n")


def ruling_for_stray(verdict: Verdict, stray: Stray) -> str:
    """What to write for the play that a line without a play is probably about."""
    known = None if stray.outcome is None else _body(stray.outcome)
    return _as_others_say(verdict, known or _EXAMPLE)


def ruling_for_conflict(verdict: Verdict) -> str:
    """What replaces results that differ: the director's where there is one, else one of them."""
    ruling = verdict.ruling
    if isinstance(ruling, ResultRuling):
        body = f"score = {ruling.score}\n" if ruling.outcome is None else _body(ruling.outcome)
    else:
        body = _body(verdict.claims[0].record.outcome)
    return _entry("assigned", verdict.play, body)


def ruling_for_change(verdict: Verdict, change: Change) -> str:
    """What confirms a result that was entered anew."""
    kind = "assigned" if verdict.conflict else "result"
    return _entry(kind, change.play, _body(change.new.outcome))


def read_awards(text: str) -> tuple[str, str] | None:
    """`60/40` or `A+/A-` as the awards of NS and EW; None for any other text."""
    percentages = _PERCENTAGES.fullmatch(text)
    if percentages and all(int(award) <= 100 for award in percentages.groups()):
        ns, ew = percentages.groups()
        return f"{int(ns)}%", f"{int(ew)}%"
    averages = _AVERAGES.fullmatch(text)
    if averages:
        ns, ew = averages.groups()
        return ns.upper(), ew.upper()
    return None


def _as_others_say(verdict: Verdict, body: str) -> str:
    """What settles the play: what the claims agree on, one of them where they differ, or this."""
    if verdict.conflict:
        return ruling_for_conflict(verdict)
    if verdict.claims:
        body = _body(verdict.claims[0].record.outcome)
    return _entry("result", verdict.play, body)


def _score_in(line: HeldLine) -> int | None:
    """The score that a held line has in its place; None when it has none that can be trusted."""
    fields = line.text.split(",")
    if line.problem.code == _TORN or line.referee_text is not None or len(fields) <= SCORE:
        return None
    score = read_score(fields[SCORE].strip())
    return score if score in possible_scores() else None


def _body(outcome: Outcome) -> str:
    if isinstance(outcome, PassedOut):
        return 'contract = "Pass"\n'
    return (
        f'contract = "{outcome.contract}"\ndeclarer = "{outcome.declarer}"\n'
        f'result = "{show_result(outcome.result)}"\n'
    )


def _entry(kind: str, play: Play, body: str) -> str:
    return f'[[{kind}]]\nsection = "{play.section}"\nboard = {play.board}\nns = {play.ns}\n{body}'
