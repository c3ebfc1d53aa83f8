"""The pages over HTTP: what was published for everybody, and a page of its own for the director.

`window` and `premises` are light; all else is imported only where `[web]` asks for it.
"""
