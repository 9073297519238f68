"""Answering a file dialog in a test."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFileDialog, QLineEdit


def enter_path(dialog: object, path: Path) -> None:
    """Enter a path in a file dialog and confirm it.

    ``QFileDialog.selectFile`` leaves the name field unchanged while it has the focus, and the
    moment it gets the focus depends on the window system.
    """
    assert isinstance(dialog, QFileDialog)
    line = dialog.findChild(QLineEdit, "fileNameEdit")
    assert line
    line.setText(str(path))
    QTimer.singleShot(0, dialog.accept)  # it may ask something first
