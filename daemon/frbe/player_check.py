"""Checks of the players of a report, by themselves and against the federation's list."""

from collections.abc import Iterator, Sequence

from daemon.frbe.columns import COLUMNS
from daemon.frbe.player_list import GAMES_FOR_A_RATING, PlayerList, plain
from daemon.frbe.report import DOMESTIC
from daemon.frbe.row_reading import Row
from daemon.frbe.wording import quoted
from daemon.problem import Problem, Source

_LOWEST_FOREIGN_ELO = 1000


def check_players(source: Source, rows: Sequence[Row]) -> Iterator[Problem]:
    """Check who the players are.

    Codes: `player-twice` (error), `name-missing`, `matricule-missing`, `elo-low` (warnings).
    """
    lines: dict[tuple[int, str], int] = {}
    for rank, row in enumerate(rows, 1):
        player, columns = row.fields, COLUMNS[row.layout]
        if not player.name:
            message = f"player {rank} has no name: write it"
            yield source.warning("name-missing", message, row.field(columns.name))
        if player.matricule:
            # With one game a row, a player has as many rows as games.
            first = lines.setdefault((player.matricule, player.tail), row.number)
            if first != row.number:
                message = (
                    f"matricule {player.matricule} stands already in line {first}: a player has "
                    "one row; correct one of them"
                )
                yield source.error("player-twice", message, row.field(columns.matricule))
        elif row.is_readable:
            if player.nationality in DOMESTIC:
                message = (
                    f"player {rank} has no matricule, and the federation knows its own players by "
                    "it only: look it up in the federation's list"
                )
            else:
                message = (
                    f"player {rank} ({player.nationality}) has no matricule: write it if the "
                    "federation gave one"
                )
            yield source.warning("matricule-missing", message, row.field(columns.matricule))
        if player.nationality not in DOMESTIC and (player.elo or 0) < _LOWEST_FOREIGN_ELO:
            message = (
                f"player {rank} is a foreigner ({player.nationality}) with ELO {player.elo or 0}, "
                f"below {_LOWEST_FOREIGN_ELO}: look up the rating in that federation"
            )
            yield source.warning("elo-low", message, row.field(columns.elo))


def check_against_list(
    source: Source, rows: Sequence[Row], players: PlayerList
) -> Iterator[Problem]:
    """Compare with the federation's list.

    Codes: `list-unknown`, `list-name`, `list-club`, `list-fictive` (warnings).
    """
    for row in rows:
        player, columns = row.fields, COLUMNS[row.layout]
        if not player.matricule:
            continue
        listed = players.by_matricule.get(player.matricule)
        if listed is None:
            message = f"matricule {player.matricule} is not in the federation's list: correct it"
            yield source.warning("list-unknown", message, row.field(columns.matricule))
            continue
        if not _same_name(player.name, listed.name, columns.name.width):
            message = (
                f"matricule {player.matricule} is {quoted(listed.name)} in the federation's list, "
                f"and here {quoted(player.name)}: correct the one or the other"
            )
            yield source.warning("list-name", message, row.field(columns.name))
        if listed.club is not None and listed.club != (player.club or 0):
            message = (
                f"{quoted(player.name)} is of club {listed.club} in the federation's list, and "
                f"here of {player.club or 'none'}: correct it unless the player changed clubs"
            )
            yield source.warning("list-club", message, row.field(columns.club))
        if player.is_fictive and (listed.games or 0) >= GAMES_FOR_A_RATING:
            message = (
                f"{quoted(player.name)} has a fictive ELO (***) and {listed.games} games in the "
                f"federation's list; from {GAMES_FOR_A_RATING} on a player is ranked: write the "
                "real ELO"
            )
            yield source.warning("list-fictive", message, row.field(columns.nationality))


def _same_name(written: str, listed: str, width: int) -> bool:
    """Whether they agree, when a name as long as its column may have been cut."""
    here, there = plain(written), plain(listed)
    return here == there or (len(written) >= width and there.startswith(here))
