"""Reading the `[[section]]`s of a configuration, each by itself and then side by side."""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from daemon.bridgesuite.file_name import DeviceKind
from daemon.bridgesuite.in_file import PairBoards
from daemon.bridgesuite.notation import Letters
from daemon.settings.characters import same_name
from daemon.settings.kinds import folder_name, path, subfolder
from daemon.settings.model import Numbering, Section
from daemon.toml import Reading, choice, distinct, filled, list_of, whole

MOST_BOARDS_PER_ROUND = 100
LAST_BOARD = 1000
_HIGHEST_NUMBER = 9999

_DEFAULT = Section(name="", movement="", boards_per_round=1)


class _Draft(Struct, frozen=True):
    """A section as far as it could be read; `folder` is None when none was given."""

    reading: Reading
    name: str | None
    folder: str | None
    section: Section | None

    def line_of(self, key: str) -> int:
        """The line of a key, or of the section's heading without it."""
        return self.reading.table.value_span(key).line

    def folder_among(self, sections: int) -> str | None:
        """Its subfolder as one of so many sections: one is in the folder itself."""
        if self.folder is not None:
            return self.folder
        return "" if sections == 1 else self.name


def read_sections(root: Reading) -> tuple[Section, ...]:
    """The sections that could be read; what is wrong with the others is told to the readings."""
    value = root.table.value("section")
    if value is None or value.content == ():
        message = (
            "there is no section: add a heading [[section]], "
            "and below it name, movement and boards_per_round"
        )
        root.tell("missing", message, root.table.span_of("section"))
    drafts = [_read(entry) for entry in root.children("section")]
    _refuse_same_names(drafts)
    _refuse_same_folders(drafts)
    return tuple(
        replace(draft.section, subfolder=draft.folder_among(len(drafts)) or "")
        for draft in drafts
        if draft.section is not None
    )


def _read(entry: Reading) -> _Draft:
    name = entry.need("name", folder_name)
    movement = entry.need("movement", path)
    boards_per_round = entry.need("boards_per_round", whole(1, MOST_BOARDS_PER_ROUND))
    folder = entry.get("subfolder", subfolder)
    options = _options(entry)
    if name is None or movement is None or boards_per_round is None:
        return _Draft(entry, name, folder, None)
    last = options.first_board + boards_per_round - 1
    if last > LAST_BOARD:
        message = (
            f"the first board group would be {options.first_board} to {last}, "
            f"and no board has a number above {LAST_BOARD}: choose a lower first_board"
        )
        entry.tell("value", message, entry.table.value_span("first_board"))
    section = replace(options, name=name, movement=movement, boards_per_round=boards_per_round)
    return _Draft(entry, name, folder, section)


def _options(entry: Reading) -> Section:
    """A section with the keys that may be left out; the others are blank."""
    devices = distinct(filled(list_of(choice(DeviceKind), '"pair", "table" or "board"')))
    absent = distinct(list_of(whole(1, _HIGHEST_NUMBER), "pair numbers"))
    return replace(
        _DEFAULT,
        first_board=entry.get("first_board", whole(1, LAST_BOARD), _DEFAULT.first_board),
        devices=entry.get("devices", devices, _DEFAULT.devices),
        pair_boards=entry.get("pair_boards", choice(PairBoards), _DEFAULT.pair_boards),
        numbering=entry.get("numbering", choice(Numbering), _DEFAULT.numbering),
        absent=entry.get("absent", absent, _DEFAULT.absent),
        names=entry.get("names", path),
        hands=entry.get("hands", path),
        letters=entry.get("letters", choice(Letters), _DEFAULT.letters),
        span=entry.table.span,
        movement_span=entry.table.value_span("movement"),
        absent_span=entry.table.value_span("absent"),
        names_span=entry.table.value_span("names"),
        hands_span=entry.table.value_span("hands"),
    )


def _refuse_same_names(drafts: list[_Draft]) -> None:
    named = [(draft, draft.name) for draft in drafts if draft.name is not None]
    for draft, earlier in _repeated(named):
        message = (
            f"{draft.name} is also the name of the section in line {earlier.line_of('name')} "
            "(capitals make no difference): give each a name of its own"
        )
        draft.reading.tell("value", message, draft.reading.table.value_span("name"))


def _refuse_same_folders(drafts: list[_Draft]) -> None:
    folders = [(draft, draft.folder_among(len(drafts))) for draft in drafts]
    placed = [(draft, folder) for draft, folder in folders if folder is not None]
    for draft, earlier in _repeated(placed):
        if draft.folder is None and earlier.folder is None:
            continue  # they have the same name, and that was told
        message = (
            f"the section in line {earlier.line_of('subfolder')} has its files in the same folder, "
            "and the files have the same names: give each section a subfolder of its own"
        )
        draft.reading.tell("value", message, draft.reading.table.value_span("subfolder"))


def _repeated(drafts: Iterable[tuple[_Draft, str]]) -> Iterator[tuple[_Draft, _Draft]]:
    """Those whose text an earlier one has too, with that one."""
    first: dict[str, _Draft] = {}
    for draft, text in drafts:
        earlier = first.setdefault(same_name(text), draft)
        if earlier is not draft:
            yield draft, earlier
