"""The stream of events: `published` with the names of the files that changed."""

import json
from collections.abc import AsyncIterator
from functools import partial

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.responses import Response

from daemon.web.answers import trouble_page
from daemon.web.hub import Hub

PING_SECONDS = 15
_SLOWEST_SECONDS = 20.0
"""Who has not taken an event by then is let go; a browser comes back by itself."""

_RETRY_MILLISECONDS = 3000


def event_stream(hub: Hub, peer: str, event: str, since: str | None) -> Response:
    """Keep a browser up to date; 503 when too many are."""
    if not hub.has_room(peer):
        answer = trouble_page(
            503, "Too many look at the same time: the page is right all the same."
        )
        answer.headers["Retry-After"] = "30"
        return answer
    return EventSourceResponse(
        _events(hub, peer, event, since),
        headers={"Cache-Control": "no-store"},
        ping=PING_SECONDS,
        ping_message_factory=lambda: _event(comment="still here"),
        send_timeout=_SLOWEST_SECONDS,
    )


async def _events(
    hub: Hub, peer: str, event: str, since: str | None
) -> AsyncIterator[ServerSentEvent]:
    with hub.line(peer, since) as line:
        yield _event(id=hub.now, comment="listening", retry=_RETRY_MILLISECONDS)
        async for names in line.news():
            yield _event(json.dumps(names), event=event, id=hub.now)


_event = partial(ServerSentEvent, sep="\n")
