"""`demo`: a whole tournament here and now, from the movement to the final standings."""

import argparse
import queue
import random
import secrets
import socket
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
from daemon.cli.status import print_results
from daemon.movement.asc import write_asc
from daemon.movement.mitchell import mitchell
from daemon.movement.wording import plural
from daemon.service.house import Orders
from daemon.service.messages import Failed, Inbox
from daemon.settings.model import Stale
from daemon.simulation.evening import evening
from daemon.tournament.plan import Plan

_SPEED = 600.0
"""Twenty-one boards take a quarter of a minute."""

_MOST_BOARDS = 8
_WRONG_USAGE = 2
_EVENING = "Demo"
_FOLDER = "exchange"
_HERE = "127.0.0.1"
_SECRET = "secret.txt"  # noqa: S105 - the name of its file

_FIRST = (
    *("Ada", "Bram", "Clio", "Dario", "Elke", "Fedor", "Gaia", "Hugo", "Iris", "Joost"),
    *("Kaat", "Lino", "Mira", "Nero", "Olga", "Pim", "Quinta", "Remo", "Saar", "Tito"),
)
_LAST = (
    *("Anker", "Brugge", "Corno", "Dijk", "Ezel", "Fiore", "Gracht", "Haven", "Isola", "Kade"),
    *("Lampe", "Molen", "Nube"),
)
"""Nobody is called so. Twenty and thirteen have no divisor in common: that makes 260 players who
are all called otherwise, and partners who share no name."""


class _RefusedError(Exception):
    """It cannot be played so; the message says why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd demo`."""
    parser.add_argument("--tables", type=int, default=7, metavar="N", help="default: 7")
    parser.add_argument(
        "--boards-per-round",
        type=int,
        default=3,
        metavar="N",
        help=f"1 to {_MOST_BOARDS} (default: 3)",
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
    parser.add_argument("--no-serve", action="store_true", help="serve no pages, only write them")


def run(arguments: argparse.Namespace) -> int:
    """Play it to the end and print the standings: 0; 2 when it cannot be played so."""
    try:
        game = _game(arguments.tables, arguments.boards_per_round)
        with _place(arguments.keep) as directory:
            config = _prepare(directory, game)
            if not arguments.no_serve:
                _serve(config)
            status = _play(config, arguments.seed, arguments.speed, game)
            if arguments.keep is not None:
                print(f"\nEverything is kept in {directory}")
    except _RefusedError as error:
        print(f"tournamentd demo: {error}", file=sys.stderr)
        return _WRONG_USAGE
    return status


def _game(tables: int, boards_per_round: int) -> Game:
    if not 1 <= boards_per_round <= _MOST_BOARDS:
        raise _RefusedError(f"a round has 1 to {_MOST_BOARDS} boards, not {boards_per_round}")
    try:
        movement = mitchell(tables)
    except ValueError as error:
        raise _RefusedError(str(error)) from error
    return Game(movement, write_asc(movement, line_ending="\n").encode("ascii"), boards_per_round)


@contextmanager
def _place(keep: Path | None) -> Iterator[Path]:
    """A folder to play in: a temporary one, or a new one that stays."""
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="tournamentd-demo-") as made:
            yield Path(made)
        return
    try:
        keep.mkdir(parents=True, exist_ok=True)
        empty = not any(keep.iterdir())
    except OSError as error:
        raise _RefusedError(f"{keep} cannot be made ({error.strerror}): name another") from error
    if not empty:
        raise _RefusedError(f"{keep} is not empty: name a new folder, nothing is overwritten")
    yield keep


def _play(config: Path, seed: int | None, times: float, game: Game) -> int:
    loaded = load_or_explain(config)
    if loaded is None or loaded.plan is None:
        return UNUSABLE
    chosen = secrets.randbelow(1_000_000) if seed is None else seed
    page = (publish_directory(loaded) / "index.html").resolve().as_uri()
    pages = f"the page is {page}"
    if (web := loaded.settings.web) is not None:
        address = f"http://{web.host}:{web.port}/"
        pages = f"the pages are at {address}, the director's at {address}director"
    print(
        f"{plural(game.movement.tables, 'table')}, {plural(game.movement.rounds, 'round')} of "
        f"{plural(game.boards_per_round, 'board')}, {plural(len(loaded.plan.plays), 'result')}; "
        f"--seed {chosen} plays the same evening again\n"
        f"While it lasts {pages}\n",
        flush=True,
    )
    inbox: Inbox = queue.SimpleQueue()
    with _tablets(loaded, loaded.plan, random.Random(chosen), Pace(times), inbox):  # noqa: S311 - cards to be dealt again, not a secret
        status = run_loaded(loaded, Orders(Stale.REFUSE, until_complete=True), inbox)
    if status == 0:
        print()
        print_results(conclude_ledger(loaded).results)
    return status


@contextmanager
def _tablets(
    loaded: Loaded, plan: Plan, dice: random.Random, pace: Pace, inbox: Inbox
) -> Iterator[None]:
    """Play the tablets in a thread of their own while the context lasts.

    An error there is the daemon's too: it would wait for their results for ever.
    """
    folder = loaded.path(plan.settings.folder.path)
    over = threading.Event()

    def play() -> None:
        try:
            deliver(evening(plan, dice), folder, encrypting(plan, loaded.secret), pace, over)
        except BaseException as error:  # noqa: BLE001 - handed to the daemon, which raises it
            inbox.put(Failed(error))

    thread = threading.Thread(target=play, name="tablets", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _prepare(directory: Path, game: Game) -> Path:
    """Write the files of the evening, with names and a secret."""
    today = datetime.now().astimezone().date()
    contents = evening_files(Evening(_EVENING, today, _FOLDER, game))
    contents[CONFIGURATION] = contents[CONFIGURATION].replace(b"#secret_file =", b"secret_file =")
    contents[NAMES] = _names(game.movement.contestants).encode("utf-8")
    for name, content in contents.items():
        (directory / name).write_bytes(content)
    secret = directory / _SECRET
    secret.touch(mode=0o600)
    secret.write_text("".join(secrets.choice("abcdefghjkmnpqrstuvwxyz") for _ in range(4)) + "\n")
    (directory / _FOLDER).mkdir()
    return directory / CONFIGURATION


def _serve(config: Path) -> None:
    """Have the pages served on this computer, at a port that is free."""
    with socket.create_server((_HERE, 0)) as found:
        port = found.getsockname()[1]
    text = config.read_text(encoding="utf-8")
    config.write_text(f'{text}\n[web]\nlisten = "{_HERE}:{port}"\n', encoding="utf-8")


def _names(pairs: int) -> str:
    rows = (
        f"{pair},{_player(2 * pair - 2)},,{_player(2 * pair - 1)},\n"
        for pair in range(1, pairs + 1)
    )
    return "number,name1,id1,name2,id2\n" + "".join(rows)


def _player(number: int) -> str:
    return f"{_FIRST[number % len(_FIRST)]} {_LAST[number % len(_LAST)]}"
