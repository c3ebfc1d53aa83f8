"""The settings of a tournament, as a configuration gives them (paths as written there)."""

from collections.abc import Mapping
from datetime import date, time
from enum import StrEnum

from msgspec import Struct, field

from daemon.bridgesuite.file_name import DeviceFile, DeviceKind
from daemon.bridgesuite.in_file import PairBoards
from daemon.bridgesuite.notation import Letters
from daemon.frbe.file_name import Kind
from daemon.problem import Span
from daemon.scoring.rules import BoardRules, MatchpointRules, SitOut, Ties, Winners
from daemon.scoring.victory_points import Scale
from daemon.spanned import Spanned


class Stale(StrEnum):
    """What happens to OUT files of an earlier event."""

    REFUSE = "refuse"
    ARCHIVE = "archive"
    TAKE = "take"


class FolderKind(StrEnum):
    """How the devices' folder is reached: on this computer, or in Dropbox without a client."""

    LOCAL = "local"
    DROPBOX = "dropbox"


class Watch(StrEnum):
    """How the folder is watched: by the system's events or by looking again and again."""

    EVENTS = "events"
    POLL = "poll"


class Numbering(StrEnum):
    """Which numbers people and devices see: the movement's, or EW as 100 + starting table."""

    MOVEMENT = "movement"
    NS_EW_100 = "ns-ew-100"


class Scope(StrEnum):
    """Whether each section has its own ranking or all sections share one field."""

    SECTION = "section"
    EVENT = "event"


class LogFormat(StrEnum):
    """How the log is written; `auto` is console on a terminal and JSON elsewhere."""

    AUTO = "auto"
    JSON = "json"
    CONSOLE = "console"


class OnConflict(StrEnum):
    """What counts when sources differ: nothing, the one that came last, or what NS wrote."""

    HOLD = "hold"
    LATEST = "latest"
    NS = "ns"


class OnLateCorrection(StrEnum):
    """Whether a result that is changed when the opponents are gone counts at once."""

    TAKE = "take"
    HOLD = "hold"


class RefereeScores(StrEnum):
    """Whether awards that the director wrote into a tablet wait for an entry, or count."""

    HOLD = "hold"
    READ = "read"


class Method(StrEnum):
    """How the scores of a board are compared and counted."""

    MATCHPOINTS = "matchpoints"
    CROSS_IMPS = "cross-imps"
    BUTLER = "butler"
    TOTAL_POINTS = "total-points"
    BOARD_A_MATCH = "board-a-match"


class CarryMode(StrEnum):
    """Earlier sessions: points and maxima are added, or percentages averaged by their boards."""

    SUM = "sum"
    MEAN = "mean"


class Unit(StrEnum):
    """What a total is counted in."""

    MATCHPOINTS = "matchpoints"
    IMPS = "imps"
    POINTS = "points"
    VICTORY_POINTS = "victory-points"

    @property
    def has_maximum(self) -> bool:
        """Whether there is so much to be won, so that a percentage can be told."""
        return self in {Unit.MATCHPOINTS, Unit.VICTORY_POINTS}


_UNITS: Mapping[Method, Unit] = {
    Method.MATCHPOINTS: Unit.MATCHPOINTS,
    Method.CROSS_IMPS: Unit.IMPS,
    Method.BUTLER: Unit.IMPS,
    Method.TOTAL_POINTS: Unit.POINTS,
    Method.BOARD_A_MATCH: Unit.MATCHPOINTS,
}


class Event(Spanned, frozen=True):
    """`[event]`: `state` is the folder of the ledger and its lock.

    `club`, `club_id` (what the federation calls the club) and `director` are for exports.
    """

    name: str
    date: date
    state: str = "state"
    club: str | None = None
    club_id: str | None = None
    director: str | None = None
    state_span: Span | None = None

    @property
    def identity(self) -> str:
        """What tells this event from any other: its date and its name."""
        return f"{self.date.isoformat()} {self.name}"


class Folder(Spanned, frozen=True):
    """`[folder]`: where the devices' files go and come from.

    `path` is a path on this computer, or one in Dropbox. `silent_after` is in minutes; None: twice
    the time of a board.
    """

    path: str
    west: str = "O"
    line_ending: str = "\n"
    stale: Stale = Stale.REFUSE
    watch: Watch = Watch.EVENTS
    rescan_seconds: float = 2.0
    max_file_kb: int = 1024
    max_files: int = 10_000
    silent_after: float | None = None
    kind: FolderKind = FolderKind.LOCAL
    path_span: Span | None = None


class Dropbox(Spanned, frozen=True):
    """`[dropbox]`: the app, where its user's token is, and the namespace in which paths begin."""

    app_key: str | None = None
    token_file: str | None = None
    path_root: str | None = None
    token_file_span: Span | None = None


class Encryption(Spanned, frozen=True):
    """`[encryption]`: the secret itself never stands in a configuration."""

    secret_file: str | None = None
    require_encrypted: bool = False
    secret_file_span: Span | None = None


class Section(Spanned, frozen=True):
    """One `[[section]]`. `subfolder` is empty when its files lie in the folder itself.

    `absent` holds shown numbers; `hands` is the file with the hand records. `movement_span`,
    `absent_span`, `names_span` and `hands_span` are the places of those values in the
    configuration, for problems that only show when the files are read.
    """

    name: str
    movement: str
    boards_per_round: int
    first_board: int = 1
    subfolder: str = ""
    devices: tuple[DeviceKind, ...] = (DeviceKind.TABLE,)
    pair_boards: PairBoards = PairBoards.NS
    numbering: Numbering = Numbering.MOVEMENT
    absent: tuple[int, ...] = ()
    names: str | None = None
    letters: Letters = Letters.ENGLISH
    hands: str | None = None
    span: Span | None = None
    movement_span: Span | None = None
    absent_span: Span | None = None
    names_span: Span | None = None
    hands_span: Span | None = None


