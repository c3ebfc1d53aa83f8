"""Where things are called what: paths in Dropbox, and names within the folder."""

from collections.abc import Sequence

from daemon.folder.names import folder_parts, is_exchange_name, is_in_name, split_name


class Layout:
    """A folder in Dropbox with its subfolders.

    `path` is written as people do (`/Club/Bridge`, `Club/Bridge/`, `/` for all of Dropbox); case
    makes no difference to Dropbox.
    """

    def __init__(self, path: str, subfolders: Sequence[str]) -> None:
        parts = [part for part in path.split("/") if part]
        self.root = "".join(f"/{part}" for part in parts)
        places = dict.fromkeys(["", *subfolders])
        for place in places:
            folder_parts(place)
        self._shown = {place.lower(): place for place in places}

    @property
    def shown(self) -> str:
        """The folder as people know it."""
        return f"Dropbox:{self.root or '/'}"

    @property
    def has_subfolders(self) -> bool:
        """Whether files may lie deeper than in the folder itself."""
        return len(self._shown) > 1

    def path_of(self, name: str) -> str:
        """The path in Dropbox of a name within the folder."""
        return f"{self.root}/{name}"

    def name_of(self, path_lower: str, own: str) -> str | None:
        """The name within the folder of a path; `own` is the file's own name as it is spelt.

        None for what is no file of the exchange, or lies elsewhere.
        """
        inside = self.root.lower() + "/"
        if not path_lower.startswith(inside) or not is_exchange_name(own):
            return None
        place = self._shown.get(path_lower[len(inside) :].rpartition("/")[0])
        if place is None:
            return None
        return f"{place}/{own}" if place else own

    def is_place(self, name: str) -> bool:
        """Whether a file of this name lies where the exchange's files do."""
        folder = name.rpartition("/")[0]
        return folder in self._shown.values()

    def is_ours(self, path_lower: str) -> bool:
        """Whether a path is the folder itself, or one that the folder lies in."""
        return f"{self.root.lower()}/".startswith(f"{path_lower}/")

    def check_put(self, name: str) -> None:
        """ValueError for a name that is not a section's IN file."""
        _, own = split_name(name)
        if not is_in_name(own) or not self.is_place(name):
            raise ValueError(f"{name!r} is not an IN file of a section")

    def archived(self, name: str, into: str) -> tuple[str, str]:
        """The folder and own name that a file has in an archive. ValueError as the port has it."""
        folders, own = split_name(name)
        kept = "/".join((*folder_parts(into), *folders))
        if kept in self._shown.values():
            raise ValueError(
                f"{into!r} is no place for an archive: files of the exchange lie there"
            )
        return kept, own
