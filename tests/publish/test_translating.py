"""Every catalogue says everything that is said, and nothing else."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError

from daemon.publish import translating
from daemon.publish.translating import (
    TRANSLATED,
    catalogue,
    main,
    messages,
    updated,
    waiting,
    written,
)
from daemon.settings.model import LanguageCode

HEAD = 'msgid ""\nmsgstr ""\n"Language: it\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
# Filled in by Python, or by the script of the page.
PLACE = re.compile(r"%(?:\(\w+\))?[a-z%]|\{\w+\}")


@cache
def wanted() -> Catalog:
    return messages()


def keys(of: Catalog) -> set[tuple[str | None, str]]:
    return {(message.context, str(message.id)) for message in of if message.id}


def forms(of: str | tuple[str, ...] | list[str] | None) -> list[str]:
    return [of or ""] if of is None or isinstance(of, str) else list(of)


def places(text: str) -> Counter[str]:
    return Counter(PLACE.findall(text))


def test_messages_are_found_in_code_and_in_templates() -> None:
    assert {("seat", "N"), (None, "Round"), (None, "Guide card")} <= keys(wanted())


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_catalogue_has_every_message_and_none_that_nobody_says(code: LanguageCode) -> None:
    has, needs = keys(catalogue(code)), keys(wanted())
    assert (needs - has, has - needs) == (set(), set()), "run python -m daemon.publish.translating"


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_message_is_translated_for_one_and_for_many_and_nobody_doubts_it(
    code: LanguageCode,
) -> None:
    assert waiting(catalogue(code)) == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_has_the_places_of_its_message(code: LanguageCode) -> None:
    def fits(message: Message) -> bool:
        originals = [places(text) for text in forms(message.id)]
        # The form for one may say `one` and leave the number out, as English may too.
        return all(
            places(text) in originals or places(text) == originals[-1]
            for text in forms(message.string)
        )

    assert [one.id for one in catalogue(code) if one.id and not fits(one)] == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_sentence_ends_as_its_message_does_and_no_space_is_left_over(
    code: LanguageCode,
) -> None:
    def edges(text: str) -> tuple[bool, bool, str]:
        # A single word that ends in a point is shortened, which each language does where it must.
        end = text[-1] if " " in text and text[-1] in ".:?!…" else ""
        return text[0].isspace(), text[-1].isspace(), end

    different = [
        one.id
        for one in catalogue(code)
        if one.id
        for text in forms(one.string)
        if edges(text) != edges(forms(one.id)[0])
    ]
    assert different == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_translation_brings_markup_that_its_message_has_not(code: LanguageCode) -> None:
    def markup(text: str) -> list[str]:
        return re.findall(r"<[^>]*>|&\w+;", text)

    strange = [
        one.id
        for one in catalogue(code)
        if one.id
        for text in forms(one.string)
        if markup(text) != markup(forms(one.id)[0])
    ]
    assert strange == []


def test_french_puts_a_space_that_never_breaks_before_high_punctuation() -> None:
    said = [text for one in catalogue(LanguageCode.FRENCH) for text in forms(one.string) if one.id]
    assert [text for text in said if re.search(r"(?<![\u00a0\u202f])[:;?!](?!\w)", text)] == []


def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> Path:
    """A package with one template and one catalogue."""
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text(
        "{{ _('Hand') }}{{ pgettext('card', 'Ace') }}"
        "{% trans %}\n  So\n  it is\n{% endtrans %}"
        "{{ ngettext('%(num)d lead', '%(num)d leads', 2) }}",
        encoding="utf-8",
    )
    (tmp_path / "it.po").write_text(HEAD + text, encoding="utf-8")
    monkeypatch.setattr(translating, "PACKAGE", tmp_path)
    monkeypatch.setattr(translating, "LOCALE", tmp_path)
    monkeypatch.setattr(translating, "TRANSLATED", (LanguageCode.ITALIAN,))
    return tmp_path / "it.po"


def test_updating_keeps_what_is_translated_and_says_what_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (
        '\nmsgid "Hand"\nmsgstr "Mano"\n'
        '\nmsgid "Gone"\nmsgstr "Perduto"\n'
        '\n#, fuzzy\nmsgctxt "card"\nmsgid "Ace"\nmsgstr "Asso?"\n'
    )
    file = small(tmp_path, monkeypatch, text)
    assert main() == 1
    assert capsys.readouterr().out == (
        "it: 4 messages, 3 to translate\n  Ace\n  So it is\n  %(num)d lead\n"
    )
    now = file.read_text(encoding="utf-8")
    assert 'msgid "Hand"\nmsgstr "Mano"' in now
    assert "Gone" not in now
    main()
    assert file.read_text(encoding="utf-8") == now


def test_nothing_waits_when_all_is_translated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (
        '\nmsgid "Hand"\nmsgstr "Mano"\n'
        '\nmsgctxt "card"\nmsgid "Ace"\nmsgstr "Asso"\n'
        '\nmsgid "So it is"\nmsgstr "È così"\n'
        '\nmsgid "%(num)d lead"\nmsgid_plural "%(num)d leads"\n'
        'msgstr[0] "%(num)d attacco"\nmsgstr[1] "%(num)d attacchi"\n'
    )
    small(tmp_path, monkeypatch, text)
    assert main() == 0
    assert capsys.readouterr().out == "it: 4 messages, 0 to translate\n"


def test_a_form_that_is_missing_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        '\nmsgid "%(num)d lead"\nmsgid_plural "%(num)d leads"\n'
        'msgstr[0] "%(num)d attacco"\nmsgstr[1] ""\n'
    )
    small(tmp_path, monkeypatch, text)
    assert waiting(catalogue(LanguageCode.ITALIAN)) == ["%(num)d lead"]


def test_a_catalogue_with_the_marks_of_a_merge_is_refused_and_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = '\nmsgid "Hand"\n<<<<<<< HEAD\nmsgstr "Mano"\n=======\nmsgstr "Carte"\n>>>>>>> x\n'
    file = small(tmp_path, monkeypatch, text)
    with pytest.raises(PoFileError, match="Unknown or misformatted keyword"):
        main()
    assert "<<<<<<< HEAD" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("code", TRANSLATED)
def test_the_catalogues_are_as_the_command_writes_them(code: LanguageCode) -> None:
    def lines(text: bytes) -> list[str]:
        return [line for line in text.decode().splitlines() if "Generated-By" not in line]

    file = translating.LOCALE / f"{code}.po"
    assert lines(written(updated(catalogue(code), wanted()))) == lines(file.read_bytes())
