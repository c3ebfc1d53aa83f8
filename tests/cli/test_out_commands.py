import json
from pathlib import Path

import pytest

from daemon.cli.main import main

SUITE = Path(__file__).parents[1] / "data" / "bridgesuite"
PLAIN = SUITE / "OUT_T1.plain.txt"
ENCRYPTED = SUITE / "OUT_T1_E.key-1234.android_default.txt"
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def no_secret_around(monkeypatch: pytest.MonkeyPatch) -> None:
    """The secret of whoever runs the tests is not looked for."""
    monkeypatch.delenv("TOURNAMENTD_SECRET", raising=False)
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)


@pytest.fixture
def secret_file(tmp_path: Path) -> str:
    path = tmp_path / "secret"
    path.write_text("aB9z\n", encoding="ascii")
    path.chmod(0o600)
    return str(path)


@pytest.fixture
def key_1234(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOURNAMENTD_SECRET", "1234")


# read


def test_read_shows_the_results(capsys: Capture) -> None:
    assert main(["out", "read", str(PLAIN)]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert shown.out == (
        "device 9774d56d682e549c1f2a\n"
        "latest board 3\n"
        "table board    NS    EW  contract  by result lead  score\n"
        "    1     1     1   101  2H        W      +1 SJ     -140\n"
        "    1     2     1   110  3NT       E      -1 CA       50\n"
        "    1     3     1   109  Pass                          0\n"
    )


def test_read_prints_json_for_programs(capsys: Capture) -> None:
    assert main(["out", "read", str(SUITE / "OUT_1.plain.txt"), "--json"]) == 0
    calls = [("1S", 0), ("X", 6434), ("Pass", 3212), ("2H", 5435)]
    calls += [("Pass", 2411), ("Pass", 2434), ("Pass", 3210)]
    assert json.loads(capsys.readouterr().out) == {
        "device": "9774d56d682e549c1f2a",
        "latest": 3,
        "records": [
            {
                "line": 2,
                "table": 1,
                "board": 1,
                "ns": 1,
                "ew": 101,
                "dealer": "N",
                "ns_vulnerable": False,
                "ew_vulnerable": False,
                "contract": "2H",
                "result": 1,
                "declarer": "W",
                "lead": "SJ",
                "score": -140,
                "auction": [
                    {"call": call, "milliseconds": time, "alerted": False} for call, time in calls
                ],
            }
        ],
        "problems": [],
    }


def test_a_board_passed_out_has_nulls_and_scores_nothing(capsys: Capture) -> None:
    assert main(["out", "read", str(PLAIN), "--json"]) == 0
    passed_out = json.loads(capsys.readouterr().out)["records"][2]
    fields = ("contract", "result", "declarer", "lead", "score")
    assert [passed_out[field] for field in fields] == ["Pass", None, None, None, 0]


def test_read_names_problems_on_stderr(capsys: Capture) -> None:
    file = str(SUITE / "OUT_T1.plain_latin1_lossy.txt")
    assert main(["out", "read", file]) == 0
    shown = capsys.readouterr()
    assert len(shown.out.splitlines()) == 5
    assert [line.rpartition(" ")[2] for line in shown.err.splitlines()] == [
        "[suit-lost]",
        "[lead-unreadable]",
        "[call-illegal]",
    ]
    assert shown.err.startswith(f"{file}:2:25: error: the suit of “2?” was lost")


def test_with_json_the_problems_are_in_the_object(capsys: Capture) -> None:
    file = str(SUITE / "OUT_T1.plain_latin1_lossy.txt")
    assert main(["out", "read", file, "--json"]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    first = json.loads(shown.out)["problems"][0]
    assert (first["file"], first["line"], first["column"]) == (file, 2, 25)
    assert (first["severity"], first["code"]) == ("error", "suit-lost")


def test_read_takes_the_letters_of_the_devices(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "OUT_1.txt"
    file.write_text("1,1,1,2,N,false,false,2C,=,W,PF,-110\n", encoding="utf-8")
    assert main(["out", "read", str(file), "--letters", "italian", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)["records"][0]
    assert (record["contract"], record["lead"]) == ("2H", "SJ")


@pytest.mark.usefixtures("key_1234")
def test_read_decrypts_with_the_secret_of_the_environment(capsys: Capture) -> None:
    assert main(["out", "read", str(ENCRYPTED), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["records"]) == 3


def test_read_decrypts_with_a_secret_file(secret_file: str, capsys: Capture) -> None:
    file = str(SUITE / "OUT_T1_E.key-aB9z.header_plain_lines.txt")
    assert main(["out", "read", file, "--secret-file", secret_file, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["records"]) == 3


def test_a_wrong_secret_reads_nothing_and_is_not_shown(secret_file: str, capsys: Capture) -> None:
    assert main(["out", "read", str(ENCRYPTED), "--secret-file", secret_file]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == (
        f"{ENCRYPTED}: error: the secret does not open this: the secret key in the device's "
        "preferences and the one known here (encryption.secret_file in the configuration, or "
        "TOURNAMENTD_SECRET) must be the same four characters [out-unreadable]\n"
    )


def test_an_encrypted_file_without_a_secret_reads_nothing(capsys: Capture) -> None:
    assert main(["out", "read", str(ENCRYPTED), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["device"], found["latest"], found["records"]) == (None, None, [])
    assert [problem["code"] for problem in found["problems"]] == ["out-unreadable"]


def test_a_file_in_which_every_line_is_held_reads_nothing(tmp_path: Path) -> None:
    file = tmp_path / "OUT_1.txt"
    file.write_text("Latest 1  AndroidId a\nhello\n", encoding="utf-8")
    assert main(["out", "read", str(file)]) == 1


@pytest.mark.parametrize("text", ["", "Latest 0  AndroidId a\n"])
def test_an_empty_file_is_read(tmp_path: Path, text: str, capsys: Capture) -> None:
    file = tmp_path / "OUT_1.txt"
    file.write_text(text, encoding="utf-8")
    assert main(["out", "read", str(file)]) == 0
    assert capsys.readouterr().err == ""


def test_a_file_that_is_not_there_reads_nothing(tmp_path: Path, capsys: Capture) -> None:
    missing = str(tmp_path / "OUT_9.txt")
    message = "this file cannot be read (No such file or directory): check its name and folder"
    assert main(["out", "read", missing]) == 1
    assert capsys.readouterr().err == f"{missing}: error: {message} [file]\n"
    assert main(["out", "read", missing, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["problems"][0]["message"] == message


# decrypt and encrypt


@pytest.mark.usefixtures("key_1234")
def test_decrypt_gives_the_text_byte_for_byte(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["out", "decrypt", str(ENCRYPTED)]) == 0
    assert capsysbinary.readouterr().out == PLAIN.read_bytes()


@pytest.mark.usefixtures("key_1234")
def test_encrypt_gives_what_the_devices_write(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    assert main(["out", "encrypt", str(PLAIN)]) == 0
    assert capsysbinary.readouterr().out == ENCRYPTED.read_bytes()


def test_what_was_encrypted_is_decrypted_again(tmp_path: Path, secret_file: str) -> None:
    sealed, opened = tmp_path / "OUT_T1_E.txt", tmp_path / "OUT_T1.txt"
    plain = str(SUITE / "OUT_T1.plain_crlf.txt")
    secret = ["--secret-file", secret_file]
    assert main(["out", "encrypt", plain, *secret, "--out", str(sealed)]) == 0
    assert main(["out", "decrypt", str(sealed), *secret, "--out", str(opened)]) == 0
    assert opened.read_bytes() == Path(plain).read_bytes()


@pytest.mark.usefixtures("key_1234")
def test_a_file_that_exists_is_written_over_by_force_only(tmp_path: Path, capsys: Capture) -> None:
    there = tmp_path / "OUT_T1.txt"
    there.write_text("precious", encoding="utf-8")
    decrypt = ["out", "decrypt", str(ENCRYPTED), "--out", str(there)]
    assert main(decrypt) == 2
    assert there.read_text(encoding="utf-8") == "precious"
    assert capsys.readouterr().err.endswith(
        f"{there}: error: this file exists already: give another name, or --force to write over "
        "it [file]\n"
    )
    assert main([*decrypt, "--force"]) == 0
    assert there.read_bytes() == PLAIN.read_bytes()


@pytest.mark.usefixtures("key_1234")
def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path, capsys: Capture) -> None:
    nowhere = tmp_path / "nowhere" / "OUT_T1.txt"
    assert main(["out", "decrypt", str(ENCRYPTED), "--out", str(nowhere)]) == 1
    assert capsys.readouterr().err.endswith(
        f"{nowhere}: error: this file cannot be written (No such file or directory): give another "
        "name [file]\n"
    )


@pytest.mark.usefixtures("key_1234")
def test_what_is_encrypted_already_is_not_encrypted_again(capsys: Capture) -> None:
    assert main(["out", "encrypt", str(ENCRYPTED)]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.endswith("this file is encrypted already: name the plain one [file]\n")


@pytest.mark.parametrize("action", ["encrypt", "decrypt"])
def test_what_is_no_text_is_refused(
    action: str, tmp_path: Path, secret_file: str, capsys: Capture
) -> None:
    file = tmp_path / "OUT_1.txt"
    file.write_bytes(b"Latest 1\n\xff\n")
    assert main(["out", action, str(file), "--secret-file", secret_file]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == (
        f"{file}:2:1: error: this is no UTF-8 text, so its suits cannot be trusted: let the file "
        "be copied without changing it [out-unreadable]\n"
    )


@pytest.mark.parametrize("action", ["encrypt", "decrypt"])
def test_encrypting_and_decrypting_need_a_secret(action: str, capsys: Capture) -> None:
    assert main(["out", action, str(PLAIN)]) == 78
    assert capsys.readouterr().err == (
        "tournamentd out: a secret is needed: name its file as --secret-file, or set "
        "TOURNAMENTD_SECRET\n"
    )


@pytest.mark.parametrize("action", ["read", "encrypt", "decrypt"])
def test_a_secret_that_cannot_be_one_is_refused_without_being_shown(
    action: str, tmp_path: Path, capsys: Capture
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("toolong\n", encoding="ascii")
    secret.chmod(0o600)
    assert main(["out", action, str(PLAIN), "--secret-file", str(secret)]) == 78
    shown = capsys.readouterr().err
    assert "exactly four" in shown
    assert "toolong" not in shown


def test_the_secret_is_never_taken_from_the_command_line(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["out", "decrypt", str(ENCRYPTED), "--secret", "1234"])
    assert stopped.value.code == 2
    assert "usage:" in capsys.readouterr().err
