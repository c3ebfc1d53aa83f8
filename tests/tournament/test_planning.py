import pytest

from daemon.problem import Problem, Source, has_errors
from daemon.scoring.traveller import Contestant
from daemon.tournament.plan import Plan
from daemon.tournament.planning import make_plan
from tests.tournament.conftest import MOVEMENTS, configuration, key, plan_of

HALF = 'name = "A"\nmovement = "half.asc"\nboards_per_round = 2'
INDIVIDUAL = 'name = "A"\nmovement = "players.asc"\nboards_per_round = 1\ndevices = ["table"]'
NAMES = "number,name1,id1,name2,id2\n1,Ada Voss,,Bob Stein,\n2,Cleo de Vries,,Dirk Roth,\n"


def refused(text: str, texts: dict[str, str]) -> tuple[Problem, ...]:
    plan, problems = make_plan(Source("tournament.toml", text), texts)
    assert plan is None
    return problems


def planned(text: str, texts: dict[str, str]) -> tuple[Plan, tuple[Problem, ...]]:
    plan, problems = make_plan(Source("tournament.toml", text), texts)
    assert plan is not None, problems
    return plan, problems


def plays(plan: Plan) -> list[tuple[int, int, int, int, int]]:
    return [(one.round, one.table, one.board, one.ns, one.ew) for one in plan.plays]


def line_of(text: str, part: str) -> tuple[int, str]:
    """The number of the line in which a part stands, and the line."""
    ((number, line),) = (
        (number, line) for number, line in enumerate(text.splitlines(), 1) if part in line
    )
    return number, line


def points_at(problem: Problem) -> str | None:
    """What stands at the place of a problem."""
    if problem.span is None or problem.excerpt is None:
        return None
    start = problem.span.column - 1
    return problem.excerpt[start : start + problem.span.length]


def test_every_board_of_every_meeting_is_a_play_by_round_table_and_board() -> None:
    assert plays(plan_of()) == [
        *((1, 1, 1, 1, 2), (1, 1, 2, 1, 2), (1, 2, 1, 3, 4), (1, 2, 2, 3, 4)),
        *((2, 1, 3, 1, 3), (2, 1, 4, 1, 3), (2, 2, 3, 4, 2), (2, 2, 4, 4, 2)),
        *((3, 1, 5, 1, 4), (3, 1, 6, 1, 4), (3, 2, 5, 2, 3), (3, 2, 6, 2, 3)),
    ]


def test_boards_begin_with_first_board() -> None:
    plan = plan_of('name = "A"\nmovement = "small.asc"\nboards_per_round = 2\nfirst_board = 11')
    assert sorted({play.board for play in plan.plays}) == [11, 12, 13, 14, 15, 16]
    assert plays(plan)[0] == (1, 1, 11, 1, 2)


def test_a_play_is_found_by_its_key_and_by_its_table() -> None:
    plan = plan_of()
    play = plan.by_key[key(3, 4, 2)]
    assert (play.round, play.table, play.group) == (2, 2, 2)
    assert str(play) == "board 3, 4 against 2 (round 2, table 2)"
    assert plan.by_table["A", 2, 3] == (play,)
    assert play.contestants == (Contestant("A", 4), Contestant("A", 2))


def test_nobody_waits_for_the_boards_of_an_absent_pair() -> None:
    plan = plan_of('name = "A"\nmovement = "small.asc"\nboards_per_round = 2\nabsent = [4]')
    (section,) = plan.sections
    assert plays(plan) == [
        *((1, 1, 1, 1, 2), (1, 1, 2, 1, 2)),
        *((2, 1, 3, 1, 3), (2, 1, 4, 1, 3)),
        *((3, 2, 5, 2, 3), (3, 2, 6, 2, 3)),
    ]
    assert {(one.board, one.ns, one.ew) for one in section.left_out} == {
        *((1, 3, 4), (2, 3, 4), (3, 4, 2), (4, 4, 2), (5, 1, 4), (6, 1, 4))
    }
    assert [one.number for one in section.contestants] == [1, 2, 3]
    # Each of the three sits out the round in which it would have met pair 4.
    assert section.sit_outs == {Contestant("A", number): 2 for number in (1, 2, 3)}


