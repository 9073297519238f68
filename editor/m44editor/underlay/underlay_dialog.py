"""View > Underlay: the picture below the pieces, its opacity and its placement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QGridLayout,
    QLabel,
    QPushButton,
    QSlider,
    QWidget,
)

from m44core.errors import WriteError
from m44core.messages.message import message
from m44core.messages.renderers import message_of_error
from m44editor.interface_text import file_filter, tr, translated
from m44editor.manual_window import add_help_keys
from m44editor.screen import shortened_for_message_box
from m44editor.underlay.underlay_controller import NO_PICTURE, UnderlayController
from m44editor.underlay.underlay_picture import Placement, picture_patterns

_STEP_FACTOR = 1.05  # the factor of one step of enlarging


_WIDTH = 360  # pixels


class UnderlayDialog(QDialog):
    """The dialog of the underlay, which stays open while its pins are dragged.

    Attributes:
        choose_button: The button to choose a picture.
        status: The name of the picture, or the reason why it cannot be shown.
        opacity: The opacity of the picture, in percent.
        shown: Whether the picture is shown.
        locked: Whether the placement is locked.
        buttons: The other buttons, by name.
    """

    def __init__(
        self, underlay: UnderlayController, has_file: bool, parent: QWidget | None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._underlay = underlay
        self._has_file = has_file
        self.setWindowTitle(tr("Underlay"))
        add_help_keys(self)
        self.status = QLabel(self)
        self.status.setWordWrap(True)
        self.status.setTextFormat(Qt.TextFormat.PlainText)
        self.choose_button = QPushButton(tr("&Choose Picture…"))
        self.choose_button.clicked.connect(self._choose_picture)
        self.opacity = QSlider(Qt.Orientation.Horizontal)
        self.opacity.setRange(5, 100)
        self.opacity.valueChanged.connect(self._change)
        self.shown = QCheckBox(tr("&Visible"))
        self.locked = QCheckBox(tr("&Lock Position"))
        for box in (self.shown, self.locked):
            box.toggled.connect(self._change)
        self.buttons = self._make_buttons()
        self._lay_out()
        underlay.changed.connect(self.refresh)
        underlay.set_adjusting(True)
        self.refresh()
        self.resize(_WIDTH, self.heightForWidth(_WIDTH))  # wrapped texts need less than estimated

    def _make_buttons(self) -> dict[str, QPushButton]:
        actions = {
            "fit": (tr("&Fit to Board"), self._underlay.fit),
            "rotate": (tr("Ro&tate by 90°"), lambda: self._change_placement(Placement.rotated)),
            "larger": (tr("&Larger"), lambda: self._scale(_STEP_FACTOR)),
            "smaller": (tr("S&maller"), lambda: self._scale(1 / _STEP_FACTOR)),
            "beside": (tr("Store &Next to Scenario"), self._store),
            "remove": (tr("&Remove"), self._underlay.remove),
        }
        buttons = {}
        for name, (label, handler) in actions.items():
            button = QPushButton(label)
            button.setAutoDefault(False)
            button.clicked.connect(lambda *_, handler=handler: handler())
            buttons[name] = button
        return buttons

    def _lay_out(self) -> None:
        hint = QLabel(
            tr(
                "Drag a pin to move that point of the picture. It snaps to hex centers unless "
                "you hold Shift. Start by holding Ctrl and dragging a pin to a hex that you "
                "recognize in the picture."
            )
        )
        hint.setWordWrap(True)
        grid = QGridLayout()
        for number, button in enumerate(self.buttons.values()):
            grid.addWidget(button, number // 2, number % 2)
        close_box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        close_box.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        close_box.rejected.connect(self.reject)
        form = QFormLayout(self)
        for row in (self.status, self.choose_button):
            form.addRow(row)
        form.addRow(tr("O&pacity"), self.opacity)
        for box in (self.shown, self.locked):
            form.addRow(box)
        form.addRow(hint)
        form.addRow(grid)
        form.addRow(close_box)

    def refresh(self) -> None:
        """Show the state of the underlay."""
        placement = self._underlay.placement
        status = self._underlay.error or (
            NO_PICTURE if placement is None else placement.picture.name
        )
        self.status.setText(shortened_for_message_box(translated(status)))
        is_placed = placement is not None and self._underlay.image is not None
        for widget in (self.opacity, self.shown, self.locked, *self.buttons.values()):
            widget.setEnabled(is_placed)
        self.buttons["remove"].setEnabled(placement is not None)
        self.buttons["beside"].setEnabled(is_placed and self._has_file)
        if placement is not None:
            for box, is_checked in ((self.shown, placement.shown), (self.locked, placement.locked)):
                box.blockSignals(True)
                box.setChecked(is_checked)
                box.blockSignals(False)
            self.opacity.blockSignals(True)
            self.opacity.setValue(round(100 * placement.opacity))
            self.opacity.blockSignals(False)

    def _change(self) -> None:
        placement = self._underlay.placement
        if placement is not None and placement.points:
            self._underlay.set_placement(
                replace(
                    placement,
                    opacity=self.opacity.value() / 100,
                    shown=self.shown.isChecked(),
                    locked=self.locked.isChecked(),
                )
            )

    def _scale(self, factor: float) -> None:
        self._change_placement(lambda placement: placement.scaled(factor))

    def _change_placement(self, change: Callable[[Placement], Placement]) -> None:
        placement = self._underlay.placement
        if placement is not None and not placement.locked:
            self._underlay.set_placement(change(placement))

    def _choose_picture(self) -> None:
        title = tr("Choose Picture")
        file_name = QFileDialog.getOpenFileName(
            self, title, "", file_filter(message("Pictures"), picture_patterns())
        )
        if file_name[0]:
            self._underlay.choose(Path(file_name[0]))

    def _store(self) -> None:
        try:
            path = self._underlay.store_next_to_scenario()
        except WriteError as error:
            self.status.setText(shortened_for_message_box(translated(message_of_error(error))))
        else:
            self.status.setText(shortened_for_message_box(tr("Stored in {file}", file=path.name)))

    def done(self, result: int) -> None:
        """Close the dialog and hide the pins."""
        self._underlay.set_adjusting(False)
        super().done(result)
