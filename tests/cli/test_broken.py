"""What can still be read of a configuration that is broken."""

import pytest

from daemon.cli.broken import still_says
from daemon.problem import Source

WHOLE = '[event]\nname = "Trial"\n\n[rulings]\nfile = "r.toml"\n\n[logging]\nfile = "x.log"\n'


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (WHOLE, "x.log"),
        (f"\ufeff{WHOLE}", "x.log"),
        (WHOLE.replace('"Trial"', '"Trial'), "x.log"),
        (WHOLE.replace("[logging]", "[ logging ] # here"), "x.log"),
        (WHOLE.replace("[logging]", "[logging"), "x.log"),
        ('logging.file = "x.log"\n[event]\nname = "Trial\n', "x.log"),
        ('file = "x.log"\n[event]\nname = "Trial\n', None),
        ('name = "Trial\n[[section]]\nfile = "x.log"\n', None),
        ('name = "Trial\n[logging]\nfile = "x.log\n', None),
        ('name = "Trial\n[logging]\n[rulings]\nfile = "x.log"\n', None),
        ('logging = "x.log"', None),
        ("[logging]\nfile = 7", 7),
        ("", None),
    ],
)
def test_a_key_is_found_wherever_it_can_still_be_read(text: str, value: object) -> None:
    assert still_says(Source("tournament.toml", text), "logging", "file") == value


def test_a_configuration_that_could_not_be_read_says_nothing() -> None:
    assert still_says(None, "logging", "file") is None
