"""Cards of a movement to print: one HTML file without script or outside help."""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from daemon.bridge.seat import Seat as SeatAtTable
from daemon.bridge.seat import Side
from daemon.movement.finding import sets_of
from daemon.movement.grid import boards_of
from daemon.movement.movement import Movement, TableSet
from daemon.movement.turns import Move, Seat, Turn, move_after, turns, whereabouts
from daemon.publish.environment import environment
from daemon.publish.language import Language

_NOWHERE = "–"


class Sheet(StrEnum):
    """What can be printed."""

    GUIDE = "guide"
    TABLE = "table"
    BOARDS = "boards"
    DIRECTOR = "director"


class Card(Struct, frozen=True):
    """A small table with a title; `cells` has a row for each round."""

    title: str
    subtitle: str
    headings: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]


def cards_html(
    movement: Movement,
    language: Language,
    boards_per_round: int | None,
    title: str = "",
    sheets: Collection[Sheet] = tuple(Sheet),
    shown: Mapping[int, int] | None = None,
) -> str:
    """Print cards: guide cards, table cards, where the boards are, the director's sheet.

    Without `boards_per_round` boards are the letters of their groups. `title` stands on every card.
    `shown` are the numbers that people see instead of the movement's.
    """
    made = _Cards(movement, language, boards_per_round, shown or {})
    return (
        environment(language)
        .get_template("movement_cards.html")
        .render(
            title=title,
            guide_cards=made.guide_cards() if Sheet.GUIDE in sheets else (),
            table_cards=made.table_cards() if Sheet.TABLE in sheets else (),
            board_list=made.board_list() if Sheet.BOARDS in sheets else None,
            director=made.director() if Sheet.DIRECTOR in sheets else None,
        )
    )


class _Cards(Struct, frozen=True):
    """A movement in a language."""

    movement: Movement
    language: Language
    boards_per_round: int | None
    shown: Mapping[int, int]

    def guide_cards(self) -> tuple[Card, ...]:
        """A card for everybody who ever plays."""
        seated = {number for _, here in sets_of(self.movement) for number in here.contestants}
        return tuple(self._guide_card(number) for number in sorted(seated))

    def table_cards(self) -> tuple[Card, ...]:
        """A card for every table, with where its contestants go."""
        return tuple(self._table_card(table) for table in range(1, self.movement.tables + 1))

    def board_list(self) -> Card:
        """A row for every group: at which tables it is in each round."""
        _ = self.language.gettext
        played = sorted({here.group for _, here in sets_of(self.movement) if here.group})
        return Card(
            _("Where the boards are"),
            "",
            (_("Boards"), *self._rounds()),
            tuple(
                (
                    self._group(group),
                    *(
                        ", ".join(map(str, tables)) or _NOWHERE
                        for tables in whereabouts(self.movement, group)
                    ),
                )
                for group in played
            ),
        )

    def director(self) -> Card:
        """A row for every round: who sits at each table, with which boards."""
        _ = self.language.gettext
        tables = map(self._table, range(1, self.movement.tables + 1))
        return Card(
            _("Director's sheet"),
            "",
            (_("Round"), *tables),
            tuple(
                (str(number), *(self._meeting(here) for here in sets))
                for number, sets in enumerate(self.movement.rounds_sets, start=1)
            ),
        )

    def _guide_card(self, contestant: int) -> Card:
        _ = self.language.gettext
        individual = self.movement.individual
        everything = turns(self.movement, contestant)
        number = self._number(contestant)
        return Card(
            _("Player %(number)s", number=number)
            if individual
            else _("Pair %(number)s", number=number),
            self._beginning(everything),
            (
                _("Round"),
                _("Table"),
                _("Seat"),
                *((_("Partner"),) if individual else ()),
                _("Against"),
                _("Boards"),
                _("Then go to"),
            ),
            tuple(self._guide_row(turn, contestant) for turn in everything),
        )

    def _beginning(self, everything: Sequence[Turn]) -> str:
        """Where to go at the start, or that there is no hurry."""
        _ = self.language.gettext
        first = next(turn for turn in everything if turn.table is not None)
        if first.round > 1:
            return _("Round %(number)s: sit out", number=1)
        return _("Start at table %(place)s", place=self._place(Move(first.table, first.seat)))

    def _guide_row(self, turn: Turn, contestant: int) -> tuple[str, ...]:
        partner = (
            (self._number(turn.partner) if turn.partner else "",)
            if self.movement.individual
            else ()
        )
        return (
            str(turn.round),
            str(turn.table or ""),
            "" if turn.seat is None else self._seat(turn.seat),
            *partner,
            self._numbers(turn.opponents) or self._sit_out(),
            self._group(turn.group) if turn.opponents else "",
            self._next(turn, contestant),
        )

    def _next(self, turn: Turn, contestant: int) -> str:
        """Where to go after a round, as the guide card says it."""
        move = move_after(self.movement, turn.round, contestant)
        if move is None:
            return self._end()
        if move.table is None:
            return self._sit_out()
        if (move.table, move.seat) == (turn.table, turn.seat):
            return self.language.gettext("stay")
        return self._place(move)

    def _table_card(self, table: int) -> Card:
        _ = self.language.gettext
        ns, ew = self._seat(Seat.NS), self._seat(Seat.EW)
        rows = []
        for number, sets in enumerate(self.movement.rounds_sets, start=1):
            here = sets[table - 1]
            if here is None:
                rows.append((str(number), "", "", "", "", ""))
                continue
            rows.append(
                (
                    str(number),
                    self._numbers(here.ns),
                    self._numbers(here.ew),
                    self._boards(here),
                    self._moves(number, here.ns),
                    self._moves(number, here.ew),
                )
            )
        return Card(
            self._table(table),
            "",
            (_("Round"), ns, ew, _("Boards"), f"{ns} → ", f"{ew} → "),
            tuple(rows),
        )

    def _moves(self, number: int, side: tuple[int, ...]) -> str:
        moves = [move_after(self.movement, number, one) for one in side if one]
        if None in moves:
            return self._end()
        return " ".join(
            self._place(move) if move.table is not None else self._sit_out()
            for move in moves
            if move is not None
        )

    def _meeting(self, here: TableSet | None) -> str:
        if here is None:
            return ""
        return f"{self._numbers(here.ns)}–{self._numbers(here.ew)} · {self._boards(here)}"

    def _boards(self, here: TableSet) -> str:
        if here.is_half:
            return self._sit_out()
        return boards_of(here, self.boards_per_round)

    def _group(self, group: int) -> str:
        return boards_of(TableSet((1,), (2,), group), self.boards_per_round)

    def _place(self, move: Move) -> str:
        """`3 NS`."""
        return f"{move.table} {self._seat(move.seat)}" if move.seat else ""

    def _seat(self, seat: Seat) -> str:
        """A direction of pairs, or the place of one player."""
        if seat.value in tuple(Side):
            return self.language.side(Side(seat.value))
        return self.language.seat(SeatAtTable(seat.value))

    def _table(self, number: int) -> str:
        return self.language.gettext("Table %(number)s", number=number)

    def _sit_out(self) -> str:
        return self.language.gettext("sit out")

    def _end(self) -> str:
        return self.language.gettext("end")

    def _rounds(self) -> tuple[str, ...]:
        return tuple(
            self.language.gettext("Round %(number)s", number=number)
            for number in range(1, self.movement.rounds + 1)
        )

    def _numbers(self, numbers: tuple[int, ...]) -> str:
        return " ".join(self._number(number) if number else "—" for number in numbers)

    def _number(self, contestant: int) -> str:
        return str(self.shown.get(contestant, contestant))
