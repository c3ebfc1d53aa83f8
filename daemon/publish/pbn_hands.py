"""Hand records as PBN: what lies in the boards, and what can be made of it.

The standard has `OptimumResultTable` and `OptimumScore` for that (PBN 2.1, chapters 4.2 and 5.7);
programs for hand records look for `DoubleDummyTricks` first, so that is written too.
"""

from collections.abc import Iterable, Iterator

from daemon.bridge.analysis import DECLARERS, STRAINS
from daemon.bridge.board import dealer, vulnerability
from daemon.bridge.hand_records import HandRecord
from daemon.bridge.makeable import Makeable
from daemon.publish.pbn_text import ENCODING, LINE_END, Column, table, tag

_COLUMNS = (Column("Declarer", "L"), Column("Denomination"), Column("Result"))
_NOT_KNOWN = "-"


def hand_records_pbn(records: Iterable[HandRecord], event: str) -> bytes:
    """A file of hand records, in the order of their boards."""
    lines = ["% PBN 2.1"]
    for place, record in enumerate(sorted(records, key=lambda one: one.board)):
        lines.extend(["", *_game(record, event)] if place else _game(record, event))
    return "".join(f"{line}{LINE_END}" for line in lines).encode(ENCODING)


def analysis_tags(makeable: Makeable) -> dict[str, str]:
    """The tags for what can be made, by name, as far as it is known."""
    digits = [
        f"{tricks:x}" if (tricks := makeable.tricks.get((seat, strain))) is not None else _NOT_KNOWN
        for seat in DECLARERS
        for strain in STRAINS
    ]
    return {
        **({"DoubleDummyTricks": "".join(digits)} if makeable.tricks else {}),
        **({} if makeable.par is None else {"OptimumScore": f"NS {makeable.par.score}"}),
    }


def result_table(makeable: Makeable) -> Iterator[str]:
    """The section with the tricks of every declarer and strain; nothing when none is known."""
    rows = [
        [str(seat), str(strain), str(makeable.tricks[seat, strain])]
        for seat in DECLARERS
        for strain in STRAINS
        if (seat, strain) in makeable.tricks
    ]
    if rows:
        yield from table("OptimumResultTable", _COLUMNS, rows)


def _game(record: HandRecord, event: str) -> Iterator[str]:
    yield tag("Event", event)
    yield tag("Board", str(record.board))
    yield tag("Dealer", str(dealer(record.board)))
    yield tag("Vulnerable", str(vulnerability(record.board)))
    yield tag("Deal", record.deal.beginning_at(dealer(record.board)))
    if record.makeable is not None:
        for name, value in analysis_tags(record.makeable).items():
            yield tag(name, value)
        yield from result_table(record.makeable)
