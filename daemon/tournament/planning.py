"""Configuration and the texts it names -> the plan, or every problem at once."""

from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from daemon.movement.wording import listing
from daemon.problem import Problem, Source, has_errors
from daemon.scoring.sessions import Session
from daemon.scoring.traveller import Contestant
from daemon.settings.characters import same_name
from daemon.settings.model import Settings
from daemon.settings.reading import read_settings
from daemon.tournament.carrying import Carried
from daemon.tournament.entry import PlanRead
from daemon.tournament.library import Library
from daemon.tournament.plan import Plan, SectionPlan, plan_of
from daemon.tournament.section_planning import plan_section


def make_plan(
    configuration: Source, texts: Mapping[str, str]
) -> tuple[Plan | None, tuple[Problem, ...]]:
    """Read a configuration and what it names into a plan; None when there is an error.

    `texts` holds the movement and names files, the hand records and all else that it names, under
    the names that it uses; what is not in it could not be read, which the caller has reported.
    """
    settings, problems = read_settings(configuration)
    if settings is None:
        return None, problems
    library = Library(texts)
    several = len(settings.sections) > 1
    found = (
        plan_section(section, configuration, library, named=several)
        for section in settings.sections
    )
    sections = tuple(one for one in found if one is not None)
    sections = _with_earlier_sessions(sections, settings, configuration, library)
    settings = library.with_victory_points(settings)
    problems = (*problems, *library.problems)
    if has_errors(problems) or len(sections) < len(settings.sections):
        return None, problems
    return plan_of(settings, sections), problems


@lru_cache(maxsize=2)
def plan_of_texts(read: PlanRead) -> tuple[Plan | None, tuple[Problem, ...]]:
    """The plan of texts that were read, as `make_plan`.

    A start asks for it again and again: to see whether it has errors, and to begin with it.
    """
    texts = dict(read.texts)
    return make_plan(Source(read.configuration, texts[read.configuration]), texts)


def _with_earlier_sessions(
    sections: tuple[SectionPlan, ...], settings: Settings, configuration: Source, library: Library
) -> tuple[SectionPlan, ...]:
    """Give every contestant what it had in the sessions that are carried over."""
    carried: dict[Contestant, list[Session]] = {}
    seated = {Contestant(one.name, number) for one in sections for number in one.numbers}
    strangers: dict[str, list[str]] = {}
    for file in settings.ranking.carry_over:
        for one in library.standings(file, settings.scoring.unit):
            who = Contestant(_section_of(one, sections), one.contestant)
            if who in seated:
                carried.setdefault(who, []).append(one.session)
            else:
                strangers.setdefault(file, []).append(f"{who.section} {who.number}".strip())
    library.problems += [
        configuration.warning(
            "carried-unknown",
            f"{file} has results of {listing(names)}, who do not play here; they are left out",
            settings.ranking.carry_over_span,
        )
        for file, names in strangers.items()
    ]
    return tuple(
        replace(
            section,
            carried={
                who: tuple(sessions)
                for who, sessions in carried.items()
                if who.section == section.name
            },
        )
        for section in sections
    )


def _section_of(one: Carried, sections: tuple[SectionPlan, ...]) -> str:
    """Its section; a file need not name it where there is only one."""
    if one.section is None:
        return sections[0].name if len(sections) == 1 else ""
    same = (each.name for each in sections if same_name(each.name) == same_name(one.section))
    return next(same, one.section)
