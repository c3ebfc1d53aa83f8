"""Nineteen small folders, each with the behaviour that Bridge Suite's rules ask for."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from daemon.cli.main import main

SCENARIOS = Path(__file__).parent.parent / "data" / "scenarios"
EXPECTED: dict[str, Any] = json.loads((SCENARIOS / "expected.json").read_text("utf-8"))


@pytest.fixture
def event(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A scenario's folder, copied; its boxes wait beside it."""
    there = tmp_path / "event"
    shutil.copytree(SCENARIOS / request.param, there, copy_function=shutil.copy)
    if (there / "secret").exists():
        (there / "secret").chmod(0o600)
    return there


def run_boxes(event: Path, boxes: list[str]) -> None:
    for box in boxes:
        shutil.copytree(
            event / box, event / "box", copy_function=shutil.copy, dirs_exist_ok=True
        ) if box != "box" else None
        assert main(["run", str(event / "tournament.toml"), "--once", "--resume"]) == 0


def published(event: Path, name: str) -> Any:  # noqa: ANN401 - JSON
    return json.loads((event / "live" / name).read_text("utf-8"))


def lines(event: Path, status: str) -> list[dict[str, Any]]:
    return [
        {"board": traveller["board"], **line}
        for traveller in published(event, "travellers.json")
        for line in traveller["lines"]
        if line["status"] == status
    ]


def named(found: list[dict[str, Any]], keys: tuple[str, ...]) -> list[tuple[Any, ...]]:
    return sorted(tuple(one[key] for key in keys) for one in found)


@pytest.mark.parametrize(
    ("event", "expected"),
    [pytest.param(name, expected, id=name) for name, expected in EXPECTED.items()],
    indirect=["event"],
)
def test_a_scenario_gives_what_is_expected(
    event: Path, expected: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    run_boxes(event, expected["boxes"])
    keys = ("board", "ns", "ew", "score")
    assert named(lines(event, "scored"), keys) == named(expected["scored"], keys)
    for wanted in expected["scored"]:
        if "sources" in wanted:
            (line,) = (one for one in lines(event, "scored") if one["board"] == wanted["board"])
            assert line["sources"] == wanted["sources"]
    problems = published(event, "problems.json")
    held = [one for one in problems if one["code"] in {each["code"] for each in expected["held"]}]
    keys = ("board", "ns", "ew", "code")
    assert named(held, keys) == named(expected["held"], keys)
    assert {one["code"] for one in problems} == set(expected["codes"])
    log = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    corrected = [
        {"board": one["board"], "ns": one["ns"], "ew": one["ew"]}
        | {"from": one["old_score"], "to": one["new_score"]}
        for one in log
        if one["event"] == "result.corrected"
    ]
    assert corrected == expected.get("corrections", [])


def test_every_scenario_is_tried() -> None:
    folders = {path.name for path in SCENARIOS.iterdir() if path.is_dir()}
    assert folders == set(EXPECTED)
    assert len(folders) == 19
