"""Serves what was published, and the director's page with its buttons."""
