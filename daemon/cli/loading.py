"""Reads a configuration and all that it names from the disk, once, for every command."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from daemon.bridgesuite.envelope import Secret
from daemon.cli.secret import SecretError, find_secret
from daemon.movement.asc import decode_asc
from daemon.problem import Problem, Severity, Source, Span, has_errors
from daemon.settings.model import Section, Settings
from daemon.settings.reading import read_settings
from daemon.tournament.device_files import device_problems
from daemon.tournament.entry import PlanRead
from daemon.tournament.plan import Plan
from daemon.tournament.planning import make_plan


@dataclass(frozen=True, slots=True)
class Loaded:
    """A configuration as it was found. `plan` and `plan_read` are None when there is an error.

    `directory` is that of the configuration: all paths in it are relative to it.
    """

    directory: Path
    problems: tuple[Problem, ...]
    plan: Plan | None = None
    plan_read: PlanRead | None = None
    secret: Secret | None = None

    @property
    def settings(self) -> Settings:
        """The settings of the plan (ValueError when there is none)."""
        if self.plan is None:
            raise ValueError("a configuration with errors has no settings")
        return self.plan.settings

    def path(self, written: str) -> Path:
        """Where something lies that the configuration names."""
        return self.directory / Path(written).expanduser()


def load(config: Path) -> Loaded:
    """Read everything; every problem at once, under paths that can be opened from here."""
    directory = config.parent
    source, problem = _read_text(config, str(config))
    if source is None:
        return Loaded(directory, (problem,) if problem else ())
    settings, found = read_settings(source)
    problems = list(found)
    texts: dict[str, str] = {config.name: source.text}
    if settings is None:
        return Loaded(directory, tuple(problems))
    for section in settings.sections:
        problems.extend(_read_section(section, directory, source, texts))
    named = Source(config.name, source.text)
    plan, planned = make_plan(named, texts)
    problems.extend(_at_paths(planned[len(found) :], directory))
    if plan is not None:
        problems.extend(device_problems(plan))
    problems.extend(_misplaced(settings, directory, str(config)))
    secret = None
    try:
        secret, warnings = find_secret(settings.encryption, directory)
        problems.extend(warnings)
    except SecretError as error:
        problems.append(Problem(Severity.ERROR, "secret", str(error), str(config)))
    if plan is None or has_errors(problems):
        return Loaded(directory, tuple(problems))
    return Loaded(
        directory,
        tuple(problems),
        plan,
        PlanRead(config.name, tuple(sorted(texts.items()))),
        secret,
    )


def _read_section(
    section: Section, directory: Path, configuration: Source, texts: dict[str, str]
) -> list[Problem]:
    problems = []
    if section.movement not in texts:
        path = directory / Path(section.movement).expanduser()
        data, missing = _read_bytes(path, section.movement, configuration, section.movement_span)
        if data is None:
            problems.append(missing)
        else:
            source, found = decode_asc(data, str(path))
            problems.extend(found)
            if source is not None:
                texts[section.movement] = source.text
    if section.names is not None and section.names not in texts:
        path = directory / Path(section.names).expanduser()
        data, missing = _read_bytes(path, section.names, configuration, section.span)
        if data is None:
            problems.append(missing)
        else:
            texts[section.names] = _decode_names(data)
    return [problem for problem in problems if problem is not None]


def _read_bytes(
    path: Path, written: str, configuration: Source, span: Span | None
) -> tuple[bytes | None, Problem | None]:
    try:
        return path.read_bytes(), None
    except OSError as error:
        reason = "does not exist" if isinstance(error, FileNotFoundError) else error.strerror
        message = f"{written} {reason}: put the file there, or correct its name here"
        return None, configuration.error("config-file", message, span)


def _read_text(path: Path, name: str) -> tuple[Source | None, Problem | None]:
    try:
        return Source(name, path.read_bytes().decode("utf-8-sig")), None
    except FileNotFoundError:
        message = "there is no such configuration; `tournamentd init DIR` makes one"
    except OSError as error:
        message = f"the configuration cannot be read: {error.strerror}"
    except UnicodeDecodeError as error:
        message = f"byte {error.start + 1} is not UTF-8: save the file as UTF-8 in your editor"
    return None, Problem(Severity.ERROR, "config-file", message, name)


def _decode_names(data: bytes) -> str:
    """Spreadsheets write UTF-8 with or without a mark, or the system's old code page."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _at_paths(problems: tuple[Problem, ...], directory: Path) -> list[Problem]:
    """Name the files as they can be opened from here."""
    return [
        problem if problem.file is None else replace(problem, file=str(directory / problem.file))
        for problem in problems
    ]


def _misplaced(settings: Settings, directory: Path, config: str) -> list[Problem]:
    """What must not lie in the folder that is shared with the players' devices."""
    folder = (directory / Path(settings.folder.path).expanduser()).resolve()
    places: Mapping[str, str | None] = {
        "event.state": settings.event.state,
        "encryption.secret_file": settings.encryption.secret_file,
        "rulings.file": settings.rulings_file,
    }
    problems = []
    for key, written in places.items():
        if written is None:
            continue
        path = (directory / Path(written).expanduser()).resolve()
        if path == folder or folder in path.parents:
            problems.append(
                Problem(
                    Severity.ERROR,
                    "config-place",
                    f"{key} lies inside folder.path, which every tablet can read and change: "
                    f"name a place outside of it",
                    config,
                )
            )
        elif any((parent / ".dropbox.cache").exists() for parent in path.parents):
            problems.append(
                Problem(
                    Severity.WARNING,
                    "config-place",
                    f"{key} lies in a Dropbox: whoever shares it can read it, and syncing a "
                    f"ledger while it is written can damage it; a place outside is safer",
                    config,
                )
            )
    return problems
