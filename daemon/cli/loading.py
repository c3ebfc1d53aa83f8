"""Reads a configuration and all that it names from the disk, once, for every command."""

from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from daemon.bridgesuite.envelope import Secret
from daemon.cli.dropbox_access import token_problems
from daemon.cli.log_place import log_over_another
from daemon.cli.secret import SecretError, find_secret
from daemon.movement.asc import decode_asc
from daemon.problem import Problem, Severity, Source, Span, has_errors
from daemon.settings.model import FolderKind, Section, Settings
from daemon.settings.reading import read_settings
from daemon.tournament.device_files import device_problems
from daemon.tournament.entry import PlanRead
from daemon.tournament.plan import Plan
from daemon.tournament.planning import plan_of_texts


class Loaded(Struct, frozen=True):
    """A configuration as it was found. `plan` and `plan_read` are None when there is an error.

    (Or they are what the ledger holds, see `daemon.cli.last_read`.)

    `directory` is that of the configuration: all paths in it are relative to it. `files` are all
    files that the plan is made of, the configuration first, whether or not they are there;
    `configuration` is the text of that one where it could be read.
    """

    directory: Path
    problems: tuple[Problem, ...]
    files: tuple[Path, ...]
    plan: Plan | None = None
    plan_read: PlanRead | None = None
    secret: Secret | None = None
    configuration: Source | None = None

    @property
    def config(self) -> Path:
        """The configuration itself."""
        return self.files[0]

    @property
    def settings(self) -> Settings:
        """The settings of the plan (ValueError when there is none)."""
        if self.plan is None:
            raise ValueError("a configuration with errors has no settings")
        return self.plan.settings

    @property
    def is_last_read(self) -> bool:
        """Whether the plan is the one that the ledger holds, because the files have errors now."""
        return self.plan is not None and has_errors(self.problems)

    def path(self, written: str) -> Path:
        """Where something lies that the configuration names."""
        return _place(self.directory, written)


def load(config: Path) -> Loaded:
    """Read everything; every problem at once, under paths that can be opened from here."""
    directory = config.parent
    source, unreadable = _read_configuration(config)
    if source is None:
        return Loaded(directory, unreadable, (config,))
    settings, found = read_settings(source)
    if settings is None:
        return Loaded(directory, found, (config,), configuration=source)
    problems = list(found)
    texts: dict[str, str] = {config.name: source.text}
    for section in settings.sections:
        problems.extend(_read_movement(section, directory, source, texts))
        problems.extend(_read_text(section.names, section.names_span, directory, source, texts))
        problems.extend(_read_hands(section, directory, source, texts))
    for earlier in settings.ranking.carry_over:
        span = settings.ranking.carry_over_span
        problems.extend(_read_text(earlier, span, directory, source, texts))
    scoring = settings.scoring
    problems.extend(_read_text(scoring.vp_file, scoring.vp_span, directory, source, texts))
    # The plan knows the files as the configuration names them, wherever that is read from.
    plan_read = PlanRead(config.name, tuple(sorted(texts.items())))
    plan, planned = plan_of_texts(plan_read)
    problems.extend(_at_paths(planned[len(found) :], directory))
    if plan is not None:
        problems.extend(device_problems(plan))
    problems.extend(_misplaced(settings, directory, source))
    problems.extend(log_over_another(settings, config.parent, source))
    secret, about_secret = _find_secret(settings, directory, source)
    problems.extend(about_secret)
    problems.extend(token_problems(settings.dropbox, directory))
    files = (config, *(_place(directory, written) for written in _named(settings)))
    if plan is None or has_errors(problems):
        return Loaded(directory, tuple(problems), files, configuration=source)
    return Loaded(directory, tuple(problems), files, plan, plan_read, secret, source)


def _named(settings: Settings) -> tuple[str, ...]:
    """The files that a configuration names as part of the plan, each once."""
    sections = ((one.movement, one.names, one.hands) for one in settings.sections)
    named = (
        *(name for names in sections for name in names),
        *settings.ranking.carry_over,
        settings.scoring.vp_file,
    )
    return tuple(dict.fromkeys(name for name in named if name is not None))


def _place(directory: Path, written: str) -> Path:
    return directory / Path(written).expanduser()


def _read_configuration(config: Path) -> tuple[Source | None, tuple[Problem, ...]]:
    try:
        return Source(str(config), config.read_bytes().decode("utf-8-sig")), ()
    except FileNotFoundError:
        message = "there is no such configuration; `tournamentd init DIR` makes one"
    except OSError as error:
        message = f"the configuration cannot be read: {error.strerror}"
    except UnicodeDecodeError as error:
        message = f"byte {error.start + 1} is not UTF-8: save the file as UTF-8 in your editor"
    return None, (Problem(Severity.ERROR, "config-file", message, str(config)),)


