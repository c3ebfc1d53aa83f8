"""`out read|decrypt|encrypt`: one OUT file, without a plan."""

import argparse
import json
import sys
from pathlib import Path

from daemon.bridge.contract import Played, show_result
from daemon.bridgesuite.base64_lines import Content
from daemon.bridgesuite.envelope import Secret, content_of_file, open_envelope, seal
from daemon.bridgesuite.notation import Letters
from daemon.bridgesuite.out_file import read_out
from daemon.bridgesuite.record import OutFile, Record, TimedCall
from daemon.cli.report import print_problems, printable, problems_as_json
from daemon.cli.secret import SecretError, find_secret
from daemon.problem import Problem, Severity
from daemon.settings.model import Encryption

_FAILED = 1
_WRONG_USAGE = 2
_UNUSABLE = 78


class _FileError(Exception):
    """A file that cannot be read or written, as a problem."""

    def __init__(self, problem: Problem, status: int = _FAILED) -> None:
        super().__init__(problem.message)
        self.problem = problem
        self.status = status


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand behind `tournamentd out`."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="read|decrypt|encrypt")
    # No abbreviations: `--secret 1234` must not pass for the name of a secret file.
    read, decrypt, encrypt = (
        actions.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        for name, summary in (
            ("read", "show the results in a file, and what is odd"),
            ("decrypt", "give the text of an encrypted file"),
            ("encrypt", "encrypt a text as the devices do"),
        )
    )
    read.add_argument(
        "--letters",
        choices=[letters.value for letters in Letters],
        default=Letters.ENGLISH.value,
        help="whose letters stand for suits and honours where no symbol does (default: english)",
    )
    read.add_argument("--json", action="store_true", help="print one JSON object")
    for action in (read, decrypt, encrypt):
        action.add_argument("file", metavar="FILE", help="an OUT file")
        action.add_argument(
            "--secret-file",
            metavar="F",
            help="file with the four characters of the secret (default: $TOURNAMENTD_SECRET)",
        )
    for action in (decrypt, encrypt):
        action.add_argument("--out", metavar="F", help="write this file (default: stdout)")
        action.add_argument("--force", action="store_true", help="write F even if it exists")
    read.set_defaults(act=_read)
    decrypt.set_defaults(act=_decrypt)
    encrypt.set_defaults(act=_encrypt)


def run(arguments: argparse.Namespace) -> int:
    """Run what was asked for.

    1 when nothing could be read or written, 2 when F must not be written, 78 when the secret is
    missing or unusable.
    """
    try:
        secret, warnings = find_secret(Encryption(arguments.secret_file), Path())
        print_problems(warnings)
        status: int = arguments.act(arguments, secret)
    except SecretError as error:
        print(f"tournamentd out: {error}", file=sys.stderr)
        return _UNUSABLE
    except _FileError as error:
        print_problems([error.problem])
        return error.status
    return status


def _read(arguments: argparse.Namespace, secret: Secret | None) -> int:
    try:
        source, problem = open_envelope(_bytes_of(arguments.file), secret, arguments.file)
    except _FileError as error:
        source, problem = None, error.problem
    if source is not None:
        out = read_out(source, Letters(arguments.letters))
    else:
        out = OutFile(None, None, (), () if problem is None else (problem,))
    if arguments.json:
        print(json.dumps(_as_json(out), indent=2))
    else:
        _print(out)
        print_problems(out.all_problems)
    nothing_was_read = source is None or (out.held and not out.records)
    return _FAILED if nothing_was_read else 0


def _decrypt(arguments: argparse.Namespace, secret: Secret | None) -> int:
    text = _text_of(arguments.file, _bytes_of(arguments.file), _needed(secret))
    return _write(arguments, text.encode("utf-8"))


def _encrypt(arguments: argparse.Namespace, secret: Secret | None) -> int:
    known = _needed(secret)
    data = _bytes_of(arguments.file)
    if content_of_file(data, arguments.file) is Content.ENCRYPTED:
        message = "this file is encrypted already: name the plain one"
        raise _FileError(Problem(Severity.ERROR, "file", message, arguments.file))
    return _write(arguments, seal(_text_of(arguments.file, data, known), known))


def _needed(secret: Secret | None) -> Secret:
    if secret is None:
        raise SecretError(
            "a secret is needed: name its file as --secret-file, or set TOURNAMENTD_SECRET"
        )
    return secret


def _bytes_of(file: str) -> bytes:
    try:
        return Path(file).read_bytes()
    except OSError as error:
        message = f"this file cannot be read ({error.strerror}): check its name and folder"
        raise _FileError(Problem(Severity.ERROR, "file", message, file)) from None


def _text_of(file: str, data: bytes, secret: Secret) -> str:
    source, problem = open_envelope(data, secret, file)
    if problem is not None:
        raise _FileError(problem)
    return "" if source is None else source.text


def _write(arguments: argparse.Namespace, data: bytes) -> int:
    """Write as bytes, so that no line end and no suit symbol changes on the way."""
    if arguments.out is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return 0
    try:
        with Path(arguments.out).open("wb" if arguments.force else "xb") as out:
            out.write(data)
    except FileExistsError:
        message = "this file exists already: give another name, or --force to write over it"
        refused = Problem(Severity.ERROR, "file", message, arguments.out)
        raise _FileError(refused, _WRONG_USAGE) from None
    except OSError as error:
        message = f"this file cannot be written ({error.strerror}): give another name"
        raise _FileError(Problem(Severity.ERROR, "file", message, arguments.out)) from None
    return 0


def _print(out: OutFile) -> None:
    if out.device is not None:
        print(f"device {printable(out.device)}")
    if out.latest is not None:
        print(f"latest board {out.latest}")
    if out.records:
        print("table board    NS    EW  contract  by result lead  score")
    for record in out.records:
        print(_row(record))


def _row(record: Record) -> str:
    place, outcome = record.place, record.outcome
    contract, declarer, result = "Pass", "", ""
    if isinstance(outcome, Played):
        contract, declarer = str(outcome.contract), str(outcome.declarer)
        result = show_result(outcome.result)
    lead = "" if record.lead is None else str(record.lead)
    return (
        f"{place.table:5} {place.board:5} {place.ns:5} {place.ew:5}  "
        f"{contract:8}  {declarer:2} {result:>6} {lead:4} {record.ns_score:6}"
    )


def _as_json(out: OutFile) -> dict[str, object]:
    return {
        "device": out.device,
        "latest": out.latest,
        "records": [_record_as_json(record) for record in out.records],
        "problems": problems_as_json(out.all_problems),
    }


def _record_as_json(record: Record) -> dict[str, object]:
    played = record.outcome if isinstance(record.outcome, Played) else None
    return {
        "line": record.line,
        "table": record.place.table,
        "board": record.place.board,
        "ns": record.place.ns,
        "ew": record.place.ew,
        "dealer": str(record.dealer),
        "ns_vulnerable": record.vulnerability.ns,
        "ew_vulnerable": record.vulnerability.ew,
        "contract": "Pass" if played is None else str(played.contract),
        "result": None if played is None else played.result,
        "declarer": None if played is None else str(played.declarer),
        "lead": None if record.lead is None else str(record.lead),
        "score": record.ns_score,
        "auction": [_call_as_json(timed) for timed in record.auction],
    }


def _call_as_json(timed: TimedCall) -> dict[str, object]:
    return {
        "call": str(timed.call),
        "milliseconds": timed.milliseconds,
        "alerted": timed.alerted,
    }
