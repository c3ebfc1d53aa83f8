"""Versions of files that may still change without a trace."""

import time
from collections.abc import Callable, Iterable

from msgspec import Struct, field
from msgspec.structs import replace

from daemon.folder.port import FileSeen

SECONDS = 2.5
"""Sticks (FAT) keep times in steps of two seconds, other disks in ticks of some milliseconds."""


class Settling(Struct, frozen=True):
    """Calls a version fresh until it has been seen for a while; then it is another version.

    A file that is written over twice within one step of its disk's clock, with as many bytes, looks
    the same before and after. So whoever has read it at once reads it once more. `monotonic` gives
    seconds and never goes back: what clock a disk or its computer goes by does not matter.
    """

    monotonic: Callable[[], float] = time.monotonic
    _since: dict[str, tuple[str, float]] = field(default_factory=dict)

    def version(self, seen: FileSeen) -> FileSeen:
        """The same file, with the version that counts."""
        now = self.monotonic()
        version, since = self._since.get(seen.name, ("", now))
        if version != seen.version:
            since = now
            self._since[seen.name] = seen.version, since
        return replace(seen, version=f"{seen.version}-fresh") if now - since < SECONDS else seen

    def forget_others(self, names: Iterable[str]) -> None:
        """Forget files that are not there any more."""
        for gone in set(self._since).difference(names):
            self._since.pop(gone, None)
