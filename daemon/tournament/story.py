"""State before, state after -> what to tell the director.

Every `Told` becomes one line of the log; its event is one of the catalogue's.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from daemon.movement.wording import listing, plural
from daemon.tournament.acknowledging import still_open
from daemon.tournament.conclusion import Conclusion
from daemon.tournament.entry_story import entry_story
from daemon.tournament.merge import Merged
from daemon.tournament.play import PlayKey
from daemon.tournament.problem_story import problem_story
from daemon.tournament.progress import has_begun, latest_round
from daemon.tournament.result_story import result_story
from daemon.tournament.results import OpenProblem, Status
from daemon.tournament.ruling import Rulings
from daemon.tournament.told import Level, Told, Value

__all__ = ["Level", "Told", "Value", "story"]

_COUNTS = frozenset({Status.SCORED, Status.ADJUSTED})
_MOST_NAMED = 10


def story(before: Conclusion | None, after: Conclusion) -> tuple[Told, ...]:
    """What has happened between two conclusions, in an order that reads well.

    Without a conclusion before, everything that is so now has happened.
    """
    then = before.merged if before else Merged()
    news = after.merged.news_since(then)
    replanned = tuple(_plan(before, after))
    results = result_story(then, after.merged, news)
    # A new plan names the results that it has no room for.
    told = (one for one in results.told if not replanned or one.event != "result.withdrawn")
    problems = tuple(problem_story(_not_seen(before, after), after.results.problems, results.about))
    return (
        *replanned,
        *_rounds(before, after, news),
        *entry_story(before.rulings if before else Rulings(), after.rulings),
        *told,
        *problems,
        *_held_again(then, after.merged, news, results.about | _subjects(problems)),
    )


def _not_seen(before: Conclusion | None, after: Conclusion) -> tuple[OpenProblem, ...]:
    """What was open before; a warning that was only acknowledged since is not settled."""
    if before is None:
        return ()
    return still_open(before.results.problems, after.rulings.acknowledged, after.merged.score)


def _subjects(told: Iterable[Told]) -> frozenset[tuple[Value, ...]]:
    """The plays (section, board, NS, EW) that these lines name."""
    fields = (dict(one.fields) for one in told)
    return frozenset(tuple(one.get(name) for name in PlayKey._fields) for one in fields)


def _held_again(
    before: Merged, after: Merged, news: Iterable[PlayKey], told: Collection[tuple[Value, ...]]
) -> Iterator[Told]:
    """Results that count no longer for a problem that was open, and told, before it held them."""
    for key in news:
        old, verdict = before.verdicts.get(key), after.verdicts[key]
        stopped = old is not None and old.status in _COUNTS and verdict.status is Status.HELD
        if stopped and key not in told:
            yield Told(
                "result.held",
                f"{verdict.play}: its result counts no longer, for what was open about it before; "
                f"`tournamentd status` says what would settle it",
                Level.WARNING,
                tuple(zip(PlayKey._fields, key, strict=True)),
            )


def _plan(before: Conclusion | None, after: Conclusion) -> Iterator[Told]:
    if before is None or before.state.plan_read == after.state.plan_read:
        return
    new = after.merged.verdicts
    lost = [
        str(verdict.play)
        for key, verdict in before.merged.verdicts.items()
        if verdict.status in _COUNTS and (key not in new or new[key].status is Status.MISSING)
    ]
    beyond = {play.key for play in before.plan.plays if not play.scheduled}
    kept = [str(play) for play in after.plan.plays if not play.scheduled and play.key not in beyond]
    expected = len(after.plan.plays)
    level = Level.WARNING
    text = f"{_read_again(before, after)}: {plural(expected, 'result')} expected now"
    if not kept and not lost and expected == len(before.plan.plays):
        level = Level.INFO
        text = f"{_read_again(before, after)}: {plural(expected, 'result')} expected, as before"
    if kept:
        what = "1 result stays" if len(kept) == 1 else f"{len(kept)} results stay"
        text += (
            f"; {what} as played by the plan before ([[not_played]] takes it out): {_some(kept)}"
        )
    if lost:
        what = "1 result counts" if len(lost) == 1 else f"{len(lost)} results count"
        text += f"; {what} no longer: {_some(lost)}"
    fields = (("expected", expected), ("kept", len(kept) or None), ("lost", len(lost) or None))
    yield Told("plan.changed", text, level, fields)


def _read_again(before: Conclusion, after: Conclusion) -> str:
    """`movement.asc was read again`."""
    old, new = (
        {} if one.state.plan_read is None else dict(one.state.plan_read.texts)
        for one in (before, after)
    )
    files = sorted(name for name in {**old, **new} if old.get(name) != new.get(name))
    return f"{listing(files)} {'was' if len(files) == 1 else 'were'} read again"


def _some(plays: Sequence[str]) -> str:
    more = len(plays) - _MOST_NAMED
    return "; ".join(plays[:_MOST_NAMED]) + (f"; and {more} more" if more > 0 else "")


def _rounds(
    before: Conclusion | None, after: Conclusion, news: Iterable[PlayKey]
) -> Iterator[Told]:
    """The rounds that began: something came in for them, and nothing yet for a later one.

    Where there is a clock, it calls them.
    """
    clocked = {clock.section for clock in after.rulings.clocks}
    verdicts = [after.merged.verdicts[key] for key in news]
    for section in after.plan.sections:
        if section.name in clocked:
            continue
        now = latest_round(verdicts, section.name)
        if now and not (before and has_begun(before, section.name, now)):
            yield Told(
                "round.started",
                f"section {section.name}: the first result of round {now} came in",
                fields=(("section", section.name), ("round", now)),
            )
