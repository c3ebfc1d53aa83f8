import os
from pathlib import Path

import pytest

from daemon.bridgesuite.envelope import Secret
from daemon.cli.secret import SecretError, find_secret, parse_secret, read_secret_file
from daemon.problem import Problem, Severity
from daemon.settings.model import Encryption

FILE = Encryption("secret.txt")


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("TOURNAMENTD_SECRET", "CREDENTIALS_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def write(path: Path, content: bytes, mode: int = 0o600) -> Path:
    path.touch()
    path.chmod(mode)
    path.write_bytes(content)
    return path


def test_without_any_there_is_none(directory: Path) -> None:
    assert find_secret(Encryption(), directory) == (None, ())


def test_encryption_that_is_required_needs_one(directory: Path) -> None:
    with pytest.raises(SecretError) as error:
        find_secret(Encryption(require_encrypted=True), directory)
    assert str(error.value) == (
        "require_encrypted is on and there is no secret: name a file as encryption.secret_file, or "
        "set $TOURNAMENTD_SECRET"
    )


@pytest.mark.parametrize("content", [b"aB9z", b"aB9z\n", b"aB9z\r\n"])
def test_a_file_holds_it_with_or_without_a_line_end(directory: Path, content: bytes) -> None:
    write(directory / "secret.txt", content)
    assert find_secret(FILE, directory) == (Secret.parse("aB9z"), ())


def test_a_blank_is_a_character_of_it(directory: Path) -> None:
    write(directory / "secret.txt", b" aB \n")
    assert find_secret(FILE, directory) == (Secret.parse(" aB "), ())


def test_the_environment_holds_it(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOURNAMENTD_SECRET", "aB9z")
    assert find_secret(Encryption(), directory) == (Secret.parse("aB9z"), ())


def test_a_systemd_credential_holds_it(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(directory / "credentials"))
    assert find_secret(Encryption(), directory) == (None, ())
    (directory / "credentials").mkdir()
    write(directory / "credentials" / "secret", b"aB9z\n", 0o440)
    assert find_secret(Encryption(), directory) == (Secret.parse("aB9z"), ())


def test_the_file_comes_first_then_the_environment(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOURNAMENTD_SECRET", "env1")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(directory))
    write(directory / "secret", b"cred")
    write(directory / "secret.txt", b"file")
    assert find_secret(FILE, directory)[0] == Secret.parse("file")
    assert find_secret(Encryption(), directory)[0] == Secret.parse("env1")
    monkeypatch.delenv("TOURNAMENTD_SECRET")
    assert find_secret(Encryption(), directory)[0] == Secret.parse("cred")


def test_one_of_digits_only_is_weak(directory: Path) -> None:
    path = write(directory / "secret.txt", b"1234\n")
    assert find_secret(FILE, directory) == (
        Secret.parse("1234"),
        (
            Problem(
                Severity.WARNING,
                "secret-weak",
                "the secret is digits only, which is guessed within a moment; letters of both "
                "cases and digits are better",
                str(path),
            ),
        ),
    )


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such permissions")
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o666])
def test_one_that_others_can_reach_is_a_warning(directory: Path, mode: int) -> None:
    path = write(directory / "secret.txt", b"aB9z", mode)
    assert find_secret(FILE, directory)[1] == (
        Problem(
            Severity.WARNING,
            "secret-open",
            f"other users of this computer can read the secret: chmod 600 {path}",
            str(path),
        ),
    )


def test_a_system_without_such_permissions_gives_no_warning(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(directory / "secret.txt", b"aB9z", 0o644)
    monkeypatch.setattr("daemon.cli.secret.os.name", "nt")
    encryption = Encryption(str(directory / "secret.txt"))
    monkeypatch.setattr("daemon.cli.secret.Path", type(directory))
    assert find_secret(encryption, directory)[1] == ()


def test_a_file_that_is_missing_says_what_it_must_hold(directory: Path) -> None:
    with pytest.raises(SecretError) as error:
        find_secret(FILE, directory)
    assert str(error.value) == (
        f"{directory / 'secret.txt'} cannot be read (No such file or directory): it must hold the "
        "four characters that the devices have as their secret key"
    )


WRONG = ["zq7", "zq7xk", "hunter2 is my password", "zq7\t", ""]


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_one_is_refused_and_never_repeated(wrong: str) -> None:
    with pytest.raises(SecretError) as error:
        parse_secret(wrong, "secret.txt")
    message = str(error.value)
    assert message.startswith("secret.txt: the secret must be ")
    assert not wrong or wrong not in message
    assert error.value.__suppress_context__


def test_one_with_an_accent_is_refused_and_never_repeated(directory: Path) -> None:
    path = write(directory / "secret.txt", "zéq7\n".encode())
    with pytest.raises(SecretError) as error:
        read_secret_file(path)
    assert str(error.value) == (
        f"{path} holds something else than ASCII: it must hold the four characters that the "
        "devices have as their secret key, letters without accents, digits or signs"
    )
    assert error.value.__suppress_context__
    with pytest.raises(SecretError) as error:
        parse_secret("zéq7", "$TOURNAMENTD_SECRET")
    assert "zéq7" not in str(error.value)
