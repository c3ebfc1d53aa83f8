"""The catalogues that translators write: `locale/it.po` and its neighbours.

They are read as they are written. Compiled ones would be a second truth in the repository, and
reading a catalogue takes a few hundredths of a second, once, for a language that is used.
"""

from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO

from daemon.settings.model import LanguageCode


def translations(code: LanguageCode) -> NullTranslations:
    """The messages of a language. English is what the messages are written in: it has none."""
    if code is LanguageCode.ENGLISH:
        return NullTranslations()
    # Babel is only for those who read another language: importing it costs more than all we do.
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - see above
    from babel.messages.pofile import read_po  # noqa: PLC0415 - see above

    written = (files("daemon.publish") / "locale" / f"{code}.po").read_bytes()
    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(written), locale=code.value))
    compiled.seek(0)
    return GNUTranslations(compiled)
