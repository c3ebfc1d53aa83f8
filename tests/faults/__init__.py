"""What goes wrong in a club, done to the daemon on purpose: `python -m tests.faults`."""
