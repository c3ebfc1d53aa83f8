"""`[devices]`: which tablet is whose."""

from tests.tournament.conftest import SECTION, Desk, line, text

GAME = line(1, 1, 1, 2, "3NT,=,N,,400")
BOUND = '[devices]\naaaa = "table 1"\nbbbb = "table 2"\ncccc = "table 1"'


def changed(desk: Desk) -> str:
    return desk.the_problem("device-changed").problem.message


def test_a_device_that_is_bound_to_its_file_is_right(bare: Desk) -> None:
    bare.plan(SECTION, more=BOUND)
    bare.out("OUT_T1.txt", text(GAME))
    # The one that replaces a dead tablet is bound to the table too.
    bare.out("OUT_T1.txt", text(GAME, device="cccc"))
    assert bare.codes() == []


def test_a_device_that_is_bound_elsewhere_is_named(bare: Desk) -> None:
    bare.plan(SECTION, more=BOUND)
    bare.out("OUT_T1.txt", text(GAME, device="bbbb"))
    assert changed(bare) == (
        "device bbbb writes this file, and [devices] has it at A table 2; everything is scored; "
        "ask whether a tablet was borrowed, or correct [devices]"
    )
    assert bare.verdict(1, 1, 2).score == 400


def test_a_device_that_nobody_knows_is_named_with_what_to_add(bare: Desk) -> None:
    bare.plan(SECTION, more=BOUND)
    bare.out("OUT_T1.txt", text(GAME, device="dddd"))
    assert changed(bare) == (
        "device dddd writes this file and does not stand in [devices]; everything is scored; ask "
        'whose tablet it is, and add "dddd" = "table 1"'
    )


def test_a_file_without_a_device_is_nobodys(bare: Desk) -> None:
    bare.plan(SECTION, more=BOUND)
    bare.out("OUT_T1.txt", text(GAME, device=None))
    assert bare.codes() == ["device-missing"]


def test_the_section_is_named_where_there_are_several(bare: Desk) -> None:
    bare.plan(
        SECTION,
        SECTION.replace('"A"', '"B"'),
        more='[devices]\naaaa = "B table 1"',
    )
    bare.out("B/OUT_T1.txt", text(GAME))
    assert bare.codes() == []
    bare.out("A/OUT_T1.txt", text(GAME))
    assert bare.codes() == ["device-changed", "device-shared"]


def test_without_bindings_the_first_device_of_a_file_is_the_one(desk: Desk) -> None:
    desk.out("OUT_T1.txt", text(GAME))
    desk.out("OUT_T1.txt", text(GAME, device="bbbb"))
    assert changed(desk) == (
        "another device writes this file now: bbbb, before it aaaa; what the old one entered is "
        "kept; ask whether a tablet was replaced"
    )
