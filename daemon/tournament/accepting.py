"""What was accepted from a file, as it was when the director accepted it.

No tablet changes a result after a ruling: an `[[accept]]` of a file keeps what the file said when
the entry was first met (or, when it had said nothing yet, what it says first).
"""

from collections.abc import Iterable, Iterator, Mapping

from daemon.problem import Problem, Severity
from daemon.tournament.claim import Claim
from daemon.tournament.gathering import Gathered, gather
from daemon.tournament.history import FileHistory
from daemon.tournament.plan import Plan
from daemon.tournament.play import PlayKey
from daemon.tournament.resolving import Resolved
from daemon.tournament.ruling import AcceptRuling
from daemon.tournament.ruling_entry import AcceptEntry

Accepted = Mapping[tuple[AcceptEntry, PlayKey], Claim]
"""What an entry has accepted for a play."""


def accept(before: Accepted, resolved: Resolved, histories: Iterable[FileHistory]) -> Accepted:
    """Keep what was accepted before, and look in the files for what is accepted now."""
    wanted = _wanted(resolved)
    kept = {about: before[about] for about in wanted if about in before}
    missing = [about for about in wanted if about not in kept]
    if missing:
        gathered = gather(histories, resolved.plan, resolved.rulings)
        for entry, key in missing:
            said = [
                claim
                for claim in _all_said(gathered, key)
                if _is_file(claim.path, entry.file, resolved.plan, key)
            ]
            if said:
                kept[entry, key] = max(said, key=lambda claim: claim.order)
    return kept


def nothing_accepted(accepted: Accepted, resolved: Resolved) -> Iterator[Problem]:
    """The entries whose file says nothing that can be scored."""
    for entry, key in _wanted(resolved):
        if (entry, key) not in accepted:
            play = resolved.plan.by_key[key]
            yield Problem(
                Severity.ERROR,
                "rulings-no-result",
                f"{entry.file} says nothing that can be scored about {play}, so nothing is "
                f"accepted: correct the name of the file, or write score = ... instead",
                resolved.rulings.on_play[key].source,
                entry.span,
            )


def _wanted(resolved: Resolved) -> list[tuple[AcceptEntry, PlayKey]]:
    return [
        (ruling.entry, key)
        for key, ruling in resolved.rulings.on_play.items()
        if isinstance(ruling, AcceptRuling) and ruling.entry.file is not None
    ]


def _all_said(gathered: Gathered, key: PlayKey) -> Iterator[Claim]:
    """What files say about a play, also under a table that is wrong."""
    yield from gathered.claims.get(key, ())
    for stray in gathered.strays:
        if stray.claim is not None and stray.play is not None and stray.play.key == key:
            yield stray.claim


def _is_file(path: str, named: str | None, plan: Plan, key: PlayKey) -> bool:
    """Whether the director means this file: by its path, or its name within the section."""
    subfolder = plan.section(key.section).settings.subfolder
    meant = str(named).casefold()
    return path.casefold() in {meant, f"{subfolder}/{meant}".casefold()}
