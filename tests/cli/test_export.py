"""`export`: what it writes, where, and what it says beside that."""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from endplay.parsers import pbn as endplay
from endplay.types import Board

from daemon.cli.main import main
from tests.cli.conftest import Event

Export = Callable[..., bytes]

NOT_FINAL = "tournamentd export: these results are not final: not closed\n"


@pytest.fixture
def played(event: Event) -> Event:
    """All results are in, and the club is known."""
    event.change("[folder]", 'club = "De Eik"\nclub_id = "42"\n\n[folder]')
    event.play()
    event.command("run", "--once")
    return event


@pytest.fixture
def export(played: Event, capsysbinary: pytest.CaptureFixture[bytes]) -> Export:
    """What an export writes to standard output."""

    def ask(*arguments: str) -> bytes:
        capsysbinary.readouterr()
        assert played.command("export", "--format", *arguments) == 0
        out, err = capsysbinary.readouterr()
        assert err.decode() == ("" if arguments == ("ledger",) else NOT_FINAL)
        return out

    return ask


def test_pbn_reads_back(export: Export) -> None:
    games = endplay.load(io.StringIO(export("pbn").decode("latin-1"), newline=None))
    played = [game for game in games if game.contract is not None]
    assert [game.board_num for game in played] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert {str(game.contract) for game in played} == {"2♥W+1"}
    assert {game.info["Site"] for game in games} == {"De Eik"}


def test_usebio_reads_back(export: Export) -> None:
    # What is parsed is what we wrote a moment ago.
    root = ET.fromstring(export("usebio"))  # noqa: S314
    assert root.findtext("CLUB/CLUB_ID_NUMBER") == "42"
    assert len(list(root.iter("PAIR"))) == 6
    assert len(list(root.iter("TRAVELLER_LINE"))) == 9


def test_json_and_the_ledger_read_back(export: Export) -> None:
    document = json.loads(export("json"))
    assert (document["event"], document["club"]) == ("Trial", "De Eik")
    assert sum(len(board["lines"]) for board in document["travellers"]) == 9
    kinds = [json.loads(line)["kind"] for line in export("ledger").decode().splitlines()]
    assert kinds.count("file-received") == 3


def test_groups_handicaps_and_datums_of_a_butler_are_exported(
    played: Event, export: Export
) -> None:
    """All nine scores are -140, so nobody wins an IMP and the handicaps decide."""
    (played.directory / "names.csv").write_text(
        "number,name1,id1,name2,id2,group,handicap\n"
        "1,Ada Anker,17,Bram Brugge,,Red,\n2,Eva Ek,,Finn Fiers,18,Red,1.5\n"
    )
    played.change("[folder]", '[scoring]\nmethod = "butler"\n\n[folder]')
    played.command("run", "--once")
    document = json.loads(export("json"))
    assert (document["unit"], [one.get("group") for one in document["rankings"]]) == (
        *("imps", [None, "Red", None]),
    )
    red = [(row["rank"], row["contestant"], row["ids"]) for row in document["rankings"][1]["rows"]]
    assert red == [(1, 2, [None, "18"]), (2, 1, ["17", None])]
    lines = [line for board in document["travellers"] for line in board["lines"]]
    assert {(line["ns_datum"], line["ew_datum"]) for line in lines} == {(-140, 140)}
    standings = export("csv").decode("utf-8-sig").splitlines()
    assert (standings[0].split(",")[-1], len(standings)) == ("group", 9)
    root = ET.fromstring(export("usebio"))  # noqa: S314 - as above
    assert {
        pair.findtext("PAIR_NUMBER"): (pair.findtext("PLACE"), pair.findtext("TOTAL_SCORE"))
        for pair in root.iter("PAIR")
        if pair.findtext("DIRECTION") == "NS"
    } == {"2": ("1", "4.50"), "1": ("2", "0.00"), "3": ("2", "0.00")}
    game, *_ = export("pbn").decode("latin-1").split("\r\n\r\n")
    assert 'Datum_NS\\7R;Datum_EW\\6R"]' in game
    assert '"Red" ' in game


