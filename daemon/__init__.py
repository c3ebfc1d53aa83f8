"""Runs a bridge tournament: movement in, tablets served, live standings out."""

__version__ = "0.1.0"