def test_at_a_half_table_nothing_is_played_and_somebody_sits_out() -> None:
    plan = plan_of(HALF)
    assert plays(plan) == [
        *((1, 1, 1, 1, 2), (1, 1, 2, 1, 2)),
        *((2, 1, 3, 3, 1), (2, 1, 4, 3, 1)),
        *((3, 1, 5, 2, 3), (3, 1, 6, 2, 3)),
    ]
    assert plan.sections[0].sit_outs == {Contestant("A", number): 2 for number in (1, 2, 3)}


def test_nobody_sits_out_where_all_tables_are_full() -> None:
    assert plan_of().sections[0].sit_outs == {}


def test_devices_call_two_players_by_one_number() -> None:
    plan = plan_of(INDIVIDUAL)
    assert plays(plan) == [(1, 1, 1, 102, 304), (2, 1, 2, 103, 204), (3, 1, 3, 104, 203)]
    first = plan.plays[0]
    assert first.ns_contestants == (Contestant("A", 1), Contestant("A", 2))
    assert first.ew_contestants == (Contestant("A", 3), Contestant("A", 4))
    assert [one.number for one in plan.sections[0].contestants] == [1, 2, 3, 4]


def test_without_one_player_nothing_is_played_at_his_table() -> None:
    text = configuration(INDIVIDUAL + "\nabsent = [3]")
    problems = refused(text, MOVEMENTS)
    (empty,) = (one for one in problems if one.is_error)
    number, _ = line_of(text, "[[section]]")
    assert empty.one_line() == (
        f"tournament.toml:{number}:1: error: nobody plays in section A: look at its movement and "
        f"at absent [plan-empty]"
    )


def test_pairs_are_called_by_side_and_table_everywhere() -> None:
    section = 'name = "A"\nmovement = "mitchell.asc"\nboards_per_round = 1\nabsent = [102]'
    plan = plan_of(section + '\nnumbering = "ns-ew-100"')
    assert [(one.board, one.ns, one.ew) for one in plan.plays if one.round == 1] == [
        (1, 1, 101),
        (3, 3, 103),
    ]
    assert [one.number for one in plan.sections[0].contestants] == [1, 2, 3, 101, 103]


def test_a_number_of_the_movement_is_explained_where_pairs_are_called_otherwise() -> None:
    section = 'name = "A"\nmovement = "mitchell.asc"\nboards_per_round = 1\nabsent = [5, 9]'
    text = configuration(section + '\nnumbering = "ns-ew-100"')
    five, nine = refused(text, MOVEMENTS)
    number, line = line_of(text, "absent")
    assert five.one_line() == (
        f"tournament.toml:{number}:{line.index('[') + 1}: error: 5 does not play in section A (it "
        f"has 1 to 3 and 101 to 103): pair 5 of the movement is called 102 here [plan-absent]"
    )
    assert points_at(five) == "[5, 9]"
    assert nine.message == (
        "9 does not play in section A (it has 1 to 3 and 101 to 103): take it out"
    )


def test_a_howell_cannot_be_called_by_side_and_table() -> None:
    text = configuration(
        'name = "A"\nmovement = "small.asc"\nboards_per_round = 2\nnumbering = "ns-ew-100"'
    )
    (problem,) = refused(text, MOVEMENTS)
    number, line = line_of(text, "movement =")
    assert problem.one_line() == (
        f"tournament.toml:{number}:{line.index(chr(34)) + 1}: error: section A cannot be numbered "
        f'"ns-ew-100": pair 3 plays both ways (EW in round 2, NS before), so it cannot be called '
        f'NS or EW; take numbering = "movement" [plan-numbering]'
    )


