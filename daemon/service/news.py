"""What messages mean in words, whether or not anything can be recorded."""

from collections.abc import Iterator

from daemon.problem import Problem, Severity
from daemon.service.messages import (
    DocumentAnswered,
    DocumentCame,
    DocumentFailed,
    FolderBack,
    FolderLost,
    InFilesPushed,
    InFilesRefused,
    LedgerCopied,
    LedgerNotCopied,
    Message,
    PlanArrived,
    PlanRefused,
    ResultsCarried,
    ResultsNotCarried,
    RulingsArrived,
    RulingsLost,
    Unreadable,
)
from daemon.service.pages_news import of_pages
from daemon.service.report_news import of_document
from daemon.tournament.told import Level, Told

_RULINGS = "rulings-unreadable"
_PLAN = "plan-refused"
_IN_FILES = "files-refused"


class News:
    """Tells of messages; keeps in mind what is lost, so that its return is told too."""

    def __init__(self) -> None:
        self._lost: set[str] = set()

    def of(self, message: Message) -> Iterator[Told]:
        """What to tell about a message; nothing about most."""
        match message:
            case Unreadable():
                fields = (("file", message.name),)
                yield Told("out.unreadable", message.message, Level.ERROR, fields)
            case FolderLost():
                text = f"{message.message} Play goes on: all is read as soon as it is back."
                yield Told("sync.lost", text, Level.ERROR)
            case FolderBack():
                yield Told("sync.restored", "the folder is back; it was read whole")
            case ResultsNotCarried() | ResultsCarried() | LedgerCopied() | LedgerNotCopied():
                yield _of_second_place(message)
            case RulingsLost():
                text = f"{message.message}; the rulings that were read last stay in force"
                self._lost.add(_RULINGS)
                yield _found(_RULINGS, text)
            case RulingsArrived():
                yield from self._back(_RULINGS, f"{message.name} can be read again")
            case PlanArrived() | PlanRefused():
                yield from self._of_plan(message)
            case InFilesPushed() | InFilesRefused():
                yield from self._of_in_files(message)
            case DocumentCame() | DocumentAnswered() | DocumentFailed():
                yield from of_document(message)
            case _:
                yield from of_pages(message)

    def _of_plan(self, message: PlanArrived | PlanRefused) -> Iterator[Told]:
        if isinstance(message, PlanArrived):
            yield from map(_problem, message.warnings)
            text = f"{message.read.configuration} and the files it names can be used again"
            yield from self._back(_PLAN, text)
            return
        yield from map(_problem, message.problems)
        if _PLAN not in self._lost:
            self._lost.add(_PLAN)
            yield _found(_PLAN, "the plan that was read before stays in force until that is mended")

    def _of_in_files(self, message: InFilesPushed | InFilesRefused) -> Iterator[Told]:
        if isinstance(message, InFilesPushed):
            yield from self._back(_IN_FILES, "the tablets' files are up to date again")
            if message.pushed.changed:
                yield from message.pushed.told()
            return
        self._lost.add(_IN_FILES)
        text = f"the tablets' files are not up to date: {message.message} It is tried again"
        yield _found(_IN_FILES, text)

    def _back(self, code: str, text: str) -> Iterator[Told]:
        if code in self._lost:
            self._lost.remove(code)
            yield Told("problem.settled", text, fields=(("code", code),))


def _of_second_place(
    message: ResultsNotCarried | ResultsCarried | LedgerCopied | LedgerNotCopied,
) -> Told:
    match message:
        case LedgerCopied():
            text = f"the ledger was copied to {message.path}"
            return Told("backup.written", text, fields=(("entries", message.entries),))
        case LedgerNotCopied():
            text = f"{message.message}; the evening goes on, and it is tried again"
            return Told("backup.failed", text, Level.ERROR)
        case _:
            return _of_carrying(message)


def _of_carrying(message: ResultsNotCarried | ResultsCarried) -> Told:
    if isinstance(message, ResultsCarried):
        return Told("standings.published", "publish.push: the files are carried again")
    text = f"publish.push: {message.message} It is tried again in a moment."
    return Told("publish.failed", text, Level.ERROR)


def _found(code: str, text: str) -> Told:
    return Told("problem.found", text, Level.ERROR, (("code", code),))


def _problem(problem: Problem) -> Told:
    span = problem.span
    return Told(
        "problem.found",
        problem.message,
        Level.ERROR if problem.severity is Severity.ERROR else Level.WARNING,
        (
            ("code", problem.code),
            ("file", problem.file),
            ("line", span.line if span else None),
            ("column", span.column if span else None),
        ),
    )
