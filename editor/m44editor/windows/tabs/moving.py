"""Tabs that go to another window, or get one of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from m44editor.documents.sheet import Sheet

if TYPE_CHECKING:
    from m44editor.windows.context import EditorContext
    from m44editor.windows.files import FileController

_GRIP = QPoint(60, 40)  # pixels from the corner of a new window to where it was let go


def detach(context: EditorContext, sheet: Sheet, at: QPoint | None = None) -> EditorContext | None:
    """Show a tab in a window of its own, if it is not alone; return that window.

    Args:
        context: That of the window the tab is.
        sheet: What it shows.
        at: The point of the screen it was let go at; None for a place near the window.
    """
    context.files.settle()
    sheets = context.files.sheets
    if len(sheets) == 1 or not sheets.wake(sheet):
        return None
    sheets.remove(sheet)
    other = context.others.show_sheet(sheet)
    if at is not None:
        other.window.move(at - _GRIP)
    return other


def move_to(files: FileController, sheet: Sheet, other: FileController) -> None:
    """Give a tab to another window, and close the one it leaves with its last."""
    files.settle()
    other.settle()
    if not files.sheets.wake(sheet):
        return
    last, there = len(files.sheets) == 1, other.sheets.current
    files.sheets.remove(sheet)
    other.sheets.add(sheet)
    if there.is_blank:
        other.sheets.drop(there)
    other.wanted.emit()
    if last and files.window is not None:
        files.window.close()


def drop(context: EditorContext, sheet: Sheet, at: QPoint) -> None:
    """Do with a tab what it was dragged to a point of the screen for."""
    under = QApplication.topLevelAt(at)
    if under is None:
        detach(context, sheet, at)
        return
    for other in context.files.others():
        if other.window is under:
            move_to(context.files, sheet, other)
