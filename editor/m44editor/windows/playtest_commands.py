"""Playtesting the scenario of a window, and editing positions of those games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from m44core.errors import M44Error
from m44core.messages.words import reason
from m44editor.documents.document import Document
from m44editor.interface_text import tr, translated
from m44editor.windows.file_controller import FileController

if TYPE_CHECKING:
    from m44editor.playtest.playtest_window import PlaytestWindow


class PlaytestCommands(QObject):
    """Opens playtests of a document.

    Attributes:
        windows: The open playtests.

    Signals:
        position_requested: The user wants to edit a position of a playtest.
    """

    position_requested = Signal(object)

    def __init__(self, document: Document, files: FileController, parent: QWidget) -> None:
        super().__init__(parent)
        self._document = document
        self._files = files
        self._parent = parent
        self.windows: list[PlaytestWindow] = []

    def start(self) -> None:
        """Start a playtest of the scenario in its current state."""
        from m44editor.panels.finding_labels import with_full_stop  # 3 ms
        from m44editor.playtest.playtest_window import PlaytestWindow  # 454 ms
        from m44editor.windows.file_dialogs import report_failure  # 11 ms

        try:
            window = PlaytestWindow(self._document.scenario, self._files.current_name)
        except M44Error as error:
            words = translated(with_full_stop(reason(error)))
            report_failure(self._parent, tr("This scenario cannot be played."), words)
            return
        self._track(window)
        window.show()

    def retranslate(self) -> None:
        """Show the playtests in the current language."""
        for window in tuple(self.windows):
            successor = window.rebuilt()
            if successor is not window:
                self._track(successor)

    def _track(self, window: PlaytestWindow) -> None:
        self.windows.append(window)
        window.position_requested.connect(self.position_requested)
        window.destroyed.connect(lambda: self.windows.remove(window))