def test_a_pair_device_makes_no_sense_for_players_without_partners() -> None:
    text = configuration(
        'name = "A"\nmovement = "players.asc"\nboards_per_round = 1\ndevices = ["pair"]'
    )
    (problem,) = (one for one in refused(text, MOVEMENTS) if one.is_error)
    assert (problem.code, problem.message) == (
        "plan-devices",
        (
            "section A has an individual movement, in which nobody keeps a partner: "
            'take devices = ["table"] or ["board"] instead of "pair"'
        ),
    )
    assert points_at(problem) == "[[section]]"


def test_players_whose_shared_number_is_that_of_others_are_refused() -> None:
    # 1 and 123, 2 and 23: both are called 223; 3 and 124, 4 and 24: both 424. All play group A.
    rest = [number for number in range(5, 125) if number not in {23, 24, 123, 124}]
    tables = [[1, 123, 3, 124], [2, 23, 4, 24]]
    tables += [rest[index : index + 4] for index in range(0, len(rest), 4)]
    sets = "  ".join(f"{n}-{s} {e}-{w} A" for n, s, e, w in tables)
    text = configuration(
        'name = "A"\nmovement = "large.asc"\nboards_per_round = 1\ndevices = ["table"]'
    )
    movement = f"124 {len(tables)} 1 1 1\n{sets}\n"
    (problem,) = (one for one in refused(text, {"large.asc": movement}) if one.is_error)
    assert (problem.code, problem.message) == (
        "plan-ambiguous",
        (
            "in section A 223 and 424 stand for two tables that play board 1, so results could "
            "not be "
            "told apart: make two sections of it"
        ),
    )
    assert points_at(problem) == '"large.asc"'


def test_two_sections_may_play_by_one_movement_and_its_warnings_come_once() -> None:
    two = (
        'name = "A"\nmovement = "half.asc"\nboards_per_round = 2',
        'name = "B"\nmovement = "half.asc"\nboards_per_round = 2\nfirst_board = 7',
    )
    plan, problems = planned(configuration(*two), MOVEMENTS)
    assert [section.name for section in plan.sections] == ["A", "B"]
    assert plan.section("B").plays[0].board == 7
    alone = planned(configuration(two[0]), MOVEMENTS)[1]
    assert problems == alone
    assert {problem.file for problem in problems} == {"half.asc"}


def test_two_sections_may_have_their_names_in_one_file_and_its_problems_come_once() -> None:
    two = [
        f'name = "{name}"\nmovement = "small.asc"\nboards_per_round = 2\nnames = "names.csv"'
        for name in "AB"
    ]
    names = NAMES + "2,Elsa,,Finn,\n"
    problems = refused(configuration(*two), {**MOVEMENTS, "names.csv": names})
    assert [(one.file, one.code) for one in problems if one.is_error] == [
        ("names.csv", "names-twice")
    ]


def test_a_file_lies_in_the_section_whose_folder_it_lies_in() -> None:
    two = (
        'name = "A"\nmovement = "small.asc"\nboards_per_round = 2',
        'name = "B"\nmovement = "mitchell.asc"\nboards_per_round = 1\nsubfolder = "blue/room"',
    )
    plan = plan_of(*two)
    found = {
        path: plan.section_of_file(path)
        for path in ("A/OUT_1.txt", "a/OUT_1.txt", "Blue/ROOM/OUT_2.txt", "OUT_1.txt", "room/x.txt")
    }
    assert {path: (one[0].name, one[1]) if one else None for path, one in found.items()} == {
        "A/OUT_1.txt": ("A", "OUT_1.txt"),
        "a/OUT_1.txt": ("A", "OUT_1.txt"),
        "Blue/ROOM/OUT_2.txt": ("B", "OUT_2.txt"),
        "OUT_1.txt": None,
        "room/x.txt": None,
    }


def test_a_section_that_is_not_there_is_no_section() -> None:
    plan = plan_of()
    assert plan.section("A") is plan.sections[0]
    with pytest.raises(KeyError):
        plan.section("C")


