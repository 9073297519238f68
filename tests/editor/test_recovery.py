"""Unsaved work survives a crash."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot
from tests.core.io.files.faults import Faults, raise_disk_full

from m44core.hexes import Hex
from m44core.io.files.file_reader import FileFormat, read_file
from m44core.io.files.serialization import to_bytes
from m44core.io.origin import OpenFile
from m44core.model.edits import new_scenario, set_label
from m44core.model.scenario_parts import HexContent, Piece
from m44editor.documents.document import Document
from m44editor.sessions.recovery_slots import DELAY, SnapshotError
from m44editor.sessions.snapshots import RecoverySlot, Snapshot, abandoned_slots
from m44editor.sessions.state_files import recovery_folder
from m44editor.windows.file_controller import FileController
from m44editor.windows.recovery import Recovery, RecoveryDialog

G5 = Hex(12, 4)
SESSION = Path(__file__).with_name("crashing_session.py")
MAX_LOSS_MS = 1000  # milliseconds of work that a crash may cost
MANY_EDITS = 1000  # edits; the first snapshot is written long before


class Answers(Protocol):
    """The part of the ``answers`` fixture that these tests use."""

    asked: list[str]

    def press(self, label: str) -> None:
        """Press a button in the next dialog."""

    def do(self, act: Callable[[QDialog], object]) -> None:
        """Pass the next dialog to *act*."""


class Session:
    """One session of the editor, in this process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "recovery"
        self.document = Document(new_scenario())
        settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
        self.files = FileController(self.document, None, settings)
        self.recovery = Recovery(self.document, self.files, self.folder)

    def write(self, label: str) -> None:
        after = set_label(self.document.scenario, G5, (label,))
        self.document.edit("Write", after)

    def snapshots(self) -> list[Path]:
        return sorted(self.folder.glob("*.json"))


@pytest.fixture
def session(qtbot: QtBot, tmp_path: Path) -> Iterator[Session]:
    session = Session(tmp_path)
    yield session
    session.recovery.close()


def test_a_snapshot_is_written_soon_after_an_edit(session: Session, qtbot: QtBot) -> None:
    assert DELAY < MAX_LOSS_MS, "the rest of the time is for writing"
    session.write("Here")
    qtbot.waitUntil(lambda: bool(session.snapshots()))


def test_continuous_edits_do_not_delay_the_snapshot(session: Session, qtbot: QtBot) -> None:
    for number in range(1000):
        session.write(str(number))
        qtbot.wait(20)
        if session.snapshots():
            return
    pytest.fail("no snapshot after a thousand edits")


