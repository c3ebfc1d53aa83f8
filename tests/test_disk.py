"""Files that another program holds. What Windows answers is played: this system never refuses."""

import errno
import os
from pathlib import Path

import pytest

from daemon.disk import Patience, remove, replace, sync_directory


class HeldError(PermissionError):
    """What Windows says of a file that a program has open."""

    winerror = 32


class Holder:
    """A program that lets go of a file after so many tries."""

    def __init__(self, tries: int, error: OSError | None = None) -> None:
        self.left = tries
        self.error = error or HeldError(errno.EACCES, "Permission denied")
        self.slept: list[float] = []
        self.done = False

    def act(self) -> None:
        if self.left:
            self.left -= 1
            raise self.error
        self.done = True

    @property
    def patience(self) -> Patience:
        return Patience((0.1, 0.2, 0.4), self.slept.append)


def test_what_is_free_is_done_at_once() -> None:
    holder = Holder(0)
    holder.patience.persist(holder.act)
    assert holder.done
    assert holder.slept == []


@pytest.mark.parametrize("tries", [1, 2, 3])
def test_what_is_let_go_of_in_time_is_done(tries: int) -> None:
    holder = Holder(tries)
    holder.patience.persist(holder.act)
    assert holder.done
    assert holder.slept == [0.1, 0.2, 0.4][:tries]


def test_what_is_held_to_the_end_is_the_systems_error() -> None:
    holder = Holder(4)
    with pytest.raises(HeldError):
        holder.patience.persist(holder.act)
    assert holder.slept == [0.1, 0.2, 0.4]


def test_any_other_refusal_is_told_at_once() -> None:
    holder = Holder(1, PermissionError(errno.EACCES, "Permission denied"))
    with pytest.raises(PermissionError):
        holder.patience.persist(holder.act)
    assert holder.slept == []


def test_the_usual_patience_is_about_four_seconds() -> None:
    assert sum(Patience().pauses) == pytest.approx(4)


def test_a_file_takes_the_place_of_another(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    new.write_text("new")
    old.write_text("old")
    replace(new, old)
    assert [path.name for path in tmp_path.iterdir()] == ["old"]
    assert old.read_text() == "new"


def test_a_file_goes_and_may_be_gone_already(tmp_path: Path) -> None:
    (tmp_path / "old").touch()
    for _ in range(2):
        remove(tmp_path / "old")
    assert list(tmp_path.iterdir()) == []


def test_names_are_put_on_the_disk_where_a_drive_offers_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sync_directory(tmp_path)

    def fsync(_: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fsync)
    number = errno.EINVAL
    sync_directory(tmp_path)
    number = errno.EIO
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        sync_directory(tmp_path)


def test_windows_opens_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "O_DIRECTORY", raising=False)
    sync_directory(tmp_path / "nowhere")
