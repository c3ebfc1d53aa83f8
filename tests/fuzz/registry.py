"""All readers. A new one is a line in one of these modules, or a module here."""

from collections.abc import Mapping

from tests.fuzz.answers import ANSWERS
from tests.fuzz.federation import FEDERATION
from tests.fuzz.hands import HANDS
from tests.fuzz.ledgers import LEDGERS
from tests.fuzz.outs import OUTS
from tests.fuzz.reader import Reader
from tests.fuzz.requests import REQUESTS
from tests.fuzz.texts import TEXTS

READERS: Mapping[str, Reader] = {
    reader.name: reader
    for reader in (*TEXTS, *HANDS, *OUTS, *FEDERATION, *ANSWERS, *REQUESTS, *LEDGERS)
}
