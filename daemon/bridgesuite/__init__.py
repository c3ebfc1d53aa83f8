"""Bridge Suite's files: what its devices are given (IN) and what they give back (OUT)."""
