"""File > File History, driven by mouse and keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QInputDialog,
    QLineEdit,
    QPushButton,
)
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer, choose_language
from tests.editor.interface_texts import untranslated_texts
from tests.editor.windows.conftest import paint_hill

from m44core.history.file_history import histories_in
from m44editor.documents.document import Document
from m44editor.documents.history_settings import HistorySettings, history_folder
from m44editor.windows.history.history_dialog import HistoryDialog, HistorySettingsDialog
from m44editor.windows.history.version_recorder import VersionRecorder
from m44editor.windows.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def shown_history(window: MainWindow, recorder: VersionRecorder, qtbot: QtBot) -> HistoryDialog:
    """The history of a file with three versions, opened by its shortcut."""
    for name in ("M1", "K1"):
        paint_hill(window, name)
        window.files.save()
        recorder.wait()
    return open_history(window, qtbot)


def open_history(window: MainWindow, qtbot: QtBot) -> HistoryDialog:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(window, Qt.Key.Key_H, modifiers)
    dialog = window.findChild(HistoryDialog, "history")
    assert dialog is not None
    qtbot.waitUntil(dialog.isVisible)
    qtbot.waitUntil(lambda: all("\n" in text for text in row_texts(dialog)))
    return dialog


def row_texts(dialog: HistoryDialog) -> list[str]:
    return [dialog.list.item(row).text() for row in range(dialog.list.count())]


def click_row(dialog: HistoryDialog, row: int) -> None:
    point = dialog.list.visualItemRect(dialog.list.item(row)).center()
    QTest.mouseClick(dialog.list.viewport(), LEFT, pos=point)


def press_button(dialog: QDialog, label: str) -> None:
    buttons = dialog.findChildren(QPushButton)
    button = next(b for b in buttons if b.text().replace("&", "") == label)
    QTest.mouseClick(button, LEFT)


def test_each_version_shows_its_time_reason_and_changes(shown_history: HistoryDialog) -> None:
    newest, second, oldest = row_texts(shown_history)
    assert newest.startswith("Today, ")
    assert newest.endswith(": Saved\n+ K1 terrain: Hill")
    assert second.endswith(": Saved\n+ M1 terrain: Hill")
    assert oldest.endswith(": As opened\nOldest stored version")


def test_a_click_shows_the_version_and_its_changes(shown_history: HistoryDialog) -> None:
    click_row(shown_history, 1)
    board = shown_history.view.board
    assert board.hex("M1") in shown_history.view.scenario.hexes
    assert board.hex("K1") not in shown_history.view.scenario.hexes
    assert [entry.text for entry in shown_history.changes.differences] == ["M1  Terrain: Hill"]


def test_a_version_can_be_compared_with_the_current_scenario(shown_history: HistoryDialog) -> None:
    click_row(shown_history, 2)
    shown_history.compare_with.setFocus()
    QTest.keyClick(shown_history.compare_with, Qt.Key.Key_Down)
    difference_texts = [entry.text for entry in shown_history.changes.differences]
    assert difference_texts == ["K1  Terrain: Hill", "M1  Terrain: Hill"]


def test_each_version_has_a_picture(shown_history: HistoryDialog, qtbot: QtBot) -> None:
    def are_painted() -> bool:
        images = (shown_history.list.item(row).icon().pixmap(96, 66).toImage() for row in range(3))
        return all(image.pixelColor(48, 33).alpha() for image in images)

    qtbot.waitUntil(are_painted)


def test_restoring_is_one_step_that_saves_the_exact_bytes(
    window: MainWindow, shown_history: HistoryDialog, path: Path
) -> None:
    restored_scenario = window.document.scenario
    steps = window.document.undo_stack.count()
    oldest_version = shown_history.list.versions[2]
    click_row(shown_history, 2)
    press_button(shown_history, "Restore")
    assert window.document.undo_stack.count() == steps + 1
    assert window.document.undo_stack.undoText().startswith("Restore Version from Today")
    assert window.files.save()
    assert path.read_bytes() == oldest_version.history.read(oldest_version.version)
    window.document.undo_stack.undo()
    assert window.document.scenario == restored_scenario


def test_restoring_a_version_stores_unsaved_work_first(
    window: MainWindow, shown_history: HistoryDialog, recorder: VersionRecorder, qtbot: QtBot
) -> None:
    paint_hill(window, "E1")
    click_row(shown_history, 2)
    press_button(shown_history, "Restore")
    qtbot.waitUntil(lambda: shown_history.list.count() == 4)
    assert "Not saved yet" in row_texts(shown_history)[0]


def test_a_version_is_compared_with_the_edited_scenario(
    window: MainWindow, shown_history: HistoryDialog
) -> None:
    click_row(shown_history, 1)
    press_button(shown_history, "Compare with Current")
    (comparison,) = window.context.comparisons.windows
    assert "mill.m44 (Today" in comparison.windowTitle()
    assert [entry.text for entry in comparison.difference_list.differences] == ["K1  Terrain: Hill"]


def test_a_version_opens_in_its_own_tab(window: MainWindow, shown_history: HistoryDialog) -> None:
    click_row(shown_history, 2)
    shown_history.actions_by_name["open"].trigger()
    assert len(window.files.sheets) == 2
    assert window.document.path is None
    assert window.document.scenario == shown_history.view.scenario
    window.document.undo_stack.setClean()


def test_a_pin_is_shown_and_stored(shown_history: HistoryDialog) -> None:
    click_row(shown_history, 1)
    QTest.keyClick(shown_history.list, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert row_texts(shown_history)[1].startswith("★ ")
    assert shown_history.list.currentRow() == 1
    assert shown_history.actions_by_name["pin"].text() == "Un&pin"
    QTest.keyClick(shown_history.list, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert not row_texts(shown_history)[1].startswith("★ ")


def test_a_note_is_added_to_a_version(
    shown_history: HistoryDialog, answers: DialogAnswerer
) -> None:
    def write(dialog: QDialog) -> None:
        assert isinstance(dialog, QInputDialog)
        field = dialog.findChild(QLineEdit)
        assert field
        QTest.keyClicks(field, "To the testers")
        QTest.keyClick(field, Qt.Key.Key_Return)

    answers.do(write)
    click_row(shown_history, 1)
    QTest.keyClick(shown_history.list, Qt.Key.Key_F2)
    assert "To the testers" in row_texts(shown_history)[1]
    assert shown_history.list.versions[1].version.pinned


@pytest.mark.parametrize(("answer", "versions_left"), [("Yes", 2), ("No", 3)])
def test_a_version_is_deleted_only_after_confirmation(
    shown_history: HistoryDialog, answers: DialogAnswerer, answer: str, versions_left: int
) -> None:
    answers.press(answer)
    click_row(shown_history, 1)
    QTest.keyClick(shown_history.list, Qt.Key.Key_Delete)
    assert shown_history.list.count() == versions_left
    assert "You cannot undo this" in answers.asked[0]


def test_a_copy_has_the_exact_bytes(
    shown_history: HistoryDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "copy.m44"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(target), ""))
    oldest_version = shown_history.list.versions[2]
    click_row(shown_history, 2)
    shown_history.actions_by_name["copy"].trigger()
    assert target.read_bytes() == oldest_version.history.read(oldest_version.version)


def test_a_newly_saved_version_is_listed(
    window: MainWindow, shown_history: HistoryDialog, qtbot: QtBot
) -> None:
    paint_hill(window, "E1")
    window.files.save()
    qtbot.waitUntil(lambda: shown_history.list.count() == 4)


def test_a_damaged_version_is_reported_and_the_others_are_shown(
    window: MainWindow, recorder: VersionRecorder, qtbot: QtBot
) -> None:
    paint_hill(window, "M1")
    window.files.save()
    recorder.wait()
    (history,) = histories_in(history_folder())
    oldest = history.versions()[-1]
    (history.folder / "contents" / f"{oldest.digest}.z").write_bytes(b"?")
    dialog = open_history(window, qtbot)
    assert "damaged or missing" in row_texts(dialog)[1]
    click_row(dialog, 1)
    assert not dialog.actions_by_name["restore"].isEnabled()
    assert dialog.actions_by_name["delete"].isEnabled()
    click_row(dialog, 0)
    assert dialog.actions_by_name["restore"].isEnabled()


def test_a_scenario_that_was_never_saved_has_no_history(
    window: MainWindow, answers: DialogAnswerer
) -> None:
    window.files.show_as_unsaved_work(window.document.scenario)
    answers.press("OK")
    window.commands["history"].trigger()
    assert "The history starts when you first save the scenario." in answers.asked[0]


def test_history_settings_are_changed_in_a_dialog(
    window: MainWindow, shown_history: HistoryDialog, answers: DialogAnswerer
) -> None:
    def choose(dialog: QDialog) -> None:
        assert isinstance(dialog, HistorySettingsDialog)
        QTest.keyClick(dialog.next_to_file, Qt.Key.Key_Space)
        dialog.number.setFocus()
        dialog.number.selectAll()
        QTest.keyClicks(dialog.number, "7")
        dialog.accept()

    answers.do(choose)
    shown_history._edit_settings()
    saved_settings = HistorySettings.load(window.settings)
    assert (
        saved_settings.is_enabled,
        saved_settings.next_to_file,
        saved_settings.limits.max_versions,
    ) == (
        True,
        True,
        7,
    )


def test_the_dialog_follows_a_language_change(
    window: MainWindow, shown_history: HistoryDialog, qtbot: QtBot
) -> None:
    choose_language(window, "fr")
    qtbot.waitUntil(
        lambda: (
            (d := window.findChild(HistoryDialog, "history")) is not None and d is not shown_history
        )
    )
    dialog = window.findChild(HistoryDialog, "history")
    assert dialog is not None
    assert dialog.windowTitle() == "Historique de mill.m44"


@pytest.mark.usefixtures("pseudo_language")
def test_every_text_is_translatable(
    window: MainWindow, recorder: VersionRecorder, qtbot: QtBot, path: Path
) -> None:
    paint_hill(window, "M1")
    window.files.save()
    recorder.wait()
    dialog = open_history(window, qtbot)
    assert not untranslated_texts(dialog, str(history_folder()), path.name)
    settings_dialog = HistorySettingsDialog(window.settings, dialog)
    assert not untranslated_texts(settings_dialog)


def test_opening_a_different_file_closes_the_history(
    window: MainWindow, shown_history: HistoryDialog, document: Document, qtbot: QtBot
) -> None:
    window.files.show_as_unsaved_work(document.scenario)
    assert window.findChild(HistoryDialog, "history") is None
    qtbot.waitUntil(lambda: window.findChild(HistoryDialog) is None)


def test_escape_closes_the_history(
    window: MainWindow, shown_history: HistoryDialog, qtbot: QtBot
) -> None:
    QTest.keyClick(shown_history.list, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.findChild(HistoryDialog, "history") is None)


def test_without_versions_there_is_no_empty_preview(window: MainWindow, qtbot: QtBot) -> None:
    dialog = HistoryDialog(Path("/no/such/file.yaml"), window.settings)
    dialog.refresh()
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.list.isVisible()
    assert not dialog.view.isVisible()
    assert not dialog.changes.isVisible()
