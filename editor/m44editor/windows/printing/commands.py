"""File > Scenario Sheet of a main window: opened when it is asked for, and kept up to date."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from m44editor.windows.printing.sheet_window import SheetWindow

if TYPE_CHECKING:
    from m44editor.windows.main_window import MainWindow

_OPEN = "sheet"


def open_sheet(window: MainWindow) -> None:
    """Show the sheet of the open scenario; the same window where it is open already."""
    there = window.findChild(SheetWindow, _OPEN)
    if there is None:
        there = SheetWindow(window.document.scenario, _place_of(window), window.settings, window)
        there.setObjectName(_OPEN)
        _Following(window, there)
    there.show()
    there.raise_()
    there.activateWindow()


def _place_of(window: MainWindow) -> Path:
    path = window.document.path
    return path if path is not None else Path.home() / "sheet"


class _Following(QObject):
    """Shows in a sheet what the scenario of its window is now."""

    def __init__(self, window: MainWindow, sheet: SheetWindow) -> None:
        super().__init__(sheet)
        self._window, self._sheet = window, sheet
        window.document.changed.connect(self._follow)
        window.document.replaced.connect(self._follow)
        window.closed.connect(sheet.close)

    def _follow(self) -> None:
        if self._sheet.objectName() == _OPEN:
            self._sheet.show_scenario(self._window.document.scenario, _place_of(self._window))
