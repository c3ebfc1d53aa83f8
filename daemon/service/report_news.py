"""What became of files for the federation's report, in words."""

from collections.abc import Iterator, Mapping

from daemon.movement.wording import plural
from daemon.problem import Problem, Severity
from daemon.service.messages import DocumentAnswered, DocumentCame, DocumentFailed
from daemon.tournament.entry import Answer, ReportAnswered
from daemon.tournament.told import Level, Told

_MOST_DOUBTS = 20
"""Lines of the log about one report: a thousand players may have a thousand names that are cut."""

_LEVELS: Mapping[Severity, Level] = {
    Severity.ERROR: Level.ERROR,
    Severity.WARNING: Level.WARNING,
    Severity.NOTE: Level.INFO,
}


def of_document(message: DocumentCame | DocumentAnswered | DocumentFailed) -> Iterator[Told]:
    """What to tell about it."""
    match message:
        case DocumentCame():
            text = f"{plural(message.size, 'byte')} came in for the federation's report"
            fields = (("file", message.name), ("bytes", message.size))
            yield Told("report.received", text, fields=fields)
        case DocumentFailed():
            fields_of_failed = (("file", message.name),)
            yield Told("report.failed", message.message, Level.ERROR, fields_of_failed)
        case DocumentAnswered():
            yield from _answered(message.fact, message.problems)


def _answered(fact: ReportAnswered, problems: tuple[Problem, ...]) -> Iterator[Told]:
    fields = (("file", fact.name), ("made", fact.made))
    match fact.answer:
        case Answer.WRITTEN:
            text = f"the report {fact.made} is ready for the federation"
            yield Told("report.written", text, fields=fields)
            paths = {path.rpartition("/")[2]: path for path in (fact.name, fact.made)}
            yield from (_doubt(one, paths) for one in problems[:_MOST_DOUBTS])
            more = len(problems) - _MOST_DOUBTS
            if more > 0:
                text = (
                    f"{more} more of this: `tournamentd report check` lists what is odd in a report"
                )
                yield Told("report.doubtful", text, Level.WARNING, (("file", fact.made),))
        case Answer.REJECTED:
            errors = [one for one in problems if one.is_error]
            text = f"no report: {_first(errors)}; {fact.made} says what to do"
            yield Told("report.rejected", text, Level.ERROR, fields)
        case Answer.KNOWN:
            text = f"its content was dealt with before, see {fact.made}: nothing new is made"
            yield Told("report.known", text, fields=fields)


def _first(errors: list[Problem]) -> str:
    text = f"{errors[0].message} [{errors[0].code}]"
    if len(errors) > 1:
        text = f"{text}, and {plural(len(errors) - 1, 'more error')}"
    return text


def _doubt(problem: Problem, paths: Mapping[str, str]) -> Told:
    """Something odd, under the path of its file."""
    span = problem.span
    return Told(
        "report.doubtful",
        problem.message,
        _LEVELS[problem.severity],
        (
            ("code", problem.code),
            ("file", problem.file and paths.get(problem.file, problem.file)),
            ("line", span.line if span else None),
            ("column", span.column if span else None),
        ),
    )
