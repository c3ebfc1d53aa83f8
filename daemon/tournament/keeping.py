"""A plan that changes during play: what was played by the one before stays where it can.

Results are judged by the plan of their time. One that the new plan has too is simply found again;
one that it has no more stays as a play of its own, unless somebody would then play a board twice:
such a line is held.
"""

import dataclasses
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from daemon.bridgesuite.record import Place
from daemon.tournament.history import FileHistory
from daemon.tournament.plan import Plan, SectionPlan, plan_of
from daemon.tournament.play import Play, PlayKey


def keep_played(
    old: Plan, new: Plan, histories: Iterable[FileHistory], ruled: Iterable[Play]
) -> Plan:
    """The new plan with what was played by the old one: what files have, and what was ruled."""
    kept: dict[PlayKey, Play] = {}
    aliases: dict[tuple[str, Place], PlayKey] = {}
    displaced: set[tuple[str, Place]] = set()
    sections = {section.name: section for section in new.sections}
    for place, play in (*_played(old, histories), *((play.place, play) for play in ruled)):
        section = sections.get(play.section)
        if section is None or new.find(play.section, place) is not None:
            continue
        if play.key not in new.by_key:
            if not _has_room(section, play):
                displaced.add((play.section, place))
                continue
            kept[play.key] = dataclasses.replace(play, scheduled=False)
        aliases[play.section, place] = play.key
    if not aliases:
        return replace(new, displaced=frozenset(displaced))
    return plan_of(
        new.settings,
        (
            replace(
                section,
                plays=(
                    *section.plays,
                    *(play for play in kept.values() if play.section == section.name),
                ),
                left_out=tuple(play for play in section.left_out if play.key not in kept),
            )
            for section in new.sections
        ),
        aliases,
        frozenset(displaced),
    )


def _played(plan: Plan, histories: Iterable[FileHistory]) -> Iterator[tuple[Place, Play]]:
    """Place and play of everything that was entered, by file and device."""
    for history in sorted(histories, key=lambda one: one.path):
        for _, place in sorted(history.records, key=_in_order):
            play = plan.find(history.section, place)
            if play is not None:
                yield place, play


def _in_order(claimed: tuple[str, Place]) -> tuple[str, int, int]:
    device, place = claimed
    return device, place.board, place.ns


def _has_room(section: SectionPlan, play: Play) -> bool:
    """Whether the contestants are still there and nobody plays the board with others."""
    if not {one.number for one in play.contestants} <= set(section.numbers):
        return False
    return not any(
        other.board == play.board and set(other.contestants) & set(play.contestants)
        for other in section.plays
    )
