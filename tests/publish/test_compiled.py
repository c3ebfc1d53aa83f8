"""Templates are compiled once, and whatever happened to what was kept, pages come out right."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType

import jinja2
import pytest
from jinja2 import DictLoader, Environment

from daemon.publish.compiled import CompiledTemplates

Render = Callable[[str], str]


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sources that were compiled, one after the other."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    sources: list[str] = []
    compile_really = Environment.compile

    def compile_noting(
        self: Environment, source: str, name: str | None, filename: str | None
    ) -> CodeType:
        sources.append(source)
        return compile_really(self, source, name, filename)

    monkeypatch.setattr(Environment, "compile", compile_noting)
    return sources


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """The module that says how templates are read."""
    module = tmp_path / "environment.py"
    module.write_text("TRIMMED = True\n")
    return module


@pytest.fixture
def render(module: Path) -> Render:
    """Render `page.html` with this source, in a program that was started just now."""

    def rendered(source: str) -> str:
        cache = CompiledTemplates(module)
        made = Environment(
            loader=DictLoader({"page.html": source}), autoescape=True, bytecode_cache=cache
        )
        return made.get_template("page.html").render(name="Ada")

    return rendered


def _kept(module: Path) -> Path:
    (kept,) = (module.parent / "__pycache__").iterdir()
    return kept


def test_a_template_that_was_compiled_before_is_not_compiled_again(
    render: Render, compiled: list[str], module: Path
) -> None:
    assert [render("{{ name }}!"), render("{{ name }}!")] == ["Ada!", "Ada!"]
    assert compiled == ["{{ name }}!"]
    assert _kept(module).name.startswith("page.html.")


def test_a_template_that_changed_is_compiled_anew(render: Render, compiled: list[str]) -> None:
    assert [render("{{ name }}!"), render("{{ name }}?")] == ["Ada!", "Ada?"]
    assert compiled == ["{{ name }}!", "{{ name }}?"]


def test_templates_that_are_read_in_another_way_are_compiled_anew(
    render: Render, compiled: list[str], module: Path
) -> None:
    render("{{ name }}!")
    module.write_text("TRIMMED = False\n")
    assert render("{{ name }}!") == "Ada!"
    assert len(compiled) == 2


def test_what_another_version_of_jinja_compiled_is_compiled_anew(
    render: Render, compiled: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    render("{{ name }}!")
    newer = tmp_path / "__init__.py"
    newer.write_bytes(Path(jinja2.__file__).read_bytes() + b"__version__ = 'newer'\n")
    monkeypatch.setattr(jinja2, "__file__", str(newer))
    assert render("{{ name }}!") == "Ada!"
    assert len(compiled) == 2


@pytest.mark.parametrize("left", [0, 2, 10, 60, -5])
def test_what_a_power_cut_left_damaged_is_compiled_anew_and_mended(
    render: Render, compiled: list[str], module: Path, left: int
) -> None:
    render("{{ name }}!")
    kept = _kept(module)
    kept.write_bytes(kept.read_bytes()[:left])
    assert [render("{{ name }}!"), render("{{ name }}!")] == ["Ada!", "Ada!"]
    assert len(compiled) == 2


@pytest.mark.parametrize("place", [2, 3, 12, 60])
def test_what_a_disk_gave_back_with_another_bit_is_compiled_anew_and_mended(
    render: Render, compiled: list[str], module: Path, place: int
) -> None:
    render("{{ name }}!")
    kept = _kept(module)
    damaged = bytearray(kept.read_bytes())
    damaged[place] ^= 0x80
    kept.write_bytes(damaged)
    assert [render("{{ name }}!"), render("{{ name }}!")] == ["Ada!", "Ada!"]
    assert len(compiled) == 2


def test_where_nothing_can_be_kept_templates_are_compiled_each_time(
    render: Render, compiled: list[str], module: Path
) -> None:
    (module.parent / "__pycache__").write_text("a file where the folder should be")
    assert [render("{{ name }}!"), render("{{ name }}!")] == ["Ada!", "Ada!"]
    assert len(compiled) == 2


def test_nothing_is_kept_where_python_is_not_to_keep_what_it_compiled(
    render: Render, compiled: list[str], module: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert render("{{ name }}!") == "Ada!"
    assert compiled == ["{{ name }}!"]
    assert list(module.parent.iterdir()) == [module]
