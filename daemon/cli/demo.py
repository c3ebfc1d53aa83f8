"""`demo`: a whole tournament here and now, from the movement to the final standings."""

import argparse
import random
import secrets
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from daemon.cli.building import UNUSABLE, load_or_explain, publish_directory
from daemon.cli.evening import CONFIGURATION, NAMES, Evening, Game, evening_files
from daemon.cli.loading import Loaded
from daemon.cli.playing import Pace, deliver, encrypting
from daemon.cli.remembering import conclude_ledger
from daemon.cli.running import run_loaded
from daemon.cli.simulate import speed
from daemon.movement.asc import write_asc
from daemon.movement.mitchell import mitchell
from daemon.publish.characters import characters_of
from daemon.publish.terminal import problems_text, progress_text, standings_text
from daemon.service.starting import Orders
from daemon.settings.model import Stale
from daemon.simulation.evening import evening
from daemon.tournament.plan import Plan

_SPEED = 600.0
"""Twenty-one boards take a quarter of a minute."""

_FIRST = (
    *("Ada", "Bram", "Clio", "Dario", "Elke", "Fedor", "Gaia", "Hugo", "Iris", "Joost"),
    *("Kaat", "Lino", "Mira", "Nero", "Olga", "Pim", "Quinta", "Remo", "Saar", "Tito"),
)
_LAST = ("Anker", "Brugge", "Corno", "Dijk", "Ezel", "Fiore", "Gracht")
"""Nobody is called so: the names are put together."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd demo`."""
    parser.add_argument("--tables", type=int, default=7, metavar="N", help="default: 7")
    parser.add_argument(
        "--boards-per-round", type=int, default=3, metavar="N", help="1 to 8 (default: 3)"
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="the same number plays the same evening"
    )
    parser.add_argument(
        "--speed",
        type=speed,
        default=_SPEED,
        metavar="X",
        help="times as fast as a real evening (default: 600)",
    )
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="play in this new folder and keep it"
    )
    parser.add_argument(
        "--no-serve", action="store_true", help="serve no page (this version never does)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play it to the end and print the standings: 0, or 2 when it cannot be played so."""
    try:
        game = _game(arguments.tables, arguments.boards_per_round)
        with _place(arguments.keep) as directory:
            return _play(directory, game, arguments.seed, arguments.speed)
    except (ValueError, FileExistsError) as error:
        print(f"tournamentd demo: {error}", file=sys.stderr)
        return 2


def _game(tables: int, boards_per_round: int) -> Game:
    movement = mitchell(tables)
    if not 1 <= boards_per_round <= 8:
        raise ValueError(f"a round has 1 to 8 boards, not {boards_per_round}")
    return Game(movement, write_asc(movement, line_ending="\n").encode("ascii"), boards_per_round)


@contextmanager
def _place(keep: Path | None) -> Iterator[Path]:
    """A folder to play in: a temporary one, or a new one that stays."""
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="tournamentd-demo-") as made:
            yield Path(made)
        return
    if keep.exists() and any(keep.iterdir()):
        raise FileExistsError(f"{keep} is not empty: name a new folder, nothing is overwritten")
    keep.mkdir(parents=True, exist_ok=True)
    yield keep


def _play(directory: Path, game: Game, seed: int | None, times: float) -> int:
    config = _prepare(directory, game)
    loaded = load_or_explain(config)
    if loaded is None or loaded.plan is None:
        return UNUSABLE
    chosen = secrets.randbelow(1_000_000) if seed is None else seed
    page = publish_directory(loaded) / "index.html"
    print(
        f"{game.movement.tables} tables, {game.movement.rounds} rounds of {game.boards_per_round} "
        f"boards, {len(loaded.plan.plays)} results; --seed {chosen} plays the same evening again\n"
        f"While it lasts the page is {page.resolve().as_uri()}\n",
        flush=True,
    )
    tablets = _Tablets(loaded, loaded.plan, chosen, times)
    tablets.thread.start()
    try:
        run_loaded(loaded, Orders(Stale.REFUSE, until_complete=True))
    finally:
        tablets.stopped.set()
        tablets.thread.join()
    if tablets.failure is not None:
        raise tablets.failure
    _print_results(loaded)
    return 0


class _Tablets:
    """The simulated tablets, in a thread of their own."""

    def __init__(self, loaded: Loaded, plan: Plan, seed: int, times: float) -> None:
        self.stopped = threading.Event()
        self.failure: BaseException | None = None
        self._loaded = loaded
        self._plan = plan
        self._seed = seed
        self._pace = Pace(times)
        self.thread = threading.Thread(target=self._run, name="tablets")

    def _run(self) -> None:
        dice = random.Random(self._seed)  # noqa: S311 - cards to be dealt again, not a secret
        try:
            deliver(
                evening(self._plan, dice),
                self._loaded.path(self._plan.settings.folder.path),
                encrypting(self._plan, self._loaded.secret),
                self._pace,
                self.stopped,
            )
        except BaseException as error:  # noqa: BLE001 - raised in the main thread
            self.failure = error
            signal.raise_signal(signal.SIGTERM)  # the daemon must not wait for them for ever


def _prepare(directory: Path, game: Game) -> Path:
    """Write the files of the evening, with names and a secret."""
    today = datetime.now().astimezone().date()
    contents = evening_files(Evening("Demo", today, "exchange", game))
    contents[CONFIGURATION] = contents[CONFIGURATION].replace(b"#secret_file =", b"secret_file =")
    contents[NAMES] = _names(game.movement.contestants).encode("utf-8")
    for name, content in contents.items():
        (directory / name).write_bytes(content)
    secret = directory / "secret.txt"
    secret.touch(mode=0o600)
    secret.write_text("".join(secrets.choice("abcdefghjkmnpqrstuvwxyz") for _ in range(4)) + "\n")
    (directory / "exchange").mkdir()
    return directory / CONFIGURATION


def _names(pairs: int) -> str:
    players = [f"{first} {last}" for last in _LAST for first in _FIRST]
    rows = (
        f"{pair},{players[(2 * pair - 2) % len(players)]},,{players[(2 * pair - 1) % len(players)]},"
        for pair in range(1, pairs + 1)
    )
    return "number,name1,id1,name2,id2\n" + "\n".join(rows) + "\n"


def _print_results(loaded: Loaded) -> None:
    results = conclude_ledger(loaded).results
    characters = characters_of(sys.stdout.encoding)
    width = shutil.get_terminal_size().columns
    print()
    print(standings_text(results, width, characters))
    print(progress_text(results, characters), end="")
    print(problems_text(results, width, characters), end="")
