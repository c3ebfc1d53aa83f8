"""The texts that a configuration names, each read into what it holds."""

from collections.abc import Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from daemon.bridge.hand_records import HandRecords, read_hand_records
from daemon.movement.asc import read_asc
from daemon.movement.movement import Movement
from daemon.problem import Problem, Severity, Source
from daemon.settings.model import Settings, Unit
from daemon.settings.names import Entrant, read_names
from daemon.settings.victory_table import read_victory_table
from daemon.tournament.carrying import Carried, read_standings

Names = dict[int, Entrant]
"""Who takes part, by number."""


class Library(Struct):
    """The files that a configuration names: what several sections name is read once.

    `texts` are under the names that the configuration uses. `problems` are all that were found so
    far, in the files and in the sections.
    """

    texts: Mapping[str, str]
    problems: list[Problem] = field(default_factory=list)
    _movements: dict[str, Movement | None] = field(default_factory=dict)
    _names: dict[str, Names] = field(default_factory=dict)
    _hands: dict[str, HandRecords] = field(default_factory=dict)

    def movement(self, name: str) -> Movement | None:
        """The movement in a file; None when there is no such text, or an error in it."""
        if name not in self._movements and name in self.texts:
            self._movements[name], found = read_asc(Source(name, self.texts[name]))
            self.problems += found
        return self._movements.get(name)

    def names(self, name: str | None) -> Names:
        """Who takes part by a file; nobody when there is no such text."""
        if name is None or name not in self.texts:
            return {}
        if name not in self._names:
            self._names[name], found = read_names(Source(name, self.texts[name]))
            self.problems += found
        return self._names[name]

    def hands(self, name: str | None) -> HandRecords:
        """The hand records in a file; none when there is no such text.

        Nobody needs them to play: what is wrong with them is a warning here.
        """
        if name is None or name not in self.texts:
            return {}
        if name not in self._hands:
            self._hands[name], found = read_hand_records(Source(name, self.texts[name]))
            self.problems += [
                replace(one, severity=Severity.WARNING) if one.is_error else one for one in found
            ]
        return self._hands[name]

    def with_victory_points(self, settings: Settings) -> Settings:
        """The settings with the scale of victory points that they name a file of."""
        name = settings.scoring.vp_file
        if name is None or name not in self.texts:
            return settings
        scale, found = read_victory_table(Source(name, self.texts[name]))
        self.problems += found
        return replace(settings, scoring=replace(settings.scoring, victory_points=scale))

    def standings(self, name: str, unit: Unit) -> tuple[Carried, ...]:
        """The standings of an earlier session in a file; none when there is no such text."""
        if name not in self.texts:
            return ()
        carried, found = read_standings(Source(name, self.texts[name]), unit)
        self.problems += found
        return carried