def test_names_belong_to_the_numbers_that_people_see() -> None:
    section = 'name = "A"\nmovement = "mitchell.asc"\nboards_per_round = 1\nnames = "names.csv"'
    plan = plan_of(
        section + '\nnumbering = "ns-ew-100"',
        names="number,name1,id1,name2,id2\n101,Elsa Rossi,,Finn Ohara,\n",
    )
    assert plan.sections[0].names == {101: ("Elsa Rossi", "Finn Ohara")}


def test_names_of_strangers_are_named_with_their_place_and_hinder_nobody() -> None:
    section = 'name = "A"\nmovement = "small.asc"\nboards_per_round = 2\nnames = "names.csv"'
    names = NAMES + "007,Elsa,,Finn,\n8,Ida,,Jules,\n4,Kim,,Lee,\n"
    plan, problems = planned(configuration(section), {**MOVEMENTS, "names.csv": names})
    (problem,) = (one for one in problems if one.code.startswith("names"))
    assert problem.one_line() == (
        "names.csv:4:1: warning: not in section A: 7 and 8 (it has 1 to 4); these names are not "
        "used: correct the number, or take the line out [names-unknown]"
    )
    assert points_at(problem) == "007"
    assert plan.sections[0].names[4] == ("Kim", "Lee")


def test_the_name_of_somebody_absent_is_no_stranger() -> None:
    section = 'name = "A"\nmovement = "small.asc"\nboards_per_round = 2\nnames = "names.csv"'
    _, problems = planned(
        configuration(section + "\nabsent = [2]"), {**MOVEMENTS, "names.csv": NAMES}
    )
    assert [one for one in problems if one.code.startswith("names")] == []


def test_names_that_could_not_be_read_leave_the_numbers() -> None:
    section = 'name = "A"\nmovement = "small.asc"\nboards_per_round = 2\nnames = "names.csv"'
    plan, problems = planned(configuration(section), MOVEMENTS)
    assert plan.sections[0].names == {}
    assert not has_errors(problems)


def test_without_the_movement_there_is_no_plan() -> None:
    assert refused(configuration(), {}) == ()


def test_a_configuration_that_cannot_be_read_is_no_plan() -> None:
    problems = refused("[event\n", MOVEMENTS)
    assert {problem.code for problem in problems} == {"toml-syntax"}


def test_every_problem_is_found_in_one_go() -> None:
    text = configuration(
        'name = "A"\nmovement = "small.asc"\nboards_per_round = 2\nabsent = [9]\n'
        'names = "names.csv"',
        'name = "B"\nmovement = "small.asc"\nboards_per_round = 2\nnumbering = "ns-ew-100"\n'
        'names = "others.csv"',
        'name = "C"\nmovement = "bad.asc"\nboards_per_round = 2',
        'name = "D"\nmovement = "mitchell.asc"\nboards_per_round = 1\nabsent = [1, 2, 3]',
    )
    texts = {
        **MOVEMENTS,
        "bad.asc": "4 2 1 1 0\n1 1 A  3 4 A\n",
        "names.csv": NAMES + "12,Elsa,,Finn,\n",
        "others.csv": "who,name1\n",
    }
    problems = refused(text, texts)
    # Two pairs that share a board at two tables are odd, and no error.
    assert [
        (one.file, one.code)
        for one in problems
        if one.is_error or one.code.startswith(("names", "plan"))
    ] == [
        ("names.csv", "names-unknown"),
        ("tournament.toml", "plan-absent"),
        ("others.csv", "names-header"),
        ("tournament.toml", "plan-numbering"),
        ("bad.asc", "pair-itself"),
        ("tournament.toml", "plan-empty"),
    ]
    assert all(one.span is not None and one.excerpt is not None for one in problems if one.is_error)


def test_a_movement_that_is_odd_can_be_played() -> None:
    plan, problems = planned(configuration(HALF), MOVEMENTS)
    assert problems
    assert not has_errors(problems)
    assert len(plan.plays) == 6
