"""`[backup]`: where the ledger is copied to."""

import pytest

from daemon.settings.file_names import fit_for_file
from daemon.settings.model import Backup
from tests.settings.conftest import Change


def test_without_the_table_nothing_is_copied(with_key: Change) -> None:
    found, problems = with_key("event", 'club = "De Eik"')
    assert problems == ()
    assert found is not None
    assert found.backup is None


def test_a_folder_is_enough(with_key: Change) -> None:
    found, problems = with_key("backup", 'directory = "E:/copies"')
    assert problems == ()
    assert found is not None
    assert found.backup == Backup("E:/copies", 10, 12)


def test_pace_and_number_can_be_set(with_key: Change) -> None:
    keys = 'directory = "copies"\nevery_minutes = 2.5\nkeep = 3'
    found, problems = with_key("backup", keys)
    assert problems == ()
    assert found is not None
    assert found.backup == Backup("copies", 2.5, 3)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ("keep = 3", "directory"),
        ('directory = "c"\nkeep = 0', "backup.keep must be a whole number from 1 to 1000, not 0"),
        (
            'directory = "c"\nevery_minutes = 0.5',
            "backup.every_minutes must be a number from 1 to 1440, not 0.5",
        ),
    ],
)
def test_what_cannot_be_is_refused(keys: str, message: str, with_key: Change) -> None:
    found, problems = with_key("backup", keys)
    assert found is None
    assert message in problems[0].message


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Tuesday pairs", "Tuesday pairs"),
        ('A/B\\C: "D"? <E>|*', "A-B-C- -D-- -E---"),
        ("Evening...", "Evening"),
        (" two  blanks\t", "two blanks"),
        ("x" * 200, "x" * 100),
        ("Soirée ♠", "Soirée ♠"),
        ("...", ""),
    ],
)
def test_a_text_becomes_a_part_of_a_file_name_on_every_system(text: str, name: str) -> None:
    assert fit_for_file(text) == name


def test_letters_of_several_bytes_leave_room_for_what_stands_around_a_name() -> None:
    """Most disks count the bytes of a name, and have room for 255."""
    assert fit_for_file("\N{PLAYING CARD ACE OF SPADES}" * 60) == (
        "\N{PLAYING CARD ACE OF SPADES}" * 45
    )
    assert fit_for_file("x" + "ł" * 99) == "x" + "ł" * 89
