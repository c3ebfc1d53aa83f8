"""Reading a configuration: TOML text in; settings, or every problem at once, out."""

from datetime import date
from decimal import Decimal

from msgspec.structs import replace

from daemon.problem import Problem, Source, Span
from daemon.scoring.rules import SitOut, Ties, Winners
from daemon.settings.backup import read_backup
from daemon.settings.devices import read_devices
from daemon.settings.dropbox import check_kind, read_dropbox
from daemon.settings.federation import read_federation
from daemon.settings.kinds import name, path
from daemon.settings.model import (
    CarryMode,
    Clock,
    Encryption,
    Event,
    Folder,
    FolderKind,
    LogFormat,
    OnConflict,
    OnLateCorrection,
    RankingRules,
    RefereeScores,
    ResultRules,
    Scope,
    Settings,
    Stale,
    Watch,
)
from daemon.settings.publishing import read_publishing
from daemon.settings.scoring_keys import read_scoring
from daemon.settings.secret_keys import refuse_secrets
from daemon.settings.sections import read_sections
from daemon.settings.web import read_web
from daemon.toml import (
    Reading,
    choice,
    day,
    distinct,
    either,
    list_of,
    number,
    one_of,
    read_toml,
    time_of_day,
    truth,
    whole,
)

_RESCAN = Decimal(2)
_MINUTES_PER_BOARD = Decimal("7.5")
_MINUTES = number(1, 24 * 60)
_SECONDS = number("0.1", 3600)
_LINE_ENDINGS = {"lf": "\n", "crlf": "\r\n"}
_LARGEST_FILE_KB = 100 * 1024
_MOST_FILES = 1_000_000


def read_settings(source: Source) -> tuple[Settings | None, tuple[Problem, ...]]:
    """Read a configuration.

    Returns the settings, or None and every problem in the order of the text. Codes:
    `toml-syntax`, `config-missing`, `config-type`, `config-value`, `config-unknown-key`,
    `config-secret` (a secret, which no message repeats). Paths stay as they are written: whether
    they exist and lie well is for whoever has a disk.
    """
    document, problems = read_toml(source)
    if document is None:
        return None, problems
    root = Reading(source, document.table, "config")
    settings = _settings(root)
    refuse_secrets(root)
    root.refuse_unknown()
    problems = root.problems()
    return (None if problems else settings), problems


def _settings(root: Reading) -> Settings | None:
    """The settings, None when the event or the folder could not be read."""
    event = _event(root.child("event"))
    folder_table, dropbox_table = root.child("folder"), root.child("dropbox")
    folder = _folder(folder_table)
    dropbox = read_dropbox(dropbox_table)
    check_kind(folder_table, dropbox_table)
    encryption = _encryption(root.child("encryption"))
    sections = read_sections(root)
    scoring = read_scoring(root.child("scoring"))
    ranking = _ranking(root.child("ranking"))
    results = _results(root.child("results"))
    clock = _clock(root.child("clock"))
    devices = read_devices(root.child("devices"), sections)
    federation = read_federation(root, sections)
    rulings = root.child("rulings")
    publish = root.child("publish")
    logging = root.child("logging")
    rulings_file = rulings.get("file", path, "rulings.toml")
    directory = publish.get("directory", path, "live")
    push = publish.get("push", either(truth, path), default=False)
    publishing = read_publishing(publish)
    web = read_web(root)
    backup = read_backup(root)
    log_format = logging.get("format", choice(LogFormat), LogFormat.AUTO)
    log_file = logging.get("file", path)
    if event is None or folder is None:
        return None
    return Settings(
        event=event,
        folder=folder,
        sections=sections,
        encryption=encryption,
        dropbox=dropbox,
        scoring=scoring,
        ranking=ranking,
        results=results,
        clock=clock,
        devices=devices,
        publishing=publishing,
        web=web,
        backup=backup,
        federation=federation,
        rulings_file=rulings_file,
        publish_directory=directory,
        publish_push=push if isinstance(push, str) else ("" if push else None),
        log_format=log_format,
        log_file=log_file,
        rulings_span=_given(rulings, "file"),
        publish_span=_given(publish, "directory"),
        log_span=_given(logging, "file"),
    )


def _event(table: Reading) -> Event | None:
    title = table.need("name", name)
    played = table.need("date", day)
    options = Event(
        "",
        date.min,
        state=table.get("state", path, "state"),
        club=table.get("club", name),
        club_id=table.get("club_id", name),
        director=table.get("director", name),
        state_span=_given(table, "state"),
    )
    if title is None or played is None:
        return None
    return replace(options, name=title, date=played)


def _folder(table: Reading) -> Folder | None:
    where = table.need("path", path)
    default = Folder("")
    options = replace(
        default,
        kind=table.get("kind", choice(FolderKind), default.kind),
        west=table.get("west", one_of({"O": "O", "W": "W"}), default.west),
        line_ending=table.get("line_ending", one_of(_LINE_ENDINGS), default.line_ending),
        stale=table.get("stale", choice(Stale), default.stale),
        watch=table.get("watch", choice(Watch), default.watch),
        rescan_seconds=float(table.get("rescan_seconds", _SECONDS, _RESCAN)),
        max_file_kb=table.get("max_file_kb", whole(1, _LARGEST_FILE_KB), default.max_file_kb),
        max_files=table.get("max_files", whole(1, _MOST_FILES), default.max_files),
        silent_after=_silent_after(table),
        path_span=_given(table, "path"),
    )
    return None if where is None else replace(options, path=where)


def _silent_after(table: Reading) -> float | None:
    minutes = table.get("silent_after", _MINUTES)
    return None if minutes is None else float(minutes)


def _encryption(table: Reading) -> Encryption:
    return Encryption(
        secret_file=table.get("secret_file", path),
        require_encrypted=table.get("require_encrypted", truth, default=False),
        secret_file_span=_given(table, "secret_file"),
    )


def _ranking(table: Reading) -> RankingRules:
    default = RankingRules()
    return RankingRules(
        winners=table.get("winners", choice(Winners), default.winners),
        scope=table.get("scope", choice(Scope), default.scope),
        ties=table.get("ties", choice(Ties), default.ties),
        sitout=table.get("sitout", choice(SitOut), default.sitout),
        carry_over=table.get("carry_over", distinct(list_of(path, "files")), ()),
        carry_mode=table.get("carry_mode", choice(CarryMode), default.carry_mode),
        carry_over_span=_given(table, "carry_over"),
    )


def _results(table: Reading) -> ResultRules:
    default = ResultRules()
    return ResultRules(
        conflict=table.get("conflict", choice(OnConflict), default.conflict),
        late_correction=table.get(
            "late_correction", choice(OnLateCorrection), default.late_correction
        ),
        referee_scores=table.get("referee_scores", choice(RefereeScores), default.referee_scores),
    )


def _clock(table: Reading) -> Clock:
    minutes = table.get("minutes_per_board", number("0.5", 60), _MINUTES_PER_BOARD)
    return Clock(table.get("first_round", time_of_day), float(minutes))


def _given(table: Reading, key: str) -> Span | None:
    return table.table.value_span(key) if key in table.table else None
