"""`[frbe]`: the federation's reports."""

import pytest

from daemon.frbe.file_name import Kind
from daemon.problem import Source
from daemon.settings.model import Federation, Settings
from daemon.settings.reading import read_settings

EVENING = """\
[event]
name = "Tuesday pairs"
date = 2026-12-01
[folder]
path = "box"
[[section]]
name = "A"
movement = "howell.asc"
boards_per_round = 3
subfolder = "A"
"""


def read(table: str) -> tuple[Settings | None, list[str]]:
    found, problems = read_settings(Source("t.toml", f"{table}\n{EVENING}"))
    return found, [problem.one_line() for problem in problems]


def federation(table: str) -> Federation | None:
    found, problems = read(f"[frbe]\n{table}")
    assert problems == []
    assert found is not None
    return found.federation


def test_without_the_table_no_reports_are_made() -> None:
    found, problems = read("")
    assert problems == []
    assert found is not None
    assert found.federation is None


def test_club_and_type_are_enough() -> None:
    assert federation('club = 618\ntype = "OPE"') == Federation(
        club=618,
        kind=Kind.OPEN,
        inbox="frbe/inbox",
        outbox="frbe/outbox",
        rejected="frbe/rejected",
        sender="",
        tempo="",
        players=None,
    )


def test_everything_can_be_said() -> None:
    found = federation(
        'club = 1\ntype = "GRI"\ninbox = "in"\noutbox = "out"\nrejected = "no"\n'
        'sender = "Club 1, Rue Haute 1, 1000 Bruxelles, club@example.org, +32 2 555 01 02"\n'
        'tempo = "1H30"\nplayers = "lists/player.dbf"'
    )
    assert found == Federation(
        1,
        Kind.CLOSED,
        "in",
        "out",
        "no",
        "Club 1, Rue Haute 1, 1000 Bruxelles, club@example.org, +32 2 555 01 02",
        "1H30",
        "lists/player.dbf",
    )
    assert found.players_span is not None
    assert found.players_span.line == 9


def test_a_club_and_a_type_are_needed() -> None:
    assert read("[frbe]") == (
        None,
        [
            (
                "t.toml:1:1: error: club is missing under [frbe]: add club = ... (a whole number "
                "from 1 to 999) [config-missing]"
            ),
            (
                't.toml:1:1: error: type is missing under [frbe]: add type = ... ("INT", "24L", '
                '"OPE" or "GRI") [config-missing]'
            ),
        ],
    )


def test_a_type_that_the_federation_keeps_for_itself_is_refused() -> None:
    assert read('[frbe]\nclub = 618\ntype = "ELO"')[1] == [
        (
            't.toml:3:8: error: frbe.type = "ELO" is reserved for the federation: write "INT", '
            '"24L", "OPE" or "GRI" [config-value]'
        )
    ]


@pytest.mark.parametrize("line", ["club = 0", "club = 1000", 'type = "OPEN"', "type = 3"])
def test_other_clubs_and_types_are_refused(line: str) -> None:
    others = {"club": "club = 618", "type": 'type = "OPE"'}
    others[line[:4]] = line
    found, problems = read("[frbe]\n" + "\n".join(others.values()))
    assert found is None
    assert len(problems) == 1


def test_the_folders_are_folders_of_their_own() -> None:
    table = '[frbe]\nclub = 618\ntype = "OPE"\ninbox = "a"\noutbox = "x"\nrejected = "X"'
    assert read(table)[1] == [
        (
            "t.toml:4:9: error: frbe.inbox and section A are the same folder, a: name another one "
            "[config-value]"
        ),
        (
            "t.toml:6:12: error: frbe.rejected and frbe.outbox are the same folder, X: name "
            "another one [config-value]"
        ),
    ]


def test_a_usual_folder_that_is_taken_is_refused_at_the_heading() -> None:
    assert read('[frbe]\nclub = 618\ntype = "OPE"\ninbox = "FRBE/outbox"')[1] == [
        (
            "t.toml:1:1: error: frbe.outbox and frbe.inbox are the same folder, frbe/outbox: name "
            "another one [config-value]"
        )
    ]


@pytest.mark.parametrize(
    ("path", "complaint"),
    [
        ("", "is empty: name a folder within folder.path"),
        ("../inbox", "leads out of folder.path: take the .. out"),
        ("/inbox", "does not begin in folder.path: write only what comes after that"),
    ],
)
def test_a_folder_lies_within_the_tablets_folder(path: str, complaint: str) -> None:
    assert read(f'[frbe]\nclub = 618\ntype = "OPE"\ninbox = "{path}"')[1] == [
        f"t.toml:4:9: error: frbe.inbox {complaint} [config-value]"
    ]


def test_a_sender_has_one_line_of_some_length() -> None:
    sender = "x" * 201
    assert read(f'[frbe]\nclub = 618\ntype = "OPE"\nsender = "{sender}"')[1] == [
        "t.toml:4:10: error: frbe.sender has 201 characters: write at most 200 [config-value]"
    ]


def test_what_is_no_table_is_told_once() -> None:
    assert read("frbe = 1")[1] == [
        (
            "t.toml:1:8: error: frbe must be a table (a heading [frbe] and its keys below it), not "
            "a whole number [config-type]"
        )
    ]


def test_a_misspelt_key_is_named() -> None:
    (problem,) = read('[frbe]\nclub = 618\ntype = "OPE"\nplayer = "p.dbf"')[1]
    assert problem == (
        't.toml:4:1: error: frbe.player is unknown; did you mean "players"? [config-unknown-key]'
    )
