from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from daemon.bridgesuite.envelope import Secret
from daemon.cli.loading import Loaded, load
from daemon.problem import Span
from daemon.tournament.entry import PlanRead

if TYPE_CHECKING:
    from tests.cli.conftest import Event


def lines(loaded: Loaded) -> list[str]:
    """The problems of a configuration that has no plan for them."""
    assert loaded.plan is None
    assert loaded.plan_read is None
    with pytest.raises(ValueError, match="a configuration with errors has no settings"):
        _ = loaded.settings
    return [problem.one_line() for problem in loaded.problems]


def at(event: Event, place: str, message: str) -> str:
    """A problem at a place of the configuration, as it is shown."""
    return f"{event.config}:{place}: {message}"


def test_a_right_configuration_gives_its_plan_and_all_texts(event: Event) -> None:
    loaded = load(event.config)
    assert loaded.problems == ()
    assert loaded.plan is not None
    assert len(loaded.plan.plays) == 9
    assert loaded.plan_read == PlanRead(
        "tournament.toml",
        (
            ("mitchell.asc", (event.directory / "mitchell.asc").read_text()),
            ("names.csv", (event.directory / "names.csv").read_text()),
            ("tournament.toml", event.config.read_text()),
        ),
    )
    assert loaded.secret is None
    assert loaded.settings is loaded.plan.settings


def test_paths_are_relative_to_the_configuration(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = load(event.config)
    assert loaded.path("live") == event.directory / "live"
    assert loaded.path("/srv/live") == Path("/srv/live")
    monkeypatch.setenv("HOME", "/home/club")
    assert loaded.path("~/live") == Path("/home/club/live")


def test_a_mark_at_the_beginning_of_a_text_is_no_part_of_it(event: Event) -> None:
    event.config.write_bytes(b"\xef\xbb\xbf" + event.config.read_bytes())
    assert load(event.config).plan is not None


def test_names_may_come_in_the_old_code_page(event: Event) -> None:
    names = "number,name1,id1,name2,id2\n1,Zoë Ankér,,Bram ?rugge,\n".encode("cp1252")
    # The code page has no character 0x81.
    (event.directory / "names.csv").write_bytes(names.replace(b"?", b"\x81"))
    plan = load(event.config).plan
    assert plan is not None
    assert plan.sections[0].names[1] == ("Zoë Ankér", "Bram \N{REPLACEMENT CHARACTER}rugge")


def test_sections_may_share_a_movement_and_names(event: Event) -> None:
    section = event.config.read_text().partition("[[section]]")[2]
    event.change('path = "box"', 'path = "box"\n')
    event.config.write_text(
        event.config.read_text().replace('name = "A"', 'name = "A"\nsubfolder = "A"')
        + "\n[[section]]"
        + section.replace('name = "A"', 'name = "B"\nsubfolder = "B"')
    )
    loaded = load(event.config)
    assert loaded.problems == ()
    assert len(loaded.settings.sections) == 2


# What cannot be read


def test_a_configuration_that_is_not_there_says_how_to_make_one(tmp_path: Path) -> None:
    config = tmp_path / "none.toml"
    assert lines(load(config)) == [
        (
            f"{config}: error: there is no such configuration; `tournamentd init DIR` makes one "
            "[config-file]"
        )
    ]


def test_a_folder_is_no_configuration(tmp_path: Path) -> None:
    assert lines(load(tmp_path)) == [
        f"{tmp_path}: error: the configuration cannot be read: Is a directory [config-file]"
    ]


def test_a_configuration_that_is_not_utf8_says_which_byte(event: Event) -> None:
    event.config.write_bytes("# soirée\n".encode("latin-1"))
    assert lines(load(event.config)) == [
        (
            f"{event.config}: error: byte 7 is not UTF-8: save the file as UTF-8 in your editor "
            "[config-file]"
        )
    ]


def test_files_that_are_missing_are_all_named_where_they_are_written(event: Event) -> None:
    (event.directory / "mitchell.asc").unlink()
    (event.directory / "names.csv").unlink()
    assert lines(load(event.config)) == [
        at(
            event,
            "10:12: error",
            "mitchell.asc does not exist: put the file there, or correct its name here "
            "[config-file]",
        ),
        at(
            event,
            "12:9: error",
            "names.csv does not exist: put the file there, or correct its name here [config-file]",
        ),
    ]


def test_files_that_cannot_be_read_are_named_too(event: Event) -> None:
    for name in ("mitchell.asc", "names.csv"):
        (event.directory / name).unlink()
        (event.directory / name).mkdir()
    assert lines(load(event.config)) == [
        at(
            event,
            "10:12: error",
            "mitchell.asc cannot be read (Is a directory): mend that, or name another file "
            "[config-file]",
        ),
        at(
            event,
            "12:9: error",
            "names.csv cannot be read (Is a directory): mend that, or name another file "
            "[config-file]",
        ),
    ]


def test_a_movement_that_is_no_text_is_named_under_a_path_that_opens(event: Event) -> None:
    path = event.directory / "mitchell.asc"
    path.write_bytes(b"6 3 M\n1 4 A \x00 2 5 B\n")
    assert all(line.startswith(f"{path}:") for line in lines(load(event.config)))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mitchell.asc", "4 2 2 2 0\n1-2 A 3-4 B\n1-3 A 1-4 B\n"),
        ("names.csv", "number,name1\nfirst,Ada\n"),
    ],
)
def test_a_mistake_in_a_file_is_at_a_path_that_opens(event: Event, name: str, text: str) -> None:
    path = event.directory / name
    path.write_text(text)
    found = load(event.config).problems
    assert {problem.file for problem in found} == {str(path)}
    assert all(isinstance(problem.span, Span) for problem in found)


