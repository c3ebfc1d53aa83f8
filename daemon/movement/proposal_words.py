"""What a proposed movement is called, and what speaks for and against it."""

from daemon.movement.proposals import Proposal
from daemon.movement.wording import listing, plural


def title(proposal: Proposal) -> str:
    """`Howell, 6 tables, 11 rounds of 2 boards`."""
    movement = proposal.movement
    parts = [
        proposal.kind.replace("-", " ").capitalize(),
        plural(movement.tables, "table"),
        f"{plural(movement.rounds, 'round')} of {plural(proposal.boards_per_round, 'board')}",
    ]
    if proposal.wish.arrow_switch:
        rounds = listing([str(number) for number in proposal.wish.arrow_switch])
        noun = "round" if len(proposal.wish.arrow_switch) == 1 else "rounds"
        parts.append(f"arrow switch in {noun} {rounds}")
    return ", ".join(parts)


def reasons(proposal: Proposal, boards: int) -> tuple[str, ...]:
    """What speaks for and against a movement, in words."""
    movement = proposal.movement
    others = movement.contestants - 1
    found = [
        _boards_played(proposal, boards),
        "a pair meets all others"
        if proposal.opponents == others
        else f"a pair meets {proposal.opponents} of {others} others",
    ]
    if proposal.winners == 2:
        found.append("two winners, NS and EW")
    else:
        qf = 0.0 if proposal.qf is None else float(proposal.qf)
        found.append(f"one winner, balance {qf:.1f}")
    if proposal.sit_outs:
        found.append(f"a pair sits out {plural(proposal.sit_outs, 'round')}")
    found.append(_sharing(proposal))
    if proposal.missed:
        found.append(f"a pair misses {proposal.missed:.0%} of the boards in play")
    return tuple(found)


def _boards_played(proposal: Proposal, boards: int) -> str:
    if proposal.boards < boards:
        return f"{proposal.boards} of {boards} boards"
    return f"all {boards} boards"


def _sharing(proposal: Proposal) -> str:
    if proposal.sets > 1:
        return "two sets of the same boards"
    if proposal.shared:
        return f"{proposal.shared} tables share boards"
    return "no boards are shared"
