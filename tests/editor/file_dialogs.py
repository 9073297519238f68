"""Answering a file dialog in a test."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFileDialog, QLineEdit


def name_file(dialog: object, path: Path) -> None:
    """Write a path into a dialog of files and confirm it.

    ``QFileDialog.selectFile`` leaves the name alone while it has the keyboard, and whether it has
    depends on when the window system gives it.
    """
    assert isinstance(dialog, QFileDialog)
    line = dialog.findChild(QLineEdit, "fileNameEdit")
    assert line
    line.setText(str(path))
    QTimer.singleShot(0, dialog.accept)  # it may ask something first
