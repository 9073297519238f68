"""Batches, started from the menus of the library window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QProgressDialog, QPushButton
from tests.editor.conftest import Answers
from tests.editor.library.conftest import NAMES, Shelf

from m44editor.library.batches import ReportDialog


def end_of(shelf: Shelf) -> ReportDialog:
    """Wait for the end of a batch, and return its report."""
    found: list[ReportDialog] = []

    def reported() -> bool:
        found[:] = [d for d in shelf.window.findChildren(ReportDialog) if d.isVisible()]
        return bool(found)

    shelf.qtbot.waitUntil(reported, timeout=120_000)
    return found[-1]


def close(dialog: ReportDialog) -> None:
    dialog.accept()
    QApplication.processEvents()


def test_selected_files_are_converted_and_undone_as_one(shelf: Shelf, folder: Path) -> None:
    shelf.click("toulon")
    shelf.click("sword-beach", Qt.KeyboardModifier.ControlModifier)
    shelf.window.commands["m44"].trigger()
    dialog = end_of(shelf)
    assert dialog.text.toPlainText().startswith("2 files; 2 written, 0 failed")
    close(dialog)
    assert {path.stem for path in folder.glob("*.m44")} == {"toulon", "sword-beach"}
    shelf.window.activateWindow()
    shelf.qtbot.waitUntil(shelf.window.isActiveWindow)
    assert shelf.window.commands["undo"].isEnabled()
    QTest.keyClick(shelf.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    close(end_of(shelf))
    assert list(folder.glob("*.m44")) == []
    assert not shelf.window.commands["undo"].isEnabled()


def test_all_files_are_checked_without_a_selection_and_the_report_is_saved(
    shelf: Shelf, answers: Answers, tmp_path: Path
) -> None:
    answers.press("Yes")
    shelf.window.commands["check"].trigger()
    answers.stop()
    dialog = end_of(shelf)
    said = dialog.text.toPlainText()
    assert said.startswith("5 files; 0 written")
    assert all(f"{name}.yaml" in said for name in NAMES)
    dialog.save(tmp_path / "report.txt")
    assert (tmp_path / "report.txt").read_text("utf-8").strip() == said.strip()
    close(dialog)


def test_a_batch_that_is_cancelled_reports_what_was_done(shelf: Shelf) -> None:
    shelf.window.grid.selectAll()
    shelf.window.commands["json"].trigger()
    (progress,) = shelf.window.findChildren(QProgressDialog)
    progress.findChildren(QPushButton)[0].click()
    dialog = end_of(shelf)
    assert len(shelf.window.batch.outcomes) < 5
    close(dialog)
