"""`simulate CONFIG`: plays the tablets of a whole evening into the folder."""

import argparse
import math
import random
import secrets
import sys
import threading
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

from daemon.cli.building import (
    UNUSABLE,
    folder_place,
    load_or_explain,
    open_folder,
    open_tablets,
)
from daemon.cli.loading import Loaded
from daemon.cli.passing import status_of
from daemon.cli.playing import Pace, deliver, encrypting
from daemon.cli.report import print_problems
from daemon.folder.port import FolderError
from daemon.problem import Problem, Severity
from daemon.service.house import day_begins
from daemon.simulation.devices import in_clear, out_paths
from daemon.simulation.evening import Delivery, evening
from daemon.simulation.faults import faulty
from daemon.tournament.plan import Plan

DEFAULT_SPEED = 60.0
INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells give it: the evening is not complete, so no script goes on
as if it were."""

_SHOWN_AT_MOST = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd simulate`."""
    parser.add_argument("config", type=Path, help="the configuration (TOML)")
    parser.add_argument(
        "--seed", type=int, help="the same number plays the same evening (else by chance)"
    )
    parser.add_argument(
        "--speed",
        type=speed,
        default=DEFAULT_SPEED,
        help="how many times as fast as a real evening, 7.5 minutes a board (default: 60)",
    )
    parser.add_argument(
        "--faults",
        action="store_true",
        help="also do what sync clients do: torn, doubled, late and conflicted files",
    )


def speed(text: str) -> float:
    """The speed that somebody typed; argparse shows what was wrong with it."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is no speed: give a number above 0, such as 60")
    return value


def run(arguments: argparse.Namespace) -> int:
    """Play the evening: 0 when all is played, 1 when the folder does not take it or is away.

    78 when the configuration or a credential cannot be used.
    """
    loaded = load_or_explain(arguments.config)
    if loaded is None or loaded.plan is None:
        return UNUSABLE
    plan = loaded.plan
    try:
        in_the_way = _in_the_way(loaded, plan)
    except FolderError as error:
        _refuse(loaded, "folder", str(error))
        return status_of(error)
    if in_the_way:
        _refuse(loaded, "out-in-the-way", _explain(in_the_way, loaded))
        return 1
    seed = secrets.randbelow(1_000_000) if arguments.seed is None else arguments.seed
    dice = random.Random(seed)  # noqa: S311 - an evening that can be played again, not a secret
    deliveries = tuple(evening(plan, dice))
    lines = len(deliveries)
    if arguments.faults:
        deliveries = tuple(faulty(deliveries, dice, plan.settings.event.date))
    print(
        f"{len(plan.plays)} results in about {_duration(deliveries, arguments.speed)}; "
        f"--seed {seed} plays the same evening again",
        flush=True,
    )
    status = _play(loaded, plan, deliveries, arguments.speed)
    if status == 0:
        print(
            f"All is played: {lines} lines in {len(out_paths(plan))} files, corrections among "
            f"them: {lines - len(plan.plays)}"
        )
    return status


def _play(loaded: Loaded, plan: Plan, deliveries: Sequence[Delivery], times: float) -> int:
    try:
        deliver(
            deliveries,
            open_tablets(loaded),
            encrypting(plan, loaded.secret),
            Pace(times),
            threading.Event(),
            told=_announcer(plan),
            not_before=_beginning_of(plan.settings.event.date),
        )
    except FolderError as error:
        _refuse(loaded, "folder", str(error))
        return status_of(error)
    except KeyboardInterrupt:
        print(
            f"Stopped before the end; what was entered stays in {folder_place(loaded)}",
            file=sys.stderr,
        )
        return INTERRUPTED
    return 0


def _duration(deliveries: Sequence[Delivery], times: float) -> str:
    seconds = Pace(times).seconds(deliveries[-1].minute)
    return f"{seconds:.0f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"


def _announcer(plan: Plan) -> Callable[[Delivery], None]:
    """What says so when the first result of a section's round is in."""
    begun: set[tuple[str, int]] = set()

    def announce(delivery: Delivery) -> None:
        if (delivery.section, delivery.round) in begun:
            return
        begun.add((delivery.section, delivery.round))
        rounds = plan.section(delivery.section).movement.rounds
        print(
            f"minute {delivery.minute:.0f}: section {delivery.section}, round {delivery.round} of "
            f"{rounds}, first result in {delivery.path}",
            flush=True,
        )

    return announce


def _in_the_way(loaded: Loaded, plan: Plan) -> list[str]:
    """The files in the folder that devices of this evening have written before, in any form."""
    ours = {path.casefold() for path in out_paths(plan)}
    names = (seen.name for seen in open_folder(loaded).scan())
    return [name for name in names if in_clear(name).casefold() in ours]


def _explain(in_the_way: list[str], loaded: Loaded) -> str:
    shown = ", ".join(in_the_way[:_SHOWN_AT_MOST])
    more = len(in_the_way) - _SHOWN_AT_MOST
    others = f" and {more} more" if more > 0 else ""
    state = loaded.path(loaded.settings.event.state)
    return (
        f"tablets have written here already: {shown}{others}. Nothing was overwritten: move these "
        f"files away first, and the ledger in {state} too if it has read them"
    )


def _refuse(loaded: Loaded, code: str, message: str) -> None:
    print_problems([Problem(Severity.ERROR, code, message, folder_place(loaded))])


def _beginning_of(day: date) -> float:
    """When a day begins here, in POSIX seconds."""
    return day_begins(day).timestamp()
