"""The append-only book of facts: a port, and SQLite behind it."""
