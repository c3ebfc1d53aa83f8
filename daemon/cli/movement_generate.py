"""`movement generate KIND ...`: movements of every kind, and which of them fit an evening."""

import argparse
import json
from collections.abc import Iterator, Sequence

from daemon.cli.movement_expanding import add_output
from daemon.cli.movement_files import give, refused
from daemon.cli.movement_numbers import numbers
from daemon.movement.kinds import KINDS, Wish, made
from daemon.movement.movement import Movement
from daemon.movement.proposal_words import reasons, title
from daemon.movement.proposals import Proposal, proposals
from daemon.movement.wording import plural

_ALL_OF_THEM = "\n".join(f"  {name:15} {kind.summary}" for name, kind in KINDS.items())
_EPILOG = f"""\
kinds:
{_ALL_OF_THEM}

Without a kind, --pairs and --boards: what fits, the best first, and why.

  tournamentd movement generate mitchell --tables 8
  tournamentd movement generate howell --pairs 13 --rounds 9 --out howell.asc
  tournamentd movement generate --pairs 23 --boards 24
"""
_TEAM = {False: 2, True: 4}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd movement generate`."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("kind", nargs="?", metavar="KIND", choices=KINDS, help="see below")
    size = parser.add_mutually_exclusive_group(required=True)
    size.add_argument("--tables", type=int, metavar="N", help="so many full tables")
    size.add_argument(
        "--pairs", type=int, metavar="N", help="so many pairs; an odd number sits out"
    )
    size.add_argument("--players", type=int, metavar="N", help="so many players (individuals)")
    parser.add_argument(
        "--rounds", type=int, metavar="N", help="as many as there can be unless told"
    )
    parser.add_argument("--boards", type=int, metavar="N", help="what a pair plays in all")
    parser.add_argument(
        "--take", type=int, metavar="N", help="write the proposal with this number, see --boards"
    )
    parser.add_argument(
        "--arrow-switch",
        type=numbers,
        default=(),
        metavar="ROUNDS",
        help="in these rounds (7,8 or 7-8) NS sit EW and EW sit NS: for one winner",
    )
    parser.add_argument(
        "--skip-after", type=int, metavar="ROUND", help="of a Mitchell: when EW skip a table"
    )
    parser.add_argument("--base", type=int, metavar="N", help="tables that an appendix stands on")
    parser.add_argument(
        "--json", action="store_true", help="print the proposals as one JSON object"
    )
    add_output(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print or write a movement, or what fits; 2 for numbers that cannot be played."""
    if arguments.kind is None:
        return _propose(arguments)
    if arguments.kind == "mitchell" and arguments.skip_after is not None:
        arguments.kind = "skip-mitchell"
    strange = next(_what_does_not_belong(arguments), None)
    if strange is not None:
        return refused("generate", strange)
    individual = KINDS[arguments.kind].individual
    contestants = arguments.pairs or arguments.players
    if arguments.tables is not None:
        contestants = arguments.tables * _TEAM[individual]
    wish = Wish(
        contestants, arguments.rounds, arguments.skip_after, arguments.base, arguments.arrow_switch
    )
    try:
        movement = made(arguments.kind, wish)
    except ValueError as error:
        return refused("generate", str(error))
    return give(movement, arguments.out, force=arguments.force)


def _what_does_not_belong(arguments: argparse.Namespace) -> Iterator[str]:
    """Why these arguments make no sense together."""
    kind = arguments.kind
    individual = KINDS[kind].individual
    if individual and arguments.pairs is not None:
        yield f"{kind} is for individuals: give --players (or --tables)"
    if not individual and arguments.players is not None:
        yield f"{kind} is for pairs: give --pairs (or --tables)"
    if arguments.boards is not None or arguments.take is not None or arguments.json:
        yield (
            "--boards, --take and --json belong to proposals, which name no kind: leave "
            f"{kind} out, or give --rounds"
        )
    if arguments.skip_after is not None and kind != "skip-mitchell":
        yield f"EW of {kind} do not skip: leave --skip-after out, or make a skip-mitchell"
    if arguments.base is not None and kind != "appendix":
        yield f"{kind} stands on no base: leave --base out, or make an appendix"
    for name in ("tables", "pairs", "players", "rounds"):
        number = getattr(arguments, name)
        if number is not None and number < 1:
            yield f"{number} {name} cannot be played: give another number"


def _propose(arguments: argparse.Namespace) -> int:
    pairs = arguments.pairs if arguments.tables is None else 2 * arguments.tables
    if pairs is None or arguments.boards is None:
        return refused("generate", "name a kind, or give --pairs and --boards to see what fits")
    if any((arguments.rounds, arguments.arrow_switch, arguments.skip_after, arguments.base)):
        return refused(
            "generate",
            "a proposal has its own rounds, arrows and skips: leave these out, or name a kind",
        )
    try:
        found = proposals(pairs, arguments.boards)
    except ValueError as error:
        return refused("generate", str(error))
    if arguments.take is not None:
        return _take(found, arguments)
    _show(found, pairs, arguments)
    return 0


def _take(found: Sequence[Proposal], arguments: argparse.Namespace) -> int:
    if not 1 <= arguments.take <= len(found):
        return refused(
            "generate", f"there are proposals 1 to {len(found)}, and no {arguments.take}"
        )
    return give(found[arguments.take - 1].movement, arguments.out, force=arguments.force)


def _show(found: Sequence[Proposal], pairs: int, arguments: argparse.Namespace) -> None:
    if arguments.json:
        shown = [_as_json(proposal, arguments.boards) for proposal in found]
        print(json.dumps({"proposals": shown}, indent=2))
        return
    print(f"{plural(pairs, 'pair')}, {plural(arguments.boards, 'board')}: what fits, best first")
    for number, proposal in enumerate(found, start=1):
        print(f"\n{number}. {title(proposal)}")
        print(f"   {'; '.join(reasons(proposal, arguments.boards))}")
        print(f"   tournamentd movement generate {' '.join(_words(proposal))}")


def _words(proposal: Proposal) -> Sequence[str]:
    """The arguments that make this movement."""
    wish = proposal.wish
    words = [proposal.kind, "--pairs", str(wish.contestants), "--rounds", str(wish.rounds)]
    if wish.skip_after is not None:
        words += ["--skip-after", str(wish.skip_after)]
    if wish.arrow_switch:
        words += ["--arrow-switch", ",".join(map(str, wish.arrow_switch))]
    return words


def _as_json(proposal: Proposal, boards: int) -> dict[str, object]:
    movement: Movement = proposal.movement
    return {
        "kind": proposal.kind,
        "title": title(proposal),
        "pairs": movement.contestants,
        "tables": movement.tables,
        "rounds": movement.rounds,
        "groups": movement.groups,
        "boards_per_round": proposal.boards_per_round,
        "boards": proposal.boards,
        "sit_outs": proposal.sit_outs,
        "board_sets": proposal.sets,
        "tables_sharing": proposal.shared,
        "opponents": proposal.opponents,
        "winners": proposal.winners,
        "qf": None if proposal.qf is None else round(float(proposal.qf), 6),
        "reasons": list(reasons(proposal, boards)),
        "arguments": list(_words(proposal)),
    }
