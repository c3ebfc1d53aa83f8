"""Which device records a play, and what the devices are called."""

from daemon.bridgesuite.file_name import DeviceFile, DeviceKind, OutName, parse_out_name
from daemon.movement.schedule import group_boards
from daemon.simulation.dice import Dice
from daemon.tournament.plan import Plan, SectionPlan
from daemon.tournament.play import Play


def device_path(section: SectionPlan, play: Play) -> str:
    """The OUT file (its place in the folder, named as in clear) that a play is entered in.

    It belongs to the first kind of devices that the section has: a play of pairs is entered in the
    file of NS.
    """
    name = _device_file(section, play).out_name(encrypted=False)
    folder = section.settings.subfolder
    return f"{folder}/{name}" if folder else name


def out_paths(plan: Plan) -> tuple[str, ...]:
    """Every OUT file that an evening of this plan writes, in the order of the plan."""
    paths = (device_path(section, play) for section in plan.sections for play in section.plays)
    return tuple(dict.fromkeys(paths))


def in_clear(path: str) -> str:
    """The file that another belongs to: `A/OUT_2.txt` for its encrypted and conflicted copies.

    What is no OUT file is its own.
    """
    folder, slash, name = path.rpartition("/")
    out = parse_out_name(name)
    if not isinstance(out, OutName):
        return path
    return f"{folder}{slash}{out.file.out_name(encrypted=False)}"


def device_id(dice: Dice) -> str:
    """An AndroidId: 16 to 20 hexadecimal digits."""
    return "".join(dice.choice("0123456789abcdef") for _ in range(dice.randint(16, 20)))


def _device_file(section: SectionPlan, play: Play) -> DeviceFile:
    settings = section.settings
    boards = group_boards(play.group, settings.boards_per_round, settings.first_board)
    number = {
        DeviceKind.PAIR: play.ns,
        DeviceKind.TABLE: play.table,
        DeviceKind.BOARD: boards[0],
    }
    kind = settings.devices[0]
    return DeviceFile(kind, number[kind])
