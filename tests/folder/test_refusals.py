import errno
from pathlib import Path

import pytest

from daemon.disk import held_against_replacing
from daemon.folder.port import (
    FileBusyError,
    FileGoneError,
    FolderError,
    FolderGoneError,
    FolderRefusedError,
)
from daemon.folder.refusals import folder_error, translated


class WindowsError(PermissionError):
    """What Windows raises: "access denied" with the system's own number beside it."""

    def __init__(self, code: int) -> None:
        super().__init__(errno.EACCES, "Permission denied")
        self.winerror = code


@pytest.mark.parametrize(
    ("error", "ours"),
    [
        (OSError(errno.ENOENT, ""), FileGoneError),
        (OSError(errno.ELOOP, ""), FileGoneError),
        (OSError(errno.EIO, ""), FolderGoneError),
        (OSError(errno.ESTALE, ""), FolderGoneError),
        (OSError(errno.ENOTCONN, ""), FolderGoneError),
        (OSError(errno.ENOTDIR, ""), FolderGoneError),
        (WindowsError(21), FolderGoneError),  # the drive is not ready
        (WindowsError(53), FolderGoneError),  # the network path was not found
        (OSError(errno.EBUSY, ""), FileBusyError),
        (OSError(errno.EDEADLK, ""), FileBusyError),
        (WindowsError(32), FileBusyError),  # another program uses it
        (WindowsError(33), FileBusyError),  # another program locked a part of it
        (WindowsError(5), FolderRefusedError),  # access denied
        (OSError(errno.EACCES, ""), FolderRefusedError),
        (OSError(errno.EPERM, ""), FolderRefusedError),
        (OSError(errno.ENOSPC, ""), FolderRefusedError),
        (OSError(errno.EROFS, ""), FolderRefusedError),
        (OSError(errno.EISDIR, ""), FolderRefusedError),
        (OSError(errno.EMFILE, ""), FolderRefusedError),
        (OSError("no number"), FolderRefusedError),
    ],
)
def test_each_error_of_the_system_has_one_of_ours(
    tmp_path: Path, error: OSError, ours: type[FolderError]
) -> None:
    assert type(folder_error(error, tmp_path, "OUT_1.txt")) is ours


def test_a_missing_file_in_a_missing_folder_is_a_missing_folder(tmp_path: Path) -> None:
    error = folder_error(OSError(errno.ENOENT, ""), tmp_path / "gone", "OUT_1.txt")
    assert str(error) == (
        f"The folder {tmp_path / 'gone'} cannot be reached (No such file or directory). Is the "
        "drive connected, the network up, and folder.path right? Nothing is lost."
    )


MESSAGES = {
    errno.ENOSPC: (
        "No room for {} (No space left on device). Make room on that disk, then try again."
    ),
    errno.EACCES: (
        "No permission for {} (Permission denied). Let the user who runs tournamentd read and "
        "write there, then try again."
    ),
    errno.EROFS: (
        "{} is on a disk that is read-only. Take off the write protection, or name another "
        "folder as folder.path."
    ),
    errno.EISDIR: "{} is a folder where a file should be. Move it away, then try again.",
    errno.EMFILE: (
        "{} cannot be used (Too many open files). Check the disk and the folder, then try again."
    ),
}


@pytest.mark.parametrize("number", MESSAGES)
def test_a_refusal_says_what_to_do(tmp_path: Path, number: int) -> None:
    error = folder_error(OSError(number, ""), tmp_path, "A/IN_1.txt")
    assert str(error) == MESSAGES[number].format(tmp_path / "A" / "IN_1.txt")


def test_the_folder_itself_is_named_when_no_file_is_meant(tmp_path: Path) -> None:
    error = folder_error(OSError(errno.ENOSPC, ""), tmp_path, "")
    assert str(error).startswith(f"No room for {tmp_path} (")


@pytest.mark.parametrize("code", [5, 32, 33])
def test_windows_refuses_to_replace_what_a_program_has_open(code: int) -> None:
    assert held_against_replacing(WindowsError(code))


@pytest.mark.parametrize("number", [errno.EACCES, errno.ENOSPC, errno.EROFS, errno.ENOENT])
def test_other_refusals_are_not_worth_another_try(number: int) -> None:
    assert not held_against_replacing(OSError(number, ""))


def test_our_own_errors_pass_as_they_are(tmp_path: Path) -> None:
    with pytest.raises(FileBusyError, match=r"^as it is$"), translated(tmp_path):
        raise FileBusyError("as it is")
