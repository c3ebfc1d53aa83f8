"""Templates that were compiled before lie where Python keeps what it compiled of modules.

Compiling them takes longer than the first pages of an evening. Beside them nobody can write who
could not change the program itself, and they go with it.
"""

import sys
from contextlib import suppress
from hashlib import blake2b
from importlib.util import cache_from_source
from pathlib import Path

import jinja2
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket


class CompiledTemplates(FileSystemBytecodeCache):
    """Keeps them beside the compiled form of a module; what cannot be kept is compiled each time.

    The module is the one that says how templates are read: what was compiled when it said
    something else is not used, nor what another version of Jinja compiled.
    """

    def __init__(self, module: Path) -> None:
        self._how = module.read_bytes() + Path(jinja2.__file__).read_bytes()  # has its version
        directory = Path(cache_from_source(str(module))).parent
        super().__init__(str(directory), f"%s.{sys.implementation.cache_tag}")

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """What the file is called: a template is known by its name alone."""
        del filename
        return name

    def get_source_checksum(self, source: str) -> str:
        """What the compiled form of a template depends on."""
        return blake2b(self._how + source.encode()).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what is there, unless it is damaged."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # noqa: BLE001 - what is damaged is read as anything, and raises it
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep it for the next start, unless Python is not to keep any or the folder is closed."""
        if sys.dont_write_bytecode:
            return
        with suppress(OSError):
            Path(self.directory).mkdir(parents=True, exist_ok=True)
            super().dump_bytecode(bucket)
