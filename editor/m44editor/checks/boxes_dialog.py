"""The boxes the user owns: asked once, kept, and judged by at once."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGroupBox,
    QLabel,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from m44core.catalogue.box_kinds import BASE, load_boxes
from m44core.messages.message import message
from m44core.validation.box.owned import Owned
from m44editor.checks.check_options import CheckTerms
from m44editor.interface_text import told, tr, tr_in
from m44editor.screen import for_a_box, resize_to_screen

_MOST = 20
_WORDS = message(
    "The checks then judge by these boxes: what is missing is an error, and boxes you own are no "
    "surprise. As long as you do not say what you own, they take one base box, or two for an "
    "Overlord map, and tell which other boxes are needed."
)


class BoxesDialog(QDialog):
    """Asks how many of each box the user owns, or whether that is not to be said.

    Attributes:
        said: Whether the user says what is owned.
        numbers: How many of each box, by name.
    """

    def __init__(self, owned: Owned | None, note: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Boxes you own"))
        self.said = QGroupBox(tr("&I say what I own"), self)
        self.said.setCheckable(True)
        self.said.setChecked(owned is not None)
        self.numbers = {name: _number(name, owned) for name in load_boxes()}
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self._lay_out(buttons, note)

    def owned(self) -> Owned | None:
        """Return what the user owns, or None where that is not said."""
        if not self.said.isChecked():
            return None
        return Owned({name: box.value() for name, box in self.numbers.items() if box.value()})

    def _lay_out(self, buttons: QDialogButtonBox, note: str) -> None:
        form = QFormLayout()
        for name, kind in load_boxes().items():
            form.addRow(told(kind.titled), self.numbers[name])
        rows = QWidget()
        rows.setLayout(form)
        scroll = QScrollArea(self)
        scroll.setWidget(rows)
        scroll.setWidgetResizable(True)
        scroll.viewport().setAutoFillBackground(False)  # the ground of the dialog, not of a board
        rows.setAutoFillBackground(False)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = QVBoxLayout(self.said)
        inside.addWidget(scroll)
        layout = QVBoxLayout(self)
        layout.addWidget(_wrapped(told(_WORDS)))
        layout.addWidget(self.said, 1)
        if note:
            layout.addWidget(_wrapped(for_a_box(note)))
        layout.addWidget(buttons)
        resize_to_screen(self, 420, 540)


def ask_for_boxes(terms: CheckTerms, parent: QWidget | None) -> None:
    """Ask what the user owns and judge by it."""
    dialog = BoxesDialog(terms.boxes, _note(terms), parent)
    if dialog.exec() == QDialog.DialogCode.Accepted:
        terms.own(dialog.owned())


def _note(terms: CheckTerms) -> str:
    """Say what holds where nothing is said here."""
    if terms.boxes_of_collection is None:
        return ""
    return tr(
        "While you do not say it here, what {file} says of boxes holds.", file=str(terms.collection)
    )


def _number(name: str, owned: Owned | None) -> QSpinBox:
    """Return a field for the number of a box; one base box where nothing was said yet."""
    box = QSpinBox()
    box.setRange(0, max(_MOST, owned.boxes.get(name, 0) if owned else 0))
    box.setSpecialValueText(tr_in("number", "none"))
    box.setValue(owned.boxes.get(name, 0) if owned else int(name == BASE))
    box.setAccessibleName(tr("Number of {box}", box=load_boxes()[name].titled))
    return box


def _wrapped(words: str) -> QLabel:
    label = QLabel(words)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
