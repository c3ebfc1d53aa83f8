from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from daemon.bridge.contract import Played
from daemon.bridge.deal import read_deal
from daemon.bridge.hand_records import HandRecord
from daemon.bridgesuite.notation import Letters
from daemon.bridgesuite.out_file import read_out
from daemon.bridgesuite.record import OutFile, Place
from daemon.problem import Source
from daemon.simulation.evening import Delivery, evening
from daemon.tournament.merge import Merged
from daemon.tournament.plan import Plan, plan_of
from daemon.tournament.play import Play
from daemon.tournament.results import Status

MakePlan = Callable[..., Plan]
Judge = Callable[[Plan, Iterable[Delivery]], Merged]

HOWELL = 'name = "A"\nmovement = "howell.asc"\nboards_per_round = 3\n'
MITCHELL = 'name = "B"\nmovement = "mitchell.asc"\nboards_per_round = 2\n'


def place_of(play: Play) -> Place:
    return Place(play.table, play.board, play.ns, play.ew)


def last_texts(deliveries: Iterable[Delivery]) -> dict[str, str]:
    return {delivery.path: delivery.text for delivery in deliveries}


def read(delivery: Delivery, letters: Letters = Letters.ENGLISH) -> OutFile:
    return read_out(Source(delivery.path, delivery.text), letters)


def entered(plan: Plan, seed: int = 7) -> Counter[tuple[str, Place]]:
    """How often each place is entered in the end, corrections counted once; by section."""
    count: Counter[tuple[str, Place]] = Counter()
    for path, text in last_texts(evening(plan, Random(seed))).items():
        section = plan.section_of_file(path)
        assert section is not None
        places = {record.place for record in read_out(Source(path, text)).records}
        count.update((section[0].name, place) for place in places)
    return count


def planned(plan: Plan) -> Counter[tuple[str, Place]]:
    return Counter((play.section, place_of(play)) for play in plan.plays)


@pytest.fixture(scope="module")
def played(howell: Plan) -> list[Delivery]:
    """One evening of four tables."""
    return list(evening(howell, Random(7)))


@pytest.fixture(scope="module")
def judged(howell: Plan, played: list[Delivery], judge: Judge) -> Merged:
    """What the daemon makes of it."""
    return judge(howell, played)


def test_the_same_dice_play_the_same_evening_and_other_dice_another(howell: Plan) -> None:
    assert list(evening(howell, Random(1))) == list(evening(howell, Random(1)))
    assert last_texts(evening(howell, Random(1))) != last_texts(evening(howell, Random(2)))


def test_every_version_of_every_file_reads_without_any_problem(played: list[Delivery]) -> None:
    for delivery in played:
        content = read(delivery)
        assert content.all_problems == ()
        assert content.device is not None


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32), letters=st.sampled_from(Letters))
def test_every_line_reads_without_any_problem_in_any_language(
    howell: Plan, seed: int, letters: Letters
) -> None:
    for path, text in last_texts(evening(howell, Random(seed))).items():
        assert read_out(Source(path, text), letters).all_problems == ()


@pytest.mark.parametrize("devices", ["pair", "table", "board"])
def test_every_play_is_entered_once(make: MakePlan, devices: str) -> None:
    plan = make(f'{HOWELL}devices = ["{devices}"]')
    assert len(plan.plays) == 84
    assert entered(plan) == planned(plan)


def test_two_sections_are_entered_in_their_subfolders(make: MakePlan) -> None:
    plan = make(f'{HOWELL}subfolder = "open"', f'{MITCHELL}subfolder = "ladies"')
    assert entered(plan) == planned(plan)
    paths = last_texts(evening(plan, Random(7)))
    assert sorted(path for path in paths if path.startswith("ladies/")) == [
        "ladies/OUT_T1.txt",
        "ladies/OUT_T2.txt",
        "ladies/OUT_T3.txt",
    ]
    assert sum(path.startswith("open/OUT_T") for path in paths) == 4


def test_players_of_an_individual_movement_are_entered_by_their_numbers(make: MakePlan) -> None:
    plan = make('name = "A"\nmovement = "players.asc"\nboards_per_round = 2')
    assert entered(plan) == planned(plan)
    (text,) = last_texts(evening(plan, Random(7))).values()
    lines = text.splitlines()[1:]
    pairs = {(line.split(",")[2], line.split(",")[3]) for line in lines}
    assert pairs == {("102", "304"), ("103", "204"), ("104", "203")}


def test_an_absent_pair_enters_nothing(make: MakePlan) -> None:
    plan = make(f"{HOWELL}absent = [3]")
    assert entered(plan) == planned(plan)
    assert len(plan.plays) == 63
    assert not any(3 in (place.ns, place.ew) for _, place in entered(plan))


def test_numbers_are_those_that_are_shown(make: MakePlan) -> None:
    plan = make(f'{MITCHELL}numbering = "ns-ew-100"')
    assert {place.ew for _, place in entered(plan)} == {101, 102, 103}


def test_there_is_a_delivery_for_every_line_that_is_entered(played: list[Delivery]) -> None:
    assert len(played) == sum(len(text.splitlines()) - 1 for text in last_texts(played).values())
    lines: Counter[str] = Counter()
    for delivery in played:
        lines[delivery.path] += 1
        assert len(delivery.text.splitlines()) == 1 + lines[delivery.path]
        assert delivery.text.endswith("\n")


def test_a_later_version_of_a_file_begins_with_the_lines_of_the_one_before(
    played: list[Delivery],
) -> None:
    before: dict[str, str] = {}
    for delivery in played:
        _, lines = delivery.text.split("\n", 1)
        assert lines.startswith(before.get(delivery.path, ""))
        before[delivery.path] = lines


