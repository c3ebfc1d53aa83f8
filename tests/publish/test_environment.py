from daemon.publish.environment import environment
from daemon.publish.language import language
from daemon.settings.model import LanguageCode

ENGLISH, ITALIAN, DUTCH, FRENCH = map(language, LanguageCode)


def rendered(text: str, code: LanguageCode = LanguageCode.ENGLISH, **values: object) -> str:
    return environment(language(code)).from_string(text).render(values)


def test_a_template_speaks_the_language_of_its_environment() -> None:
    text = "{{ _('Table %(number)s', number=3) }} {{ pgettext('seat', 'W') }} {{ language.code }}"
    assert rendered(text, LanguageCode.ITALIAN) == "Tavolo 3 O it"
    assert rendered(text) == "Table 3 W en"


def test_environments_are_made_once() -> None:
    assert environment(ITALIAN) is environment(ITALIAN)
    assert environment(ITALIAN) is not environment(ENGLISH)


def test_a_translated_block_may_be_broken_over_lines() -> None:
    text = "{% trans number=2 %}\n  Table\n  {{ number }}\n{% endtrans %}"
    assert rendered(text) == "Table 2"


def test_what_is_put_into_a_message_is_escaped_and_cannot_turn_the_line_around() -> None:
    text = (
        "{{ name }}|{{ _('%(name)s sits out', name=name) }}|{% trans %}By {{ name }}{% endtrans %}"
    )
    shown = rendered(text, name="<b>\u202ex")
    assert shown == "&lt;b&gt;\ufffdx|&lt;b&gt;\ufffdx sits out|By &lt;b&gt;\ufffdx"


def test_numbers_and_markup_stay_what_they_are() -> None:
    assert rendered("{% macro m() %}<b>{{ 3 }}</b>{% endmacro %}{{ m() }}{{ 4 }}") == "<b>3</b>4"
