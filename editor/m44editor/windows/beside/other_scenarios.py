"""Other scenarios, each in a main window of its own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QSettings, Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget

from m44core.model.edits import new_scenario
from m44core.model.scenario import Scenario
from m44editor.documents.document import Document

if TYPE_CHECKING:
    from m44editor.windows.main_window import MainWindow

_STEP = 28  # pixels from one window to the next, so that each can be seen
_STEPS = 8  # after which they begin anew


class OtherScenarios(QObject):
    """Opens scenarios beside that of a window, which stays as it is.

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

    def show_position(self, position: Scenario) -> None:
        """Show the position of a playtest as work that no file holds yet."""
        self._keep(window_of_position(position, self._settings))

    def show_file(self, path: Path) -> None:
        """Show what a file holds; where a window has it open already, that one."""
        if there := _window_with(path):
            there.raise_()
            there.activateWindow()
            return
        window = _window(Document(new_scenario()), self._settings)
        window.open_path(path)
        if not window.isMaximized():
            self._shown = self._shown % _STEPS + 1
            window.move(self._parent.pos() + QPoint(_STEP, _STEP) * self._shown)
        window.show()
        self._keep(window)

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


def _window_with(path: Path) -> MainWindow | None:
    """Return the window that has a file open, by whatever name; None where none has."""
    from m44editor.windows.main_window import MainWindow

    for window in QApplication.topLevelWidgets():
        if isinstance(window, MainWindow) and window.isVisible():
            known = window.document.path
            if known is not None and known.resolve() == path.resolve():
                return window
    return None


def _window(document: Document, settings: QSettings) -> MainWindow:
    from m44editor.windows.main_window import MainWindow

    window = MainWindow(document, settings)
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return window