def test_deliveries_come_in_time_order_and_rounds_follow_each_other(played: list[Delivery]) -> None:
    minutes = [delivery.minute for delivery in played]
    assert minutes == sorted(minutes)
    assert [delivery.round for delivery in played] == sorted(delivery.round for delivery in played)
    for delivery in played:
        # Three boards of 7.5 minutes.
        assert (delivery.round - 1) * 22.5 < delivery.minute < delivery.round * 22.5


def test_tables_enter_a_board_in_its_second_half(played: list[Delivery]) -> None:
    first = min(delivery.minute for delivery in played)
    assert 3.75 < first < 7.5
    last = max(delivery.minute for delivery in played)
    assert 21 * 7.5 - 3.75 < last < 21 * 7.5


def test_a_board_takes_as_long_as_it_is_said_to(howell: Plan, played: list[Delivery]) -> None:
    normal = [one.minute for one in played]
    slow = [one.minute for one in evening(howell, Random(7), minutes_per_board=15)]
    assert slow == pytest.approx([2 * minute for minute in normal])


def test_tables_are_not_in_step_to_the_second(played: list[Delivery]) -> None:
    first_board = [one.minute for one in played if one.minute < 7.5]
    assert len(set(first_board)) == len(first_board) >= 4


def test_about_one_result_in_25_is_entered_twice(howell: Plan) -> None:
    lines = sum(len(list(evening(howell, Random(seed)))) for seed in range(6))
    assert 10 <= lines - 6 * 84 <= 35  # 504 results


def test_a_wrong_result_is_a_trick_off_and_is_corrected_in_the_same_round(
    judged: Merged,
) -> None:
    assert judged.changes
    for change in judged.changes:
        old, new = change.old.outcome, change.new.outcome
        assert isinstance(old, Played)
        assert isinstance(new, Played)
        assert (old.contract, old.declarer) == (new.contract, new.declarer)
        assert abs(old.result - new.result) == 1
        assert not change.late


def test_all_is_scored_in_the_end_and_nothing_in_conflict(judged: Merged) -> None:
    assert {verdict.status for verdict in judged.verdicts.values()} == {Status.SCORED}
    assert judged.strays == ()
    assert judged.vanished == ()


def test_what_is_scored_is_what_was_entered_last(
    howell: Plan, played: list[Delivery], judged: Merged
) -> None:
    said = {}
    for path, text in last_texts(played).items():
        for record in read_out(Source(path, text)).records:
            said[record.place] = record.outcome
    for play in howell.plays:
        assert judged.verdicts[play.key].outcome == said[place_of(play)]


def test_each_file_has_one_device_and_each_device_one_file(played: list[Delivery]) -> None:
    devices = defaultdict(set)
    for delivery in played:
        devices[delivery.path].add(read(delivery).device)
    assert len(devices) == 4
    assert all(len(names) == 1 for names in devices.values())
    assert len(set().union(*devices.values())) == 4


def test_the_header_names_the_board_that_was_played_last(played: list[Delivery]) -> None:
    boards: dict[str, list[str]] = defaultdict(list)
    corrections = 0
    for delivery in played:
        header, *lines = delivery.text.splitlines()
        board = lines[-1].split(",")[1]
        if board in boards[delivery.path]:
            corrections += 1
        else:
            boards[delivery.path].append(board)
        assert header.startswith(f"Latest {boards[delivery.path][-1]}  AndroidId ")
    assert corrections > 0


def test_a_board_is_the_same_deal_at_all_tables_of_all_sections(make: MakePlan) -> None:
    plan = make(f'{HOWELL}subfolder = "A"', f'{MITCHELL}subfolder = "B"\nfirst_board = 4')
    holders: dict[tuple[int, str], set[str]] = defaultdict(set)
    leads = 0
    for path, text in last_texts(evening(plan, Random(7))).items():
        for record in read_out(Source(path, text)).records:
            if isinstance(record.outcome, Played):
                leader = str(record.outcome.declarer.next)
                holders[record.place.board, str(record.lead)].add(leader)
                leads += 1
    assert leads > 80
    assert all(len(seats) == 1 for seats in holders.values())


def test_a_board_passed_out_has_neither_lead_nor_score(howell: Plan) -> None:
    seen = 0
    for seed in range(6):
        for text in last_texts(evening(howell, Random(seed))).values():
            for line in text.splitlines():
                if "All Pass" in line:
                    seen += 1
                    assert ",All Pass,,,,,PASS,0," in line
                    assert line.count("PASS") == 4
    assert seen > 0


def test_lines_look_like_those_of_the_devices(played: list[Delivery]) -> None:
    text = "".join(last_texts(played).values())
    assert any(symbol in text for symbol in "♧♢♡♤")
    assert not any(symbol in text for symbol in "♣♦♥♠")
    assert "+," in text  # an alert
    assert ",O," in text  # West deals as O, as the IN file says


def test_the_boards_have_the_cards_of_the_hand_records(howell: Plan) -> None:
    dealt = read_deal("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    assert dealt is not None
    (section,) = howell.sections
    boards = {play.board for play in section.plays}
    hands = {board: HandRecord(board, dealt) for board in boards}
    plan = plan_of(howell.settings, [replace(section, hands=hands)])
    leads = [
        (record.outcome.declarer.next, record.lead)
        for path, text in last_texts(evening(plan, Random(3))).items()
        for record in read_out(Source(path, text), Letters.ENGLISH).records
        if isinstance(record.outcome, Played)
    ]
    assert len(leads) > 60
    assert all(lead is not None and dealt.holder(lead) is leader for leader, lead in leads)
