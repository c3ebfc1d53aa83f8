"""How an event stands, in one line for whoever asks the service manager."""

from collections.abc import Callable, Iterable, Iterator

from daemon.movement.wording import plural
from daemon.service.messages import Beat, FolderBack, FolderLost, Message
from daemon.tournament.conclusion import Conclusion
from daemon.tournament.results import Results


class Standing:
    """Tells how it stands whenever that changes, and with every heartbeat."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._reached = True
        self._told: str | None = None

    def after(
        self, messages: Iterable[Message], conclusion: Conclusion | None, unfinished: str | None
    ) -> None:
        """Take note of what came in and what follows from it.

        `84 of 120 results, 2 errors open, folder reached`; `unfinished` is what could not be
        written, which then comes first.
        """
        again = self._told is None
        for message in messages:
            if isinstance(message, (FolderLost, FolderBack)):
                self._reached = isinstance(message, FolderBack)
            again = again or isinstance(message, Beat)
        results = None if conclusion is None else conclusion.results
        status = ", ".join(self._parts(results, unfinished))
        if again or status != self._told:
            self._told = status
            self._tell(status)

    def _parts(self, results: Results | None, unfinished: str | None) -> Iterator[str]:
        if unfinished is not None:
            yield f"CANNOT WRITE: {unfinished.rstrip('.')}"
        if results is not None:
            yield f"{results.played} of {results.expected} results"
            yield f"{plural(sum(one.problem.is_error for one in results.problems), 'error')} open"
            if results.final:
                yield "closed"
        yield f"folder {'reached' if self._reached else 'not reached'}"
