"""How templates are read, in the language of those who read what comes out."""

from functools import cache
from typing import TypeVar

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from daemon.publish.characters import harmless
from daemon.publish.language import Language

_Shown = TypeVar("_Shown")


@cache
def environment(language: Language) -> Environment:
    """Where templates get `_`, `ngettext`, `pgettext`, `{% trans %}` and `language`.

    All that is printed is escaped, and freed of what steers (`characters.harmless`).
    """
    made = Environment(
        loader=PackageLoader("daemon.publish"),
        extensions=["jinja2.ext.i18n"],
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_harmless,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.policies["ext.i18n.trimmed"] = True
    made.install_gettext_translations(  # type: ignore[attr-defined] # the extension brings it
        language.translations, newstyle=True
    )
    made.globals["language"] = language
    return made


def _harmless(value: _Shown) -> _Shown | str:
    """What is printed: a text without what steers, and a message without it in its values."""
    if isinstance(value, Markup):
        return Markup(harmless(value))  # noqa: S704 - it was markup before, and nothing is added
    return harmless(value) if isinstance(value, str) else value
