from daemon.bridgesuite.envelope import Secret, seal
from daemon.bridgesuite.file_name import DeviceFile, DeviceKind, OutName
from daemon.problem import Problem, Severity
from daemon.tournament.reading import Placed, Reading, place_file, read_version
from tests.tournament.conftest import SECTION, line, plan_of, text

SECRET = Secret.parse("aB9z")
GOOD = text(line(1, 1, 1, 2, "3NT,=,N,,400"))
TWO = (SECTION, SECTION.replace('"A"', '"B"'))


def read(data: str | bytes, more: str = "", secret: Secret | None = SECRET) -> Reading:
    content = data.encode() if isinstance(data, str) else data
    reading = read_version("OUT_T1.txt", content, plan_of(more=more), secret)
    assert reading is not None
    return reading


def test_a_file_belongs_to_the_device_and_the_section_that_its_path_names() -> None:
    placed = place_file("B/OUT_T1_E.txt", plan_of(*TWO))
    assert isinstance(placed, Placed)
    assert placed.section.name == "B"
    assert placed.out == OutName(DeviceFile(DeviceKind.TABLE, 1), encrypted=True, conflicted=False)


def test_a_file_that_is_no_out_file_is_nobodys_business() -> None:
    plan = plan_of()
    assert place_file("IN_T1.txt", plan) is None
    assert place_file("notes.txt", plan) is None
    assert read_version("notes.txt", b"", plan, None) is None


def test_an_out_file_in_no_sections_folder_is_named_and_not_read() -> None:
    problem = place_file("C/OUT_T1.txt", plan_of(*TWO))
    assert problem == Problem(
        Severity.WARNING,
        "out-name",
        "this file is not read: it lies in no section's folder: move it into A or B if it is of "
        "this event",
        "C/OUT_T1.txt",
    )
    assert read_version("C/OUT_T1.txt", GOOD.encode(), plan_of(*TWO), None) is None


def test_where_there_is_one_section_its_files_lie_in_the_folder_itself() -> None:
    problem = place_file("old/OUT_T1.txt", plan_of())
    assert isinstance(problem, Problem)
    assert problem.message == (
        "this file is not read: it lies in no section's folder: move it into the folder itself if "
        "it is of this event"
    )


def test_a_name_that_belongs_to_no_device_is_named_with_what_to_do() -> None:
    problem = place_file("OUT_T01.txt", plan_of())
    assert isinstance(problem, Problem)
    assert problem.one_line() == (
        "OUT_T01.txt: warning: this file is not read: a number does not start with 0: rename it to "
        "OUT_T1.txt if that is what it is [out-name]"
    )


def test_a_file_is_read_clear_or_encrypted_whatever_its_name() -> None:
    for data in (GOOD.encode(), seal(GOOD, SECRET)):
        reading = read(data)
        assert reading.section == "A"
        assert reading.content is not None
        assert [record.ns_score for record in reading.content.records] == [400]
        assert reading.problem is None


def test_letters_are_those_of_the_section() -> None:
    italian = plan_of(f'{SECTION}\nletters = "italian"')
    data = text(line(1, 1, 1, 2, "4P,=,N,,420")).encode()
    reading = read_version("OUT_T1.txt", data, italian, None)
    assert reading is not None
    assert reading.content is not None
    assert [str(record.outcome) for record in reading.content.records] == ["4S N ="]
    assert read(data).content != reading.content


def test_of_a_file_that_cannot_be_opened_nothing_is_taken() -> None:
    reading = read(seal(GOOD, SECRET), secret=None)
    assert reading.content is None
    assert reading.problem is not None
    assert (reading.problem.severity, reading.problem.code) == (Severity.ERROR, "out-unreadable")


def test_a_file_in_clear_is_refused_where_encryption_is_required() -> None:
    more = "[encryption]\nrequire_encrypted = true\n"
    reading = read(GOOD, more)
    assert reading.content is None
    assert reading.problem == Problem(
        Severity.ERROR,
        "out-plain-refused",
        "it is in clear, and require_encrypted is on, so nothing of it is taken; "
        "switch encryption on in this tablet's preferences",
        "OUT_T1.txt",
    )
    assert read(seal(GOOD, SECRET), more).content is not None


def test_a_file_with_nothing_in_it_is_not_refused() -> None:
    more = "[encryption]\nrequire_encrypted = true\n"
    for data in ("", text()):
        reading = read(data, more)
        assert reading.problem is None
        assert reading.content is not None
        assert reading.content.lines == ()
