"""The templates of this room: everything in them is escaped, whatever a file or a tablet said."""

from typing import TypeVar

from jinja2 import Environment, PackageLoader, StrictUndefined

from daemon.publish.characters import harmless

_Shown = TypeVar("_Shown")


def render(name: str, **values: object) -> str:
    """The text of a page."""
    return _TEMPLATES.get_template(name).render(**values)


def _harmless(value: _Shown) -> _Shown | str:
    """What is printed: a text without what steers; markup was made harmless before."""
    if isinstance(value, str) and not hasattr(value, "__html__"):
        return harmless(value)
    return value


_TEMPLATES = Environment(
    loader=PackageLoader("daemon.web"),
    autoescape=True,
    undefined=StrictUndefined,
    finalize=_harmless,
    trim_blocks=True,
    lstrip_blocks=True,
)
