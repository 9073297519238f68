"""Batches, started from the menus of the library window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QProgressDialog, QPushButton
from tests.editor.conftest import DialogAnswerer
from tests.editor.library.conftest import NAMES, LibraryDriver

from m44editor.library.batches import ReportDialog


def wait_for_report(library_driver: LibraryDriver) -> ReportDialog:
    """Wait for the end of a batch, and return its report."""
    report_dialogs: list[ReportDialog] = []

    def is_report_visible() -> bool:
        report_dialogs[:] = [
            d for d in library_driver.window.findChildren(ReportDialog) if d.isVisible()
        ]
        return bool(report_dialogs)

    library_driver.qtbot.waitUntil(is_report_visible, timeout=120_000)
    return report_dialogs[-1]


def close_report(dialog: ReportDialog) -> None:
    dialog.accept()
    QApplication.processEvents()


def test_selected_files_are_converted_and_undone_together(
    library_driver: LibraryDriver, folder: Path
) -> None:
    library_driver.click("toulon")
    library_driver.click("sword-beach", Qt.KeyboardModifier.ControlModifier)
    library_driver.window.commands["m44"].trigger()
    dialog = wait_for_report(library_driver)
    assert dialog.text.toPlainText().startswith("2 files; 2 written, 0 failed")
    close_report(dialog)
    assert {path.stem for path in folder.glob("*.m44")} == {"toulon", "sword-beach"}
    library_driver.window.activateWindow()
    library_driver.qtbot.waitUntil(library_driver.window.isActiveWindow)
    assert library_driver.window.commands["undo"].isEnabled()
    QTest.keyClick(library_driver.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    close_report(wait_for_report(library_driver))
    assert list(folder.glob("*.m44")) == []
    assert not library_driver.window.commands["undo"].isEnabled()


def test_without_a_selection_all_files_are_checked_and_the_report_can_be_saved(
    library_driver: LibraryDriver, answers: DialogAnswerer, tmp_path: Path
) -> None:
    answers.press("Yes")
    library_driver.window.commands["check"].trigger()
    answers.stop()
    dialog = wait_for_report(library_driver)
    dialog_text = dialog.text.toPlainText()
    assert dialog_text.startswith("5 files; 0 written")
    assert all(f"{name}.yaml" in dialog_text for name in NAMES)
    dialog.save(tmp_path / "report.txt")
    assert (tmp_path / "report.txt").read_text("utf-8").strip() == dialog_text.strip()
    close_report(dialog)


def test_a_canceled_batch_reports_its_results(library_driver: LibraryDriver) -> None:
    library_driver.window.grid.selectAll()
    library_driver.window.commands["json"].trigger()
    (progress,) = library_driver.window.findChildren(QProgressDialog)
    progress.findChildren(QPushButton)[0].click()
    dialog = wait_for_report(library_driver)
    assert len(library_driver.window.batch.outcomes) < 5
    close_report(dialog)
