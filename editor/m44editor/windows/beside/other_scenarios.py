"""Other main windows, with tabs of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QSettings, Qt, Signal
from PySide6.QtWidgets import QWidget

from m44core.model.edits import new_scenario
from m44core.model.scenario import Scenario
from m44editor.documents.document import Document
from m44editor.documents.sheet import Sheet

if TYPE_CHECKING:
    from m44editor.windows.main_window import MainWindow

_STEP = 28  # pixels from one window to the next, so that each can be seen
_STEPS = 8  # after which they begin anew


class OtherScenarios(QObject):
    """Opens windows beside one.

    Attributes:
        windows: The windows that are open.

    Signals:
        opened: A window, whose work is to be guarded as that of others is.
    """

    opened = Signal(object)

    def __init__(self, settings: QSettings, parent: QWidget) -> None:
        super().__init__(parent)
        self._settings = settings
        self._parent = parent
        self._shown = 0
        self.windows: list[MainWindow] = []  # lest Python forgets them

    def open_window(self) -> MainWindow:
        """Open a window with nothing in it."""
        window = _window(Document(new_scenario()), self._settings)
        if not window.isMaximized():
            self._shown = self._shown % _STEPS + 1
            window.move(self._parent.pos() + QPoint(_STEP, _STEP) * self._shown)
        window.show()
        self._keep(window)
        return window

    def show_sheet(self, sheet: Sheet) -> MainWindow:
        """Show a sheet, which is in no window any more, in one of its own."""
        window = self.open_window()
        blank = window.document.sheet
        window.files.sheets.add(sheet)
        window.files.sheets.drop(blank)
        return window

    def _keep(self, window: MainWindow) -> None:
        self.windows.append(window)
        window.destroyed.connect(lambda: self.windows.remove(window))
        self.opened.emit(window)


def window_of_position(position: Scenario, settings: QSettings) -> MainWindow:
    """Show the position of a playtest in a window of its own, as work that no file holds yet."""
    window = _window(Document(position), settings)
    window.files.show_unsaved(position)
    window.show()
    return window


def _window(document: Document, settings: QSettings) -> MainWindow:
    from m44editor.windows.main_window import MainWindow

    window = MainWindow(document, settings)
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return window
