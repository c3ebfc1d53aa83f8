"""The application: the published files, the events, the health, and the director's page."""

from collections.abc import Callable, Sequence
from http import HTTPStatus
from pathlib import Path

from msgspec import Struct
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from daemon.publish.roster import ROSTER_FILE, read_roster
from daemon.publish.site import FILES, FOR_THE_DIRECTOR
from daemon.web.answers import trouble_page
from daemon.web.director import HOME, Director
from daemon.web.doing import Doing
from daemon.web.entrance import Entrance, is_at_this_computer, peer_of
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


class Hubs(Struct, frozen=True):
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
    published = Files(premises.directory, _Published(premises.directory).__contains__)

    async def events(request: Request) -> Response:
        since = request.headers.get("last-event-id")
        return event_stream(hubs.pages, peer_of(request), "published", since)

    async def healthz(_request: Request) -> Response:
        return health(premises.window.look(), late())

    async def own_file(request: Request) -> Response:
        return await _file(own, request, request.path_params["name"])

    async def published_file(request: Request) -> Response:
        name = request.scope["path"].removeprefix("/")
        if name in FOR_THE_DIRECTOR and not is_at_this_computer(request):
            return trouble_page(403, "That is for the director, at the tournament’s own computer.")
        return await _file(published, request, request.scope["path"])

    app = Starlette(
        routes=[
            Route("/events", events, methods=["GET"]),
            Route("/healthz", healthz, methods=["GET"]),
            *director.routes,
            Route(f"{HOME}/static/{{name}}", own_file, methods=["GET"]),
            Route("/{path:path}", published_file, methods=["GET"]),
        ],
        exception_handlers={HTTPException: _trouble, Exception: _failure},
        max_body_size=_MOST_BYTES,
    )
    return Gate(app, Hosts(premises.host))


class _Published:
    """Knows the names that the publisher writes: those that there always are, and its list."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._known: tuple[tuple[int, int] | None, frozenset[str]] = (None, frozenset())

    def __contains__(self, name: object) -> bool:
        """Whether a name is one of them."""
        return name in FILES or name in self._listed()

    def _listed(self) -> frozenset[str]:
        try:
            status = (self._directory / ROSTER_FILE).stat()
        except OSError:
            return frozenset()
        seen = (status.st_ino, status.st_mtime_ns)
        if self._known[0] != seen:
            self._known = (seen, read_roster(self._directory))
        return self._known[1]


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
    if not isinstance(error, HTTPException):
        raise TypeError(f"{error!r} is no trouble of a request") from error
    sentence, what_to_do = _SENTENCES.get(error.status_code, ("This does not work.", ""))
    answer = trouble_page(error.status_code, sentence, what_to_do)
    if error.headers:
        answer.headers.update(error.headers)
    return answer


async def _failure(_request: Request, error: Exception) -> Response:
    sentence = f"The program failed here ({type(error).__name__})."
    return trouble_page(500, sentence, "The evening goes on, and the log has the details.")


_SENTENCES = {
    404: ("There is no such page.", "It may come when the first result does."),
    405: ("That cannot be done here: pages are only read.", ""),
    413: ("That is too large.", ""),
}
