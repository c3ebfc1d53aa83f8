"""Where the pages are served, or why they are not, in words."""

from collections.abc import Iterator

from daemon.service.messages import Message, PagesNotServed, PagesServed
from daemon.tournament.told import Level, Told


def of_pages(message: Message) -> Iterator[Told]:
    """What to tell about a message that is about the pages; nothing about any other."""
    if isinstance(message, PagesNotServed):
        yield Told("web.failed", message.message, Level.ERROR)
    if isinstance(message, PagesServed):
        yield from _served(message)


def _served(message: PagesServed) -> Iterator[Told]:
    text = f"the pages are at {message.address}, the director's page at {message.address}director"
    if message.token_file is not None:
        text += f"; its token was made, and stands in {message.token_file}"
    yield Told("web.started", text)
    if message.advice is not None:
        yield Told("web.token", f"web.token_file: {message.advice}", Level.WARNING)
