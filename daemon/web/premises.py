"""What the pages' server stands on: where it listens, what it serves, and whom it lets in."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from daemon.bridgesuite.envelope import Secret
from daemon.directing.rulings_text import Sheet
from daemon.web.window import Window


class Premises(Struct, frozen=True):
    """Everything that the server knows of the house.

    `directory` is where results are published; `token_file` holds the director's token (None:
    the director's page opens on this computer only); `sheet` is the rulings file, and `secret`
    what tablets encrypt with. `clock` tells the time now (aware), `monotonic` gives seconds.
    """

    host: str
    port: int
    directory: Path
    token_file: Path | None
    sheet: Sheet
    secret: Secret | None
    window: Window
    clock: Callable[[], datetime]
    monotonic: Callable[[], float]
