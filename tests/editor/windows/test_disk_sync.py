"""Changes by other programs, unsaved changes on closing, and recent files."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QDialog,
    QMenu,
)
from pytestqt.qtbot import QtBot
from tests.editor.windows.file_controller_driver import Answers, FileControllerDriver

from m44core.board import Face
from m44core.io.files.file_reader import FileFormat, read_file
from m44core.io.files.serialization import to_bytes
from m44core.model.edits import change_face, new_scenario
from m44editor.documents.document import Document
from m44editor.windows.file_controller import FileController
from m44editor.windows.file_dialogs import NewScenarioDialog

# Changes by others


def replace_file(path: Path, face: Face = Face.DESERT) -> bytes:
    """Replace a file as another program would, and return its new content."""
    data = to_bytes(change_face(new_scenario(), face), FileFormat.of(path))
    other = path.with_suffix(".other")
    other.write_bytes(data)
    other.replace(path)
    return data


def test_repeated_changes_on_disk_are_noticed(
    controller_driver: FileControllerDriver, qtbot: QtBot
) -> None:
    path = controller_driver.write("a.m44")
    controller_driver.files.open_path(path)
    for face in (Face.DESERT, Face.WINTER, Face.BEACH):
        replace_file(path, face)
        qtbot.waitUntil(controller_driver.files.bar.isVisible)
        QTest.mouseClick(controller_driver.files.bar.buttons[0], Qt.MouseButton.LeftButton)
        assert controller_driver.document.scenario.face is face
        assert controller_driver.is_clean


def test_keeping_own_changes_leaves_the_document_unsaved_and_saves_without_asking(
    controller_driver: FileControllerDriver, qtbot: QtBot
) -> None:
    path = controller_driver.write("a.m44")
    controller_driver.files.open_path(path)
    replace_file(path)
    qtbot.waitUntil(controller_driver.files.bar.isVisible)
    QTest.mouseClick(controller_driver.files.bar.buttons[1], Qt.MouseButton.LeftButton)
    assert not controller_driver.is_clean
    assert controller_driver.files.save()
    assert read_file(path).scenario == controller_driver.document.scenario


def test_saving_is_not_mistaken_for_an_external_change(
    controller_driver: FileControllerDriver, qtbot: QtBot
) -> None:
    controller_driver.files.open_path(controller_driver.write("a.m44"))
    controller_driver.paint()
    controller_driver.files.save()
    qtbot.wait(400)
    assert not controller_driver.files.bar.isVisible()


def test_overwriting_an_external_change_needs_confirmation(
    controller_driver: FileControllerDriver, answers: Answers
) -> None:
    path = controller_driver.write("a.m44")
    controller_driver.files.open_path(path)
    controller_driver.paint()
    theirs = replace_file(path)
    answers.press("Cancel")
    assert not controller_driver.files.save()
    assert path.read_bytes() == theirs
    answers.press("Overwrite")
    assert controller_driver.files.save()
    assert read_file(path).scenario == controller_driver.document.scenario


def test_a_deleted_file_leaves_the_document_unsaved(
    controller_driver: FileControllerDriver, qtbot: QtBot
) -> None:
    path = controller_driver.write("a.m44")
    controller_driver.files.open_path(path)
    path.unlink()
    qtbot.waitUntil(controller_driver.files.bar.isVisible)
    assert not controller_driver.is_clean
    assert controller_driver.files.save()
    assert path.exists()


def test_the_notice_of_a_deleted_file_disappears_when_the_file_is_restored(
    controller_driver: FileControllerDriver, qtbot: QtBot
) -> None:
    path = controller_driver.write("a.m44")
    controller_driver.files.open_path(path)
    data = path.read_bytes()
    for _ in range(2):
        path.unlink()
        qtbot.waitUntil(controller_driver.files.bar.isVisible)
        path.write_bytes(data)
        qtbot.waitUntil(lambda: not controller_driver.files.bar.isVisible())
        assert controller_driver.is_clean
    controller_driver.paint()
    assert controller_driver.files.save()


def test_a_file_replacing_a_deleted_one_is_overwritten_only_after_confirmation(
    controller_driver: FileControllerDriver, qtbot: QtBot, answers: Answers
) -> None:
    path = controller_driver.write("a.m44")
    controller_driver.files.open_path(path)
    controller_driver.paint()
    path.unlink()
    qtbot.waitUntil(controller_driver.files.bar.isVisible)
    theirs = replace_file(path)
    answers.press("Cancel")
    assert not controller_driver.files.save()
    assert path.read_bytes() == theirs
    qtbot.waitUntil(lambda: len(controller_driver.files.bar.buttons) == 2)
    assert "Reloading it will discard your changes" in controller_driver.files.bar.label.text()
    QTest.mouseClick(controller_driver.files.bar.buttons[1], Qt.MouseButton.LeftButton)
    assert controller_driver.files.save()
    assert read_file(path).scenario == controller_driver.document.scenario


def test_a_notice_stays_while_the_file_is_unreadable(
    controller_driver: FileControllerDriver, qtbot: QtBot, answers: Answers
) -> None:
    path = controller_driver.write("a.m44")
    controller_driver.files.open_path(path)
    controller_driver.paint()
    painted_scenario, data = controller_driver.document.scenario, path.read_bytes()
    path.unlink()
    path.mkdir()
    qtbot.waitUntil(lambda: "cannot be read" in controller_driver.files.bar.label.text())
    assert "save it under another name" in controller_driver.files.bar.label.text()
    answers.press("Cancel")
    assert not controller_driver.files.save()
    assert controller_driver.document.scenario == painted_scenario
    path.rmdir()
    path.write_bytes(data)
    qtbot.waitUntil(lambda: not controller_driver.files.bar.isVisible())
    assert controller_driver.files.save()
    assert read_file(path).scenario == painted_scenario


def test_the_notice_of_a_change_disappears_when_the_change_is_reverted(
    controller_driver: FileControllerDriver, qtbot: QtBot
) -> None:
    path = controller_driver.write("a.m44")
    controller_driver.files.open_path(path)
    data = path.read_bytes()
    replace_file(path)
    qtbot.waitUntil(controller_driver.files.bar.isVisible)
    path.write_bytes(data)
    qtbot.waitUntil(lambda: not controller_driver.files.bar.isVisible())


def test_reloading_a_damaged_file_is_reported_and_keeps_the_work(
    controller_driver: FileControllerDriver, qtbot: QtBot, answers: Answers
) -> None:
    path = controller_driver.write("a.m44")
    controller_driver.files.open_path(path)
    controller_driver.paint()
    painted_scenario = controller_driver.document.scenario
    path.write_bytes(b"\xff\x00 broken")
    qtbot.waitUntil(controller_driver.files.bar.isVisible)
    answers.press("OK")
    QTest.mouseClick(controller_driver.files.bar.buttons[0], Qt.MouseButton.LeftButton)
    assert controller_driver.document.scenario == painted_scenario
    assert not controller_driver.is_clean
    assert controller_driver.files.bar.isVisible()


# Closing


def test_a_saved_document_closes_without_a_question(
    controller_driver: FileControllerDriver,
) -> None:
    assert controller_driver.files.confirm_close()


def test_closing_offers_to_save(controller_driver: FileControllerDriver, answers: Answers) -> None:
    path = controller_driver.write("a.m44")
    controller_driver.files.open_path(path)
    controller_driver.paint()
    answers.press("Save")
    assert controller_driver.files.confirm_close()
    assert read_file(path).scenario == controller_driver.document.scenario


def test_closing_offers_to_discard(
    controller_driver: FileControllerDriver, answers: Answers
) -> None:
    path = controller_driver.write("a.m44")
    before = path.read_bytes()
    controller_driver.files.open_path(path)
    controller_driver.paint()
    answers.press("Discard")
    assert controller_driver.files.confirm_close()
    assert path.read_bytes() == before


def test_closing_can_be_canceled_with_escape(
    controller_driver: FileControllerDriver, answers: Answers
) -> None:
    controller_driver.paint()
    answers.do(lambda dialog: QTest.keyClick(dialog, Qt.Key.Key_Escape))
    assert not controller_driver.files.confirm_close()


def test_opening_another_file_keeps_unsaved_work_open(
    controller_driver: FileControllerDriver,
) -> None:
    controller_driver.paint()
    painted_sheet = controller_driver.document.sheet
    assert controller_driver.files.open_path(controller_driver.write("a.m44"))
    assert tuple(controller_driver.files.sheets) == (
        painted_sheet,
        controller_driver.document.sheet,
    )
    assert painted_sheet.has_unsaved_changes


def test_reloading_asks_before_discarding_changes(
    controller_driver: FileControllerDriver, answers: Answers
) -> None:
    controller_driver.files.open_path(controller_driver.write("a.m44"))
    controller_driver.paint()
    answers.press("Cancel")
    assert not controller_driver.files.reload()
    answers.press("Reload")
    assert controller_driver.files.reload()
    assert controller_driver.document.scenario == new_scenario()


# Recent files


def test_the_latest_files_come_first_and_twelve_are_kept(
    controller_driver: FileControllerDriver,
) -> None:
    paths = [controller_driver.write(f"{number}.m44") for number in range(14)]
    for path in paths:
        controller_driver.files.open_path(path)
    assert controller_driver.files.recent.paths == tuple(reversed(paths[2:]))
    assert controller_driver.files.recent.folder == controller_driver.folder


def test_a_single_recent_file_survives_the_settings_file(
    controller_driver: FileControllerDriver,
) -> None:
    path = controller_driver.write("a.m44")
    controller_driver.files.open_path(path)
    controller_driver.settings.sync()
    reread_settings = QSettings(controller_driver.settings.fileName(), QSettings.Format.IniFormat)
    assert FileController(Document(new_scenario()), None, reread_settings).recent.paths == (path,)


def test_missing_files_are_listed_but_cannot_be_chosen(
    controller_driver: FileControllerDriver,
) -> None:
    kept_file, deleted_file = (
        controller_driver.write("kept.m44"),
        controller_driver.write("gone & away.m44"),
    )
    for path in (deleted_file, kept_file):
        controller_driver.files.open_path(path)
    deleted_file.unlink()
    menu = QMenu()
    chosen: list[Path] = []
    controller_driver.files.recent.fill_menu(menu, chosen.append)
    first, second = menu.actions()[:2]
    assert (first.isEnabled(), second.isEnabled()) == (True, False)
    assert "gone && away.m44" in second.text()
    first.trigger()
    assert chosen == [kept_file]
    menu.actions()[-1].trigger()
    assert controller_driver.files.recent.paths == (kept_file,)


def test_a_new_scenario_has_the_chosen_format_and_face(
    controller_driver: FileControllerDriver, answers: Answers
) -> None:
    def act(dialog: QDialog) -> None:
        assert isinstance(dialog, NewScenarioDialog)
        QTest.keyClicks(dialog.board_box, "Over")
        QTest.keyClicks(dialog.face_box, "Win")
        QTest.keyClick(dialog, Qt.Key.Key_Return)

    answers.do(act)
    assert controller_driver.files.new()
    assert controller_driver.document.scenario.board.type == "OVERLORD"
    assert controller_driver.document.scenario.face is Face.WINTER
