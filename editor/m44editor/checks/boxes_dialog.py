"""The dialog that asks for the boxes the user owns."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from m44core.catalogue.box_kinds import BASE, load_boxes
from m44core.messages.message import message
from m44core.validation.components.owned_boxes import OwnedBoxes
from m44editor.checks.check_options import CheckOptions
from m44editor.interface_text import tr, tr_in, translated
from m44editor.manual_window import add_help_keys
from m44editor.number_fields import NumberField
from m44editor.screen import resize_to_screen, shortened_for_message_box
from m44editor.theme_tokens import Space

_MAX_COUNT = 20
_EXPLANATION = message(
    "The checks use this list. A piece that is not in your boxes is an error. Boxes you own "
    "are not reported as needed. If you don't list your boxes, the checks assume that you own "
    "one base game (two for an Overlord map) and report which other boxes are needed."
)


class BoxesDialog(QDialog):
    """Asks how many of each box the user owns; the user can also choose not to give a list.

    Attributes:
        list_group: The check box above the list, checked if the list is used.
        counts: The number field of each box, by the name of the box.
    """

    def __init__(
        self, owned_boxes: OwnedBoxes | None, note: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Boxes you own"))
        add_help_keys(self)
        self.list_group = QCheckBox(tr("&Use my list of boxes"), self)
        self.list_group.setChecked(owned_boxes is not None)
        self.counts = {name: _box_count_field(name, owned_boxes) for name in load_boxes()}
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self._lay_out(buttons, note)

    def owned_boxes(self) -> OwnedBoxes | None:
        """Return the owned boxes; None if the list is not used."""
        if not self.list_group.isChecked():
            return None
        return OwnedBoxes({name: box.value() for name, box in self.counts.items() if box.value()})

    def _lay_out(self, buttons: QDialogButtonBox, note: str) -> None:
        form = QFormLayout()
        for name, kind in load_boxes().items():
            form.addRow(translated(kind.title), self.counts[name])
        rows = QWidget()
        rows.setLayout(form)
        scroll = QScrollArea(self)
        scroll.setWidget(rows)
        scroll.setWidgetResizable(True)
        scroll.viewport().setAutoFillBackground(
            False
        )  # the background of the dialog, not of a list
        rows.setAutoFillBackground(False)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        form.setContentsMargins(Space.WIDE, 0, 0, 0)  # below the label of the check box
        rows.setEnabled(self.list_group.isChecked())
        self.list_group.toggled.connect(rows.setEnabled)
        layout = QVBoxLayout(self)
        layout.addWidget(_wrapping_label(translated(_EXPLANATION)))
        layout.addWidget(self.list_group)
        layout.addWidget(scroll, 1)
        if note:
            layout.addWidget(_wrapping_label(shortened_for_message_box(note)))
        layout.addWidget(buttons)
        resize_to_screen(self, 420, 540)


def edit_owned_boxes(options: CheckOptions, parent: QWidget | None) -> None:
    """Ask for the owned boxes, and store the answer in the options unless the user cancels."""
    dialog = BoxesDialog(options.user_boxes, _default_boxes_note(options), parent)
    if dialog.exec() == QDialog.DialogCode.Accepted:
        options.set_owned_boxes(dialog.owned_boxes())


def _default_boxes_note(options: CheckOptions) -> str:
    """Return a note about the boxes in ``m44.toml``; empty if it lists none."""
    if options.collection_boxes is None:
        return ""
    return tr(
        "Until you list your boxes here, the boxes listed in {file} apply.",
        file=str(options.configuration_path),
    )


def _box_count_field(name: str, owned_boxes: OwnedBoxes | None) -> NumberField:
    """Return the number field of a box; without a list, it proposes one base game."""
    box = NumberField()
    box.setRange(0, max(_MAX_COUNT, owned_boxes.boxes.get(name, 0) if owned_boxes else 0))
    box.setSpecialValueText(tr_in("number", "none"))
    box.setValue(owned_boxes.boxes.get(name, 0) if owned_boxes else int(name == BASE))
    box.setAccessibleName(tr("Number of copies of {box}", box=load_boxes()[name].title))
    return box


def _wrapping_label(text: str) -> QLabel:
    label = QLabel(text)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
