"""Nonsense for every reader: `python -m tests.fuzz --help`."""
