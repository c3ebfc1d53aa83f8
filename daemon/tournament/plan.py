"""The plan of an event: which boards are to be played by whom, under the numbers people use."""

from collections.abc import Mapping
from dataclasses import dataclass

from daemon.movement.movement import Movement
from daemon.scoring.traveller import Contestant
from daemon.settings.model import Section, Settings
from daemon.tournament.play import Play, PlayKey

Table = tuple[str, int, int]
"""Section, table and board: where a line says it was played."""


@dataclass(frozen=True, slots=True)
class SectionPlan:
    """One section: its movement, who is called what, and what is to be played.

    `shown` maps the movement's numbers to those that people and devices use. `plays` come by
    round, table and board; `left_out` are those of absent contestants, for which nobody waits.
    `sit_outs` says how many boards a contestant that takes part sits out.
    """

    settings: Section
    movement: Movement
    shown: Mapping[int, int]
    names: Mapping[int, tuple[str, ...]]
    plays: tuple[Play, ...]
    left_out: tuple[Play, ...]
    sit_outs: Mapping[Contestant, int]

    @property
    def name(self) -> str:
        """The section's name."""
        return self.settings.name

    @property
    def contestants(self) -> tuple[Contestant, ...]:
        """Who takes part, in number order: all that the movement seats, but for the absent."""
        return tuple(
            sorted(
                Contestant(self.name, shown)
                for shown in self.shown.values()
                if shown not in self.settings.absent
            )
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a whole event. `by_key` and `by_table` find a play for a line of an OUT file."""

    settings: Settings
    sections: tuple[SectionPlan, ...]
    by_key: Mapping[PlayKey, Play]
    by_table: Mapping[Table, tuple[Play, ...]]

    @property
    def plays(self) -> tuple[Play, ...]:
        """All plays of all sections, in the order of play within each."""
        return tuple(play for section in self.sections for play in section.plays)

    def section(self, name: str) -> SectionPlan:
        """The section of that name (KeyError when there is none)."""
        for section in self.sections:
            if section.name == name:
                return section
        raise KeyError(name)

    def section_of_file(self, path: str) -> tuple[SectionPlan, str] | None:
        """The section whose folder a file lies in, and its bare name; None when in no section's."""
        folder, _, name = path.rpartition("/")
        for section in self.sections:
            if section.settings.subfolder.casefold() == folder.casefold():
                return section, name
        return None