# All at once

TEN_MISTAKES = """\
[event]
name = ""
date = "tuesday"

[folder]
path = 7
west = "X"
stale = "perhaps"
rescan_seconds = 0
line_endings = "lf"

[encryption]
secret = "aB9z"

[[section]]
name = "A"
movement = "mitchell.asc"
boards_per_round = 0
devices = ["phone"]
"""


def test_ten_mistakes_are_ten_problems_each_with_its_place(event: Event) -> None:
    event.config.write_text(TEN_MISTAKES)
    found = load(event.config).problems
    places = [(problem.span.line, problem.code) for problem in found if problem.span]
    assert places == [
        (2, "config-value"),
        (3, "config-type"),
        (6, "config-type"),
        (7, "config-value"),
        (8, "config-value"),
        (9, "config-value"),
        (10, "config-unknown-key"),
        (13, "config-secret"),
        (18, "config-value"),
        (19, "config-value"),
    ]
    assert all(problem.is_error for problem in found)
    assert "aB9z" not in "".join(problem.message for problem in found)


def test_mistakes_of_all_files_come_together(event: Event) -> None:
    """One that each file makes, and that only the files together show."""
    event.change('path = "box"', 'path = "."\n\n[encryption]\nsecret_file = "secret.txt"')
    event.change("boards_per_round = 1", "boards_per_round = 1\nabsent = [77]")
    (event.directory / "names.csv").write_text("number,name1,id1,name2,id2\n99,A,,B,\n")
    secret = event.directory / "secret.txt"
    secret.touch(0o600)
    secret.write_text("too long\n")
    config, box = event.config, event.directory
    found = load(config).problems
    assert [(problem.file, problem.code) for problem in found] == [
        (str(box / "names.csv"), "names-unknown"),
        (str(config), "plan-absent"),
        (str(config), "config-place"),
        (str(config), "config-place"),
        (str(config), "config-place"),
        (str(config), "secret"),
    ]
    assert [problem.span.line if problem.span else None for problem in found[1:]] == [
        *(15, 6, 9, 6, 9)
    ]


# Where things must not lie


def test_what_the_tablets_could_change_is_refused_with_its_place(event: Event) -> None:
    event.change('path = "box"', 'path = "box"\n\n[rulings]\nfile = "box/rulings.toml"')
    event.change('name = "Trial"', 'name = "Trial"\nstate = "box/state"')
    assert lines(load(event.config)) == [
        at(
            event,
            "3:9: error",
            "event.state (box/state) lies inside folder.path, which every tablet can read "
            "and change: name a place outside of it [config-place]",
        ),
        at(
            event,
            "10:8: error",
            "rulings.file (box/rulings.toml) lies inside folder.path, which every tablet can "
            "read and change: name a place outside of it [config-place]",
        ),
    ]


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("rulings.toml", "rulings.file"),
        ("./names.csv", "section.names"),
        ("tournament.toml", "this configuration"),
        ("state/ledger.sqlite3", "the ledger"),
    ],
)
def test_the_log_is_never_written_into_another_file(event: Event, name: str, key: str) -> None:
    event.change('path = "box"', f'path = "box"\n\n[logging]\nfile = "{name}"')
    assert lines(load(event.config)) == [
        at(
            event,
            "9:8: error",
            f"logging.file is the same file as {key} ({name}), and the log would be written into "
            "it: name another file [config-place]",
        )
    ]


def test_the_log_is_not_written_into_another_file_by_a_second_name_either(event: Event) -> None:
    (event.directory / "tournamentd.log").hardlink_to(event.directory / "names.csv")
    event.change('path = "box"', 'path = "box"\n\n[logging]\nfile = "tournamentd.log"')
    assert [problem.code for problem in load(event.config).problems] == ["config-place"]


