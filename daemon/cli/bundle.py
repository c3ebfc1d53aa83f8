"""Everything about an event in one file, as it is when the evening is closed."""

import base64
import io
import json
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from daemon.cli.archiving import named_plan_files, published
from daemon.cli.building import publish_directory, rulings_path, state_directory
from daemon.cli.loading import Loaded
from daemon.folder.names import numbered
from daemon.ledger.encoding import encode, written_moment
from daemon.ledger.sqlite import read_ledger
from daemon.publish.exports import EXPORTS
from daemon.publish.roster import ROSTER_FILE
from daemon.publish.site import Site
from daemon.tournament.conclusion import Conclusion
from daemon.tournament.entry import Entry

LEDGER = "ledger.jsonl"
RESULTS = "results"
EXPORTED = "exports"
OUT_FILES = "out"


def bundle(loaded: Loaded, conclusion: Conclusion) -> bytes:
    """A zip file with configuration, movement, names, rulings, results, exports, OUT files, ledger.

    The results are those of the conclusion, whatever is published at this moment; OUT files are
    as they came in last (encrypted ones stay so), and the secret is not in it. Raises LedgerError,
    OSError.
    """
    written = io.BytesIO()
    taken: set[str] = set()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in _members(loaded, conclusion):
            free = _free(name, taken)
            taken.add(free.casefold())
            file.writestr(free, content)
    return written.getvalue()


def ledger_lines(entries: Iterable[Entry]) -> Iterator[str]:
    """An entry a line, as JSON; what a device wrote stands as Base64 under `content`."""
    for entry in entries:
        encoded = encode(entry.fact)
        content = None if encoded.content is None else base64.b64encode(encoded.content).decode()
        yield json.dumps(
            {
                "sequence": entry.sequence,
                "at": written_moment(entry.at),
                "event": entry.event,
                "site": entry.site,
                "kind": encoded.kind,
                "body": json.loads(encoded.body),
                "content": content,
            },
            ensure_ascii=False,
        )


def _members(loaded: Loaded, conclusion: Conclusion) -> Iterator[tuple[str, bytes]]:
    yield from _plan(loaded)
    yield rulings_path(loaded).name, rulings_path(loaded).read_bytes()
    pages = {page.name: page.make for page in Site().pages(conclusion.results)}
    for name, make in pages.items():
        yield f"{RESULTS}/{name}", make().encode("utf-8")
    for path in sorted(published(loaded)):
        name = path.relative_to(publish_directory(loaded)).as_posix()
        if name not in pages and name != ROSTER_FILE:
            yield f"{RESULTS}/{name}", path.read_bytes()
    for name, export in EXPORTS.items():
        yield f"{EXPORTED}/{name}", export(conclusion.results)
    for name, content in sorted(conclusion.state.latest.items()):
        yield f"{OUT_FILES}/{name}", content
    yield LEDGER, ledger_bytes(state_directory(loaded))


def _plan(loaded: Loaded) -> Iterator[tuple[str, bytes]]:
    """The files of the plan that counted; as the ledger has them where they are broken now."""
    if loaded.plan_read is None:
        raise ValueError("a configuration with errors has no plan")
    named = named_plan_files(loaded).items()
    for (name, path), (_, text) in zip(named, loaded.plan_read.texts, strict=True):
        yield name, text.encode("utf-8") if loaded.is_last_read else path.read_bytes()


def ledger_bytes(directory: Path) -> bytes:
    """The whole ledger as JSON lines. Raises LedgerError."""
    ledger = read_ledger(directory)
    try:
        return "".join(f"{line}\n" for line in ledger_lines(ledger.entries())).encode("utf-8")
    finally:
        ledger.close()


def _free(name: str, taken: set[str]) -> str:
    """The name, or a numbered one: names of files in several folders may be the same."""
    number, free = 1, name
    while free.casefold() in taken:
        number += 1
        free = numbered(name, number)
    return free
