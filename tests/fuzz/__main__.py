"""`python -m tests.fuzz [READER...]`: nonsense for every reader, and what came of it."""

import argparse
import multiprocessing
import sys
from importlib import import_module
from pathlib import Path

from tests.fuzz import child
from tests.fuzz.engines import ENGINES
from tests.fuzz.reader import Reader
from tests.fuzz.trying import Tally, try_one
from tests.fuzz.watchdog import guarded

_NOTE = """\
mutation damages real files (the same seed gives the same inputs), hypothesis draws texts and makes
small what fails, atheris is guided by the code that an input reaches: it is no dependency, where it
runs (Linux, macOS) `pip install atheris` brings it. An input that a reader does not stand is made
small and kept in --crashes; --replay FILE gives it to the reader again and shows where it failed.
Times are of the processor, for two readings of an input; memory is what the process took beyond
what it had before the first one.
"""


def main() -> int:
    """Try every reader that was named, each in a process of its own; 1 when one crashed."""
    arguments = _arguments()
    readers: dict[str, Reader] = import_module("tests.fuzz.registry").READERS
    unknown = [name for name in arguments.readers if name not in readers]
    if unknown:
        child.say(f"there is no reader {', '.join(unknown)}; there are {', '.join(readers)}")
        return 2
    names = arguments.readers or list(readers)
    if arguments.replay is not None:
        return max(_replay(readers[name], arguments.replay) for name in names)
    child.say(f"{'reader':18} {'inputs':>8} {'seconds':>8} {'slowest':>9} {'memory':>8}")
    context = multiprocessing.get_context("spawn")
    failed = []
    for name in names:
        what = (name, arguments.engine, arguments.inputs, arguments.seed, arguments.crashes)
        process = context.Process(target=child.run, args=what)
        process.start()
        process.join()
        if process.exitcode:
            failed.append(name)
    if failed:
        child.say(f"crashed: {', '.join(failed)}; see {arguments.crashes}")
    return 1 if failed else 0


def _replay(reader: Reader, file: Path) -> int:
    with guarded():
        crash = try_one(reader, file.read_bytes(), Tally())
    child.say(f"{reader.name}: {'stood it' if crash is None else crash.story}")
    return 0 if crash is None else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz",
        description="Give nonsense to everything that reads what others wrote.",
        epilog=_NOTE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("readers", nargs="*", metavar="READER", help="usually all of them")
    parser.add_argument("--inputs", type=int, default=100_000, metavar="N", help="for each reader")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--engine", choices=tuple(ENGINES), default="mutation")
    parser.add_argument("--crashes", type=Path, default=Path("fuzz-crashes"), metavar="DIR")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="one input, for the readers")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
