"""The forms in which results go out to others: what `export` and the archive write."""

from collections.abc import Callable, Mapping

from daemon.publish.csv_export import standings_export, travellers_export
from daemon.publish.json_export import json_export
from daemon.publish.pbn import pbn
from daemon.publish.usebio import usebio
from daemon.tournament.results import Results

Export = Callable[[Results], bytes]

EXPORTS: Mapping[str, Export] = {
    "results.json": json_export,
    "results.pbn": pbn,
    "results.xml": usebio,
    "standings.csv": standings_export,
    "travellers.csv": travellers_export,
}
"""Name in the archive -> what makes it. The same results give the same bytes."""
