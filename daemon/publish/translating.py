"""`python -m daemon.publish.translating`: bring the catalogues up to date with code and templates.

For translators and for whoever writes a new message. Every message of the package is looked up;
new ones stand in the catalogues with nothing behind them, those that nobody says any more go, and
what was translated stays. `locale/GLOSSARY.md` has the words that clubs use.
"""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

from daemon.settings.model import LanguageCode

PACKAGE = Path(__file__).parents[1]
LOCALE = Path(__file__).with_name("locale")
TRANSLATED = tuple(code for code in LanguageCode if code is not LanguageCode.ENGLISH)

_METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2")]
_OPTIONS = {"**/templates/**.html": {"trimmed": "true", "silent": "false"}}
# `bridge_words.term` has the context first and then the message, as `pgettext` has.
_KEYWORDS = {**DEFAULT_KEYWORDS, "term": ((1, "c"), 2)}
_FOR_TRANSLATORS = "Translators:"
# A catalogue changes only when its messages do, and not with the clock.
_ALWAYS = datetime(2026, 1, 1, tzinfo=UTC)


def messages() -> Catalog:
    """Every message of the package, with nothing behind it."""
    found = Catalog(creation_date=_ALWAYS)
    extracted = extract_from_dir(
        PACKAGE,
        method_map=_METHODS,
        options_map=_OPTIONS,
        keywords=_KEYWORDS,
        comment_tags=(_FOR_TRANSLATORS,),
        strip_comment_tags=True,
    )
    for file, line, message, comments, context in extracted:
        place = f"daemon/{Path(file).as_posix()}"
        found.add(message, locations=[(place, line)], auto_comments=comments, context=context)
    return found


def catalogue(code: LanguageCode) -> Catalog:
    """A catalogue as its file has it.

    That of a new language begins as the head of another one, with the rule for its plurals.
    Raises PoFileError for one that cannot be read, such as after a merge that left its marks.
    """
    return read_po(BytesIO(_file(code).read_bytes()), locale=code.value, abort_invalid=True)


def updated(old: Catalog, wanted: Catalog) -> Catalog:
    """The catalogue with all that is wanted and nothing else; what was translated is kept."""
    old.update(wanted, no_fuzzy_matching=True)
    old.obsolete.clear()
    return old


def written(of: Catalog) -> bytes:
    """The text of a catalogue's file, the same for the same messages."""
    text = BytesIO()
    write_po(text, of, width=100, sort_by_file=True, include_lineno=False)
    return text.getvalue()


def waiting(of: Catalog) -> list[str]:
    """The messages that have no translation, or one that somebody has doubts about."""
    return [
        _forms(message.id)[0]
        for message in of
        if message.id and (message.fuzzy or not all(_forms(message.string)))
    ]


def _forms(said: str | Sequence[str] | None) -> Sequence[str]:
    """What is said of one and of many, or the only form; an empty one for nothing."""
    return [said or ""] if said is None or isinstance(said, str) else said


def _file(code: LanguageCode) -> Path:
    return LOCALE / f"{code}.po"


def main() -> int:
    """Update all catalogues and say what waits for a translator; 1 when something does."""
    wanted = messages()
    waits = 0
    for code in TRANSLATED:
        now = updated(catalogue(code), wanted)
        _file(code).write_bytes(written(now))
        open_ = waiting(now)
        waits += len(open_)
        sys.stdout.write(f"{code}: {len(now)} messages, {len(open_)} to translate\n")
        sys.stdout.writelines(f"  {message}\n" for message in open_)
    return 1 if waits else 0


if __name__ == "__main__":
    raise SystemExit(main())
