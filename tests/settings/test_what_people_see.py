"""`[publish]` and `[web]`: what players see, and where pages are served."""

import pytest

from daemon.settings.model import LanguageCode, Publishing, TravellersShown, Web
from tests.settings.conftest import Change


def test_by_default_everything_is_shown_at_once_in_english(with_key: Change) -> None:
    found, problems = with_key("event", 'club = "De Eik"')
    assert problems == ()
    assert found is not None
    assert found.publishing == Publishing(0, 0, TravellersShown.LIVE, (LanguageCode.ENGLISH,), 30)
    assert found.web is None


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("hide_first_rounds = 2", Publishing(hide_first_rounds=2)),
        ("hide_last_rounds = 1", Publishing(hide_last_rounds=1)),
        ('travellers = "finished"', Publishing(travellers=TravellersShown.FINISHED)),
        (
            'languages = ["it", "fr", "nl", "en"]',
            Publishing(
                languages=(
                    LanguageCode.ITALIAN,
                    LanguageCode.FRENCH,
                    LanguageCode.DUTCH,
                    LanguageCode.ENGLISH,
                )
            ),
        ),
        ("correction_minutes = 0", Publishing(correction_minutes=0)),
    ],
)
def test_every_key_of_what_players_see_is_read(
    line: str, expected: Publishing, with_key: Change
) -> None:
    found, problems = with_key("publish", line)
    assert problems == ()
    assert found is not None
    assert found.publishing == expected


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            'languages = ["de"]',
            'each value of publish.languages must be "en", "it", "nl" or "fr", not "de"',
        ),
        ("languages = []", "publish.languages is empty"),
        (
            "hide_last_rounds = -1",
            "publish.hide_last_rounds must be a whole number from 0 to 100, not -1",
        ),
        (
            'travellers = "finshed"',
            (
                'publish.travellers must be "live" or "finished", not "finshed"; '
                'did you mean "finished"?'
            ),
        ),
    ],
)
def test_what_players_see_says_what_it_must_be(line: str, message: str, with_key: Change) -> None:
    found, (problem,) = with_key("publish", line)
    assert found is None
    assert problem.message.startswith(message)


@pytest.mark.parametrize(
    ("written", "host", "port"),
    [
        ("127.0.0.1:8420", "127.0.0.1", 8420),
        ("localhost:80", "localhost", 80),
        ("[::1]:65535", "::1", 65535),
        ("0.0.0.0:8080", "0.0.0.0", 8080),  # noqa: S104 - what a director may write
    ],
)
def test_a_server_listens_at_an_address_and_a_port(
    written: str, host: str, port: int, with_key: Change
) -> None:
    found, problems = with_key("web", f'listen = "{written}"')
    assert problems == ()
    assert found is not None
    assert found.web == Web(host, port)


def test_the_token_s_file_keeps_its_place(with_key: Change) -> None:
    found, _ = with_key("web", 'token_file = "token.txt"\nlisten = "localhost:8420"')
    assert found is not None
    assert found.web == Web("localhost", 8420, "token.txt")
    assert found.web.token_file_span is not None


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            'listen = "8420"',
            'web.listen must be an address and a port, such as "127.0.0.1:8420", not "8420"',
        ),
        ("listen = 8420", "web.listen must be text, not a whole number: put it in quotes"),
        ('listen = "localhost:0"', "web.listen has the port 0: ports go from 1 to 65535"),
        ('listen = "localhost:70000"', "web.listen has the port 70000: ports go from 1 to 65535"),
    ],
)
def test_an_address_that_is_none_says_what_it_must_be(
    line: str, message: str, with_key: Change
) -> None:
    found, (problem,) = with_key("web", line)
    assert found is None
    assert problem.message.startswith(message)


def test_a_server_without_an_address_is_an_error(with_key: Change) -> None:
    found, (problem,) = with_key("web", 'token_file = "token.txt"')
    assert found is None
    assert problem.message.startswith("listen is missing under [web]")
