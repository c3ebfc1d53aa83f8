"""The keys of a folder in Dropbox."""

import pytest

from daemon.problem import Source
from daemon.settings.model import Dropbox, FolderKind
from daemon.settings.reading import read_settings

START = '[event]\nname = "Tuesday"\ndate = 2026-12-01\n[folder]\n'
SECTION = '[[section]]\nname = "A"\nmovement = "m.asc"\nboards_per_round = 3\n'
APP = '[dropbox]\napp_key = "abcde12345"\n'


def problems_of(folder: str, others: str = APP) -> list[str]:
    settings, problems = read_settings(Source("t.toml", f"{START}{folder}\n{others}{SECTION}"))
    assert (settings is None) == bool(problems)
    return [problem.one_line() for problem in problems]


def test_a_folder_in_dropbox_is_named_by_kind_path_and_app() -> None:
    text = f'{START}kind = "dropbox"\npath = "/Club/Bridge"\n{APP}token_file = "t"\n{SECTION}'
    text = text.replace("token_file", 'path_root = "12"\ntoken_file')
    settings, problems = read_settings(Source("t.toml", text))
    assert problems == ()
    assert settings is not None
    assert (settings.folder.kind, settings.folder.path) == (FolderKind.DROPBOX, "/Club/Bridge")
    assert settings.dropbox == Dropbox("abcde12345", "t", "12")
    assert settings.dropbox.token_file_span is not None


def test_a_folder_in_dropbox_needs_an_app() -> None:
    (problem,) = problems_of('kind = "dropbox"\npath = "/Club"', "")
    assert problem == (
        't.toml:5:8: error: folder.kind = "dropbox" needs an app of yours: add app_key = "..." '
        "under [dropbox]; the README says how to register one [config-missing]"
    )


@pytest.mark.parametrize("path", ["C:/Dropbox/Club", "~/Dropbox", "./box", "../box", "box\\\\x"])
def test_a_path_on_this_computer_is_no_path_in_dropbox(path: str) -> None:
    (problem,) = problems_of(f'kind = "dropbox"\npath = "{path}"')
    assert problem == (
        't.toml:6:8: error: folder.path is a path in Dropbox when folder.kind is "dropbox": write '
        'it from the top of the Dropbox, as in "/Club/Bridge" [config-value]'
    )


@pytest.mark.parametrize("path", ["/", "/Club/Bridge evening", "Club/2026..27"])
def test_a_path_in_dropbox_begins_at_its_top(path: str) -> None:
    assert problems_of(f'kind = "dropbox"\npath = "{path}"') == []


def test_an_app_key_and_a_namespace_have_a_form() -> None:
    keys = '[dropbox]\napp_key = "My App"\npath_root = "team"\n'
    app, root = problems_of('path = "box"', keys)
    assert "is no app key: copy the one that stands as App key on the app's page" in app
    assert "is no namespace: write the number that `tournamentd dropbox whoami CONFIG`" in root


@pytest.mark.parametrize("key", ["token", "app_secret", "access_token", "refresh_token"])
def test_a_token_in_the_configuration_is_refused_and_never_shown(key: str) -> None:
    (problem,) = problems_of('path = "box"', f'[dropbox]\n{key} = "hunter2"\n')
    assert problem == (
        f"t.toml:7:1: error: dropbox.{key} must not stand in this file, which others read: "
        "`tournamentd dropbox login` writes the token into the file that dropbox.token_file "
        "names, and an app secret is not needed [config-secret]"
    )


@pytest.mark.parametrize(
    ("written", "read"), [("false", None), ("true", ""), ('"/Club/Results"', "/Club/Results")]
)
def test_results_are_carried_nowhere_beside_the_files_or_to_a_folder(
    written: str, read: str | None
) -> None:
    text = f'{START}path = "box"\n[publish]\npush = {written}\n{SECTION}'
    settings, problems = read_settings(Source("t.toml", text))
    assert problems == ()
    assert settings is not None
    assert settings.publish_push == read


def test_a_folder_in_dropbox_without_a_path_is_told_once() -> None:
    (problem,) = problems_of('kind = "dropbox"')
    assert "path is missing under [folder]" in problem
