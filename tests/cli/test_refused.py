"""Why the system did not let a command read or write."""

import pytest

from daemon.cli.refused import reason


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (FileNotFoundError(2, "x"), "it does not exist"),
        (IsADirectoryError(21, "x"), "it is a folder"),
        (PermissionError(13, "x"), "the system does not allow it"),
        (OSError(28, "No space left on device"), "No space left on device"),
        (OSError(), ""),
    ],
)
def test_reasons_are_told_in_plain_words(error: OSError, words: str) -> None:
    assert reason(error) == words
