"""The running daemon: one loop that writes, its timers, its log."""
