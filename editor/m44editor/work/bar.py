"""What is being done, how far it has come, and a button that stops it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QSizePolicy, QToolButton, QWidget

from m44editor.interface_text import tr

_WHOLE = 100
_WIDTH = 120  # logical pixels


class WorkBar(QWidget):
    """Shows one piece of work in a status bar.

    Signals:
        cancelled: The button was pressed.

    Attributes:
        title: What is done.
        progress: How far it has come.
        cancel: The button.
    """

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.progress, self.cancel = QLabel(), QProgressBar(), QToolButton()
        self.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.title.setMinimumWidth(_WIDTH)  # lest words widen the window
        self.progress.setRange(0, _WHOLE)
        self.progress.setFixedWidth(_WIDTH)
        self.cancel.setText(tr("Cancel"))
        self.cancel.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.cancel.clicked.connect(self._stop)
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 0, 6, 0)
        for widget in (self.title, self.progress, self.cancel):
            row.addWidget(widget)
        self.hide()

    def show_work(self, title: str, share: float, *, can_cancel: bool) -> None:
        """Show which share of something is done, from 0 to 1."""
        self.title.setText(title)
        self.title.setToolTip(title)
        self.progress.setAccessibleName(title)
        self.progress.setValue(round(share * _WHOLE))
        self.cancel.setEnabled(can_cancel)
        self.show()

    def _stop(self) -> None:
        self.cancel.setEnabled(False)
        self.cancelled.emit()
