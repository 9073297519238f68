"""The printed setup checklist."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QBuffer, QSizeF, Qt
from PySide6.QtGui import QPageSize, QPdfWriter, QTextTable
from PySide6.QtPrintSupport import QPrintDialog
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer

from m44core.messages.message import Message
from m44core.model.scenario import Scenario
from m44core.validation.setup_checklist import ChecklistItem, ChecklistStep, checklist_steps
from m44editor.list_widgets import rows_below_headings
from m44editor.windows.main_window import MainWindow
from m44editor.windows.setup_checklist import (
    SetupChecklist,
    keep_headings_with_tables,
    setup_page,
)

pytestmark = pytest.mark.usefixtures("qapp")


def test_the_columns_of_all_steps_are_aligned(pegasus: Scenario) -> None:
    page = setup_page("Pegasus Bridge", tuple(checklist_steps(pegasus)), ())
    page.setPageSize(QSizeF(720, 1000))
    tables = [frame for frame in page.rootFrame().childFrames() if isinstance(frame, QTextTable)]
    starts = set()
    for table in tables:
        block = table.cellAt(0, 2).firstCursorPosition().block()
        starts.add(round(page.documentLayout().blockBoundingRect(block).left()))
    assert len(tables) > 3
    assert len(starts) == 1


def test_no_page_ends_with_a_heading() -> None:
    split_counts = [count for count in range(20, 60) if not is_kept_together(count)]
    assert split_counts == []


def is_kept_together(count: int) -> bool:
    """Return whether a heading after *count* lines is on the same page as its first line."""
    items = tuple(ChecklistItem(Message(f"thing {number}"), ("A1",)) for number in range(count))
    steps = (ChecklistStep(Message("first"), items), ChecklistStep(Message("second"), items[:3]))
    paper = QPdfWriter(QBuffer())
    paper.setPageSize(QPageSize(QPageSize.PageSizeId.A5))
    page = setup_page("Setup", steps, ())
    keep_headings_with_tables(page, paper)
    page.documentLayout().setPaintDevice(paper)
    frame = page.rootFrame().frameFormat()
    frame.setMargin(2 / 2.54 * 96)
    page.rootFrame().setFrameFormat(frame)
    page.setPageSize(QSizeF(paper.width(), paper.height()))
    heading = page.find("second").block()
    rects = [page.documentLayout().blockBoundingRect(b) for b in (heading, heading.next())]
    return rects[0].top() // paper.height() == rects[1].bottom() // paper.height()


def test_ctrl_p_prints_the_checklist(
    window: MainWindow, answers: DialogAnswerer, qtbot: QtBot
) -> None:
    window.commands["setup-list"].trigger()
    (checklist_window,) = window.findChildren(SetupChecklist)
    checklist_window.activateWindow()
    qtbot.waitUntil(checklist_window.isActiveWindow)
    printers = list[QDialog]()

    def dismiss(dialog: QDialog) -> None:
        printers.append(dialog)
        dialog.reject()

    answers.do(dismiss)
    QTest.keyClick(checklist_window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert isinstance(printers[0], QPrintDialog)


def test_long_lists_of_hexes_are_wrapped_at_every_width(
    window: MainWindow, qtbot: QtBot, subtests: pytest.Subtests
) -> None:
    window.commands["setup-list"].trigger()
    (checklist_window,) = window.findChildren(SetupChecklist)
    qtbot.waitUntil(checklist_window.isVisible)
    tree = checklist_window.list
    for width in (800, 640, 520):
        checklist_window.resize(width, 540)
        QApplication.processEvents()
        with subtests.test(str(width)):
            assert tree.horizontalScrollBar().maximum() == 0
            for row in rows_below_headings(tree):
                lines = tree.visualItemRect(row).height() // tree.fontMetrics().lineSpacing()
                text_width = tree.fontMetrics().horizontalAdvance(row.text(1))
                assert text_width <= lines * tree.columnWidth(1), row.text(1)
