"""A Dropbox on loopback, for tests and for trying things out: `python -m tests.fake_dropbox`."""
