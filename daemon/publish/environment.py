"""How templates are read, in the language of those who read what comes out."""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TypeVar

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from msgspec import Struct

from daemon.publish.characters import harmless
from daemon.publish.compiled import CompiledTemplates
from daemon.publish.language import Language
from daemon.publish.marks import card_mark, contract_mark, names_mark, strain_mark, suit_mark

_Shown = TypeVar("_Shown")


class Made(Struct, frozen=True):
    """A piece of a page that was freed of what steers when it was made; it is printed as it is."""

    html: str

    def __html__(self) -> str:
        """What takes the place of escaping."""
        return self.html


@cache
def environment(language: Language) -> Environment:
    """Where templates get `_`, `ngettext`, `pgettext`, `{% trans %}`, `language` and the marks.

    All that is printed is escaped, and freed of what steers (`characters.harmless`).
    """
    made = Environment(
        loader=PackageLoader("daemon.publish"),
        extensions=["jinja2.ext.i18n"],
        autoescape=True,
        auto_reload=False,
        bytecode_cache=CompiledTemplates(Path(__file__)),
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
    said = _said(language)
    made.globals.update(
        _=said,
        gettext=said,
        language=language,
        card_mark=partial(card_mark, language=language),
        contract_mark=partial(contract_mark, language=language),
        suit_mark=partial(suit_mark, language=language),
        strain_mark=partial(strain_mark, language=language),
        names_mark=names_mark,
    )
    return made


def _said(language: Language) -> Callable[..., Made | Markup]:
    """The messages of a language, as `gettext` has them.

    The one that comes with the extension asks the context of every page for every word.
    """

    @cache
    def message(text: str) -> Made:
        return Made(language.gettext(text))

    def said(text: str, /, **values: object) -> Made | Markup:
        if not values:
            return message(text)
        # Messages are ours and may be markup; what is put into them is escaped.
        return Markup(language.translations.gettext(text)) % values  # noqa: S704 - as just said

    return said


def _harmless(value: _Shown) -> _Shown | str:
    """What is printed: a text without what steers, and a message without it in its values."""
    if not isinstance(value, str):
        return value
    fit = harmless(value)
    # It was markup before, and nothing is added.
    return Markup(fit) if isinstance(value, Markup) else fit  # noqa: S704 - as just said
