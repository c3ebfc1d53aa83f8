"""What was measured, and whether that is within its bound. Pure functions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import median


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing that was measured; `bound` is the most that it may be (None: nobody asked)."""

    name: str
    value: float
    unit: str
    bound: float | None = None
    note: str = ""

    @property
    def is_within(self) -> bool:
        """Whether it is no more than it may be."""
        return self.bound is None or self.value <= self.bound


@dataclass(frozen=True, slots=True)
class Part:
    """The figures of one part of the report, and how they were taken."""

    title: str
    how: str
    figures: tuple[Figure, ...]


def percentile(values: Iterable[float], percent: float) -> float:
    """The smallest value that so many per cent of all do not exceed; ValueError for no values."""
    ordered = sorted(values)
    if not ordered:
        raise ValueError("there is no percentile of nothing")
    return ordered[max(ceil(percent / 100 * len(ordered)), 1) - 1]


def ratio(values: Sequence[float], bare: Sequence[float]) -> float:
    """How many times the bare cost something costs: both in the median."""
    return median(values) / median(bare)


def text_of(part: Part) -> str:
    """A part as Markdown."""
    rows = "\n".join(map(_row, part.figures))
    return (
        f"## {part.title}\n\n{part.how}\n\n"
        f"| measured | value | at most | |\n|---|---:|---:|---|\n{rows}\n"
    )


def _row(figure: Figure) -> str:
    bound = "" if figure.bound is None else shown(figure.bound, figure.unit)
    verdict = "" if figure.bound is None else ("kept" if figure.is_within else "**missed**")
    said = "; ".join(filter(None, (verdict, figure.note)))
    return f"| {figure.name} | {shown(figure.value, figure.unit)} | {bound} | {said} |".rstrip()


def shown(value: float, unit: str) -> str:
    """`2.31 ms`, `1.8x`, `57.0 MB`."""
    if unit == "":
        return f"{value:.0f}"
    places = 2 if value < 10 else 1
    return f"{value:.{places}f}{unit}" if unit in {"x", "%"} else f"{value:.{places}f} {unit}"
