"""`import`: hand records come in, are checked, and are named in the configuration."""

from __future__ import annotations

import tomllib
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from daemon.bridge.card import Strain
from daemon.bridge.deal import Deal, read_deal
from daemon.bridge.seat import Seat
from daemon.cli import double_dummy
from daemon.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from daemon.bridge.makeable import Tricks
    from tests.cli.conftest import Event

    Import = Callable[..., tuple[int, list[str], list[str]]]

# West is declarer at every table, and North leads the jack of spades: North holds it.
HANDS = {
    1: "N:QJT9.T98.5432.32 AK8.AKQ7.AK.7654 7654.J6.JT98.AKQ 32.5432.Q76.JT98",
    2: "E:AK7.AKQ7.AK.7654 8654.J6.JT98.AKQ 32.5432.Q76.JT98 QJT9.T98.5432.32",
    3: "S:7654.J6.JT98.AK2 3.5432.Q76.JT987 QJT92.T98.5432.3 AK8.AKQ7.AK.Q654",
}
OTHER = "N:QJT92.T98.5432.3 AK8.AKQ7.AK.7654 7654.J6.JT98.AKQ 3.5432.Q76.JT982"
READS = (
    "A daemon that runs reads them within seconds. The cards of a board are shown when it is "
    "finished at every table."
)


def text(hands: dict[int, str], event: str = "Club") -> str:
    return "".join(
        f'[Event "{event}"]\n[Board "{board}"]\n[Deal "{deal}"]\n\n'
        for board, deal in hands.items()
    )


def tricks(deal: Deal) -> Tricks:
    """Not what can be made, but other tricks for other cards."""
    return {place: deal.hands[place[0]].points % 14 for place in product(Seat, Strain)}


