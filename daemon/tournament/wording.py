"""Scores and results as a sentence says them."""

from daemon.bridge.contract import Outcome


def signed(score: int) -> str:
    """`+420`, `-50`, `0`."""
    return f"{score:+}" if score else "0"


def result_words(outcome: Outcome | None, score: int) -> str:
    """What was played and what NS score: `3NT N =, NS +400`, or `NS +400` alone."""
    given = f"NS {signed(score)}"
    return given if outcome is None else f"{outcome}, {given}"