def test_a_configuration_that_broke_since_exports_by_the_plan_read_last(
    played: Event, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    played.change("boards_per_round = 1", "boards_per_round = 0")
    capsysbinary.readouterr()
    assert played.command("export", "--format", "json") == 0
    out, err = capsysbinary.readouterr()
    assert (json.loads(out)["event"], json.loads(out)["club"]) == ("Trial", "De Eik")
    assert b"so this goes by the plan in the ledger" in err


def test_csv_is_the_standings_or_the_travellers(export: Export) -> None:
    standings = export("csv").decode("utf-8-sig").splitlines()
    assert standings[0].startswith("list,section,direction,rank,tied,contestant,name1,id1,")
    assert len(standings) == 7
    assert export("csv", "--table", "standings").decode("utf-8-sig").splitlines() == standings
    travellers = export("csv", "--table", "travellers").decode("utf-8-sig").splitlines()
    assert travellers[0].endswith("ns_ids,ew_ids,auction")
    assert len(travellers) == 10


def test_a_file_gets_the_same_bytes(export: Export, played: Event, tmp_path: Path) -> None:
    for form in ("json", "csv", "pbn", "usebio", "ledger"):
        target = tmp_path / f"out.{form}"
        target.write_text("old")
        assert played.command("export", "--format", form, "--out", str(target)) == 0
        assert target.read_bytes() == export(form)
    assert sorted(path.name for path in tmp_path.glob("*.*")) == [
        *("out.csv", "out.json", "out.ledger", "out.pbn", "out.usebio"),
    ]


def test_the_archive_has_the_exports_as_they_are_when_all_is_final(
    played: Event, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert played.command("close") == 0
    (archive,) = (played.directory / "archive").glob("*.zip")
    with zipfile.ZipFile(archive) as file:
        for form, name in (
            (("json",), "results.json"),
            (("pbn",), "results.pbn"),
            (("usebio",), "results.xml"),
            (("csv",), "standings.csv"),
            (("csv", "--table", "travellers"), "travellers.csv"),
        ):
            capsysbinary.readouterr()
            assert played.command("export", "--format", *form) == 0
            assert capsysbinary.readouterr() == (file.read(f"exports/{name}"), b"")


def test_the_club_is_that_of_the_configuration_now(
    played: Event, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    played.change('"De Eik"', '"De Linde"')
    capsysbinary.readouterr()
    assert played.command("export", "--format", "json") == 0
    assert json.loads(capsysbinary.readouterr().out)["club"] == "De Linde"


def test_another_event_keeps_its_own_club(
    played: Event, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    played.change('"Trial"', '"Another"')
    played.change('"De Eik"', '"De Linde"')
    capsysbinary.readouterr()
    assert played.command("export", "--format", "json") == 0
    assert json.loads(capsysbinary.readouterr().out)["club"] == "De Eik"


def test_federations_ask_for_the_club(event: Event, capsys: pytest.CaptureFixture[str]) -> None:
    event.play("OUT_T1.txt")
    event.command("run", "--once")
    capsys.readouterr()
    assert event.command("export", "--format", "usebio") == 0
    assert capsys.readouterr().err == (
        "tournamentd export: these results are not final: 3 of 9 are in\n"
        "tournamentd export: event.club and event.club_id are not both set: federations ask for "
        "them\n"
    )


def test_without_a_ledger_there_is_nothing_to_export(
    event: Event, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for form in ("pbn", "ledger"):
        target = tmp_path / "out"
        assert event.command("export", "--format", form, "--out", str(target)) == 1
        assert capsys.readouterr().err.startswith("tournamentd export: There is no ledger")
        assert not target.exists()


def test_a_file_that_cannot_be_written_is_told(
    played: Event, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    target = tmp_path / "nowhere" / "out.pbn"
    assert played.command("export", "--format", "ledger", "--out", str(target)) == 1
    assert capsys.readouterr().err == (
        f"tournamentd export: {target} cannot be written (No such file or directory): see that "
        "its folder is there and may be written, and that no other program has the file open\n"
    )


def test_a_table_is_of_csv_only(event: Event, capsys: pytest.CaptureFixture[str]) -> None:
    assert event.command("export", "--format", "pbn", "--table", "standings") == 2
    assert capsys.readouterr().err == (
        "tournamentd export: --table is for --format csv only: leave one of them out\n"
    )


def test_a_configuration_with_errors_exports_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", str(tmp_path / "none.toml"), "--format", "json"]) == 78
    assert "there is no such configuration" in capsys.readouterr().err


def test_another_program_finds_a_whole_evening_in_pbn(
    event: Event, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Boards, contracts, results, scores, leads and auctions: as endplay reads them."""
    event.command("simulate", "--seed", "7", "--speed", "1000000")
    event.command("run", "--once")
    capsysbinary.readouterr()
    event.command("export", "--format", "json")
    document = json.loads(capsysbinary.readouterr().out)
    expected = {
        (board["board"], str(line["table"])): (
            *(line["contract"], line["declarer"], line["result"], f"NS {line['score']}"),
            [] if line["lead"] is None else [line["lead"].replace("10", "T")],
            [(call["call"], call["alerted"]) for call in line["auction"]],
            [str(call["milliseconds"]) for call in line["auction"]],
        )
        for board in document["travellers"]
        for line in board["lines"]
    }
    event.command("export", "--format", "pbn")
    text = capsysbinary.readouterr().out.decode("latin-1")
    found = {
        (game.board_num, game.info["Table"]): _as_json(game)
        for game in endplay.load(io.StringIO(text, newline=None))
        if game.contract is not None
    }
    assert found == expected
    assert len(found) == 9


def _as_json(game: Board) -> tuple[object, ...]:
    contract = game.contract
    assert contract is not None
    passed = contract.is_passout()
    times = game.info["AuctionTimeTable"]["rows"]
    return (
        "Pass"
        if passed
        else f"{contract.level}{_plain(contract.denom.abbr)}{contract.penalty.abbr.upper()}",
        None if passed else contract.declarer.abbr,
        None if passed else contract.result,
        game.info["Score"],
        [_plain(str(card)) for card in game.play],
        [(_call(str(call)), call.alertable) for call in game.auction],
        [row[1] for row in times],
    )


_SUITS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C"})


def _plain(text: str) -> str:
    return text.translate(_SUITS)


def _call(shown: str) -> str:
    """A call as endplay shows it, `1♥!*` where it was alerted."""
    call, _, _ = shown.partition("!")
    return "Pass" if call == "P" else _plain(call)


def test_a_table_can_speak_the_language_of_those_who_open_it(export: Export) -> None:
    first, *_ = export("csv", "--language", "nl").decode("utf-8-sig").splitlines()
    assert first.startswith("lijst;lijn;richting;plaats;")
    assert export("csv", "--language", "en") == export("csv")


AWARDS = {"en": "NS 60%, EW A-", "nl": "NZ 60%, OW G-", "fr": "NS 60\u202f%, EO M-"}


@pytest.mark.parametrize("code", AWARDS)
def test_what_the_director_gave_is_in_their_language_too(
    played: Event, export: Export, code: str
) -> None:
    rule = ("artificial", "board=1", "ns=1", "ns_award=60%", "ew_award=A-")
    assert played.command("rule", *rule) == 0
    assert played.command("run", "--once") == 0
    text = export("csv", "--table", "travellers", "--language", code).decode("utf-8-sig")
    assert [one for one in AWARDS.values() if one in text] == [AWARDS[code]]


def test_only_tables_have_a_language(played: Event, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert played.command("export", "--format", "pbn", "--language", "fr") == 2
    assert capsys.readouterr().err == (
        "tournamentd export: --language is for --format csv only: leave one of them out\n"
    )
