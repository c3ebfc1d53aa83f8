"""The application: the published files, the events, the health, and the director's page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from daemon.publish.roster import read_roster
from daemon.publish.site import FILES
from daemon.web.answers import trouble_page
from daemon.web.director import HOME, Director
from daemon.web.doing import Doing
from daemon.web.entrance import Entrance, peer_of
from daemon.web.events import event_stream
from daemon.web.files import Files
from daemon.web.gate import Gate
from daemon.web.health import health
from daemon.web.hosts import Hosts
from daemon.web.hub import Hub
from daemon.web.premises import Premises
from daemon.web.token import Token

_MOST_BYTES = 64 * 1024
_OWN = frozenset({"director.css", "director.js"})
_STATIC = Path(__file__).parent / "static"


@dataclass(frozen=True, slots=True)
class Hubs:
    """Who is kept up to date: everybody about published files, the director about all."""

    pages: Hub
    director: Hub


def application(
    premises: Premises,
    hubs: Hubs,
    token: Token | None,
    *,
    nudge: Callable[[], None],
    late: Callable[[], Sequence[str]],
) -> ASGIApp:
    """The ASGI application; `nudge` has the rulings file read, `late` names loops that hang."""
    entrance = Entrance(token, premises.port, premises.monotonic)
    director = Director(premises, entrance, Doing(premises, nudge), hubs.director)
    own = Files(_STATIC, _OWN.__contains__)
    published = Files(premises.directory, _is_published_in(premises.directory))

    async def events(request: Request) -> Response:
        since = request.headers.get("last-event-id")
        return event_stream(hubs.pages, peer_of(request), "published", since)

    async def healthz(_request: Request) -> Response:
        return health(premises.window.look(), late())

    async def own_file(request: Request) -> Response:
        return await _file(own, request, request.path_params["name"])

    async def published_file(request: Request) -> Response:
        return await _file(published, request, request.scope["path"])

    app = Starlette(
        routes=[
            Route("/events", events, methods=["GET"]),
            Route("/healthz", healthz, methods=["GET"]),
            *director.routes,
            Route(f"{HOME}/static/{{name}}", own_file, methods=["GET"]),
            Route("/{path:path}", published_file, methods=["GET"]),
        ],
        exception_handlers={HTTPException: _trouble},
        max_body_size=_MOST_BYTES,
    )
    return Gate(app, Hosts(premises.host))


def _is_published_in(directory: Path) -> Callable[[str], bool]:
    """Whether a name is of a file that the publisher writes: always, or for this event."""
    return lambda name: name in FILES or name in read_roster(directory)


async def _file(files: Files, request: Request, path: str) -> Response:
    served = await run_in_threadpool(files.find, path)
    if served is None:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    headers = {"ETag": served.etag, "Cache-Control": "no-cache"}
    if _has_it(request.headers.get("if-none-match", ""), served.etag):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(
        b"" if request.method == "HEAD" else served.content,
        headers={
            **headers,
            "Content-Type": served.media_type,
            "Content-Length": str(len(served.content)),
        },
    )


def _has_it(if_none_match: str, etag: str) -> bool:
    """Whether a browser has this version (RFC 9110, 13.1.2)."""
    known = (one.strip().removeprefix("W/") for one in if_none_match.split(","))
    return any(one in {etag, "*"} for one in known)


async def _trouble(_request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    sentence, what_to_do = _SENTENCES.get(status, ("This does not work.", ""))
    answer = trouble_page(status, sentence, what_to_do)
    if isinstance(error, HTTPException) and error.headers:
        answer.headers.update(error.headers)
    return answer


_SENTENCES = {
    404: ("There is no such page.", "It may come when the first result does."),
    405: ("That cannot be done here: pages are only read.", ""),
    413: ("That is too large.", ""),
}
