"""TOML texts that people wrote: values with their places, and every problem at once.

`read_toml` makes a `Document` of a text; a `Reading` asks its tables for values of some `Kind`.
"""

from daemon.toml.document import read_toml
from daemon.toml.kinds import (
    Fault,
    Kind,
    choice,
    day,
    distinct,
    either,
    filled,
    list_of,
    number,
    one_of,
    such,
    text,
    time_of_day,
    truth,
    whole,
)
from daemon.toml.reading import Reading
from daemon.toml.value import Document, Table, Value

__all__ = [
    "Document",
    "Fault",
    "Kind",
    "Reading",
    "Table",
    "Value",
    "choice",
    "day",
    "distinct",
    "either",
    "filled",
    "list_of",
    "number",
    "one_of",
    "read_toml",
    "such",
    "text",
    "time_of_day",
    "truth",
    "whole",
]
