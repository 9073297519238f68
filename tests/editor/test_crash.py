"""After an internal error the work is saved and the error is reported."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer

from m44core.faults import reports_folder
from m44core.hexes import Hex
from m44core.model.edits import clear_hexes
from m44editor.crash import CrashHandler
from m44editor.documents.document import Document
from m44editor.windows.file_controller import FileController
from m44editor.windows.recovery import Recovery


@pytest.fixture
def recovery(document: Document, qtbot: QtBot, tmp_path: Path) -> Recovery:
    return Recovery(document, FileController(document), tmp_path / "recovery")


def make_handler(recovery: Recovery) -> CrashHandler:
    crash_handler = CrashHandler()
    crash_handler.guard(recovery)
    return crash_handler


def test_a_crash_writes_the_recovery_file_and_is_reported(
    document: Document,
    recovery: Recovery,
    answers: DialogAnswerer,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    document.edit("Clear", clear_hexes(document.scenario, [Hex(0, 0)]))
    answers.press("OK")
    error = RuntimeError("the sky fell")
    make_handler(recovery)(RuntimeError, error, None)
    assert "RuntimeError: the sky fell" in capsys.readouterr().err
    assert "Recovery copies of unsaved scenarios and games were saved" in answers.asked[0]
    assert len(list((tmp_path / "recovery").glob("*.json"))) == 1
    document.undo_stack.setClean()
    recovery.close()


def test_a_repeated_error_is_shown_once_with_a_report_that_names_the_open_files(
    document: Document, recovery: Recovery, answers: DialogAnswerer, tmp_path: Path
) -> None:
    (tmp_path / "map.m44").write_text("{}")
    document.replace(document.scenario, tmp_path / "map.m44")
    answers.press("Copy Report")
    crash_handler = make_handler(recovery)
    for _ in range(3):
        crash_handler(RuntimeError, RuntimeError("the sky fell"), None)
    (report,) = reports_folder().glob("fault-*")
    assert "'map.m44', 2 bytes" in report.read_text("utf-8")
    assert len(answers.asked) == 1
    assert str(report) in answers.asked[0].replace("\u200b", "")
    assert QApplication.clipboard().text() == report.read_text("utf-8")
    recovery.close()


def test_a_crash_is_reported_if_the_recovery_file_cannot_be_written(
    document: Document, recovery: Recovery, answers: DialogAnswerer, tmp_path: Path
) -> None:
    (tmp_path / "recovery").write_text("in the way")
    document.edit("Clear", clear_hexes(document.scenario, [Hex(0, 0)]))
    answers.press("OK")
    make_handler(recovery)(RuntimeError, RuntimeError("the sky fell"), None)
    assert "the sky fell" in answers.asked[0]
    document.undo_stack.setClean()
    recovery.close()


def test_escape_closes_the_crash_dialog(recovery: Recovery, answers: DialogAnswerer) -> None:
    answers.do(lambda dialog: QTest.keyClick(dialog, Qt.Key.Key_Escape))
    make_handler(recovery)(RuntimeError, RuntimeError("the sky fell"), None)
    assert len(answers.asked) == 1
    recovery.close()


def test_ctrl_c_is_not_a_crash(recovery: Recovery, capsys: pytest.CaptureFixture[str]) -> None:
    make_handler(recovery)(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert "KeyboardInterrupt" in capsys.readouterr().err
    recovery.close()
