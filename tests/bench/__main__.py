"""`python -m tests.bench`: measures everything, prints it, and writes tests/bench/report.md.

`python -m tests.bench latency --tables 20 --events 200` measures one part and only prints it.
"""

import argparse
import os
import platform
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.bench import burst, growth, lasting, latency, once, startup
from tests.bench.figures import Part, text_of

REPORT = Path(__file__).with_name("report.md")
PARTS: dict[str, Callable[[argparse.Namespace], Iterator[Part]]] = {}


def main() -> int:
    """Measure what was asked for; 1 when a bound was missed."""
    asked = _arguments()
    parts = []
    for name in [asked.part] if asked.part else PARTS:
        for part in PARTS[name](asked):
            sys.stdout.write(f"{text_of(part)}\n")
            sys.stdout.flush()
            parts.append(part)
    if not asked.part:
        REPORT.write_text(_report(parts), encoding="utf-8")
    missed = [one for part in parts for one in part.figures if not one.is_within]
    return 1 if missed else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("part", nargs="?", choices=PARTS, help="only this part")
    parser.add_argument("--tables", type=int, action="append", help="latency: 20, 100, 500")
    parser.add_argument("--scope", choices=("section", "event"), help="latency: both")
    parser.add_argument("--events", type=int, default=200, help="latency: results (default 200)")
    return parser.parse_args()


def _report(parts: list[Part]) -> str:
    """All parts, with what they were measured on."""
    busy = f", {os.getloadavg()[0]:.1f} processes wanted them" if hasattr(os, "getloadavg") else ""
    machine = (
        f"Python {platform.python_version()} on {platform.system()}, {os.cpu_count()} processors"
        f"{busy} at the end."
    )
    texts = "\n".join(map(text_of, parts))
    return (
        f"# How fast it is\n\nWritten by `python -m tests.bench`. {machine} Ratios are of times "
        f"from the same run.\n\n{texts}"
    )


def _latency(asked: argparse.Namespace) -> Iterator[Part]:
    for scope in [asked.scope] if asked.scope else ("section", "event"):
        for tables in asked.tables or latency.BOUNDS:
            yield latency.measure(tables, scope, asked.events)


PARTS |= {
    "latency": _latency,
    "growth": lambda _: iter([growth.measure()]),
    "burst": lambda _: iter([burst.measure()]),
    "once": lambda _: iter([once.measure()]),
    "startup": lambda _: iter([startup.measure()]),
    "lasting": lambda _: iter([lasting.measure()]),
    "dropbox": lambda _: iter([lasting.measure_dropbox()]),
}

if __name__ == "__main__":
    sys.exit(main())