def _read_movement(
    section: Section, directory: Path, configuration: Source, texts: dict[str, str]
) -> tuple[Problem, ...]:
    written = section.movement
    if written in texts:
        return ()
    path = _place(directory, written)
    try:
        data = path.read_bytes()
    except OSError as error:
        return (_not_there(written, error, configuration, section.movement_span),)
    source, problems = decode_asc(data, str(path))
    if source is not None:
        texts[written] = source.text
    return tuple(problems)


def _read_text(
    written: str | None,
    span: Span | None,
    directory: Path,
    configuration: Source,
    texts: dict[str, str],
) -> tuple[Problem, ...]:
    """Read a file of names, of an earlier session or of victory points, unless it was before."""
    if written is None or written in texts:
        return ()
    try:
        data = _place(directory, written).read_bytes()
    except OSError as error:
        return (_not_there(written, error, configuration, span),)
    texts[written] = decode_text(data)
    return ()


def _read_hands(
    section: Section, directory: Path, configuration: Source, texts: dict[str, str]
) -> tuple[Problem, ...]:
    """Read hand records. They may come when all is played: play does not wait for them."""
    written = section.hands
    problems = _read_text(written, section.hands_span, directory, configuration, texts)
    message = (
        f"there are no hand records yet: {written} is not there, or cannot be read; `tournamentd "
        f"import` brings them"
    )
    return tuple(replace(one, severity=Severity.NOTE, message=message) for one in problems)


def _not_there(written: str, error: OSError, configuration: Source, span: Span | None) -> Problem:
    if isinstance(error, FileNotFoundError):
        message = f"{written} does not exist: put the file there, or correct its name here"
    else:
        message = f"{written} cannot be read ({error.strerror}): mend that, or name another file"
    return configuration.error("config-file", message, span)


def decode_text(data: bytes) -> str:
    """Spreadsheets write UTF-8 with or without a mark, or the system's old code page."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _at_paths(problems: tuple[Problem, ...], directory: Path) -> list[Problem]:
    """Name the files as they can be opened from here."""
    return [
        problem
        if problem.file is None
        else replace(problem, file=str(_place(directory, problem.file)))
        for problem in problems
    ]


def _find_secret(
    settings: Settings, directory: Path, configuration: Source
) -> tuple[Secret | None, tuple[Problem, ...]]:
    try:
        return find_secret(settings.encryption, directory)
    except SecretError as error:
        span = settings.encryption.secret_file_span
        return None, (configuration.error("secret", str(error), span),)


def _misplaced(settings: Settings, directory: Path, configuration: Source) -> list[Problem]:
    """What must not lie in the folder that is shared with the players' devices."""
    folder = None
    if settings.folder.kind is FolderKind.LOCAL:
        folder = _place(directory, settings.folder.path).resolve()
    event, encryption, dropbox = settings.event, settings.encryption, settings.dropbox
    token_file = token_span = None
    if settings.web is not None:
        token_file, token_span = settings.web.token_file, settings.web.token_file_span
    # What stands at its usual place is there because of where folder.path leads.
    instead = settings.folder.path_span
    places = (
        ("event.state", event.state, event.state_span or instead),
        ("encryption.secret_file", encryption.secret_file, encryption.secret_file_span),
        ("dropbox.token_file", dropbox.token_file, dropbox.token_file_span),
        ("rulings.file", settings.rulings_file, settings.rulings_span or instead),
        *(("section.hands", one.hands, one.hands_span) for one in settings.sections),
        *(
            ("backup.directory", one.directory, one.directory_span)
            for one in (settings.backup,)
            if one is not None
        ),
        ("web.token_file", token_file, token_span),
    )
    problems = []
    for key, written, span in places:
        if written is None:
            continue
        path = _place(directory, written).resolve()
        if folder is not None and folder in {path, *path.parents}:
            message = (
                f"{key} ({written}) lies inside folder.path, which every tablet can read and "
                f"change: name a place outside of it"
            )
            problems.append(configuration.error("config-place", message, span))
        elif any((parent / ".dropbox.cache").exists() for parent in path.parents):
            message = (
                f"{key} ({written}) lies in a Dropbox: whoever shares it can read it, and syncing "
                f"a ledger while it is written can damage it; a place outside is safer"
            )
            problems.append(configuration.warning("config-place", message, span))
    return problems
