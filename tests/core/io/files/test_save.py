"""Saving is atomic, keeps one backup, and never overwrites changes by other programs."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from m44core.errors import WriteError
from m44core.io.files.file_reader import read_file
from m44core.io.files.save import ChangedOnDiskError, backup_path, current_fingerprint, save, write
from m44core.io.files.scenario_files import FileFormat
from m44core.model.edits import new_scenario

SCENARIO = new_scenario(title="Mill")


def test_a_saved_file_can_be_read_again(tmp_path: Path) -> None:
    for name in ("a.m44", "a.yaml", "a.json"):
        fingerprint = save(SCENARIO, tmp_path / name)
        result = read_file(tmp_path / name)
        assert result.scenario == SCENARIO
        assert result.fingerprint == fingerprint
        assert result.format is FileFormat.of(tmp_path / name)


def test_an_explicit_format_overrides_the_suffix(tmp_path: Path) -> None:
    save(SCENARIO, tmp_path / "odd.txt", file_format=FileFormat.YAML)
    assert (tmp_path / "odd.txt").read_text().startswith("format: 1\n")


def test_one_backup_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    for content in (b"one", b"two", b"three"):
        write(content, path)
    assert path.read_bytes() == b"three"
    assert backup_path(path).read_bytes() == b"two"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.yaml", "a.yaml~"]


def test_permissions_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    write(b"one", path)
    path.chmod(0o640)
    write(b"two", path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_new_file_gets_the_permissions_of_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write(b"one", tmp_path / "a.yaml")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.yaml").stat().st_mode) == 0o640


def test_a_symbolic_link_is_followed(tmp_path: Path) -> None:
    real_file = tmp_path / "real.yaml"
    write(b"one", real_file)
    link = tmp_path / "link.yaml"
    link.symlink_to(real_file)
    write(b"two", link)
    assert link.is_symlink()
    assert real_file.read_bytes() == b"two"


def test_a_file_changed_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    expected = write(b"one", path)
    path.write_bytes(b"two")
    with pytest.raises(
        ChangedOnDiskError,
        match=(
            "was changed or removed by another program "
            "after it was opened; reopen it, or save "
            "under another name"
        ),
    ):
        write(b"three", path, expected)
    assert path.read_bytes() == b"two"
    assert [file.name for file in tmp_path.iterdir()] == ["a.yaml"]


def test_saving_over_a_removed_file_raises_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    expected = write(b"one", path)
    path.unlink()
    with pytest.raises(ChangedOnDiskError):
        write(b"two", path, expected)
    assert not path.exists()


def test_a_file_with_only_a_new_modification_time_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    expected = write(b"one", path)
    os.utime(path, (1, 1))
    after = write(b"two", path, expected)
    assert after == current_fingerprint(path)


def function_raising_os_error(number: int) -> object:
    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.parametrize(
    ("number", "message"), [(errno.ENOSPC, "the disk is full"), (errno.EROFS, "is read-only")]
)
def test_a_disk_error_keeps_the_old_file(
    number: int, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.yaml"
    write(b"one", path)
    monkeypatch.setattr(os, "fsync", function_raising_os_error(number))
    with pytest.raises(WriteError, match=f"was not saved and is unchanged: .*{message}"):
        write(b"two", path)
    assert path.read_bytes() == b"one"
    assert [file.name for file in tmp_path.iterdir()] == ["a.yaml"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser can mount a small disk")
def test_saving_to_a_full_disk_keeps_the_old_file(tmp_path: Path) -> None:
    mount_result = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", tmp_path],
        capture_output=True,
        check=False,
    )
    if mount_result.returncode:
        pytest.skip("no disk can be mounted here")
    try:
        path = tmp_path / "a.yaml"
        write(b"one", path)
        with pytest.raises(
            WriteError, match=("the disk is full; free some space, or save elsewhere")
        ):
            write(b"x" * 200_000, path)
        assert path.read_bytes() == b"one"
        assert [file.name for file in tmp_path.iterdir()] == ["a.yaml"]
    finally:
        subprocess.run(["umount", tmp_path], check=True)


def test_saving_to_a_read_only_folder_raises_an_error(tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir()
    write(b"one", folder / "a.yaml")
    folder.chmod(0o555)
    tmp_path.chmod(0o755)
    user = os.geteuid()
    os.seteuid(65534 if user == 0 else user)
    try:
        with pytest.raises(
            WriteError,
            match=(
                "you do not have permission to write there; save "
                "elsewhere, or change the permissions"
            ),
        ):
            write(b"two", folder / "a.yaml")
    finally:
        os.seteuid(user)
    assert (folder / "a.yaml").read_bytes() == b"one"


def test_a_pipe_or_a_device_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    with pytest.raises(WriteError, match="is a pipe or device; choose a file name"):
        write(b"", pipe)
    assert [path.name for path in tmp_path.iterdir() if path.is_fifo()] == ["pipe.yaml"]


def test_invalid_target_paths_raise_a_write_error(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match="it is a folder; choose a file name"):
        write(b"one", tmp_path)
    with pytest.raises(WriteError, match="its folder does not exist"):
        write(b"one", tmp_path / "no" / "a.yaml")
    with pytest.raises(WriteError, match="the name is too long"):
        write(b"one", tmp_path / ("x" * 300))


_SAVE_FOR_EVER = """
import sys
from pathlib import Path
from m44core.io.files.save import write
while True:
    for letter in b"ab":
        write(bytes([letter]) * 32_000, Path(sys.argv[1]))
"""


def test_a_program_killed_while_saving_leaves_a_complete_file(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    write(b"a" * 32_000, path)
    for number in range(12):
        process = subprocess.Popen([sys.executable, "-c", _SAVE_FOR_EVER, path])
        before = path.stat().st_ino
        while path.stat().st_ino == before and process.poll() is None:
            pass  # until it saves
        with suppress(subprocess.TimeoutExpired):
            process.wait(number * 0.0007)
        process.send_signal(signal.SIGKILL)
        process.wait()
        content = path.read_bytes()
        assert content in (b"a" * 32_000, b"b" * 32_000)
        assert backup_path(path).read_bytes() in (b"a" * 32_000, b"b" * 32_000)


def test_stale_temporary_files_are_removed(tmp_path: Path) -> None:
    stale_file, fresh_file = (
        tmp_path / ".m44-elsewhere-1.a.tmp",
        tmp_path / ".m44-elsewhere-1.b.tmp",
    )
    stale_file.write_bytes(b"half")
    fresh_file.write_bytes(b"half")
    os.utime(stale_file, (1, 1))
    write(b"one", tmp_path / "a.yaml")
    assert not stale_file.exists()
    assert fresh_file.exists()


def test_a_file_moved_right_after_saving_counts_as_saved(tmp_path: Path) -> None:
    target, end_event = tmp_path / "a.z", threading.Event()

    def move_away() -> None:
        while not end_event.is_set():
            with suppress(OSError):
                target.replace(tmp_path / "b.z")

    other = threading.Thread(target=move_away)
    other.start()
    try:
        for number in range(200):
            write(b"%d" % number, target, backup=number % 2 == 0)
    finally:
        end_event.set()
        other.join()
    assert (target if target.exists() else tmp_path / "b.z").read_bytes() == b"199"
