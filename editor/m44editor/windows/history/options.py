"""What is kept of files, and where: asked in a dialog of its own."""

from __future__ import annotations

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QSpinBox,
    QWidget,
)

from m44editor.documents.kept_versions import NUMBERS, SIZES, Keeping, limits_of
from m44editor.words import tr


class KeepingDialog(QDialog):
    """Asks whether versions are kept, where, and how many.

    Attributes:
        on: Whether they are.
        beside: Whether they lie beside the scenario.
        number: How many of a file.
        megabytes: How much room all of them may take.
    """

    def __init__(self, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.setWindowTitle(tr("What is kept"))
        keeping = Keeping.remembered(settings)
        self.on = QCheckBox(tr("&Keep a version at each save"))
        self.on.setChecked(keeping.on)
        self.beside = QCheckBox(tr("&Beside the scenario, in a folder that goes with it"))
        self.beside.setChecked(keeping.beside)
        self.number = _spin_box(NUMBERS, keeping.limits.number)
        self.megabytes = _spin_box(SIZES, keeping.megabytes)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        about = QLabel(
            tr(
                "All versions of the last hour are kept, then the last one of each hour, then the "
                "last one of each day. What is pinned stays."
            )
        )
        about.setWordWrap(True)
        form = QFormLayout(self)
        form.addRow(about)
        form.addRow(self.on)
        form.addRow(self.beside)
        form.addRow(tr("&Versions of a file at most"), self.number)
        form.addRow(tr("&Megabytes of all files at most"), self.megabytes)
        form.addRow(buttons)
        self.on.toggled.connect(self._follow)
        self._follow(self.on.isChecked())

    def accept(self) -> None:
        """Want it so from now on."""
        limits = limits_of(self.number.value(), self.megabytes.value())
        Keeping(self.on.isChecked(), self.beside.isChecked(), limits).remember(self._settings)
        super().accept()

    def _follow(self, on: bool) -> None:
        for field in (self.beside, self.number, self.megabytes):
            field.setEnabled(on)


def _spin_box(allowed: range, value: int) -> QSpinBox:
    box = QSpinBox()
    box.setRange(allowed.start, allowed.stop - 1)
    box.setValue(value)
    return box
