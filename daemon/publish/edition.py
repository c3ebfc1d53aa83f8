"""An edition: all pages in one language, in a folder of its own but for the first language."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from operator import itemgetter

from msgspec import Struct

from daemon.publish.addresses import IN_A_FOLDER, Addresses, link
from daemon.publish.environment import Made, environment
from daemon.publish.language import Language, language
from daemon.publish.page_words import scoring
from daemon.publish.people import People, is_individual, people
from daemon.tournament.results import Results, Row

REFRESH_SECONDS = 20
"""How often a page is loaded again where no script can ask for news."""


class Translation(Struct, frozen=True):
    """The same page in another language."""

    code: str
    name: str
    page: str


@dataclass(frozen=True)
class Edition:
    """What all pages of a language have in common. `results` are what everybody may see."""

    results: Results
    language: Language
    folder: str

    @cached_property
    def known(self) -> People:
        """Everybody who is ranked."""
        return people(self.results)

    @cached_property
    def rows(self) -> dict[tuple[str, int], Row]:
        """Section and number of everybody who is ranked -> the row in the list of all."""
        rows: dict[tuple[str, int], Row] = {}
        for ranking in self.results.rankings:
            for row in ranking.rows:
                rows.setdefault((row.section, row.contestant), row)
        return rows

    @cached_property
    def addresses(self) -> Addresses:
        """Where the pages of boards and contestants are."""
        boards = (board.section for board in self.results.travellers)
        sections = (*boards, *(section for section, _ in self.rows))
        return Addresses(tuple(dict.fromkeys(sections)))

    @cached_property
    def is_individual(self) -> bool:
        """Whether single players are ranked."""
        return is_individual(self.results.travellers)

    @cached_property
    def names(self) -> tuple[object, ...]:
        """Who is called what, for the keys of pages; the same however they stand."""
        return tuple((*who, row.names) for who, row in sorted(self.rows.items(), key=itemgetter(0)))

    @cached_property
    def head(self) -> tuple[object, ...]:
        """What stands on every page, for the keys of pages."""
        results = self.results
        about = (results.event, results.date, results.method, results.unit, results.final)
        return *about, results.publishing.languages, results.hidden

    def name(self, page: str) -> str:
        """The name of a page as a published file."""
        return f"{self.folder}{page}"

    def render(self, template: str, page: str, **values: object) -> str:
        """The text of a page; links in it are relative to the page of this name."""
        return (
            environment(self.language)
            .get_template(template)
            .render(
                results=self.results,
                banner=self._banner(IN_A_FOLDER if "/" in page else page),
                href=partial(link, page=page),
                root=link("", self.name(page)),
                other_languages=tuple(self._translations(page)),
                refresh_seconds=REFRESH_SECONDS,
                **values,
            )
        )

    def _banner(self, page: str) -> Made:
        """What stands on top of a page: the event, and the way to the pages of all."""
        made = self._banners.get(page)
        if made is None:
            template = environment(self.language).get_template("banner.html")
            made = self._banners[page] = Made(
                template.render(
                    event=self.results.event,
                    day=self.language.day(self.results.date),
                    scoring=scoring(self.results, self.language),
                    href=partial(link, page=page),
                    page=page,
                )
            )
        return made

    @cached_property
    def _banners(self) -> dict[str, Made]:
        """A page (any in a folder stands for all of them) -> its banner, once it was asked for."""
        return {}

    def _translations(self, page: str) -> Iterator[Translation]:
        for other in editions(self.results):
            if other.language.code is not self.language.code:
                target = link(other.name(page), self.name(page))
                yield Translation(other.language.code.value, other.language.name, target)


def editions(results: Results) -> tuple[Edition, ...]:
    """One for each language of the club: `index.html` in the first, `it/index.html` in another."""
    first, *others = results.publishing.languages
    return (
        Edition(results, language(first), ""),
        *(Edition(results, language(code), f"{code.value}/") for code in others),
    )
