"""Which names count: the files of the exchange, and paths that stay within the folder."""

import re

_UNSHOWABLE = r"\x00-\x1f\x7f\ud800-\udfff"
"""Control characters, and the stand-ins for bytes that are no UTF-8: no ledger or page holds them.

No device writes such a name, and no sync client carries it.
"""

_EXCHANGE = re.compile(rf"(?:IN|OUT)_[^/\\{_UNSHOWABLE}]*", re.IGNORECASE | re.ASCII)
_IN = re.compile(r"IN_", re.IGNORECASE | re.ASCII)
_FOLDER = re.compile(rf"[^/\\:{_UNSHOWABLE}]+")
_DOCUMENT = re.compile(rf"(?![.~])[^/\\:{_UNSHOWABLE}]+\.(?:trf|txt|csv)", re.IGNORECASE | re.ASCII)
_LEFT_BEHIND = (".part", ".partial", ".tmp", "~")
"""How sync clients and editors name what is not finished, or what was there before."""


def is_exchange_name(name: str) -> bool:
    """Whether a file of this name (without its folders) is an IN or an OUT file, in any case.

    Half-written downloads and editors' copies are not. What sync clients keep for themselves
    (`.dropbox`, `desktop.ini`, `~OUT_1.txt`, `.~IN_2.txt`) begins differently.
    """
    return bool(_EXCHANGE.fullmatch(name)) and not name.lower().endswith(_LEFT_BEHIND)


def is_in_name(name: str) -> bool:
    """Whether a file of this name (without its folders) is an IN file."""
    return is_exchange_name(name) and bool(_IN.match(name))


def is_document_name(name: str) -> bool:
    """Whether a file of this name (without its folders) may be a TRF or a spreadsheet (CSV).

    What editors and sync clients keep for themselves begins with a point or a tilde.
    """
    return bool(_DOCUMENT.fullmatch(name))


def split_path(name: str) -> tuple[tuple[str, ...], str]:
    """The folders of any file and its own name. ValueError when it could lead outside."""
    *folders, own = folder_parts(name) or ("",)
    if not folders:
        raise ValueError(f"{name!r} is not the name of a file in a subfolder")
    return tuple(folders), own


def folder_parts(path: str) -> tuple[str, ...]:
    """The folders of a path within the folder; none for the folder itself.

    Raises ValueError when it could lead outside.
    """
    if not path:
        return ()
    parts = tuple(path.split("/"))
    if not all(_FOLDER.fullmatch(part) and part not in {".", ".."} for part in parts):
        raise ValueError(f"{path!r} is not the path of a subfolder")
    return parts


def split_name(name: str) -> tuple[tuple[str, ...], str]:
    """The folders of a file of the exchange and its own name.

    Raises ValueError when it is no such file, or could lead outside the folder.
    """
    folders, _, own = name.rpartition("/")
    if not is_exchange_name(own) or name.startswith("/"):
        raise ValueError(f"{name!r} is not the name of an IN or OUT file within the folder")
    return folder_parts(folders), own


def numbered(name: str, number: int) -> str:
    """The name with a number before its ending: `OUT_2.txt` and 2 give `OUT_2 (2).txt`."""
    stem, dot, ending = name.rpartition(".")
    return f"{stem} ({number}){dot}{ending}" if dot else f"{name} ({number})"


def same_name(names: "list[str] | tuple[str, ...]", wanted: str) -> str | None:
    """How a name is spelt among these, whatever the case of its letters; the exact one first."""
    if wanted in names:
        return wanted
    return next((name for name in sorted(names) if name.casefold() == wanted.casefold()), None)
