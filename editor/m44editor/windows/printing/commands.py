"""File > Scenario Sheet of a main window: opened when it is asked for, and kept up to date."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from m44editor.windows.printing.sheet_window import SheetWindow

if TYPE_CHECKING:
    from m44editor.windows.context import EditorContext

_OPEN = "sheet"


def open_sheet(context: EditorContext) -> None:
    """Show the sheet of the open scenario; the same window where it is open already."""
    there = context.window.findChild(SheetWindow, _OPEN)
    if there is None:
        there = SheetWindow(
            context.document.scenario, _place_of(context), context.settings, context.window
        )
        there.setObjectName(_OPEN)
        _Following(context, there)
    there.show()
    there.raise_()
    there.activateWindow()


def _place_of(context: EditorContext) -> Path:
    path = context.document.path
    return path if path is not None else Path.home() / "sheet"


class _Following(QObject):
    """Shows in a sheet what the scenario of its window is now."""

    def __init__(self, context: EditorContext, sheet: SheetWindow) -> None:
        super().__init__(sheet)
        self._context, self._sheet = context, sheet
        context.document.changed.connect(self._follow)
        context.document.replaced.connect(self._follow)
        context.closed.connect(sheet.close)

    def _follow(self) -> None:
        if self._sheet.objectName() == _OPEN:
            self._sheet.show_scenario(self._context.document.scenario, _place_of(self._context))
