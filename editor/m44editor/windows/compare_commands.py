"""Comparing the open scenario with another file, another tab or its saved version."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from m44core.messages.message import Value, message
from m44core.model.scenario import Scenario
from m44editor.documents.document import Document
from m44editor.documents.document_sheet import Sheet
from m44editor.windows.file_controller import FileController

if TYPE_CHECKING:
    from m44editor.comparing.comparison_window import CompareWindow
    from m44editor.windows.file_dialogs import FileDialogs


class CompareCommands(QObject):
    """Opens comparison windows, which follow the edits of their sheet and never change it.

    Attributes:
        windows: The open comparison windows.
    """

    def __init__(self, document: Document, files: FileController, parent: QWidget) -> None:
        super().__init__(parent)
        self._document = document
        self._files = files
        self._window = parent
        self.windows: list[CompareWindow] = []
        self._sheets: dict[CompareWindow, Sheet] = {}
        self._recent_actions: list[QAction] = []
        files.sheets.closed.connect(self._close_windows_of)

    def ask_and_compare_with_file(self) -> None:
        """Ask for a file and compare the scenario with it."""
        path = self._dialogs.ask_file_to_compare()
        if path is not None:
            self.compare_with_file(path)

    def compare_with_file(self, path: Path) -> None:
        """Compare the scenario with a file."""
        before = self._read(path)
        if before is not None:
            self._show(path.name, before, self._files.current_name)

    def compare_with_saved(self) -> None:
        """Compare the scenario with its saved file; do nothing if it has none."""
        path = self._document.path
        before = self._read(path) if path else None
        if path and before is not None:
            saved_name = message("{file} (saved)", file=path.name)
            self._show(saved_name, before, message("{file} (edited)", file=path.name))

    def compare_with_sheet(self, sheet: Sheet) -> None:
        """Compare the scenario with the scenario of another tab, in its current state."""
        self._show(sheet.name, sheet.scenario, self._files.current_name)

    def compare_with_version(self, name: Value, before: Scenario) -> None:
        """Compare the scenario with a named earlier version."""
        self._show(name, before, message("{file} (edited)", file=self._files.current_name))

    def fill_menu(self, menu: QMenu, saved_action: QAction) -> None:
        """List up to nine recent files below the commands of *menu*.

        Args:
            menu: The menu.
            saved_action: Compares with the saved file; disabled if there is no file.
        """
        for action in self._recent_actions:
            menu.removeAction(action)
        saved_action.setEnabled(self._document.path is not None)
        paths = [path for path in self._files.recent.paths if path != self._document.path]
        self._recent_actions = [menu.addSeparator()] if paths else []
        for number, path in enumerate(paths[:9], start=1):
            label = f"&{number}  {path.name}"
            action = menu.addAction(label, partial(self.compare_with_file, path))
            action.setEnabled(path.exists())
            action.setStatusTip(str(path))
            self._recent_actions.append(action)

    def close_all(self) -> None:
        """Close all comparison windows."""
        for window in tuple(self.windows):
            window.close()

    def retranslate(self) -> None:
        """Show the comparison windows in the current language."""
        for window in tuple(self.windows):
            successor = window.recreate()
            if successor is not window:
                self._track(successor, self._sheets[window])

    def _read(self, path: Path) -> Scenario | None:
        """Return the scenario of a file; None, after showing the reason, if it failed."""
        result = self._files.read(path)
        return result.scenario if result else None

    def _show(self, before_name: Value, before: Scenario, after_name: Value) -> None:
        from m44editor.comparing.comparison_window import CompareWindow, NamedScenario  # 70 ms

        after = NamedScenario(after_name, self._document.scenario)
        window = CompareWindow(NamedScenario(before_name, before), after)
        self._track(window, self._document.sheet)
        window.show()

    def _track(self, window: CompareWindow, sheet: Sheet) -> None:
        """Update a window as its sheet is edited; close it when the sheet is closed or replaced."""
        self.windows.append(window)
        self._sheets[window] = sheet
        window.destroyed.connect(lambda: self._untrack(window))
        sheet.changed.connect(window.schedule_comparison_after_edit)
        sheet.replaced.connect(window.close)

    def _untrack(self, window: CompareWindow) -> None:
        self.windows.remove(window)
        del self._sheets[window]

    def _close_windows_of(self, sheet: Sheet) -> None:
        for window in tuple(self.windows):
            if self._sheets[window] is sheet:
                window.close()

    @property
    def _dialogs(self) -> FileDialogs:
        from m44editor.windows.file_dialogs import FileDialogs  # 13 ms

        return FileDialogs(self._window, self._files.recent)
