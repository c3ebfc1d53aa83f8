"""Values that know where they were written."""

from msgspec import Struct

_ENDING = "span"


class Spanned(Struct, frozen=True):
    """A value read from a text. Where it was written does not tell two of them apart.

    Those are the fields called `span` or `..._span`: an entry that moved down in its file is still
    the same entry.
    """

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self._told() == other._told()

    def __hash__(self) -> int:
        return hash(self._told())

    def _told(self) -> tuple[object, ...]:
        """What it says, without where."""
        return tuple(
            getattr(self, name) for name in self.__struct_fields__ if not name.endswith(_ENDING)
        )