class Scoring(Spanned, frozen=True):
    """`[scoring]`: the method and how it is applied.

    `victory_points` is the scale for matches, None without one; where `vp_file` names a table, the
    scale comes from it when the plan is made.
    """

    method: Method = Method.MATCHPOINTS
    rules: BoardRules = MatchpointRules()
    victory_points: Scale | None = None
    vp_file: str | None = None
    vp_span: Span | None = None

    @property
    def unit(self) -> Unit:
        """What totals are counted in."""
        if self.victory_points is not None or self.vp_file is not None:
            return Unit.VICTORY_POINTS
        return _UNITS[self.method]


class RankingRules(Spanned, frozen=True):
    """`[ranking]`: how the lists are made."""

    winners: Winners = Winners.AUTO
    scope: Scope = Scope.SECTION
    ties: Ties = Ties.SHOWN
    sitout: SitOut = SitOut.EXCLUDE
    carry_over: tuple[str, ...] = ()
    carry_mode: CarryMode = CarryMode.SUM
    carry_over_span: Span | None = None


class ResultRules(Struct, frozen=True):
    """`[results]`: what counts when sources differ, or come late, or hold the director's words."""

    conflict: OnConflict = OnConflict.HOLD
    late_correction: OnLateCorrection = OnLateCorrection.TAKE
    referee_scores: RefereeScores = RefereeScores.HOLD


class Clock(Struct, frozen=True):
    """`[clock]`: when play begins (local time; None: no clock) and how long a board takes."""

    first_round: time | None = None
    minutes_per_board: float = 7.5


class Federation(Spanned, frozen=True):
    """`[frbe]`: reports for the chess federation, made of what is dropped into an inbox.

    `inbox`, `outbox` and `rejected` are subfolders of the tablets' folder. `sender` stands in every
    report, `tempo` where the file tells none; `players` is the federation's list.
    """

    club: int
    kind: Kind
    inbox: str = "frbe/inbox"
    outbox: str = "frbe/outbox"
    rejected: str = "frbe/rejected"
    sender: str = ""
    tempo: str = ""
    players: str | None = None
    players_span: Span | None = None


class TravellersShown(StrEnum):
    """When everybody may see the lines of a board: as they come in, or when all have played it."""

    LIVE = "live"
    FINISHED = "finished"


class LanguageCode(StrEnum):
    """The languages of what players read."""

    ENGLISH = "en"
    ITALIAN = "it"
    DUTCH = "nl"
    FRENCH = "fr"


class Publishing(Struct, frozen=True):
    """What players see of the results, and in which languages (the first one without asking).

    Rankings are hidden while the first so many rounds are played, and from the last so many on
    until all results are in. `correction_minutes` is how long a result may be questioned after the
    last one came in (Law 79C).
    """

    hide_first_rounds: int = 0
    hide_last_rounds: int = 0
    travellers: TravellersShown = TravellersShown.LIVE
    languages: tuple[LanguageCode, ...] = (LanguageCode.ENGLISH,)
    correction_minutes: int = 30


class Web(Spanned, frozen=True):
    """`[web]`: where the pages are served, and where the director's token is kept.

    `host` is an address of this computer, or a name of it.
    """

    host: str
    port: int
    token_file: str | None = None
    token_file_span: Span | None = None


class Bound(Struct, frozen=True):
    """Whose device it is: the file that it writes, in a section."""

    section: str
    file: DeviceFile


class Backup(Spanned, frozen=True):
    """`[backup]`: the folder that the ledger is copied to during play.

    `every_minutes` is the time between two copies; of those of an event, whatever its date, so
    many are kept, and besides them what is of this one and in no later copy.
    """

    directory: str
    every_minutes: float = 10.0
    keep: int = 12
    directory_span: Span | None = None


class Settings(Spanned, frozen=True):
    """A whole configuration that was found right.

    `devices` maps AndroidIds to what they are bound to; it is empty when the configuration binds
    none. `federation` is None when no reports are made, `web` when no pages are served,
    `backup` when the ledger is not copied.

    `publish_push` is the folder to which the results are carried as well: a path, "" for the
    folder `live` beside the devices' files, None for none.

    Where a path is its default, its span is None; spans do not tell two settings apart.
    """

    event: Event
    folder: Folder
    sections: tuple[Section, ...]
    encryption: Encryption = Encryption()
    scoring: Scoring = Scoring()
    ranking: RankingRules = RankingRules()
    rulings_file: str = "rulings.toml"
    publish_directory: str = "live"
    log_format: LogFormat = LogFormat.AUTO
    log_file: str | None = None
    results: ResultRules = ResultRules()
    clock: Clock = Clock()
    devices: Mapping[str, Bound] = field(default_factory=dict)
    dropbox: Dropbox = Dropbox()
    publish_push: str | None = None
    publishing: Publishing = Publishing()
    web: Web | None = None
    federation: Federation | None = None
    backup: Backup | None = None
    rulings_span: Span | None = None
    publish_span: Span | None = None
    log_span: Span | None = None
