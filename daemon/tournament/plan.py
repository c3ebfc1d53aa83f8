"""The plan of an event: which boards are to be played by whom, under the numbers people use."""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct, field
from msgspec.structs import replace

from daemon.bridge.hand_records import HandRecords
from daemon.bridgesuite.record import Place
from daemon.movement.movement import Movement
from daemon.scoring.sessions import Session
from daemon.scoring.traveller import Contestant
from daemon.settings.model import Section, Settings
from daemon.tournament.absence import Absence
from daemon.tournament.play import Play, PlayKey

Table = tuple[str, int, int]
"""Section, table and board: where a line says it was played."""


class SectionPlan(Struct, frozen=True):
    """One section: its movement, who is called what, and what is to be played.

    `shown` maps the movement's numbers to those that people and devices use. `ids` are the numbers
    that a federation gave to those with `names`, empty where it gave none. `plays` come by
    round, table and board, with what was played beyond the movement at the end; `left_out` are
    those of absent contestants, for which nobody waits. `carried` is what contestants bring from
    earlier sessions. `groups` are the lists that contestants are ranked in apart, `handicaps` what
    is added to their results, by number. `hands` is what lies in the boards, as far as there are
    hand records.
    """

    settings: Section
    movement: Movement
    shown: Mapping[int, int]
    names: Mapping[int, tuple[str, ...]]
    plays: tuple[Play, ...]
    left_out: tuple[Play, ...] = ()
    absences: tuple[Absence, ...] = ()
    carried: Mapping[Contestant, tuple[Session, ...]] = field(default_factory=dict)
    ids: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    groups: Mapping[int, str] = field(default_factory=dict)
    handicaps: Mapping[int, Fraction] = field(default_factory=dict)
    hands: HandRecords = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The section's name."""
        return self.settings.name

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of all that the movement seats, in order."""
        return tuple(sorted(self.shown.values()))

    @property
    def contestants(self) -> tuple[Contestant, ...]:
        """Who takes part, in number order: all that the movement seats, but for the absent."""
        playing = {one.number for play in self.plays for one in play.contestants}
        whole = range(1, self.movement.rounds + 1)
        return tuple(
            Contestant(self.name, number)
            for number in self.numbers
            if number in playing or any(self.absence(number, one) is None for one in whole)
        )

    @property
    def sit_outs(self) -> Mapping[Contestant, int]:
        """How many boards a contestant sits out while it takes part; only those that do."""
        playing = Counter(one for play in self.plays if play.scheduled for one in play.contestants)
        sitting = {}
        for one in self.contestants:
            there = [
                number
                for number in range(1, self.movement.rounds + 1)
                if self.absence(one.number, number) is None
            ]
            boards = len(there) * self.settings.boards_per_round - playing[one]
            if boards > 0:
                sitting[one] = boards
        return sitting

    def absence(self, number: int, in_round: int) -> Absence | None:
        """Why a contestant does not play in a round; None when it does."""
        return next((one for one in self.absences if one.covers(number, in_round)), None)

    def without(self, absences: Iterable[Absence]) -> "SectionPlan":
        """The section when these too are absent. What was played all the same stays."""
        new = tuple(absences)
        if not new:
            return self
        absent = replace(self, absences=(*self.absences, *new))
        every = (*self.plays, *self.left_out)
        stays = {
            play.key
            for play in every
            if not play.scheduled
            or all(absent.absence(one.number, play.round) is None for one in play.contestants)
        }
        return replace(
            absent,
            plays=tuple(play for play in every if play.key in stays),
            left_out=tuple(play for play in every if play.key not in stays),
        )


class Plan(Struct, frozen=True):
    """The plan of a whole event. `by_key` and `by_table` find a play for a line of an OUT file.

    `aliases` are further places (section, place) under which lines are about a play: as an
    earlier plan had it, or with the sides as the movement has them when the pairs sat the other
    way round. `displaced` are those that were played by an earlier plan, for which this one has no
    room. `turn` is the place of each play in the order of play.
    """

    settings: Settings
    sections: tuple[SectionPlan, ...]
    by_key: Mapping[PlayKey, Play]
    by_table: Mapping[Table, tuple[Play, ...]]
    aliases: Mapping[tuple[str, Place], PlayKey] = field(default_factory=dict)
    displaced: frozenset[tuple[str, Place]] = frozenset()
    turn: Mapping[PlayKey, int] = field(default_factory=dict)

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

    def find(self, section: str, place: Place) -> Play | None:
        """The play that a line is about: its board, its pairs and its table must be right."""
        play = self.by_key.get(PlayKey(section, place.board, place.ns, place.ew))
        if play is not None and play.table == place.table:
            return play
        alias = self.aliases.get((section, place))
        return None if alias is None else self.by_key.get(alias)


def plan_of(
    settings: Settings,
    sections: Iterable[SectionPlan],
    aliases: Mapping[tuple[str, Place], PlayKey] | None = None,
    displaced: frozenset[tuple[str, Place]] = frozenset(),
) -> Plan:
    """The plan of these sections, with what finds a play in it."""
    sections = tuple(sections)
    by_key: dict[PlayKey, Play] = {}
    by_table: dict[Table, tuple[Play, ...]] = {}
    for section in sections:
        for play in section.plays:
            by_key[play.key] = play
            table = (play.section, play.table, play.board)
            by_table[table] = (*by_table.get(table, ()), play)
    turn = {key: place for place, key in enumerate(by_key)}
    return Plan(settings, sections, by_key, by_table, aliases or {}, displaced, turn)