@pytest.fixture(autouse=True)
def solver(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A solver that is quick; the list has how many deals it was asked for each time."""
    asked: list[int] = []

    def solve(deals: Sequence[Deal]) -> Iterator[Tricks]:
        asked.append(len(deals))
        return map(tricks, deals)

    monkeypatch.setattr(double_dummy, "solve", solve)
    return asked


@pytest.fixture
def importing(event: Event, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Import:
    """Status, output and complaints of an import; texts become files of these names."""

    def ask(*arguments: str, **files: str) -> tuple[int, list[str], list[str]]:
        paths = [tmp_path / f"{name}.pbn" for name in files]
        for path, content in zip(paths, files.values(), strict=True):
            path.write_text(content, "utf-8")
        capsys.readouterr()
        status = event.command("import", *map(str, paths), *arguments)
        out, err = capsys.readouterr()
        plain = err.replace(f"{tmp_path}/", "")
        return status, out.replace(f"{event.directory}/", "").splitlines(), plain.splitlines()

    return ask


def configured(event: Event) -> list[str | None]:
    sections = tomllib.loads(event.config.read_text("utf-8"))["section"]
    return [section.get("hands") for section in sections]


def test_hands_are_taken_beside_the_configuration_and_named_in_it(
    event: Event, importing: Import, solver: list[int]
) -> None:
    event.change('name = "A"', 'name = "A"  # the open one')
    before = event.config.read_text("utf-8")
    assert importing(club=text(HANDS)) == (
        0,
        [
            "Working out what can be made on 3 boards ...",
            "hands.pbn: 3 new boards (1 to 3)",
            'tournament.toml: section A has hands = "hands.pbn" now',
            READS,
        ],
        [],
    )
    assert event.config.read_text("utf-8") == f'{before}hands = "hands.pbn"\n'
    assert solver == [3]
    written = (event.directory / "hands.pbn").read_text("latin-1")
    assert f'[Deal "{HANDS[1]}"]' in written
    assert "[DoubleDummyTricks " in written


def test_the_cards_and_what_can_be_made_are_published_when_all_is_played(
    event: Event, importing: Import
) -> None:
    importing(club=text(HANDS))
    event.play()
    assert event.command("run", "--once") == 0
    boards = event.published("travellers.json")
    assert [board["deal"] for board in boards] == [
        str(read_deal(HANDS[number])) for number in (1, 2, 3)
    ]
    assert boards[0]["tricks"]["N"]["NT"] == 3
    assert event.published("problems.json") == []


def test_an_export_is_taken_as_hand_records(
    event: Event, importing: Import, tmp_path: Path
) -> None:
    importing(club=text(HANDS))
    event.play()
    event.command("run", "--once")
    exported = tmp_path / "results.pbn"
    event.command("export", "--format", "pbn", "--out", str(exported))
    before = (event.directory / "hands.pbn").read_bytes()
    status, out, err = importing(again=exported.read_text("latin-1"))
    assert (status, out, err) == (0, ["hands.pbn: the same cards as before", READS], [])
    assert (event.directory / "hands.pbn").read_bytes() == before


def test_a_bad_board_is_left_out_and_the_good_ones_are_taken(
    event: Event, importing: Import
) -> None:
    bad = HANDS[2].replace("AK7.", "AK9.")
    status, out, err = importing(club=text({**HANDS, 2: bad}))
    assert status == 1
    assert out[1:3] == [
        "hands.pbn: 2 new boards (1 and 3)",
        "Boards that are played and still without hands: 2",
    ]
    column = len('[Deal "') + bad.index("QJT9") + len("QJT9")
    assert err == [
        f"club.pbn:7:{column}: error: board 2 is left out: East has S9, and North too [hands-deal]"
    ]
    assert configured(event) == ["hands.pbn"]


def test_several_files_are_taken_together(importing: Import) -> None:
    status, out, _ = importing(one=text({1: HANDS[1]}), two=text({2: HANDS[2], 9: OTHER}))
    assert status == 0
    assert out[1:4] == [
        "hands.pbn: 3 new boards (1, 2 and 9)",
        "Boards that are not played here, and kept: 9",
        "Boards that are played and still without hands: 3",
    ]


def test_a_board_with_other_cards_in_another_file_is_left_out(importing: Import) -> None:
    status, out, err = importing(one=text(HANDS), two=text({1: OTHER}))
    assert status == 1
    assert "hands.pbn: 2 new boards (2 and 3)" in out
    assert err == [
        (
            "two.pbn:3:8: error: board 1 has other cards in one.pbn, and nobody can tell which are "
            "right, so it is left out: import one of the two [hands-twice]"
        ),
    ]


def test_other_cards_for_a_board_that_has_some_are_refused_until_it_is_said(
    event: Event, importing: Import
) -> None:
    importing(club=text(HANDS))
    before = (event.directory / "hands.pbn").read_bytes()
    assert importing(new=text({1: OTHER})) == (
        1,
        [],
        [
            (
                "tournamentd import: hands.pbn has other cards for 1 board (1); if the new ones "
                "are right, say it again with --replace"
            ),
            "Nothing was taken.",
        ],
    )
    assert (event.directory / "hands.pbn").read_bytes() == before
    status, out, _ = importing("--replace", new=text({1: OTHER}))
    assert status == 0
    assert "hands.pbn: 1 replaced board (1)" in out
    written = (event.directory / "hands.pbn").read_text("latin-1")
    assert OTHER in written
    assert f'[Deal "{HANDS[2]}"]' in written


def test_what_is_known_of_the_same_cards_is_not_worked_out_again(
    importing: Import, solver: list[int]
) -> None:
    importing(club=text({1: HANDS[1]}))
    importing(club=text({1: HANDS[1], 2: HANDS[2]}))
    assert solver == [1, 1]


def test_without_the_solver_everything_but_that_works(
    event: Event, importing: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(double_dummy, "is_installed", lambda: False)
    status, out, _ = importing(club=text(HANDS))
    assert status == 0
    assert out[0] == (
        'What can be made, and par, are not known for 3 boards: `pip install "tournamentd[dd]"` '
        "installs what works it out, then import them again"
    )
    assert "DoubleDummyTricks" not in (event.directory / "hands.pbn").read_text("latin-1")


def test_a_solver_that_fails_costs_no_hands(
    event: Event, importing: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: Sequence[Deal]) -> Iterator[Tricks]:
        yield from ()
        raise double_dummy.SolverError("too many threads")

    monkeypatch.setattr(double_dummy, "solve", fails)
    status, _, err = importing(club=text(HANDS))
    assert status == 0
    assert err == [
        "tournamentd import: that was broken off (too many threads); the hands are taken without it"
    ]
    assert (event.directory / "hands.pbn").exists()


def test_no_analysis_asks_no_solver(importing: Import, solver: list[int]) -> None:
    assert importing("--no-analysis", club=text(HANDS))[0] == 0
    assert solver == []


def test_boards_of_which_none_is_played_are_refused(event: Event, importing: Import) -> None:
    assert importing(club=text({25: HANDS[1], 26: HANDS[2]})) == (
        1,
        [],
        [
            (
                "tournamentd import: these are boards 25 and 26, and 1 to 3 are played: look for "
                "the right file"
            ),
            "Nothing was taken.",
        ],
    )
    assert configured(event) == [None]


def test_a_file_that_is_not_there_is_named(event: Event, importing: Import) -> None:
    status, out, err = importing(str(event.directory / "gone.pbn"))
    assert (status, out) == (1, [])
    assert "gone.pbn: error: this file cannot be read (No such file or directory)" in err[0]
    assert err[1:] == ["tournamentd import: there is no board to take", "Nothing was taken."]


def test_of_several_events_in_a_file_one_is_taken(event: Event, importing: Import) -> None:
    both = text(HANDS) + text({1: OTHER}, "Cup")
    assert importing("--event", "cup", club=both)[0] == 0
    assert OTHER in (event.directory / "hands.pbn").read_text("latin-1")


def test_another_file_of_that_name_is_left_alone(event: Event, importing: Import) -> None:
    (event.directory / "hands.pbn").write_text("mine")
    assert importing(club=text(HANDS))[0] == 0
    assert (event.directory / "hands.pbn").read_text() == "mine"
    assert configured(event) == ["hands (2).pbn"]


@pytest.fixture
def two_sections(event: Event) -> Event:
    section = '[[section]]\nname = "B"\nmovement = "mitchell.asc"\nboards_per_round = 1\n'
    event.config.write_text(f"{event.config.read_text()}\n{section}", "utf-8")
    return event


def test_all_sections_have_the_same_cards_unless_one_is_named(
    two_sections: Event, importing: Import
) -> None:
    importing("--section", "b", club=text({1: OTHER}))
    assert configured(two_sections) == [None, "hands-B.pbn"]
    # Section A takes the file that there is, since all have the same cards now.
    importing(club=text({2: HANDS[2]}))
    assert configured(two_sections) == ["hands-B.pbn", "hands-B.pbn"]


def test_when_one_file_is_refused_none_is_written(two_sections: Event, importing: Import) -> None:
    importing("--section", "A", club=text({2: HANDS[2]}))
    importing("--section", "B", club=text({1: OTHER}))
    assert configured(two_sections) == ["hands-A.pbn", "hands-B.pbn"]
    before = two_sections.seen()
    status, out, err = importing(club=text({1: HANDS[1]}))
    assert (status, out) == (1, [])
    assert err[-2:] == [
        (
            "tournamentd import: hands-B.pbn has other cards for 1 board (1); if the new ones are "
            "right, say it again with --replace"
        ),
        "Nothing was taken.",
    ]
    assert two_sections.seen() == before


def test_a_section_that_is_not_there_is_wrong_usage(importing: Import) -> None:
    assert importing("--section", "C", club=text(HANDS)) == (
        2,
        [],
        ["tournamentd import: there is no section C; there is A"],
    )


def test_a_configuration_that_cannot_be_changed_says_which_line_to_write(
    event: Event, importing: Import
) -> None:
    text_ = event.config.read_text("utf-8")
    head, _, _ = text_.partition("[[section]]")
    inline = 'section = [{name = "A", movement = "mitchell.asc", boards_per_round = 1}]\n'
    event.config.write_text(inline + head, "utf-8")
    status, _, err = importing(club=text(HANDS))
    assert status == 1
    assert len(err) == 1
    assert err[0].endswith('write into section A: hands = "hands.pbn"')


def test_a_configuration_with_errors_is_left_alone(event: Event, importing: Import) -> None:
    event.change("[folder]", "[fodler]")
    assert importing(club=text(HANDS))[0] == 78


def test_hands_in_the_tablets_folder_are_refused(
    event: Event, capsys: pytest.CaptureFixture[str]
) -> None:
    event.change('names = "names.csv"', 'names = "names.csv"\nhands = "box/hands.pbn"')
    (event.box / "hands.pbn").write_text(text(HANDS))
    assert main(["check", str(event.config)]) == 1
    assert "section.hands (box/hands.pbn) lies inside folder.path" in capsys.readouterr().err


def test_hand_records_that_are_not_there_yet_are_a_note(
    event: Event, capsys: pytest.CaptureFixture[str]
) -> None:
    event.change('names = "names.csv"', 'names = "names.csv"\nhands = "hands.pbn"')
    assert main(["check", str(event.config)]) == 0
    assert (
        "note: there are no hand records yet: hands.pbn is not there, or cannot be read; "
        "`tournamentd import` brings them [config-file]"
    ) in capsys.readouterr().err
