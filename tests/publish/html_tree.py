"""A page as a tree, to look for things in it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset({"meta", "link", "br", "img", "input", "hr"})


def _plain(words: str) -> str:
    return " ".join(words.replace("\ufe0e", "").split())


@dataclass
class Element:
    tag: str
    attributes: dict[str, str | None]
    parts: "list[Element | str]" = field(default_factory=list)

    @property
    def text(self) -> str:
        return _plain(self._words(heard=True))

    @property
    def seen(self) -> str:
        """The text without what only those hear who do not see the page."""
        return _plain(self._words(heard=False))

    def _words(self, *, heard: bool) -> str:
        return "".join(
            part if isinstance(part, str) else part._words(heard=heard)
            for part in self.parts
            if isinstance(part, str) or heard or part.attributes.get("class") != "hidden"
        )

    def all(self, tag: str, **attributes: str) -> "Iterator[Element]":
        for part in self.parts:
            if isinstance(part, Element):
                if part.tag == tag and attributes.items() <= part.attributes.items():
                    yield part
                yield from part.all(tag, **attributes)

    def one(self, tag: str, **attributes: str) -> "Element":
        found = list(self.all(tag, **attributes))
        assert len(found) == 1, f"{len(found)} of {tag} {attributes}"
        return found[0]


class _Tree(HTMLParser):
    """Reads a page whose every element is closed, and complains about any other."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Element("", {})
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), f"an attribute twice in {tag}"
        element = Element(tag, dict(attrs))
        self._open[-1].parts.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open[-1].parts.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        self._open[-1].parts.append(data)

    def close(self) -> None:
        super().close()
        assert self._open == [self.root], "an element is not closed"


def tree(text: str) -> Element:
    """The html element of a whole page."""
    reader = _Tree()
    reader.feed(text)
    reader.close()
    return reader.root.one("html")


def rows(table: Element) -> list[list[str]]:
    """What is seen in every cell of a table."""
    return [
        [cell.seen for cell in row.parts if isinstance(cell, Element)] for row in table.all("tr")
    ]
