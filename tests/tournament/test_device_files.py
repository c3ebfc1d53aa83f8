from daemon.problem import Severity, Source
from daemon.tournament.device_files import device_problems, in_files
from daemon.tournament.planning import make_plan
from tests.tournament.conftest import MOVEMENTS, SECTION, configuration, plan_of

MITCHELL = 'name = "A"\nmovement = "mitchell.asc"\nboards_per_round = 1'


def test_each_table_gets_its_boards_round_by_round() -> None:
    files = in_files(plan_of(SECTION))
    # Boards 1 to 6: dealers N E S W N E, vulnerable nobody, NS, EW, all, NS, EW.
    assert files == {
        "IN_T1.txt": (
            b"1,1,1,2,N,false,false\n1,2,1,2,E,true,false\n"
            b"1,3,1,3,S,false,true\n1,4,1,3,O,true,true\n"
            b"1,5,1,4,N,true,false\n1,6,1,4,E,false,true\n"
        ),
        "IN_T2.txt": (
            b"2,1,3,4,N,false,false\n2,2,3,4,E,true,false\n"
            b"2,3,4,2,S,false,true\n2,4,4,2,O,true,true\n"
            b"2,5,2,3,N,true,false\n2,6,2,3,E,false,true\n"
        ),
    }


def test_a_section_has_its_files_in_its_own_folder() -> None:
    two = (SECTION, MITCHELL.replace('"A"', '"B"'))
    assert list(in_files(plan_of(*two))) == [
        *("A/IN_T1.txt", "A/IN_T2.txt"),
        *("B/IN_T1.txt", "B/IN_T2.txt", "B/IN_T3.txt"),
    ]


def test_west_and_line_ends_are_as_the_configuration_says() -> None:
    text = configuration(SECTION).replace(
        'path = "box"', 'path = "box"\nwest = "W"\nline_ending = "crlf"'
    )
    plan, _ = make_plan(Source("tournament.toml", text), MOVEMENTS)
    assert plan is not None
    assert b"1,4,1,3,W,true,true\r\n" in in_files(plan)["IN_T1.txt"]


def test_no_line_is_written_for_somebody_absent() -> None:
    files = in_files(plan_of(f'{SECTION}\nabsent = [4]\ndevices = ["table", "pair", "board"]'))
    assert files["IN_T2.txt"] == b"2,5,2,3,N,true,false\n2,6,2,3,E,false,true\n"
    assert set(files) == {
        *("IN_1.txt", "IN_2.txt", "IN_T1.txt", "IN_T2.txt"),
        *("IN_B1.txt", "IN_B3.txt", "IN_B5.txt"),
    }


def test_pairs_that_never_sit_ns_find_no_file() -> None:
    (problem,) = device_problems(plan_of(f'{MITCHELL}\ndevices = ["pair"]'))
    assert (problem.severity, problem.code, problem.message) == (
        Severity.WARNING,
        "device-no-file",
        (
            "the movement: 4 to 6 never sit NS, so there is no IN file for them and their "
            "tablets find "
            'none; their NS opponents enter the results, or set pair_boards = "all"'
        ),
    )


def test_every_pair_finds_its_file_when_it_holds_all_its_boards() -> None:
    plan = plan_of(f'{MITCHELL}\ndevices = ["pair"]\npair_boards = "all"')
    assert device_problems(plan) == ()
    assert set(in_files(plan)) == {f"IN_{number}.txt" for number in range(1, 7)}


def test_table_devices_have_nothing_to_warn_about() -> None:
    assert device_problems(plan_of(SECTION)) == ()


def test_boards_cannot_carry_their_device_to_two_tables_at_once() -> None:
    (problem,) = device_problems(plan_of(f'{SECTION}\ndevices = ["board"]'))
    assert (problem.severity, problem.code, problem.message) == (
        Severity.WARNING,
        "boards-shared",
        (
            "the movement: tables 1 and 2 share their boards in round 1 to 3, so the device that "
            "travels with the boards would have to be at all of them at once; use table devices "
            "there"
        ),
    )


def test_with_several_sections_it_is_said_which_one_is_meant() -> None:
    sections = (
        f'{SECTION}\ndevices = ["board"]',
        MITCHELL.replace('"A"', '"B"') + '\ndevices = ["pair"]',
    )
    assert [one.message.partition(":")[0] for one in device_problems(plan_of(*sections))] == [
        "section A",
        "section B",
    ]
