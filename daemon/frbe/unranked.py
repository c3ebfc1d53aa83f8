"""Who is not ranked yet (NG): by `***`, by rank, or by the federation's list."""

import re
from collections.abc import Sequence

from daemon.frbe.player_list import GAMES_FOR_A_RATING, PlayerList
from daemon.frbe.report import Player
from daemon.frbe.wording import ranges

_RANKS = re.compile(r"\s*\d{1,3}\s*(?:,\s*\d{1,3}\s*)*", re.ASCII)


def marked(players: Sequence[Player]) -> frozenset[int]:
    """The ranks with `***` for their nationality."""
    return frozenset(rank for rank, player in enumerate(players, 1) if player.is_fictive)


def named(text: str, players: Sequence[Player]) -> frozenset[int]:
    """The ranks in `2,7`. ValueError, with what to do, when it is no list of ranks there are."""
    if not _RANKS.fullmatch(text):
        raise ValueError(f'"{text}" is no list of ranks: write them as 2,7')
    ranks = frozenset(int(part) for part in text.split(","))
    unknown = sorted(rank for rank in ranks if not 1 <= rank <= len(players))
    if unknown:
        raise ValueError(
            f"there is no rank {ranges(unknown)}: the ranks go from 1 to {len(players)}"
        )
    return ranks


def listed(players: Sequence[Player], known: PlayerList) -> tuple[frozenset[int], frozenset[int]]:
    """The ranks whose matricule the list has with fewer than 20 games, and those it has not."""
    few, strangers = set(), set()
    for rank, player in enumerate(players, 1):
        if not player.matricule:
            continue
        found = known.by_matricule.get(player.matricule)
        if found is None:
            strangers.add(rank)
        elif (found.games or 0) < GAMES_FOR_A_RATING:
            few.add(rank)
    return frozenset(few), frozenset(strangers)
