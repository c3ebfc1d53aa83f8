"""`[publish]`: what players see of the results, and when, and in which languages."""

from daemon.settings.model import LanguageCode, Publishing, TravellersShown
from daemon.toml import Reading, choice, distinct, filled, list_of, whole

_ROUNDS = whole(0, 100)
_MINUTES = whole(0, 24 * 60)
_LANGUAGES = filled(distinct(list_of(choice(LanguageCode), "languages")))


def read_publishing(table: Reading) -> Publishing:
    """Read the keys of `[publish]` that are about what is shown."""
    usual = Publishing()
    return Publishing(
        hide_first_rounds=table.get("hide_first_rounds", _ROUNDS, usual.hide_first_rounds),
        hide_last_rounds=table.get("hide_last_rounds", _ROUNDS, usual.hide_last_rounds),
        travellers=table.get("travellers", choice(TravellersShown), usual.travellers),
        languages=table.get("languages", _LANGUAGES, usual.languages),
        correction_minutes=table.get("correction_minutes", _MINUTES, usual.correction_minutes),
    )
