"""Reading rulings.toml, and finding the plays that its entries are about."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from daemon.problem import Problem
from daemon.scoring.traveller import Award
from daemon.tournament import resolving
from daemon.tournament.entry import RulingsRead
from daemon.tournament.given import possible_scores
from daemon.tournament.plan import Plan
from daemon.tournament.play import PlayKey
from daemon.tournament.ruling import (
    AdjustedRuling,
    AssignedRuling,
    NotPlayedRuling,
    ResultRuling,
    Ruling,
)
from daemon.tournament.rulings import RulingsText, no_rulings, read_rulings
from tests.tournament.conftest import DAY, SECTION, key, plan_of

TODAY = f"event = {DAY}\n"
TWO = (SECTION, SECTION.replace('"A"', '"B"'))
GAME = 'contract = "3NT"\ndeclarer = "N"\nresult = "="\n'
NOT_PLAYED = "[[not_played]]\nboard = 1\nns = 1\n"


def read(content: str, before: RulingsText | None = None) -> RulingsText:
    return read_rulings(RulingsRead("rulings.toml", content), before or no_rulings())


def resolve(read: RulingsText, plan: Plan) -> tuple[Mapping[PlayKey, Ruling], tuple[Problem, ...]]:
    """The rulings on plays, and the problems."""
    found = resolving.resolve(read, plan)
    return found.rulings.on_play, found.problems


def resolved(content: str, *sections: str) -> tuple[Mapping[PlayKey, Ruling], tuple[Problem, ...]]:
    return resolve(read(TODAY + content), plan_of(*sections))


def ruled(content: str, *sections: str) -> dict[tuple[int, int, int], str]:
    """The plays that a text rules on, in words; nothing may be wrong with it."""
    rulings, problems = resolved(content, *sections)
    assert problems == ()
    return {(play.board, play.ns, play.ew): ruling.words for play, ruling in rulings.items()}


def refused(content: str, *sections: str) -> str:
    """What is wrong with the one entry of a text, in one line."""
    rulings, problems = resolved(content, *sections)
    assert rulings == {}
    (problem,) = problems
    assert problem.is_error
    return problem.one_line()


# What entries give.


def test_a_result_is_scored_by_the_vulnerability_of_its_board() -> None:
    words = ruled(f"[[result]]\nboard = 1\nns = 1\n{GAME}\n[[result]]\nboard = 2\nns = 1\n{GAME}")
    assert words == {
        (1, 1, 2): "3NT N =, NS +400, EW -400",
        (2, 1, 2): "3NT N =, NS +600, EW -600",
    }


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (
            'contract = "4sx"\ndeclarer = "o"\nresult = -1',
            "4SX W -1, NS +100, EW -100",
        ),
        ('contract = "4♠"\ndeclarer = " e "\nresult = "+1 "', "4S E +1, NS -450, EW +450"),
        ('contract = "1NT"\ndeclarer = "S"\nresult = 0', "1NT S =, NS +90, EW -90"),
        ('contract = "Pass"', "Pass, NS 0, EW 0"),
        ("score = 420", "NS +420, EW -420"),
        ("score = -50", "NS -50, EW +50"),
        ("score = 0", "NS 0, EW 0"),
    ],
)
def test_a_result_is_given_by_contract_or_by_score(body: str, words: str) -> None:
    assert ruled(f"[[result]]\nboard = 1\nns = 1\n{body}\n") == {(1, 1, 2): words}
    assert ruled(f"[[assigned]]\nboard = 1\nns = 1\n{body}\n") == {(1, 1, 2): words}


def test_each_kind_of_entry_gives_its_kind_of_ruling() -> None:
    rulings, problems = resolved(
        "[[result]]\nboard = 1\nns = 1\nscore = 420\n"
        "[[assigned]]\nboard = 2\nns = 1\nscore = 420\n"
        '[[artificial]]\nboard = 3\nns = 1\nns_award = "A+"\new_award = 40\n'
        '[[not_played]]\nboard = 4\nns = 1\nreason = "no time"\n'
    )
    assert problems == ()
    assert rulings == {
        key(1, 1, 2): ResultRuling("rulings.toml", 420),
        key(2, 1, 2): AssignedRuling("rulings.toml", 420),
        key(3, 1, 3): AdjustedRuling(
            "rulings.toml", Award(Fraction(60), floor=True), Award(Fraction(40)), "A+", "40%"
        ),
        key(4, 1, 3): NotPlayedRuling("rulings.toml", "no time"),
    }
    assert rulings[key(4, 1, 3)].words == "not played"
    assert rulings[key(4, 1, 3)].span is not None


@pytest.mark.parametrize(
    ("written", "award", "words"),
    [
        ('"A+"', Award(Fraction(60), floor=True), "A+"),
        ('" a "', Award(Fraction(50)), "A"),
        ('"A-"', Award(Fraction(40), ceiling=True), "A-"),
        ("60", Award(Fraction(60)), "60%"),
        ("62.50", Award(Fraction(125, 2)), "62.5%"),
        ('"62.5 %"', Award(Fraction(125, 2)), "62.5%"),
        ('"0"', Award(Fraction(0)), "0%"),
        ("100", Award(Fraction(100)), "100%"),
    ],
)
def test_an_award_is_an_average_or_a_percentage(written: str, award: Award, words: str) -> None:
    rulings, problems = resolved(
        f"[[artificial]]\nboard = 1\nns = 1\nns_award = {written}\new_award = 50\n"
    )
    assert problems == ()
    ruling = rulings[key(1, 1, 2)]
    assert isinstance(ruling, AdjustedRuling)
    assert (ruling.ns, ruling.words) == (award, f"NS {words}, EW 50%")


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ('"revoke"', "revoke"),
        ('"""\nrevoke,\n  by East\n"""', "revoke, by East"),
        ('" "', None),
        ('""', None),
    ],
)
def test_a_reason_is_told_in_one_line(written: str, reason: str | None) -> None:
    rulings, problems = resolved(f"{NOT_PLAYED}reason = {written}\n")
    assert problems == ()
    assert rulings[key(1, 1, 2)].reason == reason


def test_a_single_bracket_is_told_and_the_entry_counts() -> None:
    rulings, problems = resolved("[not_played]\nboard = 1\nns = 1\n")
    assert list(rulings) == [key(1, 1, 2)]
    assert [problem.message for problem in problems] == [
        "not_played can stand several times: write [[not_played]], in double brackets"
    ]


def test_a_board_scores_one_of_219_numbers_for_its_declarer() -> None:
    scores = possible_scores()
    assert len({abs(score) for score in scores if score}) <= 219
    assert {0, 50, 90, 400, 420, 3160, -7600, 7600} <= scores
    assert not {10, 421, 55, 7601} & scores


# Where entries are about.


@pytest.mark.parametrize(
    ("where", "plays"),
    [
        ("board = 3\nns = 1", [(3, 1, 3)]),
        ("board = 3\new = 2", [(3, 4, 2)]),
        ("board = 3\nns = 4\new = 2", [(3, 4, 2)]),
        ("board = 3\ntable = 2", [(3, 4, 2)]),
        ("board = 3\ntable = 2\nround = 2\nns = 4", [(3, 4, 2)]),
        ('boards = "3-4"\nns = 1', [(3, 1, 3), (4, 1, 3)]),
        ('boards = " 4 "\nns = 1', [(4, 1, 3)]),
        (
            'boards = "1 - 6"\nns = 1',
            [(1, 1, 2), (2, 1, 2), (3, 1, 3), (4, 1, 3), (5, 1, 4), (6, 1, 4)],
        ),
        ("round = 3\ntable = 2", [(5, 2, 3), (6, 2, 3)]),
        ('round = 3\ntable = 2\nsection = "A"', [(5, 2, 3), (6, 2, 3)]),
        ("round = 3\ntable = 2\nns = 2", [(5, 2, 3), (6, 2, 3)]),
    ],
)
def test_an_entry_says_which_boards_and_whom(where: str, plays: list[tuple[int, int, int]]) -> None:
    assert list(ruled(f"[[not_played]]\n{where}\n")) == plays


def test_with_several_sections_an_entry_says_which() -> None:
    rulings, problems = resolved('[[not_played]]\nboard = 1\nns = 1\nsection = "B"\n', *TWO)
    assert problems == ()
    assert list(rulings) == [key(1, 1, 2, "B")]


UNRESOLVED = {
    'boards = "1-100"\nns = 1': "there is no board 7 to 100; the boards are 1 to 6",
    "board = 9\nns = 1": "there is no board 9; the boards are 1 to 6",
    'boards = "5-8"\nns = 1': "there is no board 7 and 8; the boards are 1 to 6",
    "round = 4\ntable = 1": (
        "nothing is played at table 1 in round 4; the movement has 2 tables and 3 rounds"
    ),
    "board = 1\ntable = 3": (
        "board 1 is not played at table 3; it is at table 1 in round 1, table 2 in round 1"
    ),
    "board = 1\nround = 2\nns = 1": (
        "board 1 is not played in round 2; it is at table 1 in round 1, table 2 in round 1"
    ),
    "board = 1\nround = 2\ntable = 1": (
        "board 1 is not played at table 1 in round 2; it is at table 1 in round 1, "
        "table 2 in round 1"
    ),
    "board = 1\nns = 2": (
        "it is the other way round: ns = 1, ew = 2 (board 1, 1 against 2 (round 1, table 1))"
    ),
    "board = 1\nns = 2\new = 1": (
        "it is the other way round: ns = 1, ew = 2 (board 1, 1 against 2 (round 1, table 1))"
    ),
    "board = 1\nns = 1\new = 4": (
        "1 and 4 do not meet on board 1; did you mean board 1, 1 against 2 (round 1, table 1), "
        "board 1, 3 against 4 (round 1, table 2)?"
    ),
    "board = 1\nns = 9": "9 does not play board 1 here; there play 1 against 2, 3 against 4",
    "board = 1\nns = 8\new = 9": (
        "8 and 9 do not meet on board 1 here; there play 1 against 2, 3 against 4"
    ),
    'boards = "3-6"\nns = 4': (
        "it is the other way round: ns = 1, ew = 4 (board 5, 1 against 4 (round 3, table 1))"
    ),
    "round = 1\ntable = 1\nns = 4": "4 does not play board 1 and 2 here; there play 1 against 2",
    'board = 1\nns = 1\nsection = "C"': 'there is no section "C"; the section is A',
}


@pytest.mark.parametrize("where", UNRESOLVED)
def test_an_entry_about_no_play_is_told_what_it_may_mean(where: str) -> None:
    assert refused(f"[[not_played]]\n{where}\n") == (
        f"rulings.toml:2:1: error: {UNRESOLVED[where]} [rulings-no-play]"
    )


def test_an_entry_of_no_section_is_asked_for_it_where_there_are_several() -> None:
    assert refused(NOT_PLAYED, *TWO) == (
        'rulings.toml:2:1: error: say which section, as in section = "A"; the sections are A and B '
        "[rulings-no-play]"
    )


def test_who_is_absent_has_no_boards_to_rule_on() -> None:
    assert refused("[[not_played]]\nboard = 1\nns = 4\n", f"{SECTION}\nabsent = [4]") == (
        "rulings.toml:2:1: error: 4 is absent by the configuration, so nobody waits for its "
        "boards: take this entry out, or let it play (absent, or its rounds) "
        "[rulings-no-play]"
    )


def test_of_a_large_field_as_many_are_named_as_there_is_room_for() -> None:
    wide = 'name = "A"\nmovement = "wide.asc"\nboards_per_round = 1'
    assert refused("[[not_played]]\nboard = 1\nns = 99\n", wide) == (
        "rulings.toml:2:1: error: 99 does not play board 1 here; there play 1 against 2, 3 against "
        "4, 5 against 6, 7 against 8, 9 against 10, 11 against 12, 13 against 14, 15 against 16, "
        "17 against 18, 19 against 20, 21 against 22, 23 against 24 and 2 more [rulings-no-play]"
    )


BAD = {
    # One entry -> the place, what is wrong and the code.
    "[[not_played]]\nns = 1": (
        '2:1: error: say which boards: board = 7, boards = "7-9", or round and table '
        "[rulings-where]"
    ),
    "[[not_played]]\nround = 1\nns = 1": (
        '2:1: error: say which boards: board = 7, boards = "7-9", or round and table '
        "[rulings-where]"
    ),
    "[[not_played]]\nboard = 1": (
        "2:1: error: say whose result it is: ns, ew or both [rulings-where]"
    ),
    '[[not_played]]\nboard = 1\nboards = "1-2"\nns = 1': (
        "4:1: error: board and boards both stand here: take one out [rulings-where]"
    ),
    "[[not_played]]\nboards = 7\nns = 1": (
        "3:10: error: not_played.boards must be text, not a whole number: put it in "
        "quotes [rulings-type]"
    ),
    '[[not_played]]\nboards = "7 to 9"\nns = 1': (
        '3:10: error: not_played.boards is like "7-9" or "7", not "7 to 9" [rulings-value]'
    ),
    '[[not_played]]\nboards = "9-7"\nns = 1': (
        '3:10: error: not_played.boards goes from the lower to the higher board, not "9-7" '
        "[rulings-value]"
    ),
    '[[not_played]]\nboards = "1-101"\nns = 1': (
        "3:10: error: not_played.boards names more than 100 boards [rulings-value]"
    ),
    '[[not_played]]\nboard = "1"\nns = 1': (
        "3:9: error: not_played.board must be a whole number from 1 to 9999999, not text: take the "
        "quotes away [rulings-type]"
    ),
    "[[not_played]]\nboard = 1\nnorth = 1": (
        "2:1: error: say whose result it is: ns, ew or both [rulings-where]"
    ),
    "[[result]]\nboard = 1\nns = 1": (
        "2:1: error: say what they got: contract, declarer and result, or the score alone, as NS "
        "see it [rulings-result]"
    ),
    '[[result]]\nboard = 1\nns = 1\nscore = 420\ndeclarer = "N"': (
        "2:1: error: say what they got: contract, declarer and result, or the score alone, as NS "
        "see it [rulings-result]"
    ),
    "[[result]]\nboard = 1\nns = 1\nscore = 420\nresult = 0": (
        "2:1: error: say what they got: contract, declarer and result, or the score alone, as NS "
        "see it [rulings-result]"
    ),
    f"[[result]]\nboard = 1\nns = 1\nscore = 400\n{GAME}": (
        "5:1: error: contract and score both stand here: take one out (the score is worked out) "
        "[rulings-result]"
    ),
    "[[result]]\nboard = 1\nns = 1\nscore = 402": (
        "5:9: error: result.score is 402, which no contract scores; near it are 400 and 420 "
        "[rulings-value]"
    ),
    '[[result]]\nboard = 1\nns = 1\ncontract = "8NT"\ndeclarer = "N"\nresult = 0': (
        '5:12: error: contract is like "3NT", "4SX" or "Pass", not "8NT" [rulings-value]'
    ),
    '[[result]]\nboard = 1\nns = 1\ncontract = "3NT"\nresult = 0': (
        '2:1: error: declarer is "N", "E", "S" or "W" [rulings-value]'
    ),
    '[[result]]\nboard = 1\nns = 1\ncontract = "3NT"\ndeclarer = "NS"\nresult = 0': (
        '6:12: error: declarer is "N", "E", "S" or "W" [rulings-value]'
    ),
    '[[result]]\nboard = 1\nns = 1\ncontract = "3NT"\ndeclarer = "N"': (
        "2:1: error: result is the number of tricks over or under 3NT: from "
        '"-9" to "+4", or "=" when made exactly [rulings-value]'
    ),
    '[[result]]\nboard = 1\nns = 1\ncontract = "3NT"\ndeclarer = "N"\nresult = "+5"': (
        "7:10: error: result is the number of tricks over or under 3NT: from "
        '"-9" to "+4", or "=" when made exactly [rulings-value]'
    ),
    '[[result]]\nboard = 1\nns = 1\ncontract = "3NT"\ndeclarer = "N"\nresult = "made"': (
        "7:10: error: result is the number of tricks over or under 3NT: from "
        '"-9" to "+4", or "=" when made exactly [rulings-value]'
    ),
    '[[artificial]]\nboard = 1\nns = 1\nns_award = "A+"': (
        "2:1: error: ew_award is missing under [[artificial]]: add ew_award = ... (a number from 0 "
        "to 100, or text in quotes) [rulings-missing]"
    ),
    '[[artificial]]\nboard = 1\nns = 1\nns_award = "A++"\new_award = 0': (
        '5:12: error: artificial.ns_award is "A+", "A", "A-" or a percentage such as "60%", not '
        '"A++" [rulings-value]'
    ),
    '[[artificial]]\nboard = 1\nns = 1\nns_award = 0\new_award = "101%"': (
        '6:12: error: artificial.ew_award is "A+", "A", "A-" or a percentage such as "60%", not '
        '"101%" [rulings-value]'
    ),
    "[[artificial]]\nboard = 1\nns = 1\nns_award = 0\new_award = 101": (
        "6:12: error: artificial.ew_award must be a number from 0 to 100, not 101 [rulings-value]"
    ),
    "[[not_played]]\nboard = 1\nns = 1\nreson = 0": (
        '5:1: error: not_played.reson is unknown; did you mean "reason"? [rulings-unknown-key]'
    ),
    "[[not_playd]]\nboard = 1\nns = 1": (
        '2:3: error: not_playd is unknown; did you mean "not_played"? [rulings-unknown-key]'
    ),
}


@pytest.mark.parametrize("entry", BAD)
def test_an_entry_that_is_wrong_is_told_why_and_does_not_count(entry: str) -> None:
    rulings, problems = resolved(entry + "\n")
    assert rulings == {}
    assert f"rulings.toml:{BAD[entry]}" in [problem.one_line() for problem in problems]


def test_every_mistake_is_named_and_hinders_no_other_entry() -> None:
    entries = [*BAD, *(f"[[not_played]]\n{where}" for where in UNRESOLVED), "[[split]]\nboard = 1"]
    good = f"[[result]]\nboard = 5\nns = 2\n{GAME}"
    halves = len(entries) // 2
    content = "\n".join([*entries[:halves], good, *entries[halves:]])
    rulings, problems = resolved(content)
    assert list(rulings) == [key(5, 2, 3)]
    for wrong in (*BAD.values(), *UNRESOLVED.values()):
        message = wrong.partition("error: ")[2].rpartition(" [")[0] or wrong
        assert any(problem.message == message for problem in problems), message
    # Every wrong entry is named, at a line of its own.
    starts = [
        number
        for number, row in enumerate((TODAY + content).splitlines(), 1)
        if row.startswith("[[")
    ]
    named = {
        max(start for start in starts if start <= problem.span.line)
        for problem in problems
        if problem.span is not None
    }
    (good_start,) = (
        start for start in starts if (TODAY + content).splitlines()[start] == "board = 5"
    )
    assert named == set(starts) - {good_start}


def test_of_two_entries_on_one_play_the_later_counts_and_the_other_is_named() -> None:
    entries = "[[assigned]]\nboard = 1\nns = 1\nscore = 420\n" + NOT_PLAYED
    rulings, problems = resolved(entries)
    assert rulings == {key(1, 1, 2): NotPlayedRuling("rulings.toml")}
    assert [problem.one_line() for problem in problems] == [
        (
            "rulings.toml:6:1: warning: board 1, 1 against 2 (round 1, table 1) was ruled on in "
            "line 2 "
            "already; this entry counts: take the other one out [rulings-twice]"
        )
    ]
    third = entries + "[[not_played]]\nboard = 1\new = 2\n"
    assert [problem.message.partition("in line ")[2][:1] for problem in resolved(third)[1]] == [
        "2",
        "6",
    ]


# The file as a whole.


def test_before_the_file_was_read_nothing_is_ruled() -> None:
    assert resolve(no_rulings(), plan_of()) == ({}, ())


def test_a_broken_file_leaves_the_last_good_rulings_in_force() -> None:
    good = read(TODAY + NOT_PLAYED)
    broken = read(TODAY + NOT_PLAYED + "[[result\n", good)
    rulings, problems = resolve(broken, plan_of())
    assert list(rulings) == [key(1, 1, 2)]
    assert [problem.code for problem in problems] == ["toml-syntax", "rulings-unreadable"]
    assert problems[0].span is not None
    assert problems[0].span.line == 5
    assert problems[1].message == (
        "the file is not read until this is mended; the rulings that were read last (1) stay in "
        "force"
    )
    # Also when it is broken in another way.
    again = read("event =\n", broken)
    assert list(resolve(again, plan_of())[0]) == [key(1, 1, 2)]
    assert again.text == "event =\n"
    mended = read(TODAY, again)
    assert resolve(mended, plan_of()) == ({}, ())


def test_a_file_that_was_broken_from_the_start_rules_nothing() -> None:
    broken = read("event =\n")
    rulings, problems = resolve(broken, plan_of())
    assert rulings == {}
    assert [problem.code for problem in problems] == ["toml-syntax", "rulings-unreadable"]


@pytest.mark.parametrize("emptied", ["", "\n\n", "  \t\n"])
def test_a_file_that_is_suddenly_empty_leaves_the_last_good_rulings_in_force(emptied: str) -> None:
    empty = read(emptied, read(TODAY + NOT_PLAYED))
    rulings, problems = resolve(empty, plan_of())
    assert list(rulings) == [key(1, 1, 2)]
    assert [problem.one_line() for problem in problems] == [
        (
            "rulings.toml: error: the file is suddenly empty; the rulings that were read last "
            "(1) stay "
            "in force; to withdraw them all leave a comment in the file [rulings-empty]"
        )
    ]
    assert resolve(read("# none\n", empty), plan_of()) == ({}, ())


def test_an_empty_file_that_never_had_rulings_is_no_problem() -> None:
    assert resolve(read(""), plan_of()) == ({}, ())
    assert resolve(read("", read(TODAY)), plan_of()) == ({}, ())


def test_what_is_wrong_with_the_rulings_in_force_stays_open_while_the_file_is_broken() -> None:
    good = read(TODAY + NOT_PLAYED + "[[not_played]]\nns = 1\n")
    broken = read("[[", good)
    assert [problem.code for problem in broken.problems][-1] == "rulings-where"


def test_rulings_of_another_day_are_not_applied() -> None:
    rulings, problems = resolve(read("event = 2026-11-24\n" + NOT_PLAYED), plan_of())
    assert rulings == {}
    assert [problem.one_line() for problem in problems] == [
        (
            "rulings.toml:1:9: error: the rulings in this file (1) are for 2026-11-24, and this "
            "event "
            "is on 2026-12-01: none is applied; take out what is old and write event = 2026-12-01 "
            "[rulings-other-event]"
        )
    ]


def test_a_file_of_another_day_without_rulings_is_no_problem() -> None:
    assert resolve(read("event = 2026-11-24\n"), plan_of()) == ({}, ())


def test_a_file_that_names_its_day_wrongly_is_told_how() -> None:
    _, problems = resolve(read(f'event = "{DAY}"\n'), plan_of())
    assert [problem.one_line() for problem in problems] == [
        (
            "rulings.toml:1:9: error: event must be a day, not text: write it without quotes, "
            "2026-12-01 [rulings-type]"
        )
    ]


def test_rulings_that_name_no_day_apply_with_a_warning_that_lists_them() -> None:
    first = read(NOT_PLAYED + "\n[[not_played]]\nboard = 2\nns = 1\n")
    rulings, problems = resolve(first, plan_of())
    assert len(rulings) == 2
    assert [problem.one_line() for problem in problems] == [
        (
            "rulings.toml: warning: the file does not say which event it is for, and the rulings "
            "that "
            "it began with (line 1 and 5) are applied: take out what is of another evening, and "
            "write "
            "event = 2026-12-01 at the top [rulings-undated]"
        )
    ]


def test_only_what_stood_there_at_the_start_is_doubted() -> None:
    first = read(NOT_PLAYED)
    later = read("# x\n" + NOT_PLAYED + "[[not_played]]\nboard = 2\nns = 1\n", first)
    _, problems = resolve(later, plan_of())
    assert [problem.message.partition("(")[2][:6] for problem in problems] == ["line 2"]
    # Taken out, or dated, nothing is doubted any more.
    assert resolve(read("[[not_played]]\nboard = 2\nns = 1\n", later), plan_of())[1] == ()
    assert resolve(read(TODAY + NOT_PLAYED, later), plan_of())[1] == ()


def test_a_ruling_added_later_needs_no_day() -> None:
    assert resolve(read(NOT_PLAYED, read("# none yet\n")), plan_of())[1] == ()


def test_a_first_text_that_was_broken_is_no_first_text() -> None:
    assert [problem.code for problem in resolve(read(NOT_PLAYED, read("[[")), plan_of())[1]] == [
        "rulings-undated"
    ]


def test_a_key_of_the_file_below_an_entry_is_told_where_it_belongs() -> None:
    read_ = read(f"{NOT_PLAYED}{TODAY}")
    assert [problem.message for problem in read_.problems] == [
        (
            "not_played.event is unknown; event belongs at the top of the file, above the first "
            "heading"
        )
    ]
