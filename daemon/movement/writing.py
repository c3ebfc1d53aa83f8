"""Writing a movement in the ASC minimum standard, which every program reads."""

from daemon.movement.groups import group_letter
from daemon.movement.movement import Movement, TableSet

_MOST_LETTERS = 26
_BETWEEN_SETS = "  "


def write_asc(movement: Movement, *, line_ending: str = "\r\n") -> str:
    """Write every round on a line of its own, below a header of five numbers.

    Groups are capital letters, or numbers when there are more than 26. Every line ends with
    `line_ending`.
    """
    individual = 1 if movement.individual else 0
    header = (
        f"{movement.contestants} {movement.tables} {movement.rounds} {movement.groups} {individual}"
    )
    rounds = (
        _BETWEEN_SETS.join(_write_set(movement, here) for here in sets)
        for sets in movement.rounds_sets
    )
    return "".join(f"{line}{line_ending}" for line in (header, *rounds))


def _write_set(movement: Movement, here: TableSet | None) -> str:
    nobody = (0, 0) if movement.individual else (0,)
    if here is None:
        here = TableSet(nobody, nobody, 0)
    width = max(2, len(str(movement.contestants)))
    numbers = [f"{number:{width}d}" for number in (*here.ns, *here.ew)]
    pairs = " ".join("-".join(numbers[at : at + 2]) for at in range(0, len(numbers), 2))
    return f"{pairs} {_write_group(movement, here.group)}"


def _write_group(movement: Movement, group: int) -> str:
    if movement.groups > _MOST_LETTERS:
        return f"{group:{len(str(movement.groups))}d}"
    return group_letter(group)
