"""Unsaved work survives any failing file system call, and a crash at any point."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path

import pytest
from tests.core.io.files.faults import Faults, end_process_abruptly, raise_disk_full

from m44core.errors import WriteError
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.io.files.save import save
from m44core.io.origin import OpenFile
from m44core.model.edits import new_scenario, set_label
from m44editor.sessions.recovery_slots import SnapshotError
from m44editor.sessions.snapshots import RecoverySlot, Snapshot, abandoned_slots

G5 = Hex(12, 4)
OLD_SCENARIO = set_label(new_scenario(), G5, ("Old",))
NEW_SCENARIO = set_label(new_scenario(), G5, ("New",))
KEY = "left-by-a-crash"
MAX_CALLS = 200


def leave_crashed_session(folder: Path) -> None:
    """Delete all files, and create those that a crashed session leaves behind."""
    for each in (*folder.parent.glob("saved*"), *folder.glob("*")):
        each.unlink()
    RecoverySlot(folder, KEY).write(Snapshot(OpenFile(OLD_SCENARIO), "Old"))


def recover(folder: Path) -> None:
    """Recover the work of the crashed session, edit it, save it, and exit normally."""
    for slot in abandoned_slots(folder):
        assert slot.read().scenario == OLD_SCENARIO
        slot.write(Snapshot(OpenFile(NEW_SCENARIO), "New"))
        save(NEW_SCENARIO, folder.parent / "saved.m44")
        slot.delete()
        slot.unlock()


def states_of_found_work(folder: Path) -> set[str]:
    """Return the states of the work found by the next session: ``old``, ``new``, ``saved``."""
    states = set()
    for slot in abandoned_slots(folder):
        scenario = slot.read().scenario
        assert scenario in (OLD_SCENARIO, NEW_SCENARIO)
        states.add("old" if scenario == OLD_SCENARIO else "new")
        slot.unlock()
    saved_file = folder.parent / "saved.m44"
    if saved_file.exists():
        assert read_file(saved_file).scenario == NEW_SCENARIO
        states.add("saved")
    return states


def count_recovery_calls(folder: Path) -> int:
    """Return the number of file system calls that recovery makes."""
    leave_crashed_session(folder)
    recover(folder)  # cached data is not counted
    leave_crashed_session(folder)
    faults = Faults(None, raise_disk_full)
    with pytest.MonkeyPatch.context() as patch:
        faults.install(patch)
        recover(folder)
    assert 30 < faults.calls < MAX_CALLS
    return faults.calls


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    tmp_path.chmod(0o755)
    monkeypatch.chdir(tmp_path)  # user nobody cannot enter the parent folders
    folder = Path("recovery")
    folder.mkdir()
    return folder


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_the_next_session_finds_the_work_wherever_recovery_dies(
    folder: Path,
) -> None:
    seen_states = set()
    for number in range(count_recovery_calls(folder)):
        leave_crashed_session(folder)
        child = os.fork()
        if not child:
            with suppress(BaseException):
                Faults(number, end_process_abruptly).install(pytest.MonkeyPatch())
                recover(folder)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == 9
        states = states_of_found_work(folder)
        seen_states |= states
        assert states
        assert {each.suffix for each in folder.iterdir()} <= {".json"}
    assert seen_states == {"old", "new", "saved"}


def test_the_work_is_kept_whichever_call_fails_in_recovery(folder: Path) -> None:
    for number in range(count_recovery_calls(folder)):
        leave_crashed_session(folder)
        with pytest.MonkeyPatch.context() as patch, suppress(SnapshotError, WriteError):
            Faults(number, raise_disk_full).install(patch)
            recover(folder)
        (folder / f"{KEY}.lock").unlink(missing_ok=True)  # as the end of the session does
        assert states_of_found_work(folder)


def test_work_in_a_read_only_folder_is_found(
    folder: Path, without_root_rights: Callable[[], AbstractContextManager[None]]
) -> None:
    leave_crashed_session(folder)
    folder.chmod(0o555)
    with without_root_rights():
        assert states_of_found_work(folder) == {"old"}
