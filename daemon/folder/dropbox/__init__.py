"""A folder in Dropbox, reached over its API; no other client is needed on this computer.

The package `dropbox` is slow to import: only the modules that talk to the server import it
(`connection`, `troubles`, `mirror`, `uploading`, `folder`, `login`).
"""
