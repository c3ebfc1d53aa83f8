"""The least that publishing costs: an event of the folder, a read, and a file written durably.

Run as a process: `python -m tests.bench.bare FOLDER TARGET SIZE`. Whenever a file comes into the
folder it is read, and so many bytes are written, synced and renamed to the target.
"""

import os
import sys
import threading
from pathlib import Path

from watchdog.events import FileMovedEvent, FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer


class _Handler(FileSystemEventHandler):
    def __init__(self, target: Path, content: bytes) -> None:
        self._target = target
        self._content = content

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Read the file that came, and replace the target."""
        Path(os.fsdecode(event.dest_path)).read_bytes()
        temporary = self._target.with_name(".temporary")
        with temporary.open("wb") as file:
            file.write(self._content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(self._target)


def main() -> None:
    """Watch until the process is ended."""
    folder, target, size = sys.argv[1:]
    observer = Observer()
    handler = _Handler(Path(target), b"x" * int(size))
    observer.schedule(handler, folder, event_filter=[FileMovedEvent])
    observer.start()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    threading.Event().wait()


if __name__ == "__main__":
    main()
