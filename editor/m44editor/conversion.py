"""Asking before a change of the board that cannot keep everything."""

from __future__ import annotations

from PySide6.QtWidgets import QMessageBox, QWidget

from m44core.catalogue.load import load_catalogue
from m44core.model.edits import Conversion, Lost

_SHOWN = 12


def accepts_losses(parent: QWidget, conversion: Conversion) -> bool:
    """Ask whether to go on where something does not fit; True at once where all fits."""
    if not conversion.lost:
        return True
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle("Change board")
    count = len(conversion.lost)
    things = "1 thing does" if count == 1 else f"{count} things do"
    box.setText(f"{things} not fit on the new board.")
    listed = "\n".join(f"•  {_words(lost)}" for lost in conversion.lost[:_SHOWN])
    more = f"\n… and {count - _SHOWN} more" if count > _SHOWN else ""
    box.setInformativeText(f"{listed}{more}\n\nUndo brings them back.")
    box.setDetailedText("\n".join(map(_words, conversion.lost)) if more else "")
    change = box.addButton("Change Board", QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    return box.clickedButton() is change


def _words(lost: Lost) -> str:
    element = load_catalogue().get(lost.name)
    return f"{lost.place}: {element.label if element else lost.name} ({lost.kind})"
