import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import daemon
from daemon.service.events import CATALOGUE

SOURCES = Path(daemon.__file__).parent
EVENT = re.compile(r"[a-z]+\.[a-z]+")
SUBJECTS = {event.partition(".")[0] for event in CATALOGUE}


@pytest.fixture(scope="module")
def tellers() -> list[ast.Module]:
    """The modules that tell something."""
    texts = [path.read_text("utf-8") for path in SOURCES.rglob("*.py")]
    return [ast.parse(text) for text in texts if "Told(" in text]


def told_directly(tree: ast.Module) -> Iterator[str]:
    """The events that a Told is made with."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Told":
            yield from (
                part.value
                for part in ast.walk(node.args[0])
                if isinstance(part, ast.Constant) and isinstance(part.value, str)
            )


def said_anywhere(tree: ast.Module) -> Iterator[str]:
    """All texts that look like events, such as those that are looked up in a table first."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            if EVENT.fullmatch(text) and text.partition(".")[0] in SUBJECTS:
                yield text


def test_everything_that_is_told_is_in_the_catalogue(tellers: list[ast.Module]) -> None:
    told = {event for tree in tellers for event in told_directly(tree)}
    assert len(told) > 20
    assert told <= set(CATALOGUE)


def test_everything_in_the_catalogue_is_told_somewhere(tellers: list[ast.Module]) -> None:
    said = {event for tree in tellers for event in (*said_anywhere(tree), *told_directly(tree))}
    assert said == set(CATALOGUE)


def test_each_event_says_what_it_means() -> None:
    assert list(CATALOGUE) == sorted(CATALOGUE)
    assert all(meaning and not meaning.endswith(".") for meaning in CATALOGUE.values())
