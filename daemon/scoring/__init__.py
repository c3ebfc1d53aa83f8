"""Scores in, points and rankings out: numbers only, exact, with no knowledge of files."""
