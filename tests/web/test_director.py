"""The director's page: what it shows, and what its buttons write."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import TYPE_CHECKING

import pytest

from daemon.tournament.conclusion import Conclusion, conclude
from daemon.tournament.state import State

if TYPE_CHECKING:
    from tests.web.conftest import Browser, House

Line = Callable[..., str]
AnswerOf = Callable[[str], list[str]]
SETTLED = (
    "board 1, 1 against 4 (round 1, table 1): ruled what OUT_1.txt says counts: 2H W =, NS -110, "
    "EW +110; nothing is held there any more"
)


def offered(page: str) -> dict[str, str]:
    """The entry behind each button that settles something."""
    found = re.findall(r'name="entry" value="([^"]*)"><button id[^>]*>([^<]*)</button>', page)
    return {unescape(words): unescape(entry) for entry, words in found}


def panel(page: str, name: str) -> str:
    """The words of a panel, on one line."""
    found = re.search(rf'<div class="panel" id="p-{name}">(.*?)\n  </div>', page, re.DOTALL)
    assert found is not None
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", found[1])).split())


# Conflicts and other problems


def test_a_conflict_offers_what_each_file_says(conflict: House, browser: Browser) -> None:
    assert conflict.conclusion.results.played == 0
    assert offered(browser.page()) == {
        "2H W +1, NS -140 counts (OUT_T1.txt)": (
            '[[accept]]\nsection = "A"\nboard = 1\nns = 1\n'
            'file = "OUT_T1.txt"  # 2H W +1, NS -140\n'
        ),
        "2H W =, NS -110 counts (OUT_1.txt)": (
            '[[accept]]\nsection = "A"\nboard = 1\nns = 1\nfile = "OUT_1.txt"  # 2H W =, NS -110\n'
        ),
    }


def test_one_click_settles_it_and_the_entry_stands_in_the_file(
    conflict: House, browser: Browser, answer_of: AnswerOf
) -> None:
    conflict.premises.sheet.path.write_text("# mine\nevent = 2026-12-01  # today\n")
    entry = offered(browser.page())["2H W =, NS -110 counts (OUT_1.txt)"]
    page = browser.does("rule", entry=entry)
    assert answer_of(page) == ["Written", SETTLED]
    assert conflict.rulings == f"# mine\nevent = 2026-12-01  # today\n\n{entry}"
    assert offered(page) == {}
    assert "Nothing is open." in page
    assert conflict.nudges == 1
    assert conflict.conclusion.results.played == 1


def test_what_was_written_can_be_taken_out_again_at_once(
    conflict: House, browser: Browser, answer_of: AnswerOf
) -> None:
    entry = offered(browser.page())["2H W =, NS -110 counts (OUT_1.txt)"]
    page = browser.does("rule", entry=entry)
    number, mark = re.findall(r'name="(?:number|mark)" value="(\w+)"', page)[:2]
    page = browser.does("undo", number=number, mark=mark)
    assert answer_of(page)[:2] == [
        "Taken out",
        (
            "board 1, 1 against 4 (round 1, table 1): the ruling (what OUT_1.txt says counts) was "
            "taken out; it is held now"
        ),
    ]
    assert conflict.rulings == "event = 2026-12-01\n"
    assert len(offered(page)) == 2


def test_an_entry_in_whose_place_another_stands_is_not_taken_out(
    conflict: House, browser: Browser, answer_of: AnswerOf
) -> None:
    entry = offered(browser.page())["2H W =, NS -110 counts (OUT_1.txt)"]
    page = browser.does("rule", entry=entry)
    number, mark = re.findall(r'name="(?:number|mark)" value="(\w+)"', page)[:2]
    text = conflict.rulings.replace("OUT_1.txt", "OUT_T1.txt")
    conflict.premises.sheet.path.write_text(text)
    page = browser.does("undo", number=number, mark=mark)
    assert answer_of(page)[0] == "Nothing was taken out"
    assert "another entry stands there now: look at the list again" in answer_of(page)[1]
    assert conflict.rulings == text


def test_a_warning_is_settled_by_saying_that_it_was_seen(
    house: House, browser: Browser, line: Line, answer_of: AnswerOf
) -> None:
    wrong_score = line(1, 1, 1, 4).replace("-140", "-90")
    house.receives("OUT_T1.txt", wrong_score)
    page = browser.does("rule", entry=offered(browser.page())["Seen"])
    assert answer_of(page)[0] == "Written"
    assert '[[acknowledge]]\ncode = "score-mismatch"' in house.rulings
    assert "Nothing is open." in page


def test_where_nobody_knows_what_was_played_there_is_a_form(
    house: House, browser: Browser, line: Line, answer_of: AnswerOf
) -> None:
    house.receives("OUT_T1.txt", line(1, 1, 1, 4).replace("2♡,+1,W,J♤,-140", "ask me,,,,"))
    page = browser.page()
    assert '<form method="post" action="/director/rule" class="rule inline"' in page
    page = browser.does(
        "rule",
        kind="result",
        section="A",
        board="1",
        ns="1",
        contract="2H",
        declarer="W",
        result="=",
    )
    assert answer_of(page)[1].startswith(
        "board 1, 1 against 4 (round 1, table 1): ruled 2H W =, NS -110, EW +110"
    )
    assert "Nothing is open." in page


def test_the_text_to_copy_is_there(conflict: House, browser: Browser) -> None:
    (problem,) = conflict.conclusion.results.problems
    shown = re.findall(r"<pre tabindex=\"0\" data-copy>(.*?)</pre>", browser.page(), re.DOTALL)
    assert [unescape(text) for text in shown] == [problem.ruling]


def test_what_the_daemon_has_worked_out_is_not_worked_out_again(
    conflict: House, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked_out: list[State] = []

    def counted(state: State) -> Conclusion:
        worked_out.append(state)
        return conclude(state)

    conflict.premises.sheet.path.write_text("event = 2026-12-01\n")
    conflict.reads_rulings()
    key = browser.key()
    monkeypatch.setattr("daemon.directing.trying.conclude", counted)
    browser.post("/director/rule", {"key": key, "try": "1", **SLIP, "result": "="})
    assert len(worked_out) == 1


# Forms

SLIP = {"kind": "result", "board": "1", "ns": "1", "contract": "3NT", "declarer": "N"}
FORMS = [
    (
        {**SLIP, "result": "+1", "reason": "slip"},
        (
            '[[result]]\nboard = 1\nns = 1\ncontract = "3NT"\ndeclarer = "N"\nresult = 1\n'
            'reason = "slip"\n'
        ),
        "board 1, 1 against 4 (round 1, table 1): ruled 3NT N +1, NS +430, EW -430, because: slip",
    ),
    (
        {"kind": "artificial", "board": "1", "ns": "1", "ns_award": "A+", "ew_award": "40"},
        '[[artificial]]\nboard = 1\nns = 1\nns_award = "A+"\new_award = 40\n',
        "board 1, 1 against 4 (round 1, table 1): ruled NS A+, EW 40%",
    ),
    (
        {"kind": "not_played", "round": "2", "table": "3"},
        "[[not_played]]\nround = 2\ntable = 3\n",
        "board 1, 3 against 5 (round 2, table 3): ruled not played",
    ),
    (
        {"kind": "reversed", "round": "1", "table": "1"},
        "[[reversed]]\nround = 1\ntable = 1\n",
        (
            "round 1, table 1: the pairs sat the other way round, and the results count for the "
            "sides as they sat"
        ),
    ),
]


@pytest.mark.parametrize(("fields", "entry", "says"), FORMS)
def test_a_form_writes_its_entry(
    house: House,
    browser: Browser,
    answer_of: AnswerOf,
    fields: dict[str, str],
    entry: str,
    says: str,
) -> None:
    page = browser.does("rule", **fields)
    assert answer_of(page) == ["Written", says]
    assert house.rulings == f"event = 2026-12-01\n\n{entry}"


def test_what_was_entered_under_a_wrong_board_is_moved(
    house: House, browser: Browser, line: Line, answer_of: AnswerOf
) -> None:
    house.receives("OUT_T1.txt", line(1, 2, 1, 4))
    page = browser.does("rule", kind="moved", from_board="2", to_board="1", table="1", ns="1")
    assert "board 2, table 1, NS 1: what was entered there counts for board 1" in answer_of(page)
    assert house.rulings.endswith("[[moved]]\nfrom_board = 2\nto_board = 1\ntable = 1\nns = 1\n")


def test_what_an_entry_will_do_is_shown_and_nothing_is_written(
    house: House, browser: Browser, answer_of: AnswerOf
) -> None:
    fields, entry, says = FORMS[1]
    page = browser.does("rule", **{**fields, "try": "1"})
    assert answer_of(page) == ["This is what it will do; nothing is written yet", says]
    assert house.rulings == ""
    assert 'name="ns_award" list="awards" value="A+"' in page  # it stands there still
    assert browser.get("/director").text.count('class="answer') == 0
    page = browser.does("rule", entry=entry)  # the button below the answer
    assert answer_of(page) == ["Written", says]


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        (
            {"kind": "artificial", "board": "9", "ns": "1", "ns_award": "A", "ew_award": "A"},
            "there is no board 9; the boards are 1 to 3",
        ),
        (
            {"entry": '\n[[result]]\nboard = 1\nns = 1\ncontract = "9NT"\n'},
            'what was pasted, line 5: contract is like "3NT", "4SX" or "Pass", not "9NT"',
        ),
        ({"entry": "board = 1"}, "an entry begins with its kind in double brackets"),
        ({"entry": "[[result"}, "what was pasted, line 1: "),
    ],
)
def test_nonsense_is_named_and_stays_in_its_form(
    house: House, browser: Browser, answer_of: AnswerOf, fields: dict[str, str], says: str
) -> None:
    page = browser.does("rule", **fields)
    title, sentence = answer_of(page)[:2]
    assert title == "Nothing was written"
    assert sentence.startswith(says)
    assert house.rulings == ""
    if "entry" in fields:
        assert fields["entry"].strip() in unescape(page)


def test_there_is_no_form_of_another_kind(house: House, browser: Browser) -> None:
    response = browser.post("/director/rule", {"key": browser.key(), "kind": "closed"})
    assert response.status_code == 400
    assert house.rulings == ""


def test_a_value_cannot_write_more_than_its_key(house: House, browser: Browser) -> None:
    browser.does(
        "rule", kind="not_played", board="1", ns="1", reason='x"\n[[absent]]\ncontestant = 4'
    )
    assert house.rulings.count("[[absent]]") == 1
    assert "\n[[absent]]" not in house.rulings
    assert len(house.conclusion.rulings.applied) == 1


def test_rulings_of_another_day_are_left_alone(
    house: House, browser: Browser, answer_of: AnswerOf
) -> None:
    text = "event = 2026-11-24\n\n[[not_played]]\nboard = 1\nns = 1\n"
    house.premises.sheet.path.write_text(text)
    page = browser.does("rule", **FORMS[1][0])
    assert "are for 2026-11-24, and this event is on 2026-12-01" in answer_of(page)[1]
    assert house.rulings == text


# Rulings in force, the end


def test_all_rulings_are_listed_with_what_they_do(browser: Browser) -> None:
    for fields, _, _ in FORMS[1:3]:
        browser.does("rule", **fields)
    assert panel(browser.page(), "rulings") == (
        "board 1, 3 against 5 (round 2, table 3): not played "
        "[[not_played]] round = 2, table = 3 Take out "
        "board 1, 1 against 4 (round 1, table 1): NS A+, EW 40% "
        '[[artificial]] board = 1, ns = 1, ns_award = "A+", ew_award = 40 Take out'
    )


def test_an_entry_that_is_about_nothing_says_so(house: House, browser: Browser) -> None:
    house.premises.sheet.path.write_text("event = 2026-12-01\n[[not_played]]\nboard = 9\nns = 1\n")
    house.reads_rulings()
    assert panel(browser.page(), "rulings").startswith("This entry does nothing now.")


def test_a_broken_file_is_told_and_the_page_works(house: House, browser: Browser) -> None:
    house.premises.sheet.path.write_text("[[not_played]\n")
    assert re.fullmatch(
        r"rulings\.toml: line 1, column 13 cannot be read \(.*\): mend it first\. "
        r"The rulings that were read last stay in force\.",
        panel(browser.page(), "rulings"),
    )


def test_a_file_that_changed_a_moment_ago_is_being_read(house: House, browser: Browser) -> None:
    house.premises.sheet.path.write_text("event = 2026-12-01\n[[not_played]]\nboard = 1\nns = 1\n")
    assert panel(browser.page(), "rulings").startswith(
        "The file was changed a moment ago, and is being read."
    )


def test_an_evening_that_is_complete_can_be_closed_and_opened(
    house: House, browser: Browser, answer_of: AnswerOf
) -> None:
    entries = (f'[[not_played]]\nboards = "1-3"\nns = {pair}\n' for pair in (1, 2, 3))
    browser.does("rule", entry="".join(entries))
    assert house.conclusion.results.complete
    assert panel(browser.page(), "end") == "All results are in. Close the evening"
    page = browser.does("close")
    assert answer_of(page)[0] == "The evening is closed"
    assert "closed = true" in house.rulings
    assert house.conclusion.results.final
    assert answer_of(browser.does("open")) == ["The evening is open again"]
    assert not house.conclusion.results.final


def test_with_errors_open_it_is_not_offered_to_close(conflict: House, browser: Browser) -> None:
    assert conflict.conclusion.results.problems
    assert panel(browser.page(), "end") == (
        "Settle what is open first: 1 error keeps a result from counting."
    )


def test_an_answer_goes_when_it_was_read(house: House, browser: Browser) -> None:
    assert 'class="answer done"' in browser.does("rule", **FORMS[1][0])
    assert house.rulings
    assert 'class="answer' in browser.page()
    assert 'class="answer' not in browser.does("seen")


def test_before_the_first_conclusion_it_asks_for_a_moment(house: House, browser: Browser) -> None:
    window = house.premises.window
    window._look = type(window._look)()
    response = browser.get("/director")
    assert response.status_code == 503
    assert "The daemon is still starting." in response.text
