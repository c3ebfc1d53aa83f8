"""The director's page and its forms, as requests and answers."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from math import ceil
from types import MappingProxyType

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from daemon.web.answers import trouble_page
from daemon.web.doing import Answer, Came, Doing, Undo, UnknownFormError, entry_of
from daemon.web.entrance import Entrance, is_of_our_page, peer_of
from daemon.web.events import event_stream
from daemon.web.forms import FormError, read_form
from daemon.web.hub import Hub
from daemon.web.in_force import rulings_now
from daemon.web.pages import render
from daemon.web.premises import Premises
from daemon.web.sessions import Session
from daemon.web.view import ago, clock_time, log_text, span, view_of

HOME = "/director"
_MOST_ANSWERS = 64
_SEE_OTHER = 303

_NOT_TYPED = frozenset({"key", "try", "token"})

_MOST_ROWS = 60
"""Of what is open or late: a page of a thousand problems helps nobody, and takes long to make."""

_Form = Callable[[Session, Mapping[str, str]], Awaitable[Response]]


class Director:
    """Serves the director's page; used on the server's own thread only."""

    def __init__(self, premises: Premises, entrance: Entrance, doing: Doing, hub: Hub) -> None:
        self._premises = premises
        self._entrance = entrance
        self._doing = doing
        self._hub = hub
        self._answers: OrderedDict[str, Answer] = OrderedDict()

    @property
    def routes(self) -> list[Route]:
        """Where everything is."""
        forms: Mapping[str, _Form] = {
            "rule": self._rule,
            "undo": self._undo,
            "close": self._close,
            "open": self._open,
            "seen": self._seen,
            "leave": self._leave,
        }
        return [
            Route(HOME, self._page, methods=["GET"]),
            Route(f"{HOME}/events", self._events, methods=["GET"]),
            Route(f"{HOME}/enter", self._enter, methods=["POST"]),
            *(
                Route(f"{HOME}/{name}", self._guarded(form), methods=["POST"])
                for name, form in forms.items()
            ),
        ]

    async def _page(self, request: Request) -> Response:
        session = self._entrance.session(request)
        if session is None:
            return self._entrance_page(403)
        return await self._shown(session, self._answers.get(session.number), {})

    async def _shown(
        self, session: Session, answer: Answer | None, typed: Mapping[str, str]
    ) -> Response:
        key = self._entrance.form_key(session)
        text = await run_in_threadpool(self._text, session, key, answer, typed)
        if text is None:
            return trouble_page(503, "The daemon is still starting.", "Look again in a moment.")
        response = HTMLResponse(text)
        self._entrance.keep(session, response)
        return response

    def _text(
        self, session: Session, key: str, answer: Answer | None, typed: Mapping[str, str]
    ) -> str | None:
        look = self._premises.window.look()
        if look.conclusion is None:
            return None
        rulings = rulings_now(self._premises.sheet, look.conclusion)
        view = view_of(look, look.conclusion, rulings, self._premises.clock())
        return render(
            "director.html",
            view=view,
            key=key,
            session=session,
            answer=answer,
            typed=typed,
            sections=[one.name for one in look.conclusion.plan.sections],
            ago=ago,
            span=span,
            log_text=log_text,
            most_rows=_MOST_ROWS,
            clock_time=clock_time,
        )

    async def _events(self, request: Request) -> Response:
        if self._entrance.known(request) is None:
            return self._entrance_page(403)
        return event_stream(self._hub, peer_of(request), "changed", None)

    async def _enter(self, request: Request) -> Response:
        peer = peer_of(request)
        if not is_of_our_page(request):
            return _not_ours()
        try:
            fields = await read_form(request)
        except FormError as error:
            return trouble_page(400, str(error))
        wait, typed = self._entrance.wait(peer), _typed(fields)
        if wait > 0:
            complaint = f"Too many wrong tokens: wait {ceil(wait)} seconds."
            answer = self._entrance_page(429, complaint, typed)
            answer.headers["Retry-After"] = str(ceil(wait))
            return answer
        session = self._entrance.let_in(peer, fields.get("token", ""))
        if session is None:
            return self._entrance_page(403, "That is not the token.", typed)
        if typed:
            return await self._shown(session, _old_page(typed), typed)
        response = RedirectResponse(HOME, _SEE_OTHER)
        self._entrance.keep(session, response)
        return response

    def _entrance_page(
        self, status: int, complaint: str = "", typed: Mapping[str, str] = MappingProxyType({})
    ) -> Response:
        """The page that asks for the token; what was `typed` elsewhere is sent along with it."""
        text = render(
            "entrance.html",
            has_token=self._entrance.has_token,
            port=self._premises.port,
            complaint=complaint,
            typed=typed,
        )
        return HTMLResponse(text, status)

    def _guarded(self, form: _Form) -> Callable[[Request], Awaitable[Response]]:
        """Let only forms of our own page through."""

        async def answer(request: Request) -> Response:
            if not is_of_our_page(request):
                return _not_ours()
            try:
                fields = await read_form(request)
            except FormError as error:
                return trouble_page(400, str(error))
            session = self._entrance.known(request)
            if session is None or not self._entrance.is_ours(session, fields.get("key", "")):
                return await self._given_back(request, _typed(fields))
            return await form(session, fields)

        return answer

    async def _given_back(self, request: Request, typed: Mapping[str, str]) -> Response:
        """Do nothing that a form of an old page asks for, and lose nothing that was typed there."""
        session = self._entrance.session(request)
        if session is None:
            return self._entrance_page(403, _OLD_PAGE, typed)
        response = await self._shown(session, _old_page(typed), typed)
        if response.status_code == HTTPStatus.OK:
            response.status_code = HTTPStatus.FORBIDDEN
        return response

    async def _rule(self, session: Session, fields: Mapping[str, str]) -> Response:
        try:
            written = entry_of(fields)
        except UnknownFormError:
            return trouble_page(400, "Nothing was changed: there is no such form.", _AGAIN)
        if "try" in fields:
            answer = await run_in_threadpool(self._doing.try_out, written)
            return await self._shown(session, answer, fields)
        answer = await run_in_threadpool(self._doing.write, written)
        if answer.came is not Came.DONE:
            return await self._shown(session, answer, fields)
        return self._done(session, answer)

    async def _undo(self, session: Session, fields: Mapping[str, str]) -> Response:
        number = fields.get("number", "")
        if not (number.isascii() and number.isdecimal()):
            return trouble_page(400, "Nothing was changed: it is not known what to undo.", _AGAIN)
        undo = Undo(int(number[:6]), fields.get("mark", ""))
        return self._done(session, await run_in_threadpool(self._doing.take_out, undo))

    async def _close(self, session: Session, _fields: Mapping[str, str]) -> Response:
        answer = await run_in_threadpool(lambda: self._doing.set_closed(closed=True))
        return self._done(session, answer)

    async def _open(self, session: Session, _fields: Mapping[str, str]) -> Response:
        answer = await run_in_threadpool(lambda: self._doing.set_closed(closed=False))
        return self._done(session, answer)

    async def _seen(self, session: Session, _fields: Mapping[str, str]) -> Response:
        self._answers.pop(session.number, None)
        return RedirectResponse(HOME, _SEE_OTHER)

    async def _leave(self, session: Session, _fields: Mapping[str, str]) -> Response:
        self._answers.pop(session.number, None)
        response = RedirectResponse(HOME, _SEE_OTHER)
        self._entrance.forget(response)
        return response

    def _done(self, session: Session, answer: Answer) -> Response:
        """Show the page anew, so that loading it again does nothing twice."""
        self._answers[session.number] = answer
        self._answers.move_to_end(session.number)
        if len(self._answers) > _MOST_ANSWERS:
            self._answers.popitem(last=False)
        return RedirectResponse(HOME, _SEE_OTHER)


_OLD_PAGE = (
    "Nothing was changed: the daemon was started anew since that page was opened, or a day has "
    "passed."
)


def _typed(fields: Mapping[str, str]) -> dict[str, str]:
    """What somebody typed into a form, without what the page itself put there."""
    return {name: value for name, value in fields.items() if name not in _NOT_TYPED}


def _old_page(typed: Mapping[str, str]) -> Answer:
    again = "Look at what is typed below, then send it once more."
    if not typed.keys() & {"kind", "entry"}:
        again = "Look at the page, then press the button once more."
    return Answer(Came.REFUSED, _OLD_PAGE, (again,), typed.get("entry", ""))


_AGAIN = "Open the director's page again, and do it there."


def _not_ours() -> Response:
    return trouble_page(
        403, "Nothing was changed: that form was not sent by the director's page.", _AGAIN
    )
