"""structlog is imported without what nobody asks for, and that is there for whoever does."""

import sys
from importlib import import_module

import pytest

from daemon.service.lean_structlog import _instead, _WhenUsed

NAME = "colorsys"


def test_what_is_asked_for_while_another_stands_in_is_imported_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, NAME, raising=False)
    with _instead(NAME, _WhenUsed(NAME)):
        found = import_module(NAME)
        assert found.rgb_to_hls(1, 0, 0) == (0, 0.5, 1)
    assert NAME in sys.modules
    assert not isinstance(sys.modules[NAME], _WhenUsed)


def test_what_nobody_asked_for_is_not_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, NAME, raising=False)
    with _instead(NAME, _WhenUsed(NAME)):
        found = import_module(NAME)
    assert NAME not in sys.modules
    assert found.rgb_to_hls(1, 0, 0) == (0, 0.5, 1)
