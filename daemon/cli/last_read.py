"""The plan as the ledger holds it, for when its files are broken in the middle of play."""

import sys
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from daemon.cli.broken import table_or_nothing, toml_or_none
from daemon.cli.building import explain
from daemon.cli.loading import Loaded, load
from daemon.cli.report import print_problems
from daemon.cli.secret import SecretError, find_secret
from daemon.ledger.port import LedgerError
from daemon.ledger.sqlite import read_ledger
from daemon.problem import Source
from daemon.settings.model import Event
from daemon.tournament.entry import PlanRead
from daemon.tournament.plan import Plan
from daemon.tournament.planning import plan_of_texts

_USUAL_STATE = "state"


def load_quietly(config: Path) -> Loaded | None:
    """Load the configuration of an event that is played; None when it cannot be used.

    What is only odd was told when it began. What is broken meanwhile keeps nobody from working, as
    it does not stop the daemon: it is printed, and the plan is the one that the ledger holds.
    """
    loaded = load(config)
    if loaded.plan is not None:
        return loaded
    before = last_read(loaded)
    if before is None:
        explain(loaded)
        return None
    print_problems(problem for problem in loaded.problems if problem.is_error)
    print(
        f"tournamentd: {config} cannot be used as it is now, so this goes by the plan in the "
        f"ledger, which was read last and which a daemon that runs goes by too: mend what is named "
        f"above",
        file=sys.stderr,
    )
    return before


def last_read(broken: Loaded) -> Loaded | None:
    """The same event by the plan that the ledger read last; its problems stay those of the files.

    None when there is no such plan, when the files speak of another event, or when the secret that
    the plan names cannot be used: then not even the results that came in can be read.
    """
    written = _still_readable(broken.configuration)
    directory = broken.path(written.state)
    found = _last_plan(directory)
    if found is None:
        return None
    read, plan = found
    event = plan.settings.event
    if (
        read.configuration != broken.config.name
        or written.identity not in {None, event.identity}
        or broken.path(event.state).resolve() != directory.resolve()
    ):
        return None
    try:
        secret, _ = find_secret(plan.settings.encryption, broken.directory)
    except SecretError:
        return None
    others = (broken.path(name) for name, _ in read.texts if name != read.configuration)
    return replace(broken, files=(broken.config, *others), plan=plan, plan_read=read, secret=secret)


def _last_plan(state: Path) -> tuple[PlanRead, Plan] | None:
    """The plan in force by the ledger in this directory: the last one without errors."""
    try:
        ledger = read_ledger(state)
        try:
            read = [one.fact for one in ledger.entries() if isinstance(one.fact, PlanRead)]
        finally:
            ledger.close()
    except LedgerError:
        return None
    return next(_usable(reversed(read)), None)


def _usable(read: Iterator[PlanRead]) -> Iterator[tuple[PlanRead, Plan]]:
    for one in read:
        plan, _ = plan_of_texts(one)
        if plan is not None:
            yield one, plan


class _Written(Struct, frozen=True):
    """What a broken configuration still says; `identity` is None where it does not say which."""

    state: str = _USUAL_STATE
    identity: str | None = None


def _still_readable(configuration: Source | None) -> _Written:
    """Where the ledger is, and which event it is about: from all of it, or line by line."""
    if configuration is None:
        return _Written()
    whole = toml_or_none(configuration.text)
    if whole is not None:
        return _of_event(table_or_nothing(whole.get("event")))
    for line in configuration.lines:
        # No other table has this key.
        alone = toml_or_none(line) or {}
        state = alone.get("state", table_or_nothing(alone.get("event")).get("state"))
        if isinstance(state, str):
            return _Written(state)
    return _Written()


def _of_event(event: Mapping[str, object]) -> _Written:
    state, identity = event.get("state"), None
    match event:
        case {"name": str(name), "date": date() as day} if type(day) is date:
            identity = Event(name, day).identity
    return _Written(state if isinstance(state, str) else _USUAL_STATE, identity)