def test_a_log_file_in_the_home_of_nobody_is_said_where_it_is_named(event: Event) -> None:
    event.change('path = "box"', 'path = "box"\n\n[logging]\nfile = "~nobody-at-all/x.log"')
    assert lines(load(event.config)) == [
        at(
            event,
            "9:8: error",
            "where logging.file lies cannot be told (Could not determine home directory.): write "
            "the whole path [config-place]",
        )
    ]


def test_a_link_does_not_hide_where_it_leads(event: Event) -> None:
    (event.directory / "state").symlink_to(event.box)
    assert [problem.code for problem in load(event.config).problems] == ["config-place"]


def test_below_a_dropbox_is_a_warning(event: Event) -> None:
    (event.directory.parent / ".dropbox.cache").mkdir()
    loaded = load(event.config)
    assert loaded.plan is not None
    assert [problem.one_line() for problem in loaded.problems] == [
        at(
            event,
            "6:8: warning",
            "event.state (state) lies in a Dropbox: whoever shares it can read it, and "
            "syncing a ledger while it is written can damage it; a place outside is safer "
            "[config-place]",
        ),
        at(
            event,
            "6:8: warning",
            "rulings.file (rulings.toml) lies in a Dropbox: whoever shares it can read it, "
            "and syncing a ledger while it is written can damage it; a place outside is "
            "safer [config-place]",
        ),
    ]


def test_what_is_read_from_the_files_is_not_the_ledgers(event: Event) -> None:
    assert not load(event.config).is_last_read
    event.change("boards_per_round = 1", "boards_per_round = 0")
    assert not load(event.config).is_last_read


# The secret


def test_the_secret_comes_with_its_warnings(event: Event) -> None:
    event.change('path = "box"', 'path = "box"\n\n[encryption]\nsecret_file = "secret.txt"')
    secret = event.directory / "secret.txt"
    secret.touch()
    secret.chmod(0o644)
    secret.write_text("1234\n")
    loaded = load(event.config)
    assert loaded.secret == Secret.parse("1234")
    codes = ["secret-open", "secret-weak"] if os.name == "posix" else ["secret-weak"]
    assert [problem.code for problem in loaded.problems] == codes


def test_a_secret_that_cannot_be_used_is_an_error_where_it_is_named(event: Event) -> None:
    event.change('path = "box"', 'path = "box"\n\n[encryption]\nsecret_file = "secret.txt"')
    path = event.directory / "secret.txt"
    assert lines(load(event.config)) == [
        at(
            event,
            "9:15: error",
            f"{path} cannot be read (No such file or directory): it must hold the four "
            "characters that the devices have as their secret key [secret]",
        )
    ]


def test_encryption_that_is_required_without_a_secret_is_an_error(event: Event) -> None:
    event.change('path = "box"', 'path = "box"\n\n[encryption]\nrequire_encrypted = true')
    assert [problem.code for problem in load(event.config).problems] == ["secret"]


def test_devices_that_will_find_no_file_are_warned_of(event: Event) -> None:
    event.change("boards_per_round = 1", 'boards_per_round = 1\ndevices = ["pair"]')
    loaded = load(event.config)
    assert [problem.code for problem in loaded.problems] == ["device-no-file"]
    assert loaded.plan is not None


# Everything that the plan is made of


def test_the_files_that_the_plan_is_made_of_are_named_each_once(event: Event) -> None:
    event.change('path = "box"', 'path = "box"\n\n[ranking]\ncarry_over = ["week 1.csv"]')
    (event.directory / "week 1.csv").write_text("not read as it should be yet\n")
    loaded = load(event.config)
    names = ("tournament.toml", "mitchell.asc", "names.csv", "week 1.csv")
    assert loaded.files == tuple(event.directory / name for name in names)
    assert loaded.config == event.config
    assert loaded.configuration is not None
    assert loaded.configuration.name == str(event.config)


def test_an_earlier_session_that_is_missing_is_named_where_it_is_asked_for(event: Event) -> None:
    event.change('path = "box"', 'path = "box"\n\n[ranking]\ncarry_over = ["week 1.csv"]')
    loaded = load(event.config)
    place = "9:14: error"
    assert at(
        event, place, "week 1.csv does not exist: put the file there, or correct its name here"
    ) + " [config-file]" in lines(loaded)


def test_of_a_configuration_that_cannot_be_read_only_itself_is_known(event: Event) -> None:
    event.config.write_text("[event\n")
    broken = load(event.config)
    assert (broken.files, broken.configuration is None) == ((event.config,), False)
    event.config.unlink()
    gone = load(event.config)
    assert (gone.files, gone.configuration) == ((event.config,), None)
