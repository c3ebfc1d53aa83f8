"""The documents' folder for a loop whose pulse is felt: a call to it may take its time."""

from daemon.folder.documents import Documents
from daemon.folder.port import FileSeen
from daemon.service.pulse import Pulse


class OutsideDocuments:
    """Documents (see the port): those of another, called outside (see the pulse)."""

    def __init__(self, documents: Documents, pulse: Pulse) -> None:
        self._documents = documents
        self._pulse = pulse

    def make(self, place: str) -> None:
        """See the port."""
        with self._pulse.outside():
            self._documents.make(place)

    def scan(self, place: str) -> tuple[FileSeen, ...]:
        """See the port."""
        with self._pulse.outside():
            return self._documents.scan(place)

    def names(self, place: str) -> tuple[str, ...]:
        """See the port."""
        with self._pulse.outside():
            return self._documents.names(place)

    def read(self, name: str) -> tuple[FileSeen, bytes]:
        """See the port."""
        with self._pulse.outside():
            return self._documents.read(name)

    def add(self, name: str, content: bytes) -> None:
        """See the port."""
        with self._pulse.outside():
            self._documents.add(name, content)
