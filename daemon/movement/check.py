"""All that is wrong or odd in a movement, whoever made it."""

from daemon.movement.finding import Finding, GroupName
from daemon.movement.groups import group_letter
from daemon.movement.movement import Movement
from daemon.movement.oddities import odd_sets, odd_totals
from daemon.movement.rules import broken_rules


def check(movement: Movement, group_name: GroupName = group_letter) -> tuple[Finding, ...]:
    """Check a movement: errors, warnings and notes, rule by rule.

    `group_name` gives the name by which messages call a group (1, 2, ...).
    """
    return (
        *broken_rules(movement, group_name),
        *odd_sets(movement),
        *odd_totals(movement, group_name),
    )
