"""Whichever file system call fails or kills the program, the file has old or new content."""

from __future__ import annotations

import os
import signal
import stat
from pathlib import Path

import pytest
from tests.core.io.files.faults import Faults, end_process_abruptly, raise_disk_full
from tests.core.io.files.kill_while_saving import prefixes_of_damaged_files

from m44core.errors import WriteError
from m44core.io.files.save import (
    backup_path,
    current_fingerprint,
    is_unchanged,
    remove_stale_files,
    write,
)

OLD_DATA, NEW_DATA = b"old " * 50, b"new " * 60
MAX_CALLS = 200


def count_file_system_calls(path: Path) -> int:
    """Return the number of file system calls made to save over a file."""
    path.write_bytes(OLD_DATA)
    faults = Faults(None, raise_disk_full)
    with pytest.MonkeyPatch.context() as patch:
        faults.install(patch)
        write(NEW_DATA, path)
    assert 10 < faults.calls < MAX_CALLS
    return faults.calls


def test_the_file_is_complete_whichever_call_fails(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    seen_contents = set()
    for number in range(count_file_system_calls(path)):
        path.write_bytes(OLD_DATA)
        backup_path(path).unlink(missing_ok=True)
        with pytest.MonkeyPatch.context() as patch:
            Faults(number, raise_disk_full).install(patch)
            try:
                write(NEW_DATA, path)
                has_failed = False
            except WriteError:
                has_failed = True
        seen_contents.add(path.read_bytes())
        assert path.read_bytes() in ((OLD_DATA, NEW_DATA) if has_failed else (NEW_DATA,))
        write(NEW_DATA, path)
        assert [each.name for each in tmp_path.iterdir() if each.suffix == ".tmp"] == []
    assert seen_contents == {OLD_DATA, NEW_DATA}


@pytest.mark.bulk
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_the_file_is_complete_wherever_the_program_dies_and_the_next_run_cleans_up(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.yaml"
    for number in range(count_file_system_calls(path)):
        path.write_bytes(OLD_DATA)
        child = os.fork()
        if not child:
            Faults(number, end_process_abruptly).install(pytest.MonkeyPatch())
            write(NEW_DATA, path)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == 9
        assert path.read_bytes() in (OLD_DATA, NEW_DATA)
        assert not backup_path(path).exists() or backup_path(path).read_bytes() in (
            OLD_DATA,
            NEW_DATA,
        )
        write(b"next", path)
        assert sorted(each.name for each in tmp_path.iterdir()) == ["a.yaml", "a.yaml~"]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal")
@pytest.mark.parametrize(
    "letters",
    [("ab",), ("ab", "cd")],
    ids=["one program", "two programs"],
)
def test_the_file_is_complete_after_a_kill_at_any_moment(
    letters: tuple[str, ...], tmp_path: Path
) -> None:
    assert prefixes_of_damaged_files(tmp_path / "a.yaml", 8, 44, letters) == []
    assert {each.name for each in tmp_path.iterdir()} <= {"a.yaml", "a.yaml~"}


@pytest.mark.parametrize(
    "backup",
    [False, True],
    ids=["the file", "its backup"],
)
def test_a_folder_of_the_same_name_is_reported_and_nothing_is_lost(
    backup: bool, tmp_path: Path
) -> None:
    path = tmp_path / "a.yaml"
    if backup:
        path.write_bytes(OLD_DATA)
    (backup_path(path) if backup else path).mkdir()
    with pytest.raises(WriteError, match=r"it is a folder|Is a directory"):
        write(NEW_DATA, path)
    assert not backup or path.read_bytes() == OLD_DATA
    assert all(each.suffix != ".tmp" for each in tmp_path.iterdir())


def test_temporary_files_of_running_programs_are_kept(tmp_path: Path) -> None:
    from m44core.io.files import save

    mine = tmp_path / f"{save._temporary_prefix()}x.tmp"
    mine.write_bytes(b"")
    remove_stale_files(tmp_path)
    assert mine.exists()


@pytest.mark.parametrize("length", [245, 250, 254, 255])
def test_a_file_with_a_long_name_is_saved(length: int, tmp_path: Path) -> None:
    path = tmp_path / ("a" * (length - 5) + ".yaml")
    for content in (OLD_DATA, NEW_DATA):
        write(content, path)
    assert path.read_bytes() == NEW_DATA
    assert all(each.suffix != ".tmp" for each in tmp_path.iterdir())


def test_changed_content_of_the_same_size_and_time_is_detected(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    fingerprint = write(b"one", path)
    path.write_bytes(b"two")
    os.utime(path, ns=(fingerprint.modified, fingerprint.modified))
    assert not is_unchanged(path, fingerprint)
    assert current_fingerprint(path) != fingerprint


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives away")
def test_a_saved_file_keeps_its_owner_and_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(OLD_DATA)
    path.chmod(0o664)
    os.chown(path, 1234, 4321)
    write(NEW_DATA, path)
    status = path.stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (1234, 4321, 0o664)


@pytest.mark.parametrize("name", ["a\0b.yaml", "a\ud800b.yaml"])
def test_an_invalid_file_name_is_reported(name: str, tmp_path: Path) -> None:
    with pytest.raises(
        WriteError, match=("is not a valid file name; check it for unprintable characters")
    ):
        write(NEW_DATA, tmp_path / name)
