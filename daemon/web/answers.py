"""Answers in plain words, for people who are in the wrong place."""

from http import HTTPStatus

from starlette.responses import HTMLResponse

from daemon.web.pages import render


def trouble_page(status: int, sentence: str, what_to_do: str = "") -> HTMLResponse:
    """A page that says what is wrong, and what to do."""
    title = HTTPStatus(status).phrase
    return HTMLResponse(
        render("trouble.html", title=title, sentence=sentence, what_to_do=what_to_do), status
    )