def test_saved_work_needs_no_snapshot(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "a.m44"
    path.write_bytes(to_bytes(new_scenario(), FileFormat.M44))
    session.files.open_path(path)
    session.write("Here")
    qtbot.waitUntil(lambda: bool(session.snapshots()))
    session.files.save()
    qtbot.waitUntil(lambda: not session.snapshots())


@pytest.mark.parametrize("label", ["W" * 1_200_000, "a\ud800b"], ids=["too long", "lone surrogate"])
def test_work_that_no_file_can_hold_is_recovered(
    label: str, session: Session, qtbot: QtBot
) -> None:
    session.write(label)
    session.recovery.write_now()
    (file,) = session.snapshots()
    recovered_scenario = RecoverySlot(session.folder, file.stem).read().scenario
    assert recovered_scenario.labels[G5] == (label.replace("\ud800", "\ufffd"),)
    session.document.undo_stack.setClean()


def test_undo_to_the_saved_state_removes_the_snapshot_and_redo_restores_it(
    session: Session, qtbot: QtBot
) -> None:
    session.write("Here")
    qtbot.waitUntil(lambda: bool(session.snapshots()))
    session.document.undo_stack.undo()
    qtbot.waitUntil(lambda: not session.snapshots())
    session.document.undo_stack.redo()
    qtbot.waitUntil(lambda: bool(session.snapshots()))


def test_discarded_changes_are_not_kept(session: Session, qtbot: QtBot, answers: Answers) -> None:
    other = Session(session.folder.parent)
    other.write("Here")
    qtbot.waitUntil(lambda: bool(other.snapshots()))
    answers.press("Discard")
    assert other.files.confirm_close()
    other.recovery.close()
    assert list(session.folder.iterdir()) == []


def test_unsaved_changes_survive_a_close_without_prompt(session: Session) -> None:
    other = Session(session.folder.parent)
    other.write("Here")
    other.recovery.close()  # the desktop ends, say
    (slot,) = abandoned_slots(session.folder)
    assert slot.read().scenario == other.document.scenario
    slot.unlock()


def test_work_of_a_running_session_is_not_offered(session: Session, qtbot: QtBot) -> None:
    session.write("Here")
    qtbot.waitUntil(lambda: bool(session.snapshots()))
    assert abandoned_slots(session.folder) == []
    assert not session.recovery.offer()


def test_snapshots_are_kept_below_the_state_folder(tmp_path: Path) -> None:
    assert recovery_folder() == tmp_path / "state" / "m44-workshop" / "recovery"


def test_unwritable_snapshots_are_reported_once(session: Session, qtbot: QtBot) -> None:
    session.folder.parent.joinpath("recovery").write_text("a file where a folder should be")
    notices: list[object] = []
    session.recovery.failed.connect(notices.append)
    for label in ("one", "two"):
        session.write(label)
        qtbot.wait(DELAY + 150)
    assert len(notices) == 1
    assert "Recovery copies cannot be saved" in session.files.bar.label.text()
    assert not session.files.bar.isHidden()


DAMAGED_SNAPSHOTS = ["", "{", "[]", "7", "null", "{}", '{"format": "m44"}', "[" * 100_000, "\ud800"]
SNAPSHOT_HEADER = (
    '{"version": 1, "name": "a", "new": true, "fingerprint": null, "taken": "2024-01-01"'
)


@pytest.mark.parametrize(
    "content",
    [
        *DAMAGED_SNAPSHOTS,
        f'{SNAPSHOT_HEADER}, "format": "json", "path": null, "text": 7}}',
        f'{SNAPSHOT_HEADER}, "format": "json", "path": null, "text": "\\ud800"}}',
        f'{SNAPSHOT_HEADER}, "format": "yaml", "path": "a\\u0000b", "text": "board: {{}}"}}',
        f'{SNAPSHOT_HEADER}, "format": "yaml", "path": 7, "text": "board: {{}}"}}',
    ],
)
def test_a_damaged_snapshot_hides_no_valid_one(
    content: str, session: Session, answers: Answers
) -> None:
    leave_snapshot(session.folder, "Here")
    (session.folder / "damaged.json").write_bytes(content.encode("utf-8", "surrogatepass"))
    (session.folder / "folder.json").mkdir()
    answers.press("Recover")
    assert session.recovery.offer()
    assert session.document.scenario.labels[G5] == ("Here",)


def test_a_snapshot_is_old_or_new_whichever_call_fails(tmp_path: Path) -> None:
    leave_snapshot(tmp_path, "Old")
    (file,) = tmp_path.glob("*.json")
    slot, old = RecoverySlot(tmp_path, file.stem), file.read_bytes()
    new = Snapshot(OpenFile(set_label(new_scenario(), G5, ("New",))), "New")
    for number in range(40):
        file.write_bytes(old)
        with pytest.MonkeyPatch.context() as patch, suppress(SnapshotError):
            Faults(number, raise_disk_full).install(patch)
            slot.write(new)
        assert slot.read().scenario.labels[G5] in (("Old",), ("New",))
    assert slot.read().scenario.labels[G5] == ("New",)


# Snapshots left by a crash


def kill_session(tmp_path: Path, edits: int, file: Path | None = None) -> int:
    """Kill a session once a snapshot has *edits* edits; return the number of its last edit."""
    arguments = [str(tmp_path / "recovery"), str(tmp_path / "other.ini")]
    arguments += [str(file)] if file else []
    command = [sys.executable, str(SESSION), *arguments]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout
        last_edit = int(process.stdout.readline())
        while count_stored_edits(tmp_path / "recovery") < edits:
            last_edit = int(process.stdout.readline())
            assert last_edit < MANY_EDITS, "no further snapshot was written"
        process.send_signal(signal.SIGKILL)
        written_edits = process.stdout.read().split()
    return max([last_edit, *map(int, written_edits)])


def count_stored_edits(folder: Path) -> int:
    """Return the number of edits in the snapshot of a running session."""
    for file in folder.glob("*.json"):
        return int(RecoverySlot(folder, file.stem).read().scenario.labels[G5][0])
    return 0


def test_after_kill_9_all_but_the_last_edits_are_recovered(
    session: Session, answers: Answers, tmp_path: Path
) -> None:
    last_edit = kill_session(tmp_path, edits=20)  # the first snapshot has fewer
    answers.press("Recover")
    assert session.recovery.offer()
    recovered_edit = int(session.document.scenario.labels[G5][0])
    assert 20 <= recovered_edit <= last_edit
    assert session.document.scenario == set_label(new_scenario(), G5, (str(recovered_edit),))
    assert not session.document.undo_stack.isClean()


def test_recovered_work_belongs_to_its_file_and_saves_to_it(
    session: Session, answers: Answers, tmp_path: Path
) -> None:
    path = tmp_path / "a.m44"
    scenario = new_scenario().with_hexes({G5: HexContent(terrain=Piece("woods"))})
    path.write_bytes(to_bytes(scenario, FileFormat.M44))
    kill_session(tmp_path, edits=1, file=path)
    assert read_file(path).scenario == scenario
    answers.press("Recover")
    assert session.recovery.offer()
    assert session.document.path == path
    assert session.files.save()
    assert read_file(path).scenario == session.document.scenario
    assert session.document.scenario.at(G5).terrain == Piece("woods")


def leave_snapshot(folder: Path, label: str) -> RecoverySlot:
    """Write a snapshot like that of a crashed session, and return its slot."""
    folder.mkdir(exist_ok=True)
    slot = RecoverySlot(folder)
    scenario = set_label(new_scenario(), G5, (label,))
    slot.write(Snapshot(OpenFile(scenario), label, None))
    return slot


def test_recovered_work_stays_safe_until_it_is_saved(
    session: Session, answers: Answers, qtbot: QtBot
) -> None:
    leave_snapshot(session.folder, "Here")
    answers.press("Recover")
    session.recovery.offer()
    (snapshot,) = session.snapshots()
    session.write("There")
    before = snapshot.stat().st_mtime_ns
    qtbot.waitUntil(lambda: snapshot.stat().st_mtime_ns != before)
    assert session.snapshots() == [snapshot]


def test_discarded_work_is_deleted(session: Session, answers: Answers) -> None:
    leave_snapshot(session.folder, "Here")
    answers.press("Discard")
    assert not session.recovery.offer()
    assert list(session.folder.iterdir()) == []


def test_work_left_for_later_is_offered_again(session: Session, answers: Answers) -> None:
    leave_snapshot(session.folder, "Here")
    answers.do(lambda dialog: QTest.keyClick(dialog, Qt.Key.Key_Escape))
    assert not session.recovery.offer()
    answers.press("Recover")
    assert session.recovery.offer()


def test_only_the_selected_snapshot_is_recovered(session: Session, answers: Answers) -> None:
    leave_snapshot(session.folder, "First")
    os.utime(session.snapshots()[0], (0, 0))  # the latest comes first
    leave_snapshot(session.folder, "Second")

    def act(dialog: QDialog) -> None:
        assert isinstance(dialog, RecoveryDialog)
        assert dialog.list.item(0).text().startswith("Second")
        dialog.list.setCurrentRow(0)
        QTest.keyClick(dialog.list, Qt.Key.Key_Down)
        QTest.mouseClick(dialog.recover_button, Qt.MouseButton.LeftButton)

    answers.do(act)
    session.recovery.offer()
    assert session.document.scenario.labels[G5] == ("First",)
    assert len(session.snapshots()) == 2
    assert len(abandoned_slots(session.folder)) == 1


def test_a_damaged_snapshot_can_only_be_discarded(session: Session, answers: Answers) -> None:
    leave_snapshot(session.folder, "Here")
    session.snapshots()[0].write_text('{"version": 1, "na')

    def act(dialog: QDialog) -> None:
        assert isinstance(dialog, RecoveryDialog)
        assert dialog.list.item(0).text().startswith("Damaged")
        assert dialog.list.item(0).text().endswith("the file is damaged")
        assert not dialog.recover_button.isEnabled()
        QTest.mouseClick(dialog.discard_button, Qt.MouseButton.LeftButton)

    answers.do(act)
    session.recovery.offer()
    assert session.snapshots() == []


def test_the_previous_snapshot_survives_a_full_disk(session: Session, tmp_path: Path) -> None:
    slot = leave_snapshot(session.folder, "Here")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    with pytest.raises(Exception, match=r"."):
        slot.write(Snapshot(OpenFile(set_label(new_scenario(), G5, ("There",))), "There"))
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert slot.read().scenario.labels[G5] == ("Here",)
