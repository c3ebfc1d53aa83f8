from pathlib import Path

import pytest

from daemon.ledger.salvage import SetAside
from daemon.service.set_aside import told_set_aside
from daemon.tournament.told import Level


@pytest.mark.parametrize(
    ("saved", "lost", "words"),
    [
        (0, None, "0 entries taken over, how many were lost nobody can tell."),
        (1, 0, "1 entry taken over, 0 could not be read."),
        (1200, 3, "1,200 entries taken over, 3 could not be read."),
    ],
)
def test_a_ledger_that_was_set_aside_is_told_loudly(
    saved: int, lost: int | None, words: str
) -> None:
    place = Path("state", "damaged 2026-12-01 21.30.15")
    told = told_set_aside(SetAside(place, "Entry 3 of the ledger: Invalid", saved, lost))
    assert (told.event, told.level) == ("ledger.damaged", Level.ERROR)
    assert told.text == (
        f"Entry 3 of the ledger: Invalid. It was moved to {place} as it is, and a new one was "
        f"begun: {words} The files of results in the folder, the plan and the rulings are read "
        "anew: compare the standings with what was shown before, above all corrections and "
        "results of tablets whose files are no longer in the folder"
    )
    assert told.fields == (("directory", str(place)), ("saved", saved), ("lost", lost))
