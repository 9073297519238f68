"""Help > Report a Problem and Help > Copy Examples, driven by mouse and keyboard."""

from __future__ import annotations

import zipfile
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLineEdit
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer
from tests.editor.windows.test_sheet_window import type_path

from m44editor.windows.main_window import MainWindow
from m44editor.windows.problem_report import ReportProblemDialog

LEFT = Qt.MouseButton.LeftButton


def tab_titles(dialog: ReportProblemDialog) -> list[str]:
    return [dialog.parts.tabText(number) for number in range(dialog.parts.count())]


def test_a_report_is_one_file_with_the_selected_parts(
    window: MainWindow, answers: DialogAnswerer, tmp_path: Path, qtbot: QtBot
) -> None:
    window.context.settings.setValue("some/folder", str(tmp_path))
    window.context.settings.setValue("sheet/paper", "a3")
    target = tmp_path / "report.zip"

    def fill_in(dialog: QDialog) -> None:
        assert isinstance(dialog, ReportProblemDialog)
        QTest.keyClicks(dialog.story, "The hill vanished.")
        QTest.keyClick(dialog.with_scenario, Qt.Key.Key_Space)
        assert tab_titles(dialog) == ["report.txt", "settings.txt", "mill.m44"]
        answers.do(type_path(target))
        QTest.keyClick(dialog.save_button, Qt.Key.Key_Space)
        assert dialog.status.text() == "Saved report.zip. Nothing was sent."
        QTest.keyClick(dialog, Qt.Key.Key_Escape)

    answers.do(fill_in)
    window.commands["report-problem"].trigger()
    with zipfile.ZipFile(target) as report:
        assert "The hill vanished." in report.read("report.txt").decode()
        settings = report.read("settings.txt").decode()
        assert "sheet/paper = a3" in settings
        assert str(tmp_path) not in settings
        assert report.read("mill.m44") == (tmp_path / "scenarios" / "mill.m44").read_bytes()


def test_the_log_can_be_left_out_and_hides_the_home_folder(
    window: MainWindow, answers: DialogAnswerer, tmp_path: Path
) -> None:
    log = tmp_path / "state" / "m44-workshop" / "editor.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text(f"read {Path.home()}/secret/map.m44\n")

    def inspect_log(dialog: QDialog) -> None:
        assert isinstance(dialog, ReportProblemDialog)
        assert dialog.contents()["editor.log"] == "read ~/secret/map.m44\n"
        QTest.keyClick(dialog.with_log, Qt.Key.Key_Space)
        assert "editor.log" not in tab_titles(dialog)
        QTest.keyClick(dialog, Qt.Key.Key_Escape)

    answers.do(inspect_log)
    window.commands["report-problem"].trigger()


def test_an_unwritable_report_is_reported(
    window: MainWindow, answers: DialogAnswerer, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")

    def save(dialog: QDialog) -> None:
        assert isinstance(dialog, ReportProblemDialog)
        dialog.story.setFocus()
        answers.do(lambda picker: _enter_path(picker, tmp_path / "file" / "report.zip"))
        QTest.mouseClick(dialog.save_button, LEFT)
        assert not dialog.folder_button.isVisible()
        QTest.keyClick(dialog, Qt.Key.Key_Escape)

    answers.do(save)
    window.commands["report-problem"].trigger()


def _enter_path(picker: QDialog, path: Path) -> None:
    """Choose a path even if the file dialog would refuse it."""
    edit = picker.findChild(QLineEdit)
    assert edit is not None
    edit.setText(str(path))
    QDialog.accept(picker)


def test_the_examples_are_copied_to_a_chosen_folder(
    window: MainWindow, answers: DialogAnswerer, tmp_path: Path
) -> None:
    target = tmp_path / "mine"
    target.mkdir()
    copies = target / "M44 Workshop Examples"
    answers.do(type_path(target))
    answers.press("OK")
    window.commands["copy-examples"].trigger()
    assert (copies / "pegasus-bridge.yaml").is_file()
    assert (copies / "packs" / "alpine" / "pack.yaml").is_file()
    (copies / "toulon.yaml").write_text("mine")
    answers.do(type_path(target))
    answers.press("OK")
    window.commands["copy-examples"].trigger()
    assert (copies / "toulon.yaml").read_text() == "mine"
    assert "toulon.yaml" in answers.asked[-1]
