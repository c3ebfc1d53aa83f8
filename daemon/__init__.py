"""Runs a bridge tournament: movement in, tablets served, live standings out."""
