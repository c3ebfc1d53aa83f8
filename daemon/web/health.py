"""`/healthz`: whether the daemon is well, for programs that watch over it."""

from collections.abc import Sequence

from starlette.responses import JSONResponse, Response

from daemon.web.window import Look


def health(look: Look, late: Sequence[str]) -> Response:
    """200 when all is well; 503 while a loop hangs. `late` names those loops."""
    results = None if look.conclusion is None else look.conclusion.results
    last = look.log[-1] if look.log else None
    return JSONResponse(
        {
            "ok": not late and results is not None,
            "played": None if results is None else results.played,
            "expected": None if results is None else results.expected,
            "complete": results is not None and results.complete,
            "errors": 0
            if results is None
            else sum(one.problem.is_error for one in results.problems),
            "last_event": None
            if last is None
            else {"event": last.told.event, "at": last.at.isoformat()},
            "last_file": None if look.last is None else look.last.isoformat(),
            "late": list(late),
        },
        503 if late or results is None else 200,
    )
