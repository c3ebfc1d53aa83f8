"""The entry for rulings.toml that would settle something, filled in as far as it is known."""

from daemon.bridge.contract import Outcome, PassedOut, show_result
from daemon.bridgesuite.notation import Letters, read_contract, read_score
from daemon.bridgesuite.out_line import CONTRACT, SCORE
from daemon.bridgesuite.record import HeldLine, Place
from daemon.tournament.claim import Change, Claim
from daemon.tournament.given import possible_scores
from daemon.tournament.matching import Remedy, Stray
from daemon.tournament.play import Play
from daemon.tournament.referee import read_awards, says_not_played
from daemon.tournament.ruling import ResultRuling
from daemon.tournament.verdict import Verdict
from daemon.tournament.wording import result_words

_TORN = "line-torn"
_EXAMPLE = '# an example: write what was played\ncontract = "3NT"\ndeclarer = "N"\nresult = "="\n'


def ruling_for_held(verdict: Verdict, line: HeldLine) -> str:
    """What to write for a play of which a line must not be scored.

    It holds the director's score where the line has one, else what the other tablets say, else
    the score that stands in the line, else an example.
    """
    if line.problem.code == "result-replayed":
        return _entry("result", verdict.play, f"# only if they have played it now\n{_EXAMPLE}")
    written = line.referee_text or ""
    if says_not_played(written):
        return _entry("not_played", verdict.play, "")
    awards = read_awards(written)
    if awards is not None:
        ns, ew = awards
        return _entry("artificial", verdict.play, f'ns_award = "{ns}"\new_award = "{ew}"\n')
    score = _score_in(line)
    if score is None or verdict.claims:
        return _as_others_say(verdict, _EXAMPLE)
    return _entry("accept", verdict.play, f"score = {score}\n")


def ruling_for_stray(
    verdict: Verdict | None, stray: Stray, place: Place, open_plays: tuple[Play, ...]
) -> str:
    """What to write about a line at a place where there is no play.

    `verdict` is on the play that was meant, if any; `open_plays` are those of the stray's
    candidates that have no result yet.
    """
    claim = stray.claim
    if verdict is not None and verdict.claims:
        # What was meant has been entered: the line is a slip, most likely.
        settled = _as_others_say(verdict, "")
        if stray.remedy is Remedy.REVERSED:
            turned = _entry("reversed", verdict.play, "").replace("\n", "\n#").removesuffix("#")
            return f"{settled}# or, if they really sat so, this instead:\n#{turned}"
        return settled
    match stray.remedy:
        case Remedy.REVERSED if verdict is not None:
            text = _entry("reversed", verdict.play, "")
        case Remedy.MOVED:
            text = _moved(stray, place, open_plays)
        case Remedy.ACCEPTED if claim is not None:
            text = _as_played(stray, place, claim, verdict)
        case _:
            known = _EXAMPLE if claim is None else _body(claim.record.outcome)
            text = "" if verdict is None else _as_others_say(verdict, known)
    return text


def ruling_for_conflict(verdict: Verdict) -> str:
    """What settles results that differ: one of them counts, or the director's slip does."""
    ruling = verdict.ruling
    if isinstance(ruling, ResultRuling):
        body = f"score = {ruling.score}\n" if ruling.outcome is None else _body(ruling.outcome)
        return _entry("assigned", verdict.play, body)
    files = [claim.path for claim in verdict.claims]
    by_file = len(set(files)) == len(files)
    choices = list(dict.fromkeys(_choice(claim, by_file=by_file) for claim in verdict.claims))
    return _entry("accept", verdict.play, "\n#".join(choices) + "\n")


def ruling_for_change(verdict: Verdict, change: Change) -> str:
    """What says that a result which was changed late is right."""
    if verdict.conflict:
        return ruling_for_conflict(verdict)
    return acknowledge("late-correction", verdict.play, score=change.new.ns_score)


def acknowledge(code: str, play: Play, score: int | None = None) -> str:
    """What says that a warning about a play was seen."""
    stands = "" if score is None else f"score = {score}\n"
    body = f'[[acknowledge]]\ncode = "{code}"\nsection = "{play.section}"\n'
    return f"{body}board = {play.board}\nns = {play.ns}\n{stands}"


def acknowledge_file(code: str, path: str, device: str | None = None) -> str:
    """What says that a warning about a file (and the device that writes it) was seen."""
    about = "" if device is None else f"device = {quoted(device)}\n"
    return f'[[acknowledge]]\ncode = "{code}"\nfile = {quoted(path)}\n{about}'


def quoted(text: str) -> str:
    """A text as TOML writes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _choice(claim: Claim, *, by_file: bool) -> str:
    """`file = "OUT_2.txt"  # 3NT N =, NS +600`."""
    record = claim.record
    key = f"file = {quoted(claim.path)}" if by_file else f"score = {record.ns_score}"
    return f"{key}  # {result_words(record.outcome, record.ns_score)}"


def _moved(stray: Stray, place: Place, open_plays: tuple[Play, ...]) -> str:
    """The board that was meant, where one only is missing; else the choice."""
    boards = [play.board for play in open_plays or stray.candidates]
    first, *others = boards
    also = "".join(f"\n#to_board = {board}" for board in others)
    return (
        f'[[moved]]\nsection = "{stray.section}"\nfrom_board = {place.board}\n'
        f"to_board = {first}{also}\ntable = {place.table}\nns = {place.ns}\n"
    )


def _as_played(stray: Stray, place: Place, claim: Claim, verdict: Verdict | None) -> str:
    """It counts as it was entered: at another table, or though the movement does not have it."""
    file = f"file = {quoted(claim.path)}\n"
    if verdict is not None and (verdict.play.ns, verdict.play.ew) == (place.ns, place.ew):
        return _entry("accept", verdict.play, file)
    return (
        f'[[accept]]\nsection = "{stray.section}"\nboard = {place.board}\ntable = {place.table}\n'
        f"ns = {place.ns}\new = {place.ew}\n{file}"
    )


def _as_others_say(verdict: Verdict, body: str) -> str:
    """What settles the play: what the claims agree on, one of them where they differ, or this."""
    if verdict.conflict or len({claim.record.outcome for claim in verdict.claims}) > 1:
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
    if score == 0 and not _says_passed_out(fields[CONTRACT]):
        return None  # an empty place: whatever else was written there, nobody scored nothing
    return score if score in possible_scores() else None


def _says_passed_out(contract: str) -> bool:
    return isinstance(read_contract(contract.strip(), Letters.ENGLISH), PassedOut)


def _body(outcome: Outcome) -> str:
    if isinstance(outcome, PassedOut):
        return 'contract = "Pass"\n'
    return (
        f'contract = "{outcome.contract}"\ndeclarer = "{outcome.declarer}"\n'
        f'result = "{show_result(outcome.result)}"\n'
    )


def _entry(kind: str, play: Play, body: str) -> str:
    return f'[[{kind}]]\nsection = "{play.section}"\nboard = {play.board}\nns = {play.ns}\n{body}'
