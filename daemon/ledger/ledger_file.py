"""What the file of a ledger is called."""

LEDGER_FILE = "ledger.sqlite3"
"""Its log and its index lie beside it, under names that begin like this."""
