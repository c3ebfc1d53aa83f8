"""The words on cards, in English, Italian and Dutch."""

from collections.abc import Mapping
from dataclasses import dataclass

from daemon.movement.turns import Seat


@dataclass(frozen=True, slots=True)
class Words:
    """What stands on cards in one language."""

    language: str
    pair: str
    player: str
    table: str
    round: str
    seat: str
    partner: str
    opponents: str
    boards: str
    next: str
    stay: str
    sit_out: str
    end: str
    start: str
    guide_card: str
    table_card: str
    board_list: str
    director: str
    seats: Mapping[Seat, str]


_ENGLISH = Words(
    language="en",
    pair="Pair",
    player="Player",
    table="Table",
    round="Round",
    seat="Seat",
    partner="Partner",
    opponents="Against",
    boards="Boards",
    next="Then go to",
    stay="stay",
    sit_out="sit out",
    end="end",
    start="Start at",
    guide_card="Guide card",
    table_card="Table card",
    board_list="Where the boards are",
    director="Director's sheet",
    seats={seat: seat.value for seat in Seat},
)

_ITALIAN = Words(
    language="it",
    pair="Coppia",
    player="Giocatore",
    table="Tavolo",
    round="Turno",
    seat="Posto",
    partner="Compagno",
    opponents="Contro",
    boards="Board",
    next="Poi al tavolo",
    stay="restare",
    sit_out="riposo",
    end="fine",
    start="Inizio al",
    guide_card="Scheda di percorso",
    table_card="Scheda del tavolo",
    board_list="Dove sono i board",
    director="Foglio dell'arbitro",
    seats={
        Seat.NS: "NS",
        Seat.EW: "EO",
        Seat.N: "N",
        Seat.S: "S",
        Seat.E: "E",
        Seat.W: "O",
    },
)

_DUTCH = Words(
    language="nl",
    pair="Paar",
    player="Speler",
    table="Tafel",
    round="Ronde",
    seat="Plaats",
    partner="Partner",
    opponents="Tegen",
    boards="Spellen",
    next="Daarna naar",
    stay="blijven",
    sit_out="rust",
    end="einde",
    start="Begin aan",
    guide_card="Loopbriefje",
    table_card="Tafelkaart",
    board_list="Waar de spellen liggen",
    director="Overzicht voor de wedstrijdleider",
    seats={
        Seat.NS: "NZ",
        Seat.EW: "OW",
        Seat.N: "N",
        Seat.S: "Z",
        Seat.E: "O",
        Seat.W: "W",
    },
)

WORDS: Mapping[str, Words] = {words.language: words for words in (_ENGLISH, _ITALIAN, _DUTCH)}
